"""Walking downhill: a surface, its gradient, and the ways to take a step."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np


def surface(X: np.ndarray) -> np.ndarray:
    """f(x) = sin x1 cos x2 + sin(x1/2) cos(x2/2) at every row of X (book, chapter 2).

    X: (n, 2). Returns (n,).
    """
    ### BEGIN SOLUTION
    x1, x2 = X[:, 0], X[:, 1]
    return np.sin(x1) * np.cos(x2) + np.sin(x1 / 2) * np.cos(x2 / 2)
    ### END SOLUTION


def surface_gradient(X: np.ndarray) -> np.ndarray:
    """Gradient of `surface` at every row of X, by hand (book, chapter 2).

    X: (n, 2). Returns (n, 2): row i is the gradient at row i.
    """
    ### BEGIN SOLUTION
    x1, x2 = X[:, 0], X[:, 1]
    along_x1 = np.cos(x1) * np.cos(x2) + np.cos(x1 / 2) * np.cos(x2 / 2) / 2
    along_x2 = -np.sin(x1) * np.sin(x2) - np.sin(x1 / 2) * np.sin(x2 / 2) / 2
    return np.stack([along_x1, along_x2], axis=1)
    ### END SOLUTION


def is_descent_direction(gradient: np.ndarray, p: np.ndarray) -> bool:
    """Whether f falls when a small step is taken along p: the slope <gradient, p> is negative.

    gradient, p: (d,) (book 2.3). Returns a bool; a slope of zero does not count.
    """
    ### BEGIN SOLUTION
    return bool(gradient @ p < 0)
    ### END SOLUTION


def decayed_rates(rate: float, decay: float, steps: int) -> np.ndarray:
    """Learning rates eta_t = rate / (1 + decay (t - 1)) for t = 1, ..., steps.

    rate > 0; decay >= 0; steps >= 0. Returns (steps,); the first one is `rate` itself.
    """
    ### BEGIN SOLUTION
    return rate / (1 + decay * np.arange(steps))
    ### END SOLUTION


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
    ### BEGIN SOLUTION
    path = [x0]
    velocity = np.zeros_like(x0)
    for rate in rates:
        velocity = momentum * velocity - rate * gradient(path[-1])
        path.append(path[-1] + velocity)
    return np.stack(path)
    ### END SOLUTION


def steepest_exact(Q: np.ndarray, b: np.ndarray, x0: np.ndarray, steps: int) -> np.ndarray:
    """Steepest descent on 1/2 x^T Q x - b^T x, each step as long as pays off (book 2.3.2).

    Q: (d, d), symmetric and positive definite; b, x0: (d,). Each step goes along the negative
    gradient to the lowest point of that line. Returns (steps + 1, d), the start first; once the
    gradient is zero the point stays where it is.
    """
    ### BEGIN SOLUTION
    path = [x0]
    for _ in range(steps):
        x = path[-1]
        g = Q @ x - b
        path.append(x - (g @ g) / (g @ Q @ g) * g if g.any() else x)
    return np.stack(path)
    ### END SOLUTION
