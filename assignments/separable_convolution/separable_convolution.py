"""Convolutions that do less: one pixel, one channel or one group of channels at a time."""

from __future__ import annotations

import numpy as np


def pointwise(X: np.ndarray, W: np.ndarray) -> np.ndarray:
    """1 x 1 convolution: every pixel's channels through the same matrix (book 7.2).

    X: (n, c, h, w); W: (o, c). Returns (n, o, h, w).
    """
    raise NotImplementedError


def depthwise(X: np.ndarray, D: np.ndarray) -> np.ndarray:
    """Each channel is correlated with its own filter (book 7.2, depthwise convolution).

    X: (n, c, h, w); D: (c, kh, kw). Returns (n, c, h - kh + 1, w - kw + 1): no padding, stride 1.
    """
    raise NotImplementedError


def grouped_conv(X: np.ndarray, W: np.ndarray, groups: int) -> np.ndarray:
    """Convolution within groups of channels (book 7.2, groupwise convolution).

    X: (n, c, h, w); W: (o, c / groups, kh, kw). The channels form `groups` blocks of neighbours,
    and so do the filters; filters of block g see the channels of block g only.
    Returns (n, o, h - kh + 1, w - kw + 1), a cross-correlation: no padding, stride 1, no bias.
    """
    raise NotImplementedError


def grouped_kernel(W: np.ndarray, groups: int) -> np.ndarray:
    """The filters of an ordinary convolution that does the same as grouped_conv.

    W: (o, c / groups, kh, kw). Returns (o, c, kh, kw), 0 where a filter sees no channel.
    """
    raise NotImplementedError


def separable(X: np.ndarray, D: np.ndarray, P: np.ndarray) -> np.ndarray:
    """Depthwise separable convolution: depthwise by D, then pointwise by P (book 7.2).

    X: (n, c, h, w); D: (c, kh, kw); P: (o, c). Returns (n, o, h - kh + 1, w - kw + 1).
    """
    raise NotImplementedError


def dense_kernel(D: np.ndarray, P: np.ndarray) -> np.ndarray:
    """The filters of an ordinary convolution that does the same as separable.

    D: (c, kh, kw); P: (o, c). Returns (o, c, kh, kw).
    """
    raise NotImplementedError


def conv_weights(kh: int, kw: int, c: int, o: int, groups: int = 1, bias: bool = False) -> int:
    """Number of weights of a (grouped) convolution from c to o channels, biases if there are any.

    ValueError if groups does not divide c and o.
    """
    raise NotImplementedError


def separable_weights(kh: int, kw: int, c: int, o: int) -> int:
    """Number of weights of `separable` from c to o channels, without biases (book 7.2)."""
    raise NotImplementedError
