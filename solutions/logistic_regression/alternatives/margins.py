"""Signs for labels, a feature that is always one for the bias, logarithms for probabilities."""

from __future__ import annotations

import numpy as np


def with_ones(X):
    return np.hstack([X, np.ones((len(X), 1))])


def train_perceptron(X, y, epochs):
    rows, signs = with_ones(X), 2 * y - 1
    theta, mistakes = np.zeros(rows.shape[1]), []
    for _ in range(epochs):
        count = 0
        for row, sign in zip(rows, signs, strict=True):
            if np.where(row @ theta >= 0, 1, -1) != sign:
                theta = theta + sign * row
                count += 1
        mistakes.append(count)
    return theta[:-1], float(theta[-1]), mistakes


def sigmoid(s):
    return np.exp(-np.logaddexp(0.0, -s))


def binary_loss(X, y, w, b):
    margins = (2 * y - 1) * (X @ w + b)
    return np.logaddexp(0.0, -margins).mean()


def binary_gradient(X, y, w, b):
    signs = 2 * y - 1
    pull = -signs * sigmoid(-signs * (X @ w + b)) / len(y)
    gradient = with_ones(X).T @ pull
    return gradient[:-1], gradient[-1]


def predict_binary(X, w, b):
    return np.where(with_ones(X) @ np.append(w, b) <= 0, 0, 1)


def multiclass_gradient(X, y, W, b):
    logits = X @ W + b
    log_p = logits - np.logaddexp.reduce(logits, axis=1, keepdims=True)
    truth = (y[:, None] == np.arange(W.shape[1])).astype(float)
    gradient = np.einsum("nc,nm->cm", with_ones(X), np.exp(log_p) - truth) / len(X)
    return gradient[:-1], gradient[-1]


def train_multiclass(X, y, m, rate, steps):
    """Errors weigh the examples: W is a sum of rows of X, so keep only their weights."""
    truth = np.eye(m)[y]
    gram = X @ X.T + 1.0
    weights = np.zeros((len(X), m))
    for _ in range(steps):
        logits = gram @ weights
        p = np.exp(logits - np.logaddexp.reduce(logits, axis=1, keepdims=True))
        weights = weights - rate * (p - truth) / len(X)
    return X.T @ weights, weights.sum(axis=0)


def accuracy(X, y, W, b):
    best = np.argmax(X @ W + b, axis=1)
    return np.count_nonzero(best == y) / y.size
