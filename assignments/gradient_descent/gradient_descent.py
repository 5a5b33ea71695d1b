"""Walking downhill: a surface, its gradient, and the ways to take a step."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np


def surface(X: np.ndarray) -> np.ndarray:
    """f(x) = sin x1 cos x2 + sin(x1/2) cos(x2/2) at every row of X (book, chapter 2).

    X: (n, 2). Returns (n,).
    """
    raise NotImplementedError


def surface_gradient(X: np.ndarray) -> np.ndarray:
    """Gradient of `surface` at every row of X, by hand (book, chapter 2).

    X: (n, 2). Returns (n, 2): row i is the gradient at row i.
    """
    raise NotImplementedError


def is_descent_direction(gradient: np.ndarray, p: np.ndarray) -> bool:
    """Whether f falls when a small step is taken along p: the slope <gradient, p> is negative.

    gradient, p: (d,) (book 2.3). Returns a bool; a slope of zero does not count.
    """
    raise NotImplementedError


def decayed_rates(rate: float, decay: float, steps: int) -> np.ndarray:
    """Learning rates eta_t = rate / (1 + decay (t - 1)) for t = 1, ..., steps.

    rate > 0; decay >= 0; steps >= 0. Returns (steps,); the first one is `rate` itself.
    """
    raise NotImplementedError


def gradient_descent(
    gradient: Callable[[np.ndarray], np.ndarray],
    x0: np.ndarray,
    rates: np.ndarray,
    momentum: float = 0.0,
) -> np.ndarray:
    """Paths of gradient descent with momentum, from several starts at once (book 2.3.2).

    v_t = momentum v_{t-1} - rates_t gradient(x_{t-1}), v_0 = 0, and x_t = x_{t-1} + v_t.
    gradient: (k, d) to (k, d), row by row; x0: (k, d), a start in each row; rates: (steps,).
    Returns (steps + 1, k, d): the starts, then the points after each step. (torch's SGD keeps
    the rate out of the velocity; that differs as soon as the rate changes.)
    """
    raise NotImplementedError


def steepest_exact(Q: np.ndarray, b: np.ndarray, x0: np.ndarray, steps: int) -> np.ndarray:
    """Steepest descent on 1/2 x^T Q x - b^T x, each step as long as pays off (book 2.3.2).

    Q: (d, d), symmetric and positive definite; b, x0: (d,). Each step goes along the negative
    gradient to the lowest point of that line. Returns (steps + 1, d), the start first; once the
    gradient is zero the point stays where it is.
    """
    raise NotImplementedError
