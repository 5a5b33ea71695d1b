"""Column by column: what the operation answers to an input that is one at a single place."""

from __future__ import annotations

import numpy as np


def slide(x, w):
    return np.array([w @ x[i : i + len(w)] for i in range(len(x) - len(w) + 1)])


def local_matrix(weights):
    m, k = weights.shape
    columns = []
    for impulse in np.eye(m + k - 1):
        columns.append([row @ impulse[i : i + k] for i, row in enumerate(weights)])
    return np.array(columns).T


def conv1d_matrix(w, n, mode="valid"):
    zeros = np.zeros(len(w) // 2 if mode == "same" else 0)
    return np.column_stack([slide(np.concatenate([zeros, e, zeros]), w) for e in np.eye(n)])


def conv_matrix(K, H, W):
    columns = []
    for pixel in np.eye(H * W).reshape(-1, H, W):
        windows = np.lib.stride_tricks.sliding_window_view(pixel, K.shape)
        columns.append(np.einsum("ijuv,uv->ij", windows, K).ravel())
    return np.array(columns).T


def connections(kh, kw, H, W):
    read = conv_matrix(np.ones((kh, kw)), H, W)
    return read.size, int(read.sum()), kh * kw


def conv1d_grad(x, w, delta):
    k = len(w)
    dw = slide(x, delta)
    padded = np.concatenate([np.zeros(k - 1), delta, np.zeros(k - 1)])
    return dw, sum(delta), slide(padded, w[::-1])


def tied_gradient(G, k):
    uses = [conv1d_matrix(e, G.shape[1]) for e in np.eye(k)]
    return np.einsum("jmn,mn->j", np.array(uses), G)
