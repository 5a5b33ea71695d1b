"""Axes by name, axes that stretch, and every row compared with every row."""

from __future__ import annotations

import numpy as np


def contract(operation: str, *operands: np.ndarray) -> np.ndarray:
    """The operation by this name, each of them one einsum string (book 2.1.4).

    | operation        | operands             | result                                    |
    |------------------|----------------------|-------------------------------------------|
    | "bmm"            | (n, a, b), (n, b, c) | (n, a, c): A_i B_i for every i            |
    | "bmm_transposed" | (n, a, b), (n, c, b) | (n, a, c): A_i B_i^T for every i          |
    | "dot"            | (a, b, c), (a, b, c) | (): the sum of the elementwise product    |
    | "gram"           | (n, c)               | (n, n): the dot products of all rows      |
    | "quadratic"      | (n, c), (c, c)       | (n,): x_i^T A x_i for every row           |
    | "trace"          | (n, n)               | (): the sum of the diagonal               |
    | "outer"          | (n,), (m,)           | (n, m): x_i y_j                           |

    A result without axes may be a numpy number or an array of shape ().
    """
    raise NotImplementedError


def broadcast_shape(s: tuple[int, ...], t: tuple[int, ...]) -> tuple[int, ...]:
    """Shape of the sum of two arrays of shapes s and t (book 2.1.1, the box on broadcasting).

    s, t: tuples of ints, 0 or more of them, each at least 0.
    Returns a tuple of ints. ValueError if the shapes do not fit.
    """
    raise NotImplementedError


def pairwise_sq_dists(X: np.ndarray, Y: np.ndarray) -> np.ndarray:
    """Squared distance of every row of X to every row of Y (book 2.1.1).

    X: (n, c); Y: (m, c), floats or integers, also clusters far from the origin.
    Returns (n, m), float64.
    """
    raise NotImplementedError


def cosine_similarity(X: np.ndarray, Y: np.ndarray) -> np.ndarray:
    """Cosine of the angle between every row of X and every row of Y (book 2.1.1).

    X: (n, c); Y: (m, c), rows of norms from 1e-15 to 1e15, or all zeros. Returns (n, m), float64;
    0 where one of the two rows is all zeros.
    """
    raise NotImplementedError
