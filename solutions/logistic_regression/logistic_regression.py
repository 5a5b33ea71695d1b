"""Linear classifiers: the perceptron, logistic regression for two classes and for many."""

from __future__ import annotations

import numpy as np


def train_perceptron(
    X: np.ndarray, y: np.ndarray, epochs: int
) -> tuple[np.ndarray, float, list[int]]:
    """The perceptron rule, from w = 0, b = 0, over the examples in their order (primer).

    X: (n, c); y: (n,) of 0 and 1; epochs: passes over the data. The prediction is 1 where
    w . x + b >= 0, else 0. After each example w grows by (y - prediction) x, b by
    y - prediction. Returns (w, b, mistakes): (c,), a float, and a list of ints, the number of
    wrong predictions in each epoch, as they were made.
    """
    ### BEGIN SOLUTION
    w, b = np.zeros(X.shape[1]), 0.0
    mistakes = []
    for _ in range(epochs):
        wrong = 0
        for x, label in zip(X, y, strict=True):
            error = int(label) - int(w @ x + b >= 0)
            w = w + error * x
            b = b + error
            wrong += abs(error)
        mistakes.append(wrong)
    return w, b, mistakes
    ### END SOLUTION


def sigmoid(s: np.ndarray) -> np.ndarray:
    """1 / (1 + exp(-s)) for every entry, without overflow (book 4.3.1).

    s: floats of any size and shape. Returns the shape of s.
    """
    ### BEGIN SOLUTION
    e = np.exp(-np.abs(s))
    return np.where(s >= 0, 1.0, e) / (1.0 + e)
    ### END SOLUTION


def binary_loss(X: np.ndarray, y: np.ndarray, w: np.ndarray, b: float) -> float:
    """Mean cross-entropy of binary logistic regression (book 4.3.1).

    X: (n, c); y: (n,) of 0 and 1; the probability of class 1 is sigmoid(X w + b). Scores may
    have any size. Returns a float, natural logarithm.
    """
    ### BEGIN SOLUTION
    s = X @ w + b
    return float(np.mean(np.logaddexp(0.0, s) - y * s))
    ### END SOLUTION


def binary_gradient(
    X: np.ndarray, y: np.ndarray, w: np.ndarray, b: float
) -> tuple[np.ndarray, float]:
    """Gradient of `binary_loss`: the mean of (sigmoid(s) - y) x (book 4.3.1).

    X: (n, c); y: (n,) of 0 and 1; w: (c,). Returns (dw, db): (c,), a float.
    """
    ### BEGIN SOLUTION
    error = sigmoid(X @ w + b) - y
    return X.T @ error / len(y), float(error.mean())
    ### END SOLUTION


def predict_binary(X: np.ndarray, w: np.ndarray, b: float) -> np.ndarray:
    """Class 1 where its probability is above 1/2, else class 0 (book 4.3.1).

    X: (n, c); w: (c,). Returns (n,) ints.
    """
    ### BEGIN SOLUTION
    return (X @ w + b > 0).astype(int)
    ### END SOLUTION


def multiclass_gradient(
    X: np.ndarray, y: np.ndarray, W: np.ndarray, b: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Gradient of the mean cross-entropy of softmax(X W + b) (book 4.2.2).

    X: (n, c); y: (n,) ints from 0 to m - 1; W: (c, m); b: (m,). Logits may have any size.
    Returns (dW, db), shapes (c, m) and (m,).
    """
    ### BEGIN SOLUTION
    logits = X @ W + b
    e = np.exp(logits - logits.max(axis=1, keepdims=True))
    error = e / e.sum(axis=1, keepdims=True) - np.eye(len(b))[y]
    return X.T @ error / len(y), error.mean(axis=0)
    ### END SOLUTION


def train_multiclass(
    X: np.ndarray, y: np.ndarray, m: int, rate: float, steps: int
) -> tuple[np.ndarray, np.ndarray]:
    """Multiclass logistic regression by plain gradient descent on all examples, from zero.

    X: (n, c); y: (n,) ints from 0 to m - 1, not all of which need occur; rate: learning rate.
    Returns (W, b) after the last step, shapes (c, m) and (m,).
    """
    ### BEGIN SOLUTION
    W, b = np.zeros((X.shape[1], m)), np.zeros(m)
    for _ in range(steps):
        by_W, by_b = multiclass_gradient(X, y, W, b)
        W, b = W - rate * by_W, b - rate * by_b
    return W, b
    ### END SOLUTION


def accuracy(X: np.ndarray, y: np.ndarray, W: np.ndarray, b: np.ndarray) -> float:
    """Fraction of the examples whose label has the largest logit of X W + b.

    X: (n, c); y: (n,) ints; W: (c, m); b: (m,). Of equal logits the first is the largest.
    Returns a float from 0 to 1.
    """
    ### BEGIN SOLUTION
    return float(np.mean((X @ W + b).argmax(axis=1) == y))
    ### END SOLUTION
