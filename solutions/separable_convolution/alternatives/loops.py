"""Pixel by pixel; the grouped convolution as an ordinary one with zeros."""

from __future__ import annotations

import numpy as np


def pointwise(X, W):
    n, _, h, w = X.shape
    H = np.empty((n, len(W), h, w))
    for i in range(h):
        for j in range(w):
            H[:, :, i, j] = X[:, :, i, j] @ W.T
    return H


def depthwise(X, D):
    n, c, h, w = X.shape
    kh, kw = D.shape[1:]
    H = np.empty((n, c, h - kh + 1, w - kw + 1))
    for i in range(h - kh + 1):
        for j in range(w - kw + 1):
            H[:, :, i, j] = (X[:, :, i : i + kh, j : j + kw] * D).sum(axis=(2, 3))
    return H


def grouped_conv(X, W, groups):
    K = grouped_kernel(W, groups)
    kh, kw = W.shape[2:]
    H = np.empty((len(X), len(W), X.shape[2] - kh + 1, X.shape[3] - kw + 1))
    for i in range(H.shape[2]):
        for j in range(H.shape[3]):
            H[:, :, i, j] = np.tensordot(X[:, :, i : i + kh, j : j + kw], K, ((1, 2, 3),) * 2)
    return H


def grouped_kernel(W, groups):
    o, size, kh, kw = W.shape
    rows = []
    for z in range(o):
        mine = z * groups // o
        blocks = [W[z] if g == mine else np.zeros((size, kh, kw)) for g in range(groups)]
        rows.append(np.concatenate(blocks))
    return np.stack(rows)


def separable(X, D, P):
    kernel = dense_kernel(D, P)
    return grouped_conv(X, kernel, 1)


def dense_kernel(D, P):
    o, c = P.shape
    kernel = np.empty((o, c, *D.shape[1:]))
    for z in range(o):
        for d in range(c):
            kernel[z, d] = P[z, d] * D[d]
    return kernel


def conv_weights(kh, kw, c, o, groups=1, bias=False):
    if c % groups != 0 or o % groups != 0:
        raise ValueError("groups must divide c and o")
    count = 0
    for _ in range(o):
        count += kh * kw * c // groups
        if bias:
            count += 1
    return count


def separable_weights(kh, kw, c, o):
    return conv_weights(kh, kw, c, c, groups=c) + conv_weights(1, 1, c, o)
