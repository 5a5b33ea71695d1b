"""One map, one window, one entry at a time; stacks are flattened to a list of maps."""

from __future__ import annotations

import numpy as np


def pool(X, size, stride, reduce):
    if stride is None:
        stride = size
    h, w = X.shape[-2:]
    rows = (h - size[0]) // stride[0] + 1
    columns = (w - size[1]) // stride[1] + 1
    pooled = []
    for Z in X.reshape(-1, h, w):
        for i in range(rows):
            for j in range(columns):
                window = [
                    Z[i * stride[0] + u, j * stride[1] + v]
                    for u in range(size[0])
                    for v in range(size[1])
                ]
                pooled.append(reduce(window))
    return np.array(pooled, dtype=float).reshape(*X.shape[:-2], rows, columns)


def max_pool(X, size, stride=None):
    return pool(X, size, stride, max)


def avg_pool(X, size, stride=None):
    return pool(X, size, stride, lambda window: sum(map(float, window)) / len(window))


def global_pool(X, how="mean"):
    if how == "mean":
        return avg_pool(X, X.shape[-2:])[..., 0, 0]
    if how == "max":
        return max_pool(X, X.shape[-2:])[..., 0, 0]
    raise ValueError("mean or max")


def max_pool_backward(G, X, size, stride=None):
    stride = size if stride is None else stride
    dX = np.zeros(X.shape)
    for Z, dZ, g in zip(
        X.reshape(-1, *X.shape[-2:]),
        dX.reshape(-1, *X.shape[-2:]),
        G.reshape(-1, *G.shape[-2:]),
        strict=True,
    ):
        for i in range(g.shape[0]):
            for j in range(g.shape[1]):
                best = None
                for a in range(i * stride[0], i * stride[0] + size[0]):
                    for b in range(j * stride[1], j * stride[1] + size[1]):
                        if best is None or Z[a, b] > Z[best]:
                            best = (a, b)
                dZ[best] += g[i, j]
    return dX


def avg_pool_backward(G, shape, size, stride=None):
    stride = size if stride is None else stride
    dX = np.zeros(shape)
    for i in range(G.shape[-2]):
        for j in range(G.shape[-1]):
            for u in range(size[0]):
                for v in range(size[1]):
                    share = G[..., i, j] / (size[0] * size[1])
                    dX[..., i * stride[0] + u, j * stride[1] + v] += share
    return dX
