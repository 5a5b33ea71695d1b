"""Everything from one directional derivative."""

from __future__ import annotations

import numpy as np


def directional_derivative(f, x, v, h=1e-5):
    def along(t):
        return f(np.asarray(x) + t * np.asarray(v))

    return (along(h) - along(-h)) / (h + h)


def numerical_jacobian(f, x, h=1e-5):
    x = x.astype(float)
    directions = np.eye(x.size).reshape(x.size, *x.shape)
    rows = np.array([directional_derivative(f, x, v, h) for v in directions])
    return np.moveaxis(rows, 0, -1).reshape(rows.shape[1:] + x.shape)


def linear_approximation(f, x0, x, h=1e-5):
    return f(x0) + directional_derivative(f, x0, x - x0, h)


def chain_jacobian(jac_f, g, jac_g, x):
    outer, inner = jac_f(g(x)), jac_g(x)
    return np.stack([outer @ column for column in inner.T], axis=1)


def observed_order(estimate, exact, h):
    ratio = np.abs(estimate(h) - exact).max() / np.abs(estimate(h / 2) - exact).max()
    return np.log(ratio) / np.log(2.0)
