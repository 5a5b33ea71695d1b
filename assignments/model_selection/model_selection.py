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
    raise NotImplementedError


def standardise(X_train: np.ndarray, X_test: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Bring each column of X_train to mean 0 and variance 1, and X_test by the same numbers.

    X_train: (n, c); X_test: (m, c). The variance is biased (divided by n); a column that is
    constant in X_train is only shifted, in both. Returns (Z_train, Z_test).
    """
    raise NotImplementedError


def lookup(
    X_train: np.ndarray, y_train: np.ndarray, X: np.ndarray, default: float = 0.0
) -> np.ndarray:
    """Predictions of the model that knows its training set by heart (book, equation E.3.4).

    X_train: (n, c); y_train: (n,); X: (k, c). For a row of X that is a row of X_train: its label,
    or the mean of its labels if it comes several times; for any other: default. Returns (k,).
    """
    raise NotImplementedError


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
    raise NotImplementedError


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
    raise NotImplementedError


def train_linear(
    train: Examples, validation: Examples, rate: float, patience: int, epochs: int
) -> tuple[np.ndarray, list[float]]:
    """Gradient descent on the mean squared error of X w, from w = 0, stopped early (book 9.2.2).

    train, validation: tuples (X, y), (n, c) and (n,). An epoch is one step, w - rate * gradient on
    the training set, and then the mean squared error on the validation set, its score (low is
    good). Training ends by the rule of `stop_early`, or after `epochs` (1 or more).
    Returns (w, risks): the weights after the best epoch, (c,), and the scores of all epochs run.
    """
    raise NotImplementedError
