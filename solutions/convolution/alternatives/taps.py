"""One tap at a time: the whole shifted image, times the weight of that tap."""

from __future__ import annotations

import numpy as np


def corr1d(x, w, stride=1, pad=0):
    return corr2d(np.pad(x, pad)[None, :], w[None, :], (1, stride))[0]


def corr2d(X, K, stride=1, pad=0):
    down, right = stride if isinstance(stride, tuple) else (stride, stride)
    larger = np.zeros((X.shape[0] + 2 * pad, X.shape[1] + 2 * pad))
    larger[pad : pad + X.shape[0], pad : pad + X.shape[1]] = X
    room = larger.shape[0] - K.shape[0], larger.shape[1] - K.shape[1]
    if min(room) < 0:
        raise ValueError("no position")
    Z = np.zeros((room[0] // down + 1, room[1] // right + 1))
    for (u, v), weight in np.ndenumerate(K):
        Z += weight * larger[u : u + room[0] + 1 : down, v : v + room[1] + 1 : right]
    return Z


def true_convolution(X, K):
    kh, kw = K.shape
    Z = np.zeros((X.shape[0] - kh + 1, X.shape[1] - kw + 1))
    for i, j in np.ndindex(Z.shape):
        for u in range(kh):
            for v in range(kw):
                Z[i, j] += K[u, v] * X[i + kh - 1 - u, j + kw - 1 - v]
    return Z


def conv_layer(X, K, b, stride=1, pad=0):
    C, F = len(X), len(K)
    first = corr2d(X[0], K[0, 0], stride, pad)
    Z = np.empty((F, *first.shape))
    for f in range(F):
        Z[f] = b[f]
        for c in range(C):
            Z[f] += corr2d(X[c], K[f, c], stride, pad)
    return Z
