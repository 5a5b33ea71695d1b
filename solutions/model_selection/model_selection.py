"""What a model has learnt shows on examples it has not seen, nor anything made from them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

Examples = tuple[np.ndarray, np.ndarray]


def split(
    X: np.ndarray, y: np.ndarray, order: np.ndarray, m: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Hold out the first m examples of an order, and every copy of them (book 3.2.1).

    X: (n, c); y: (n,), y[i] belongs to X[i]; order: (n,), each number from 0 to n - 1 once.
    An example is held out if its row of X equals that of one of the first m, whatever its y.
    Returns (X_train, y_train, X_test, y_test), each with its examples as they come in the order.
    """
    ### BEGIN SOLUTION
    X, y = X[order], y[order]
    held_out = {tuple(x) for x in X[:m]}
    test = np.array([tuple(x) in held_out for x in X])
    return X[~test], y[~test], X[test], y[test]
    ### END SOLUTION


def standardise(X_train: np.ndarray, X_test: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Bring each column of X_train to mean 0 and variance 1, and X_test by the same numbers.

    X_train: (n, c); X_test: (m, c). The variance is biased (divided by n); a column that is
    constant in X_train is only shifted, in both. Returns (Z_train, Z_test).
    """
    ### BEGIN SOLUTION
    mean = X_train.mean(axis=0)
    scale = np.where(np.ptp(X_train, axis=0) > 0, X_train.std(axis=0), 1.0)
    return (X_train - mean) / scale, (X_test - mean) / scale
    ### END SOLUTION


def lookup(
    X_train: np.ndarray, y_train: np.ndarray, X: np.ndarray, default: float = 0.0
) -> np.ndarray:
    """Predictions of the model that knows its training set by heart (book, equation E.3.4).

    X_train: (n, c); y_train: (n,); X: (k, c). For a row of X that is a row of X_train: its label,
    or the mean of its labels if it comes several times; for any other: default. Returns (k,).
    """
    ### BEGIN SOLUTION
    labels: dict[tuple, list] = {}
    for x, label in zip(X_train, y_train, strict=True):
        labels.setdefault(tuple(x), []).append(label)
    return np.array([np.mean(labels.get(tuple(x), [default])) for x in X])
    ### END SOLUTION


def gap(
    loss: Callable[[np.ndarray, np.ndarray], np.ndarray],
    f: Callable[[np.ndarray], np.ndarray],
    train: Examples,
    test: Examples,
) -> float:
    """Generalisation gap: the mean loss on the test set minus that on the training set.

    loss(y, predictions): (k,) losses for (k,) labels and (k,) predictions; f(X): the (k,)
    predictions for (k, c); train, test: tuples (X, y), of any two lengths. Returns a float.
    """
    ### BEGIN SOLUTION
    risks = [np.mean(loss(y, f(X))) for X, y in (train, test)]
    return float(risks[1] - risks[0])
    ### END SOLUTION


def stop_early(
    scores: list[float], patience: int, mode: str = "max"
) -> tuple[int | None, int | None]:
    """When training ends, and to which epoch it goes back (book 9.2.2, the rule made exact).

    scores: one for each epoch, from 0 on; mode: "max" if high scores are good, "min" if low ones
    are. An epoch improves if its score is better than all before: a tie or NaN is none.
    Training stops at the first epoch that ends `patience` (1 or more) epochs in a row without an
    improvement. Returns (stop, best): the epoch at which it stops, None if it runs to the end, and
    the epoch with the best score up to there, None if none ever improved.
    """
    ### BEGIN SOLUTION
    sign = 1 if mode == "max" else -1
    top, best, waited = -np.inf, None, 0
    for epoch, score in enumerate(scores):
        if sign * score > top:
            top, best, waited = sign * score, epoch, 0
        else:
            waited += 1
        if waited == patience:
            return epoch, best
    return None, best
    ### END SOLUTION


def train_linear(
    train: Examples, validation: Examples, rate: float, patience: int, epochs: int
) -> tuple[np.ndarray, list[float]]:
    """Gradient descent on the mean squared error of X w, from w = 0, stopped early (book 9.2.2).

    train, validation: tuples (X, y), (n, c) and (n,). An epoch is one step, w - rate * gradient on
    the training set, and then the mean squared error on the validation set, its score (low is
    good). Training ends by the rule of `stop_early`, or after `epochs` (1 or more).
    Returns (w, risks): the weights after the best epoch, (c,), and the scores of all epochs run.
    """
    ### BEGIN SOLUTION
    X, y = train
    w = best_w = np.zeros(X.shape[1])
    risks: list[float] = []
    stop = None
    while stop is None and len(risks) < epochs:
        w = w - rate * 2 * X.T @ (X @ w - y) / len(y)
        risks.append(float(np.mean((validation[0] @ w - validation[1]) ** 2)))
        stop, best = stop_early(risks, patience, "min")
        if best == len(risks) - 1:
            best_w = w
    return best_w, risks
    ### END SOLUTION
