"""Derivatives by central differences: the tool that checks every gradient to come."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

Function = Callable[[np.ndarray], np.ndarray]


def numerical_jacobian(f: Function, x: np.ndarray, h: float = 1e-5) -> np.ndarray:
    """All partial derivatives of f at x by central differences (book 2.2.3).

    f: takes an array shaped like x, returns a number or an array; x: floats of any precision or
    integers, of any shape; h: step, the distance from x to each of the two points.
    Returns float64 of shape f(x).shape + x.shape: entry [i, k] is the derivative of output i
    along coordinate k. So a real function gives its gradient, shaped like x.
    """
    ### BEGIN SOLUTION
    x = np.asarray(x, dtype=np.float64)
    columns = []
    for k in np.ndindex(x.shape):
        step = np.zeros_like(x)
        step[k] = h
        columns.append((f(x + step) - f(x - step)) / (2 * h))
    jacobian = np.stack(columns, axis=-1)
    return jacobian.reshape(jacobian.shape[:-1] + x.shape)
    ### END SOLUTION


def directional_derivative(
    f: Function, x: np.ndarray, v: np.ndarray, h: float = 1e-5
) -> np.ndarray:
    """Change of f along v, (f(x + h v) - f(x - h v)) / (2h) (book 2.2.2).

    x, v: arrays of one shape; v of any norm, not only 1. Returns float64 of shape f(x).shape.
    """
    ### BEGIN SOLUTION
    return (f(x + h * v) - f(x - h * v)) / (2 * h)
    ### END SOLUTION


def linear_approximation(f: Function, x0: np.ndarray, x: np.ndarray, h: float = 1e-5) -> np.ndarray:
    """Value at x of the linear function that touches f at x0 (book 2.2.3, Taylor's theorem).

    x0, x: arrays of one shape; h: step of the differences. Returns float64 of shape f(x0).shape.
    """
    ### BEGIN SOLUTION
    x0 = np.asarray(x0, dtype=np.float64)
    return f(x0) + np.tensordot(numerical_jacobian(f, x0, h), x - x0, axes=x0.ndim)
    ### END SOLUTION


def chain_jacobian(jac_f: Function, g: Function, jac_g: Function, x: np.ndarray) -> np.ndarray:
    """Jacobian of x -> f(g(x)) by the chain rule (book 2.2.3).

    g: (d,) to (m,); jac_g: (d,) to (m, d); jac_f: (m,) to (o, m); x: (d,). Returns (o, d).
    """
    ### BEGIN SOLUTION
    return jac_f(g(x)) @ jac_g(x)
    ### END SOLUTION


def observed_order(estimate: Callable[[float], np.ndarray], exact: np.ndarray, h: float) -> float:
    """The p of an error that shrinks like h^p, seen when h is halved once.

    estimate: from a step to an estimate of `exact`, a number or an array. The error is the
    largest absolute difference. Returns log2(error at h / error at h/2), a float.
    """
    ### BEGIN SOLUTION
    coarse, fine = (np.max(np.abs(estimate(step) - exact)) for step in (h, h / 2))
    return float(np.log2(coarse / fine))
    ### END SOLUTION
