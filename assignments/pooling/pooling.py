"""Pooling: one number for each window of a feature map, and the gradient's way back."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

Pair = tuple[int, int]


def max_pool(X: np.ndarray, size: Pair, stride: Pair | None = None) -> np.ndarray:
    """Largest entry of each window (001 section 5, definition 9; 000, max pooling).

    X: (..., h, w) floats; size: (kh, kw), rows and columns of a window, at most (h, w);
    stride: (sh, sw), from one window to the next, by default size.
    Returns (..., h', w') floats: the windows that fit; a remainder at the end is dropped.
    """
    raise NotImplementedError


def avg_pool(X: np.ndarray, size: Pair, stride: Pair | None = None) -> np.ndarray:
    """Mean of each window (001 section 5, definition 9).

    X: (..., h, w), floats or ints; size, stride: as in max_pool.
    Returns (..., h', w') floats, also for ints.
    """
    raise NotImplementedError


def global_pool(X: np.ndarray, how: Literal["mean", "max"] = "mean") -> np.ndarray:
    """One number for each map: its mean or its largest entry (004 section 2.1.4, book 7.2).

    X: (n, c, h, w) floats. Returns (n, c) floats. ValueError if how is neither.
    """
    raise NotImplementedError


def max_pool_backward(
    G: np.ndarray, X: np.ndarray, size: Pair, stride: Pair | None = None
) -> np.ndarray:
    """Gradient of the loss by X from its gradient G by max_pool(X, size, stride) (001, remark 1).

    G: (..., h', w'); X: (..., h, w) floats; size, stride: as in max_pool.
    Returns (..., h, w): each entry of G goes to the largest entry of its window, the first
    row by row among equals; an entry that is the largest of several windows gets the sum.
    """
    raise NotImplementedError


def avg_pool_backward(
    G: np.ndarray, shape: tuple[int, ...], size: Pair, stride: Pair | None = None
) -> np.ndarray:
    """Gradient of the loss by X from its gradient G by avg_pool(X, size, stride).

    G: (..., h', w') floats; shape: that of X, (..., h, w); size, stride: as in max_pool.
    Returns an array of this shape: each entry of G in equal parts to its whole window.
    """
    raise NotImplementedError
