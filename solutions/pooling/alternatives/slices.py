"""No loop over windows: entry (u, v) of all windows at once is one strided slice."""

from __future__ import annotations

import numpy as np


def entries(X, size, stride):
    """For each place in a window its slice of X, row by row."""
    stride = stride or size
    h, w = X.shape[-2:]
    rows, columns = ((n - k) // s * s + 1 for n, k, s in zip((h, w), size, stride, strict=True))
    for u in range(size[0]):
        for v in range(size[1]):
            yield (..., slice(u, u + rows, stride[0]), slice(v, v + columns, stride[1]))


def max_pool(X, size, stride=None):
    return np.maximum.reduce([X[place] for place in entries(X, size, stride)])


def avg_pool(X, size, stride=None):
    return sum(X[place].astype(float) for place in entries(X, size, stride)) / np.prod(size)


def global_pool(X, how="mean"):
    flat = X.reshape(*X.shape[:2], -1)
    reductions = {"mean": np.mean, "max": np.max}
    if how not in reductions:
        raise ValueError(how)
    return reductions[how](flat, axis=-1)


def max_pool_backward(G, X, size, stride=None):
    dX = np.zeros(X.shape)
    largest = max_pool(X, size, stride)
    waiting = np.ones(G.shape, dtype=bool)
    for place in entries(X, size, stride):
        hit = waiting & (X[place] == largest)
        dX[place] += np.where(hit, G, 0.0)
        waiting &= ~hit
    return dX


def avg_pool_backward(G, shape, size, stride=None):
    dX = np.zeros(shape)
    for place in entries(dX, size, stride):
        dX[place] += G / (size[0] * size[1])
    return dX
