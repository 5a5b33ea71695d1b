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
    raise NotImplementedError


def directional_derivative(
    f: Function, x: np.ndarray, v: np.ndarray, h: float = 1e-5
) -> np.ndarray:
    """Change of f along v, (f(x + h v) - f(x - h v)) / (2h) (book 2.2.2).

    x, v: arrays of one shape; v of any norm, not only 1. Returns float64 of shape f(x).shape.
    """
    raise NotImplementedError


def linear_approximation(f: Function, x0: np.ndarray, x: np.ndarray, h: float = 1e-5) -> np.ndarray:
    """Value at x of the linear function that touches f at x0 (book 2.2.3, Taylor's theorem).

    x0, x: arrays of one shape; h: step of the differences. Returns float64 of shape f(x0).shape.
    """
    raise NotImplementedError


def chain_jacobian(jac_f: Function, g: Function, jac_g: Function, x: np.ndarray) -> np.ndarray:
    """Jacobian of x -> f(g(x)) by the chain rule (book 2.2.3).

    g: (d,) to (m,); jac_g: (d,) to (m, d); jac_f: (m,) to (o, m); x: (d,). Returns (o, d).
    """
    raise NotImplementedError


def observed_order(estimate: Callable[[float], np.ndarray], exact: np.ndarray, h: float) -> float:
    """The p of an error that shrinks like h^p, seen when h is halved once.

    estimate: from a step to an estimate of `exact`, a number or an array. The error is the
    largest absolute difference. Returns log2(error at h / error at h/2), a float.
    """
    raise NotImplementedError
