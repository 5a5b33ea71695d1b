"""Pooling: one number for each window of a feature map, and the gradient's way back."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

Pair = tuple[int, int]


def max_pool(X: np.ndarray, size: Pair, stride: Pair | None = None) -> np.ndarray:
    """Largest entry of each window (CNN notes, section 5, definition 9).

    X: (..., h, w) floats; size: (kh, kw), rows and columns of a window, at most (h, w);
    stride: (sh, sw), from one window to the next, by default size.
    Returns (..., h', w') floats: the windows that fit; a remainder at the end is dropped.
    """
    ### BEGIN SOLUTION
    down, right = stride or size
    windows = sliding_window_view(X, size, axis=(-2, -1))[..., ::down, ::right, :, :]
    return windows.max(axis=(-2, -1))
    ### END SOLUTION


def avg_pool(X: np.ndarray, size: Pair, stride: Pair | None = None) -> np.ndarray:
    """Mean of each window (CNN notes, section 5, definition 9).

    X: (..., h, w), floats or ints; size, stride: as in max_pool.
    Returns (..., h', w') floats, also for ints.
    """
    ### BEGIN SOLUTION
    down, right = stride or size
    windows = sliding_window_view(X, size, axis=(-2, -1))[..., ::down, ::right, :, :]
    return windows.mean(axis=(-2, -1))
    ### END SOLUTION


def global_pool(X: np.ndarray, how: Literal["mean", "max"] = "mean") -> np.ndarray:
    """One number for each map: its mean or its largest entry (torch tutorial, section 2.1.4).

    X: (n, c, h, w) floats. Returns (n, c) floats. ValueError if how is neither.
    """
    ### BEGIN SOLUTION
    if how not in ("mean", "max"):
        raise ValueError(f'expected how to be "mean" or "max", found {how!r}')
    return X.mean(axis=(2, 3)) if how == "mean" else X.max(axis=(2, 3))
    ### END SOLUTION


def max_pool_backward(
    G: np.ndarray, X: np.ndarray, size: Pair, stride: Pair | None = None
) -> np.ndarray:
    """Gradient with respect to X from G, the gradient with respect to max_pool(X, size, stride).

    G: (..., h', w') (CNN notes, remark 1); X: (..., h, w) floats; size, stride: as in max_pool.
    Returns (..., h, w): each entry of G goes to the largest entry of its window, the first
    row by row among equals; an entry that is the largest of several windows gets the sum.
    """
    ### BEGIN SOLUTION
    kh, kw = size
    down, right = stride or size
    dX = np.zeros_like(X)
    for *maps, i, j in np.ndindex(G.shape):
        top, left = i * down, j * right
        window = X[(*maps, slice(top, top + kh), slice(left, left + kw))]
        row, column = divmod(int(window.argmax()), kw)
        dX[(*maps, top + row, left + column)] += G[(*maps, i, j)]
    return dX
    ### END SOLUTION


def avg_pool_backward(
    G: np.ndarray, shape: tuple[int, ...], size: Pair, stride: Pair | None = None
) -> np.ndarray:
    """Gradient with respect to X from G, the gradient with respect to avg_pool(X, size, stride).

    G: (..., h', w') floats; shape: that of X, (..., h, w); size, stride: as in max_pool.
    Returns an array of this shape: each entry of G in equal parts to its whole window.
    """
    ### BEGIN SOLUTION
    kh, kw = size
    down, right = stride or size
    dX = np.zeros(shape)
    for i, j in np.ndindex(G.shape[-2:]):
        top, left = i * down, j * right
        dX[..., top : top + kh, left : left + kw] += G[..., i : i + 1, j : j + 1] / (kh * kw)
    return dX
    ### END SOLUTION
