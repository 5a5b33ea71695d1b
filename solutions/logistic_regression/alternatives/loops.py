"""One example at a time."""

from __future__ import annotations

import math

import numpy as np


def train_perceptron(X, y, epochs):
    theta = np.zeros(X.shape[1] + 1)
    mistakes = [0] * epochs
    for epoch in range(epochs):
        for x, label in zip(X, y, strict=True):
            row = np.append(x, 1.0)
            fires = theta @ row >= 0
            if fires and label == 0:
                theta -= row
                mistakes[epoch] += 1
            elif not fires and label == 1:
                theta += row
                mistakes[epoch] += 1
    return theta[:-1], theta[-1], mistakes


def sigmoid_of(s):
    if s >= 0:
        return 1 / (1 + math.exp(-s))
    return math.exp(s) / (1 + math.exp(s))


def sigmoid(s):
    return np.array([sigmoid_of(v) for v in s.ravel()]).reshape(s.shape)


def binary_loss(X, y, w, b):
    total = 0.0
    for x, label in zip(X, y, strict=True):
        s = x @ w + b
        margin = s if label == 1 else -s
        total += max(-margin, 0.0) + math.log1p(math.exp(-abs(margin)))
    return total / len(y)


def binary_gradient(X, y, w, b):
    by_w, by_b = np.zeros_like(w), 0.0
    for x, label in zip(X, y, strict=True):
        error = sigmoid_of(x @ w + b) - label
        by_w += error * x
        by_b += error
    return by_w / len(y), by_b / len(y)


def predict_binary(X, w, b):
    return np.array([1 if sigmoid_of(x @ w + b) > 0.5 else 0 for x in X])


def multiclass_gradient(X, y, W, b):
    by_W, by_b = np.zeros_like(W), np.zeros_like(b)
    for x, label in zip(X, y, strict=True):
        logits = x @ W + b
        e = np.exp(logits - max(logits))
        error = e / sum(e)
        error[label] -= 1.0
        by_W += np.outer(x, error)
        by_b += error
    return by_W / len(y), by_b / len(y)


def train_multiclass(X, y, m, rate, steps):
    W, b = np.zeros((X.shape[1], m)), np.zeros(m)
    for _ in range(steps):
        by_W, by_b = multiclass_gradient(X, y, W, b)
        W -= rate * by_W
        b -= rate * by_b
    return W, b


def accuracy(X, y, W, b):
    right = 0
    for x, label in zip(X, y, strict=True):
        right += int(np.argmax(x @ W + b) == label)
    return right / len(y)
