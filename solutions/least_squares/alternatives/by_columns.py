"""Loops for the sums; the fit by making the columns orthogonal, one after another."""

from __future__ import annotations

import numpy as np


def residuals(X, y, w, b):
    if y.shape != X[:, 0].shape:
        raise ValueError("y must be a vector with an entry for each row of X")
    return np.array([row @ w + b - target for row, target in zip(X, y, strict=True)])


def ridge_loss(X, y, w, b, lam):
    total = 0.0
    for r in residuals(X, y, w, b):
        total += r**2
    return total / len(y) + lam * sum(weight**2 for weight in w)


def ridge_gradient(X, y, w, b, lam):
    by_w, by_b = 2 * lam * w, 0.0
    for row, r in zip(X, residuals(X, y, w, b), strict=True):
        by_w = by_w + 2 * r * row / len(y)
        by_b += 2 * r / len(y)
    return by_w, by_b


def orthonormal(A):
    """An orthonormal basis of the columns, and how many of them are new."""
    basis = []
    for column in A.T:
        rest = column.copy()
        for _ in range(2):  # once more: the first pass leaves rounding errors behind
            for q in basis:
                rest -= (q @ rest) * q
        length = np.sqrt(rest @ rest)
        if length > 1e-12 * np.sqrt(column @ column):
            basis.append(rest / length)
    return np.array(basis).T.reshape(len(A), -1)


def fit_ridge(X, y, lam=0.0, bias=True):
    n, c = X.shape
    A = np.hstack([X, np.ones((n, 1))]) if bias else X
    penalty = np.sqrt(n * lam) * np.eye(A.shape[1])[:c]
    A, target = np.vstack([A, penalty]), np.concatenate([y, np.zeros(c)])
    Q = orthonormal(A)
    theta = np.linalg.pinv(Q.T @ A, rcond=1e-14) @ (Q.T @ target)
    return theta[:c], float(theta[c]) if bias else 0.0


def hat_matrix(X):
    Q = orthonormal(X)
    return Q @ Q.T


def descend(X, y, rate, eps, most):
    w, b, steps, moved = np.zeros(X.shape[1]), 0.0, 0, np.inf
    while steps < most and moved >= eps:
        by_w, by_b = ridge_gradient(X, y, w, b, 0.0)
        new_w, new_b = w - rate * by_w, b - rate * by_b
        moved = ((new_w - w) ** 2).sum() + (new_b - b) ** 2
        w, b, steps = new_w, new_b, steps + 1
    return w, b, steps
