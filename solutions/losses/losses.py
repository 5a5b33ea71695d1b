"""What a prediction costs, and how the cost changes with it."""

from __future__ import annotations

import numpy as np


def zero_one(y: np.ndarray, s: np.ndarray) -> float:
    """Fraction of wrong signs (book, equation E.3.3).

    y: (n,) labels, -1.0 or 1.0; s: (n,) scores. A score of 0 has no sign: it is wrong.
    """
    ### BEGIN SOLUTION
    return float(np.mean(np.sign(s) != y))
    ### END SOLUTION


def hinge(y: np.ndarray, s: np.ndarray) -> tuple[float, np.ndarray]:
    """Mean of max(0, 1 - y s), and its gradient with respect to s (book 3.2).

    y: (n,) labels, -1.0 or 1.0; s: (n,) scores. Returns (loss, gradient), a float and (n,).
    """
    ### BEGIN SOLUTION
    terms = np.maximum(1 - y * s, 0)
    return float(terms.mean()), -y * np.sign(terms) / len(y)
    ### END SOLUTION


def huber(y: np.ndarray, yhat: np.ndarray, delta: float = 1.0) -> tuple[float, np.ndarray]:
    """Mean Huber loss, and its gradient with respect to yhat (book, equation E.4.3, for delta = 1).

    With e = yhat - y a term is e^2 / 2 for |e| <= delta, else delta (|e| - delta / 2).
    y, yhat: (n,). Returns (loss, gradient), a float and (n,).
    """
    ### BEGIN SOLUTION
    e = yhat - y
    size = np.abs(e)
    terms = np.where(size <= delta, e**2 / 2, delta * (size - delta / 2))
    return float(terms.mean()), np.clip(e, -delta, delta) / len(y)
    ### END SOLUTION


def gaussian_nll(y: np.ndarray, out: np.ndarray) -> tuple[float, np.ndarray]:
    """Mean of -log N(y; m, r^2), and its gradient with respect to out (book, equation E.3.6).

    y: (n,); out: (n, 2), in each row the mean m and a number r, not 0 and of any sign, whose
    square is the variance. Returns (loss, gradient), a float and (n, 2).
    """
    ### BEGIN SOLUTION
    m, r = out.T
    z = (y - m) / r
    terms = np.log(np.abs(r)) + np.log(2 * np.pi) / 2 + z**2 / 2
    return float(terms.mean()), np.stack([-z / r, (1 - z**2) / r], axis=1) / len(y)
    ### END SOLUTION


def categorical_nll(Y: np.ndarray, P: np.ndarray) -> tuple[float, np.ndarray]:
    """Mean of -log p(true class), and its gradient with respect to P (book 3.2.2).

    Y: (n, m), one-hot rows; P: (n, m), rows of probabilities, zeros allowed.
    Returns (loss, gradient), a float and (n, m); inf if a true class has probability 0.
    """
    ### BEGIN SOLUTION
    true = Y == 1
    with np.errstate(divide="ignore"):
        loss = -np.log(P[true]).mean()
        gradient = np.where(true, -1 / P, 0) / len(Y)
    return float(loss), gradient
    ### END SOLUTION
