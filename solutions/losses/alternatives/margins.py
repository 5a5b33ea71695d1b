"""Other formulas for the same numbers."""

from __future__ import annotations

import numpy as np


def zero_one(y, s):
    return np.count_nonzero(y * s <= 0) / y.size


def hinge(y, s):
    margin = np.minimum(y * s, 1)
    return 1 - margin.mean(), -y * (margin < 1) / y.size


def huber(y, yhat, delta=1.0):
    # e^2 / 2 of the part below delta, delta times what is left.
    e = yhat - y
    small = np.clip(e, -delta, delta)
    return np.mean(small * e - small**2 / 2), small / e.size


def gaussian_nll(y, out):
    precision = out[:, 1] ** -2.0
    e = out[:, 0] - y
    loss = 0.5 * np.mean(precision * e**2 - np.log(precision) + np.log(2 * np.pi))
    by_precision = 0.5 * (e**2 - 1 / precision)
    gradient = np.empty_like(out)
    gradient[:, 0] = precision * e
    gradient[:, 1] = by_precision * -2 * out[:, 1] ** -3.0
    return loss, gradient / e.size


def categorical_nll(Y, P):
    rows, classes = np.arange(len(Y)), Y.argmax(axis=1)
    p = P[rows, classes]
    gradient = np.zeros(P.shape)
    with np.errstate(divide="ignore"):
        gradient[rows, classes] = -1 / p / len(Y)
        return np.mean(np.log(1 / p)), gradient
