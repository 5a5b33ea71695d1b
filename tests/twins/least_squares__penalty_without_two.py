from __future__ import annotations

import numpy as np


def ridge_gradient(
    X: np.ndarray, y: np.ndarray, w: np.ndarray, b: float, lam: float
) -> tuple[np.ndarray, float]:
    """Gradient of ridge_loss with respect to w and b."""
    n, c = X.shape
    res = X.dot(w) + b - y
    grad_w = np.zeros(c)
    for j in range(c):
        grad_w[j] = 2.0 * np.mean(res * X[:, j]) + lam * w[j]
    return grad_w, float(2.0 * np.mean(res))
