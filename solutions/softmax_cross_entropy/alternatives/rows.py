"""One row at a time, with math."""

from __future__ import annotations

import math

import numpy as np


def one_hot(y, m):
    return np.array([[float(k == label) for k in range(m)] for label in y])


def log_of_sum(row):
    top = max(row)
    return top + math.log(math.fsum(math.exp(v - top) for v in row))


def logsumexp(x, axis=-1):
    return np.apply_along_axis(log_of_sum, axis, x)


def softmax(x, tau=1.0, axis=-1):
    def of_row(row):
        row = row / tau
        return np.array([math.exp(v - log_of_sum(row)) for v in row])

    return np.apply_along_axis(of_row, axis, x.astype(float))


def cross_entropy(logits, y):
    total = 0.0
    for row, label in zip(logits, y, strict=True):
        total += log_of_sum(row) - row[label]
    return total / len(y)


def cross_entropy_gradient(logits, y):
    gradient = np.zeros(logits.shape)
    for i, (row, label) in enumerate(zip(logits, y, strict=True)):
        gradient[i] = softmax(row)
        gradient[i, label] -= 1.0
    return gradient / len(y)
