"""Column by column along the rows of an identity matrix, everything flattened in between."""

from __future__ import annotations

import math

import numpy as np


def numerical_jacobian(f, x, h=1e-5):
    x = np.array(x, dtype=float)
    shape = np.shape(f(x))
    jacobian = np.zeros((math.prod(shape), x.size))
    for k, e in enumerate(np.eye(x.size)):
        ahead = np.ravel(f(x + h * e.reshape(x.shape)))
        behind = np.ravel(f(x - h * e.reshape(x.shape)))
        jacobian[:, k] = (ahead - behind) / h / 2
    return jacobian.reshape(shape + x.shape)


def directional_derivative(f, x, v, h=1e-5):
    ahead = (f(x + h * v) - f(x)) / h
    behind = (f(x) - f(x - h * v)) / h
    return (ahead + behind) / 2


def linear_approximation(f, x0, x, h=1e-5):
    J = numerical_jacobian(f, x0, h)
    change = (J * (x - x0)).reshape((*np.shape(f(x0)), x0.size)).sum(axis=-1)
    return f(x0) + change


def chain_jacobian(jac_f, g, jac_g, x):
    return np.einsum("om,md->od", jac_f(g(x)), jac_g(x))


def observed_order(estimate, exact, h):
    def error(step):
        return np.abs(np.ravel(estimate(step) - exact)).max()

    return (math.log(error(h)) - math.log(error(h / 2))) / math.log(2)
