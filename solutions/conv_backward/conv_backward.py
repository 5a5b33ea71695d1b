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
    ### BEGIN SOLUTION
    kh, kw = size
    Z = np.pad(X, ((0, 0), (0, 0), (pad, pad), (pad, pad)))
    n, c, h, w = Z.shape
    down, right = (h - kh) // stride + 1, (w - kw) // stride + 1
    P = np.empty((n, down, right, c, kh, kw))
    for i, j in np.ndindex(down, right):
        top, left = i * stride, j * stride
        P[:, i, j] = Z[:, :, top : top + kh, left : left + kw]
    return P.reshape(n * down * right, c * kh * kw)
    ### END SOLUTION


def add_patches(
    P: np.ndarray, shape: tuple[int, ...], size: Pair, stride: int = 1, pad: int = 0
) -> np.ndarray:
    """The transpose of patches: every entry of P is added where patches read it.

    P: (n * h' * w', c * kh * kw), laid out as patches does; shape: (n, c, h, w), that of X;
    size, stride, pad: as in patches. Returns (n, c, h, w): an entry in several patches gets
    the sum; one in no patch gets 0; what falls on the padding is dropped.
    """
    ### BEGIN SOLUTION
    kh, kw = size
    n, c, h, w = shape
    down, right = (h + 2 * pad - kh) // stride + 1, (w + 2 * pad - kw) // stride + 1
    P = P.reshape(n, down, right, c, kh, kw)
    Z = np.zeros((n, c, h + 2 * pad, w + 2 * pad))
    for i, j in np.ndindex(down, right):
        top, left = i * stride, j * stride
        Z[:, :, top : top + kh, left : left + kw] += P[:, i, j]
    return Z[:, :, pad : pad + h, pad : pad + w]
    ### END SOLUTION


def conv2d_forward(
    X: np.ndarray, W: np.ndarray, b: np.ndarray, stride: int = 1, pad: int = 0
) -> np.ndarray:
    """Convolutional layer: every filter times every patch, plus its bias (book, equation E.7.4).

    X: (n, c, h, w); W: (o, c, kh, kw); b: (o,). Returns H, (n, o, h', w').
    """
    ### BEGIN SOLUTION
    n, _, h, w = X.shape
    o, _, kh, kw = W.shape
    down, right = (h + 2 * pad - kh) // stride + 1, (w + 2 * pad - kw) // stride + 1
    H = patches(X, (kh, kw), stride, pad) @ W.reshape(o, -1).T + b
    return H.reshape(n, down, right, o).transpose(0, 3, 1, 2)
    ### END SOLUTION


def conv2d_backward(
    G: np.ndarray, X: np.ndarray, W: np.ndarray, stride: int = 1, pad: int = 0
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Gradients with respect to X, W and b from G, that with respect to H = conv2d_forward(...).

    G: (n, o, h', w'); X: (n, c, h, w); W: (o, c, kh, kw); stride, pad: as in the forward pass.
    Returns the tuple (dX, dW, db), shaped like X, W and b.
    """
    ### BEGIN SOLUTION
    o, _, kh, kw = W.shape
    rows = G.transpose(0, 2, 3, 1).reshape(-1, o)
    dX = add_patches(rows @ W.reshape(o, -1), X.shape, (kh, kw), stride, pad)
    dW = rows.T @ patches(X, (kh, kw), stride, pad)
    return dX, dW.reshape(W.shape), rows.sum(axis=0)
    ### END SOLUTION
