"""Convolution as networks compute it, from one axis to several channels."""

from __future__ import annotations

import numpy as np


def corr1d(x: np.ndarray, w: np.ndarray, stride: int = 1, pad: int = 0) -> np.ndarray:
    """Slide w along x: y_i = sum over j of w_j x_{i+j-1}, indices from 1 (lecture notes).

    x: (n,), w: (k,), integers or floats; stride: distance between positions; pad: zeros added
    at each end of x. Returns floats, ((n + 2 pad - k) // stride + 1,).
    ValueError if w is longer than the padded x.
    """
    ### BEGIN SOLUTION
    x, k = np.pad(x, pad), len(w)
    if k > len(x):
        raise ValueError("the filter is longer than the padded input")
    starts = range(0, len(x) - k + 1, stride)
    return np.array([float(w @ x[i : i + k]) for i in starts])
    ### END SOLUTION


def corr2d(X: np.ndarray, K: np.ndarray, stride: int = 1, pad: int = 0) -> np.ndarray:
    """Slide K over X: Z_ij = sum over u, v of K_uv X_{i+u-1, j+v-1} (CNN notes, definition 3).

    X: (H, W), K: (kh, kw), integers or floats; stride: distance between positions, along rows
    and columns; pad: zeros added on all four sides of X. Returns floats,
    ((H + 2 pad - kh) // stride + 1, (W + 2 pad - kw) // stride + 1).
    ValueError if K is higher or wider than the padded X.
    """
    ### BEGIN SOLUTION
    X, (kh, kw) = np.pad(X, pad), K.shape
    if kh > X.shape[0] or kw > X.shape[1]:
        raise ValueError("the filter is larger than the padded image")
    rows = range(0, X.shape[0] - kh + 1, stride)
    columns = range(0, X.shape[1] - kw + 1, stride)
    Z = np.empty((len(rows), len(columns)))
    for i, top in enumerate(rows):
        for j, left in enumerate(columns):
            Z[i, j] = (K * X[top : top + kh, left : left + kw]).sum()
    return Z
    ### END SOLUTION


def true_convolution(X: np.ndarray, K: np.ndarray) -> np.ndarray:
    """Convolution of signal processing, the filter read backwards (CNN notes, exercise 15).

    Z_ij = sum over u, v of K_uv X_{i+kh-u, j+kw-v}, where K fits wholly inside X.

    X: (H, W), K: (kh, kw), integers or floats, K no larger than X.
    Returns floats, (H - kh + 1, W - kw + 1).
    """
    ### BEGIN SOLUTION
    return corr2d(X, K[::-1, ::-1])
    ### END SOLUTION


def conv_layer(
    X: np.ndarray, K: np.ndarray, b: np.ndarray, stride: int = 1, pad: int = 0
) -> np.ndarray:
    """Feature maps of a convolutional layer, before its activation (CNN notes, definition 10).

    X: (C, H, W), the input channels; K: (F, C, kh, kw), F filters that each read all channels;
    b: (F,), a bias for each filter; stride, pad: as in corr2d; the filters fit.
    Returns floats, (F, H', W') with H' and W' as in corr2d.
    """
    ### BEGIN SOLUTION
    maps = []
    for kernels, bias in zip(K, b, strict=True):
        responses = [corr2d(x, k, stride, pad) for x, k in zip(X, kernels, strict=True)]
        maps.append(sum(responses) + bias)
    return np.stack(maps)
    ### END SOLUTION
