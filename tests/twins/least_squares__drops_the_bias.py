from __future__ import annotations

import numpy as np


def fit_ridge(
    X: np.ndarray, y: np.ndarray, lam: float = 0.0, bias: bool = True
) -> tuple[np.ndarray, float]:
    """The w and b with the smallest loss."""
    n, c = X.shape
    x_mean = X.mean(axis=0)
    y_mean = y.mean()
    # the penalty as c more rows
    A = np.concatenate([X - x_mean, np.sqrt(n * lam) * np.eye(c)])
    target = np.concatenate([y - y_mean, np.zeros(c)])
    w = np.linalg.lstsq(A, target, rcond=None)[0]
    b = float(y_mean - x_mean @ w)
    if not bias:
        b = 0.0
    return w, b
