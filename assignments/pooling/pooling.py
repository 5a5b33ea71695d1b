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
    raise NotImplementedError


def avg_pool(X: np.ndarray, size: Pair, stride: Pair | None = None) -> np.ndarray:
    """Mean of each window (CNN notes, section 5, definition 9).

    X: (..., h, w), floats or ints; size, stride: as in max_pool.
    Returns (..., h', w') floats, also for ints.
    """
    raise NotImplementedError


def global_pool(X: np.ndarray, how: Literal["mean", "max"] = "mean") -> np.ndarray:
    """One number for each map: its mean or its largest entry (torch tutorial, section 2.1.4).

    X: (n, c, h, w) floats. Returns (n, c) floats. ValueError if how is neither.
    """
    raise NotImplementedError


def max_pool_backward(
    G: np.ndarray, X: np.ndarray, size: Pair, stride: Pair | None = None
) -> np.ndarray:
    """Gradient with respect to X from G, the gradient with respect to max_pool(X, size, stride).

    G: (..., h', w') (CNN notes, remark 1); X: (..., h, w) floats; size, stride: as in max_pool.
    Returns (..., h, w): each entry of G goes to the largest entry of its window, the first
    row by row among equals; an entry that is the largest of several windows gets the sum.
    """
    raise NotImplementedError


def avg_pool_backward(
    G: np.ndarray, shape: tuple[int, ...], size: Pair, stride: Pair | None = None
) -> np.ndarray:
    """Gradient with respect to X from G, the gradient with respect to avg_pool(X, size, stride).

    G: (..., h', w') floats; shape: that of X, (..., h, w); size, stride: as in max_pool.
    Returns an array of this shape: each entry of G in equal parts to its whole window.
    """
    raise NotImplementedError
