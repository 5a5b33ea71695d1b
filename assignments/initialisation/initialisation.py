"""How weights should start, why not with zeros, and what depth does to gradients."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Sequence

import numpy as np

Parameters = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]


def glorot(U: np.ndarray) -> np.ndarray:
    """Glorot's uniform weights for a layer with c inputs and o outputs (primer).

    U: (c, o), numbers drawn uniformly from [0, 1). Returns (c, o), uniform on [-a, a) with
    a = sqrt(6 / (c + o)): 0 goes to -a, 1/2 to 0. Their variance is 2 / (c + o).
    """
    raise NotImplementedError


def orthogonal(G: np.ndarray) -> np.ndarray:
    """Weights that keep lengths: the Q of G = Q R, with a positive diagonal of R.

    G: (c, o), of full rank. If c >= o: Q, (c, o), has orthonormal columns, and R = Q^T G is upper
    triangular with a positive diagonal. If c < o: the transpose of what G^T gives, (c, o), with
    orthonormal rows.
    """
    raise NotImplementedError


def gradients(X: np.ndarray, Y: np.ndarray, params: Parameters) -> Parameters:
    """Gradients of the mean squared error of tanh(X W1 + b1) W2 + b2.

    X: (n, c); Y: (n, o); params: the tuple (W1, b1, W2, b2), (c, h), (h,), (h, o), (o,). The loss
    is a mean over all n * o entries. Returns the tuple (dW1, db1, dW2, db2), of the same shapes.
    """
    raise NotImplementedError


def train(
    X: np.ndarray, Y: np.ndarray, params: Parameters, lr: float, steps: int
) -> tuple[Parameters, np.ndarray]:
    """Gradient descent on the loss of `gradients`, all examples in every step.

    X, Y, params: as for gradients; the arrays of params stay as they are; lr: the learning
    rate; steps: at least 1. Returns the tuple (params, losses): the new (W1, b1, W2, b2), and
    the loss before each step, (steps,).
    """
    raise NotImplementedError


def distinct_units(W1: np.ndarray, b1: np.ndarray, W2: np.ndarray) -> int:
    """Number of hidden units that are not copies of one another (primer).

    W1: (c, h); b1: (h,); W2: (h, o). Two units are copies if their incoming weights, biases and
    outgoing weights are all equal; gradient descent then keeps them equal. Returns an int.
    """
    raise NotImplementedError


def adjoint_norms(
    Ws: Sequence[np.ndarray],
    x: np.ndarray,
    v: np.ndarray,
    phi: Callable[[np.ndarray], np.ndarray],
    d_phi: Callable[[np.ndarray], np.ndarray],
) -> np.ndarray:
    """Length of the cotangent at every depth of h_k = phi(h_(k-1) W_k), h_0 = x (book 6.4.3).

    Ws: L matrices, (c_0, c_1), (c_1, c_2), ...; x: (c_0,); v: (c_L,), the cotangent of h_L;
    phi, d_phi: an elementwise function and its derivative. Returns (L + 1,): entry k is the
    Euclidean norm of the cotangent of h_k.
    """
    raise NotImplementedError


def underflow_depth(factor: float, dtype: np.dtype) -> int:
    """Number of layers after which a gradient of 1 has become exactly 0 (book 6.4.3).

    factor: what every layer multiplies by, above 0 and at most 0.5; dtype: the floating type of all
    numbers, `factor` too, in which every product is rounded. Returns an int, at least 1.
    """
    raise NotImplementedError


def relu_vjp_from_output(H: np.ndarray, V: np.ndarray) -> np.ndarray:
    """Vector-Jacobian product of ReLU when its input is no longer there (book 6.4.3).

    H: the output relu(Z); V: the cotangent, same shape. Returns that shape, a new array.
    """
    raise NotImplementedError


def is_subgradient(f: Callable[[float], float], x: float, z: float, ys: Sequence[float]) -> bool:
    """Whether f(y) >= f(x) + z (y - x) at all the points ys (book 6.4.4).

    f: a function of a float; x: where; z: the slope in question; ys: floats. Returns a bool.
    """
    raise NotImplementedError
