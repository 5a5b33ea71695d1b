import numpy as np


def ridge_gradient(X, y, w, b, lam):
    n = len(y)
    r = residuals(X, y, w, b)
    by_w = 2 * (X.T @ r + lam * w) / n
    by_b = 2 * r.sum() / n
    return by_w, float(by_b)
