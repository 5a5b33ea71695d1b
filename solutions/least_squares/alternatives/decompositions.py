"""Singular values throughout; the bias as a feature that is always one."""

from __future__ import annotations

import numpy as np


def with_ones(X):
    return np.column_stack([X, np.ones(len(X))])


def residuals(X, y, w, b):
    if y.ndim != 1 or len(y) != len(X):
        raise ValueError("y must be a vector with an entry for each row of X")
    return with_ones(X) @ np.append(w, b) - y


def ridge_loss(X, y, w, b, lam):
    return np.mean(residuals(X, y, w, b) ** 2) + lam * np.sum(w**2)


def ridge_gradient(X, y, w, b, lam):
    gradient = with_ones(X).T @ residuals(X, y, w, b) * (2 / len(y))
    return gradient[:-1] + 2 * lam * w, gradient[-1]


def fit_ridge(X, y, lam=0.0, bias=True):
    centre = X.mean(axis=0) if bias else np.zeros(X.shape[1])
    U, s, Vt = np.linalg.svd(X - centre, full_matrices=False)
    kept = s > 1e-13 * max(s.max(), 1e-300)
    target = U.T @ (y - y.mean() if bias else y)
    w = Vt[kept].T @ (s[kept] * target[kept] / (s[kept] ** 2 + len(y) * lam))
    return w, (y - X @ w).mean() if bias else 0.0


def hat_matrix(X):
    U, s, _ = np.linalg.svd(X, full_matrices=False)
    U = U[:, s > 1e-12 * s.max()]
    return U @ U.T


def descend(X, y, rate, eps, most):
    A = with_ones(X)
    theta = np.zeros(A.shape[1])
    for steps in range(1, most + 1):  # noqa: B007
        before = theta
        theta = theta - rate * 2 * A.T @ (A @ theta - y) / len(y)
        if np.sum((theta - before) ** 2) < eps:
            break
    return theta[:-1], theta[-1], steps
