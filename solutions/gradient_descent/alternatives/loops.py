"""One point, one coordinate, one step at a time, written into arrays made beforehand."""

from __future__ import annotations

import math

import numpy as np


def surface(X):
    return np.array([math.sin(a) * math.cos(b) + math.sin(a / 2) * math.cos(b / 2) for a, b in X])


def surface_gradient(X):
    gradients = np.empty(X.shape)
    for i, (a, b) in enumerate(X):
        gradients[i, 0] = math.cos(a) * math.cos(b) + 0.5 * math.cos(a / 2) * math.cos(b / 2)
        gradients[i, 1] = -math.sin(a) * math.sin(b) - 0.5 * math.sin(a / 2) * math.sin(b / 2)
    return gradients


def is_descent_direction(gradient, p):
    slope = 0.0
    for g, q in zip(gradient, p, strict=True):
        slope += g * q
    return slope < 0


def decayed_rates(rate, decay, steps):
    return np.array([rate / (1 + decay * (t - 1)) for t in range(1, steps + 1)], dtype=float)


def gradient_descent(gradient, x0, rates, momentum=0.0):
    path = np.empty((len(rates) + 1, *x0.shape))
    path[0] = x0
    for t in range(1, len(path)):
        path[t] = path[t - 1] - rates[t - 1] * gradient(path[t - 1])
        if t > 1:
            path[t] += momentum * (path[t - 1] - path[t - 2])
    return path


def steepest_exact(Q, b, x0, steps):
    path = np.array([x0] * (steps + 1), dtype=float)
    for t in range(steps):
        downhill = b - Q @ path[t]
        curvature = downhill @ (Q @ downhill)
        length = downhill @ downhill / curvature if curvature > 0 else 0.0
        path[t + 1 :] = path[t] + length * downhill
    return path
