"""One number at a time, and broadcasting from the last axis backwards."""

from __future__ import annotations

import math
from itertools import zip_longest

import numpy as np


def contract(operation, *operands):
    if operation == "bmm":
        A, B = operands
        return np.array([a @ b for a, b in zip(A, B, strict=True)])
    if operation == "bmm_transposed":
        A, B = operands
        products = ([[row @ other for other in b] for row in a] for a, b in zip(A, B, strict=True))
        return np.array(list(products))
    if operation == "dot":
        X, Y = operands
        return np.float64(math.fsum(x * y for x, y in zip(X.flat, Y.flat, strict=True)))
    if operation == "gram":
        (X,) = operands
        return np.array([[x @ y for y in X] for x in X])
    if operation == "quadratic":
        X, A = operands
        return np.array([x @ A @ x for x in X])
    if operation == "trace":
        (A,) = operands
        return np.float64(sum(A[i, i] for i in range(len(A))))
    x, y = operands
    return np.array([[a * b for b in y] for a in x])


def broadcast_shape(s, t):
    sizes = []
    for a, b in zip_longest(reversed(s), reversed(t), fillvalue=1):
        if a == 1:
            sizes.insert(0, b)
        elif b == 1 or a == b:
            sizes.insert(0, a)
        else:
            raise ValueError(f"{a} does not meet {b}")
    return tuple(sizes)


def pairwise_sq_dists(X, Y):
    found = np.empty((len(X), len(Y)))
    for i, x in enumerate(X):
        for j, y in enumerate(Y):
            found[i, j] = math.fsum((float(a) - float(b)) ** 2 for a, b in zip(x, y, strict=True))
    return found


def cosine_similarity(X, Y):
    found = np.zeros((len(X), len(Y)))
    for i, x in enumerate(X):
        for j, y in enumerate(Y):
            if x.any() and y.any():
                found[i, j] = (x / math.hypot(*x)) @ (y / math.hypot(*y))
    return found
