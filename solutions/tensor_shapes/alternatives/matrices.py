"""Matrix products throughout; distances by the expansion, after centring."""

from __future__ import annotations

import numpy as np

OPERATIONS = {
    "bmm": np.matmul,
    "bmm_transposed": lambda A, B: A @ B.swapaxes(1, 2),
    "dot": np.vdot,
    "gram": lambda X: X @ X.T,
    "quadratic": lambda X, A: ((X @ A) * X).sum(axis=1),
    "trace": np.trace,
    "outer": lambda x, y: x[:, None] * y,
}


def contract(operation, *operands):
    return OPERATIONS[operation](*operands)


def broadcast_shape(s, t):
    if len(s) < len(t):
        s, t = t, s
    lead = len(s) - len(t)
    found = list(s)
    for axis, size in enumerate(t, start=lead):
        if found[axis] == 1:
            found[axis] = size
        elif size not in (1, found[axis]):
            raise ValueError(f"axis {axis} has sizes {found[axis]} and {size}")
    return tuple(found)


def pairwise_sq_dists(X, Y):
    pairs = np.repeat(X.astype(float), len(Y), axis=0) - np.tile(Y, (len(X), 1))
    return (pairs**2 @ np.ones(X.shape[1])).reshape(len(X), len(Y))


def unit(X):
    lengths = np.sqrt((X**2).sum(axis=1, keepdims=True))
    return X / np.where(lengths == 0, 1.0, lengths)


def cosine_similarity(X, Y):
    return unit(X) @ unit(Y).T
