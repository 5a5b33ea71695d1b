"""The velocity as a sum over all gradients so far; the surface as products of complex waves."""

from __future__ import annotations

import numpy as np


def surface(X):
    """sin a cos b is half the sum of sin(a + b) and sin(a - b)."""
    sums = X @ np.array([[1.0, 1.0], [1.0, -1.0]])
    return (np.sin(sums) + np.sin(sums / 2)).sum(axis=1) / 2


def surface_gradient(X):
    change = np.array([[1.0, 1.0], [1.0, -1.0]])
    sums = X @ change
    return (np.cos(sums) / 2 + np.cos(sums / 2) / 4) @ change.T


def is_descent_direction(gradient, p):
    return np.sign(np.dot(p, gradient)) == -1


def decayed_rates(rate, decay, steps):
    inverse = np.linspace(1.0, 1.0 + decay * steps, steps + 1)[:steps] / rate
    return 1.0 / inverse


def gradient_descent(gradient, x0, rates, momentum=0.0):
    kicks = []
    points = [x0.copy()]
    for t, rate in enumerate(rates):
        kicks.append(-rate * gradient(points[t]))
        weights = momentum ** np.arange(t, -1, -1)
        points.append(points[t] + np.tensordot(weights, np.array(kicks), axes=1))
    return np.array(points)


def steepest_exact(Q, b, x0, steps):
    """The lowest point from three values on the line: the vertex of a parabola."""

    def value(x):
        return x @ Q @ x / 2 - b @ x

    points = [x0]
    for _ in range(steps):
        x = points[-1]
        g = Q @ x - b
        if not np.any(g):
            points.append(x)
            continue
        slope = -(g @ g)
        bend = 2 * (value(x - g) - value(x) - slope)
        points.append(x + slope / bend * g)
    return np.array(points)
