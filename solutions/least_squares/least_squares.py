"""The line closest to the data: its loss, its gradient, and two ways to find it."""

from __future__ import annotations

import numpy as np


def residuals(X: np.ndarray, y: np.ndarray, w: np.ndarray, b: float) -> np.ndarray:
    """Prediction minus target for every row, X w + b - y (book 4.1.2).

    X: (n, c); y: (n,); w: (c,); b: a number. Returns (n,). ValueError if y is not of shape
    (n,): a column would be broadcast, and every prediction compared with every target.
    """
    ### BEGIN SOLUTION
    if y.shape != (len(X),):
        raise ValueError(f"y must have the shape ({len(X)},), found {y.shape}")
    return X @ w + b - y
    ### END SOLUTION


def ridge_loss(X: np.ndarray, y: np.ndarray, w: np.ndarray, b: float, lam: float) -> float:
    """Mean squared residual plus lam ||w||^2; the bias is not penalised (book 4.1.5).

    X: (n, c); y: (n,); w: (c,); b: a number; lam >= 0. Returns a float.
    """
    ### BEGIN SOLUTION
    r = residuals(X, y, w, b)
    return float(r @ r / len(y) + lam * (w @ w))
    ### END SOLUTION


def ridge_gradient(
    X: np.ndarray, y: np.ndarray, w: np.ndarray, b: float, lam: float
) -> tuple[np.ndarray, float]:
    """Gradient of `ridge_loss` with respect to w and b, no factor left out (book 4.1.3).

    X: (n, c); y: (n,); w: (c,); b: a number; lam >= 0. Returns (dL/dw, dL/db): (c,), a float.
    """
    ### BEGIN SOLUTION
    r = residuals(X, y, w, b)
    return 2 * X.T @ r / len(y) + 2 * lam * w, float(2 * r.mean())
    ### END SOLUTION


def fit_ridge(
    X: np.ndarray, y: np.ndarray, lam: float = 0.0, bias: bool = True
) -> tuple[np.ndarray, float]:
    """The w and b with the smallest `ridge_loss`; without bias b is 0.0 (book 4.1.3 to 4.1.5).

    X: (n, c), n >= 1, columns may depend on each other; y: (n,); lam >= 0. Where several
    pairs are equally good any of them will do. Returns (w, b): (c,), a float.
    """
    ### BEGIN SOLUTION
    n, c = X.shape
    ones = np.full((n, 1), float(bias))  # of a column of zeros the smallest solution makes no use
    rows = np.concatenate([np.hstack([X, ones]), np.sqrt(n * lam) * np.eye(c, c + 1)])
    *w, b = np.linalg.lstsq(rows, np.concatenate([y, np.zeros(c)]))[0]
    return np.array(w), float(b)
    ### END SOLUTION


def hat_matrix(X: np.ndarray) -> np.ndarray:
    """The matrix M whose product with y is the prediction of least squares without bias.

    X: (n, c), columns may depend on each other (book 4.1.3). Returns (n, n).
    """
    ### BEGIN SOLUTION
    return X @ np.linalg.pinv(X)
    ### END SOLUTION


def descend(
    X: np.ndarray, y: np.ndarray, rate: float, eps: float, most: int
) -> tuple[np.ndarray, float, int]:
    """Least squares (lam = 0) by gradient descent from w = 0, b = 0 (book 4.1.3).

    X: (n, c); y: (n,); rate: learning rate; the last step is the first whose squared length,
    ||change of w||^2 + (change of b)^2, is below eps, or step number `most` (at least 1).
    Returns (w, b, steps): (c,), a float, an int, after the last step.
    """
    ### BEGIN SOLUTION
    w, b, steps = np.zeros(X.shape[1]), 0.0, 0
    while steps < most:
        by_w, by_b = ridge_gradient(X, y, w, b, 0.0)
        w, b, steps = w - rate * by_w, b - rate * by_b, steps + 1
        if rate**2 * (by_w @ by_w + by_b**2) < eps:
            break
    return w, b, steps
    ### END SOLUTION
