"""Fully connected networks: what they compute, how large they are, what leaves them unchanged."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Sequence
from itertools import pairwise

import numpy as np


def fully_connected(X: np.ndarray, W: np.ndarray, b: np.ndarray) -> np.ndarray:
    """One layer before its activation: X W + b (book, equation E.5.7).

    X: (n, c), a row for each example; W: (c, o); b: (o,). Returns (n, o).
    """
    raise NotImplementedError


def mlp(
    X: np.ndarray,
    Ws: Sequence[np.ndarray],
    bs: Sequence[np.ndarray],
    phi: Callable[[np.ndarray], np.ndarray],
) -> np.ndarray:
    """Layer after layer, with phi between them and none after the last (book, equation E.5.6).

    X: (n, c_0); Ws: l >= 1 matrices, (c_0, c_1), (c_1, c_2), ...; bs: l vectors, (c_1,), ...;
    phi: an elementwise function of arrays. Returns (n, c_l).
    """
    raise NotImplementedError


def count_parameters(widths: Sequence[int]) -> int:
    """Number of weights and biases of a network (book 5.2, on terminology).

    widths: the sizes c_0, c_1, ..., c_l of the input and of every layer. Returns an int.
    """
    raise NotImplementedError


def collapse(Ws: Sequence[np.ndarray], bs: Sequence[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """The single layer that equals layers without activations between them (book 5.2).

    Ws: l >= 1 matrices, (c_0, c_1), (c_1, c_2), ...; bs: l vectors, (c_1,), (c_2,), ...
    Returns the tuple (A, c), shapes (c_0, c_l) and (c_l,): for all X the layers give X A + c.
    """
    raise NotImplementedError


def xor_weights() -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Weights with which relu(X W1 + b1) W2 + b2 is XOR (book 5.1).

    Returns the tuple (W1, b1, W2, b2) of float arrays, shapes (2, h), (h,), (h, 1), (1,), for a
    number h of hidden units that you choose. The rows (0, 0), (0, 1), (1, 0), (1, 1) give
    0, 1, 1, 0, exactly.
    """
    raise NotImplementedError


def reorder_units(
    W1: np.ndarray, b1: np.ndarray, W2: np.ndarray, order: Sequence[int]
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The same network phi(X W1 + b1) W2 with its hidden units in another order.

    W1: (c, h); b1: (h,); W2: (h, o); order: the numbers 0 to h - 1; new unit k is the old unit
    order[k]. Returns the tuple of the new (W1, b1, W2), new arrays.
    """
    raise NotImplementedError


def rescale_units(
    W1: np.ndarray, b1: np.ndarray, W2: np.ndarray, scales: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The same network relu(X W1 + b1) W2 with hidden unit k made scales[k] times as large.

    W1: (c, h); b1: (h,); W2: (h, o); scales: (h,). Returns the tuple of the new (W1, b1, W2), new
    arrays. ValueError unless every scale is positive: relu(a s) = a relu(s) needs a >= 0.
    """
    raise NotImplementedError
