"""One example at a time."""

from __future__ import annotations

import math

import numpy as np


def zero_one(y, s):
    wrong = 0
    for label, score in zip(y, s, strict=True):
        if label * score <= 0:
            wrong += 1
    return wrong / len(y)


def hinge(y, s):
    total, gradient = 0.0, np.zeros(len(y))
    for i in range(len(y)):
        if y[i] * s[i] < 1:
            total += 1 - y[i] * s[i]
            gradient[i] = -y[i] / len(y)
    return total / len(y), gradient


def huber(y, yhat, delta=1.0):
    total, gradient = 0.0, np.zeros(len(y))
    for i in range(len(y)):
        e = yhat[i] - y[i]
        if -delta <= e <= delta:
            total += 0.5 * e * e
            gradient[i] = e / len(y)
        else:
            total += delta * abs(e) - 0.5 * delta * delta
            gradient[i] = math.copysign(delta, e) / len(y)
    return total / len(y), gradient


def gaussian_nll(y, out):
    total, gradient = 0.0, np.zeros(out.shape)
    for i, (m, r) in enumerate(out):
        variance, e = r * r, m - y[i]
        total += 0.5 * math.log(2 * math.pi * variance) + e * e / (2 * variance)
        gradient[i] = e / variance / len(y), (1 / r - e * e / (r * variance)) / len(y)
    return total / len(y), gradient


def categorical_nll(Y, P):
    total, gradient = 0.0, np.zeros(P.shape)
    for i in range(len(Y)):
        k = list(Y[i]).index(1)
        p = P[i, k]
        total += -math.log(p) if p > 0 else math.inf
        gradient[i, k] = -1 / p / len(Y) if p > 0 else -math.inf
    return total / len(Y), gradient
