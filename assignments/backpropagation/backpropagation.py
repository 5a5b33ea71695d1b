"""Vector-Jacobian products, and the gradients of a whole network from them."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Sequence

import numpy as np


def linear_vjp(
    X: np.ndarray, W: np.ndarray, V: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Vector-Jacobian products of Y = X W + b for a cotangent V of Y (book 6.4.1).

    X: (n, c); W: (c, o); V: (n, o). Returns the tuple (dX, dW, db), shapes (n, c), (c, o), (o,):
    the gradients of sum(V * Y) with respect to X, W and b.
    """
    raise NotImplementedError


def relu_vjp(Z: np.ndarray, V: np.ndarray) -> np.ndarray:
    """Vector-Jacobian product of relu(Z) for a cotangent V (book 6.4.1).

    Z, V: the same shape. Returns that shape, a new array. What it is at the kink, Z = 0, is
    up to you.
    """
    raise NotImplementedError


def forward(X: np.ndarray, Ws: Sequence[np.ndarray], bs: Sequence[np.ndarray]) -> list[np.ndarray]:
    """Pre-activations of every layer of a ReLU network (book 6.1.1, the evaluation trace).

    X: (n, c_0); Ws: l >= 1 matrices, (c_0, c_1), (c_1, c_2), ...; bs: l vectors, (c_1,), ...
    Returns the list of Z_k = relu(Z_(k-1)) W_k + b_k for k = 1 to l, where X stands for relu(Z_0);
    the last one, (n, c_l), is the network's output.
    """
    raise NotImplementedError


def mse(Y_hat: np.ndarray, Y: np.ndarray) -> float:
    """Mean of the squared errors over all n * o entries (book 5.2.1).

    Y_hat: (n, o), predictions; Y: (n, o), targets. Returns a float.
    """
    raise NotImplementedError


def mse_gradient(Y_hat: np.ndarray, Y: np.ndarray) -> np.ndarray:
    """Gradient of mse(Y_hat, Y) with respect to the predictions.

    Y_hat: (n, o); Y: (n, o). Returns (n, o).
    """
    raise NotImplementedError


def backward(
    X: np.ndarray, Ws: Sequence[np.ndarray], bs: Sequence[np.ndarray], V: np.ndarray
) -> tuple[np.ndarray, list[tuple[np.ndarray, np.ndarray]]]:
    """Vector-Jacobian products of a whole ReLU network, by the reverse sweep (book 6.3).

    X, Ws, bs: as for forward; V: (n, c_l), a cotangent of the output.
    Returns the tuple (dX, gradients): dX, (n, c_0), and a list with the tuple (dW, db) of every
    layer, first layer first; the gradients of sum(V * output).
    """
    raise NotImplementedError


def loss_and_gradients(
    X: np.ndarray, Y: np.ndarray, Ws: Sequence[np.ndarray], bs: Sequence[np.ndarray]
) -> tuple[float, list[tuple[np.ndarray, np.ndarray]]]:
    """Mean squared error of a ReLU network and its gradient with respect to all parameters.

    X, Ws, bs: as for forward; Y: (n, c_l), targets. Returns the tuple (loss, gradients): a float,
    and a list with the tuple (dW, db) of every layer, first layer first.
    """
    raise NotImplementedError


def jacobian(
    f: Callable[[np.ndarray], np.ndarray],
    vjp: Callable[[np.ndarray, np.ndarray], np.ndarray],
    x: np.ndarray,
) -> np.ndarray:
    """The whole Jacobian of f at x, one row at a time (book 6.4.1).

    f: maps (c,) to (o,); vjp: vjp(x, v) is v^T J, (c,), for v of shape (o,); x: (c,).
    Returns J, (o, c): J[k, j] is the derivative of f(x)[k] with respect to x[j].
    """
    raise NotImplementedError
