"""Convolution as one matrix product of patches, and its three gradients."""

from __future__ import annotations

import numpy as np

Pair = tuple[int, int]


def patches(X: np.ndarray, size: Pair, stride: int = 1, pad: int = 0) -> np.ndarray:
    """Every patch a filter meets, one in each row (book 7.1.2).

    X: (n, c, h, w); size: (kh, kw), rows and columns of the filter; stride: steps between
    patches, down and right; pad: zeros around each image on all four sides.
    Returns (n * h' * w', c * kh * kw) with h' = (h + 2 pad - kh) // stride + 1 and w' alike:
    rows in the order image, row, column of the patch; in it channel, row, column.
    """
    raise NotImplementedError


def add_patches(
    P: np.ndarray, shape: tuple[int, ...], size: Pair, stride: int = 1, pad: int = 0
) -> np.ndarray:
    """The transpose of patches: every entry of P is added where patches read it.

    P: (n * h' * w', c * kh * kw), laid out as patches does; shape: (n, c, h, w), that of X;
    size, stride, pad: as in patches. Returns (n, c, h, w): an entry in several patches gets
    the sum; one in no patch gets 0; what falls on the padding is dropped.
    """
    raise NotImplementedError


def conv2d_forward(
    X: np.ndarray, W: np.ndarray, b: np.ndarray, stride: int = 1, pad: int = 0
) -> np.ndarray:
    """Convolutional layer: every filter times every patch, plus its bias (book, equation E.7.4).

    X: (n, c, h, w); W: (o, c, kh, kw); b: (o,). Returns H, (n, o, h', w').
    """
    raise NotImplementedError


def conv2d_backward(
    G: np.ndarray, X: np.ndarray, W: np.ndarray, stride: int = 1, pad: int = 0
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Gradients with respect to X, W and b from G, that with respect to H = conv2d_forward(...).

    G: (n, o, h', w'); X: (n, c, h, w); W: (o, c, kh, kw); stride, pad: as in the forward pass.
    Returns the tuple (dX, dW, db), shaped like X, W and b.
    """
    raise NotImplementedError
