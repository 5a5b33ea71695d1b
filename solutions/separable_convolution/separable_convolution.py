"""Convolutions that do less: one pixel, one channel or one group of channels at a time."""

from __future__ import annotations

import numpy as np


def pointwise(X: np.ndarray, W: np.ndarray) -> np.ndarray:
    """1 x 1 convolution: every pixel's channels through the same matrix (book 7.2).

    X: (n, c, h, w); W: (o, c). Returns (n, o, h, w).
    """
    ### BEGIN SOLUTION
    return np.einsum("oc,nchw->nohw", W, X)
    ### END SOLUTION


def depthwise(X: np.ndarray, D: np.ndarray) -> np.ndarray:
    """Each channel is correlated with its own filter (book 7.2, depthwise convolution).

    X: (n, c, h, w); D: (c, kh, kw). Returns (n, c, h - kh + 1, w - kw + 1): no padding, stride 1.
    """
    ### BEGIN SOLUTION
    kh, kw = D.shape[1:]
    down, right = X.shape[2] - kh + 1, X.shape[3] - kw + 1
    return sum(
        D[:, i, j, None, None] * X[:, :, i : i + down, j : j + right] for i, j in np.ndindex(kh, kw)
    )
    ### END SOLUTION


def grouped_conv(X: np.ndarray, W: np.ndarray, groups: int) -> np.ndarray:
    """Convolution within groups of channels (book 7.2, groupwise convolution).

    X: (n, c, h, w); W: (o, c / groups, kh, kw). The channels form `groups` blocks of neighbours,
    and so do the filters; filters of block g see the channels of block g only.
    Returns (n, o, h - kh + 1, w - kw + 1), a cross-correlation: no padding, stride 1, no bias.
    """
    ### BEGIN SOLUTION
    o, _, kh, kw = W.shape
    down, right = X.shape[2] - kh + 1, X.shape[3] - kw + 1
    H = np.zeros((len(X), o, down, right))
    blocks = zip(*(np.split(A, groups, axis) for A, axis in ((H, 1), (X, 1), (W, 0))), strict=True)
    for out, images, filters in blocks:
        for i, j in np.ndindex(kh, kw):
            part = images[:, :, i : i + down, j : j + right]
            out += np.einsum("oc,nchw->nohw", filters[:, :, i, j], part)
    return H
    ### END SOLUTION


def grouped_kernel(W: np.ndarray, groups: int) -> np.ndarray:
    """The filters of an ordinary convolution that does the same as grouped_conv.

    W: (o, c / groups, kh, kw). Returns (o, c, kh, kw), 0 where a filter sees no channel.
    """
    ### BEGIN SOLUTION
    o, size, kh, kw = W.shape
    dense = np.zeros((o, groups * size, kh, kw))
    for z in range(o):
        first = z // (o // groups) * size
        dense[z, first : first + size] = W[z]
    return dense
    ### END SOLUTION


def separable(X: np.ndarray, D: np.ndarray, P: np.ndarray) -> np.ndarray:
    """Depthwise separable convolution: depthwise by D, then pointwise by P (book 7.2).

    X: (n, c, h, w); D: (c, kh, kw); P: (o, c). Returns (n, o, h - kh + 1, w - kw + 1).
    """
    ### BEGIN SOLUTION
    return pointwise(depthwise(X, D), P)
    ### END SOLUTION


def dense_kernel(D: np.ndarray, P: np.ndarray) -> np.ndarray:
    """The filters of an ordinary convolution that does the same as separable.

    D: (c, kh, kw); P: (o, c). Returns (o, c, kh, kw).
    """
    ### BEGIN SOLUTION
    return P[:, :, None, None] * D
    ### END SOLUTION


def conv_weights(kh: int, kw: int, c: int, o: int, groups: int = 1, bias: bool = False) -> int:
    """Number of weights of a (grouped) convolution from c to o channels, biases if there are any.

    ValueError if groups does not divide c and o.
    """
    ### BEGIN SOLUTION
    if c % groups or o % groups:
        raise ValueError(f"expected groups that divide {c} and {o}, found {groups}")
    return kh * kw * (c // groups) * o + (o if bias else 0)
    ### END SOLUTION


def separable_weights(kh: int, kw: int, c: int, o: int) -> int:
    """Number of weights of `separable` from c to o channels, without biases (book 7.2)."""
    ### BEGIN SOLUTION
    return kh * kw * c + c * o
    ### END SOLUTION
