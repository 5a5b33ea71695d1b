"""Every entry by its number: index arithmetic, no slices."""

from __future__ import annotations

import numpy as np


def local_matrix(weights):
    m, k = weights.shape
    i, j = np.indices((m, k))
    M = np.zeros((m, m + k - 1))
    M[i, i + j] = weights
    return M


def conv1d_matrix(w, n, mode="valid"):
    k = len(w)
    shift = (k - 1) // 2 if mode == "same" else 0
    M = np.zeros((n if mode == "same" else n - k + 1, n))
    for row in range(len(M)):
        for column in range(n):
            tap = column - row + shift
            if 0 <= tap < k:
                M[row, column] = w[tap]
    return M


def conv_matrix(K, H, W):
    kh, kw = K.shape
    rows, columns = H - kh + 1, W - kw + 1
    M = np.zeros((rows * columns, H * W))
    for i in range(1, rows + 1):
        for j in range(1, columns + 1):
            for u in range(1, kh + 1):
                for v in range(1, kw + 1):
                    M[columns * (i - 1) + j - 1, W * (i + u - 2) + j + v - 2] = K[u - 1, v - 1]
    return M


def connections(kh, kw, H, W):
    rows, columns = 1 + H - kh, 1 + W - kw
    weights = kh * kw
    return rows * columns * H * W, rows * columns * weights, weights


def conv1d_grad(x, w, delta):
    dw, dx = np.zeros(len(w)), np.zeros(len(x))
    for i in range(len(delta)):
        for j in range(len(w)):
            dw[j] += delta[i] * x[i + j]
            dx[i + j] += delta[i] * w[j]
    return dw, delta.sum(), dx


def tied_gradient(G, k):
    rows = np.arange(len(G))
    return np.stack([G[rows, rows + j].sum() for j in range(k)])
