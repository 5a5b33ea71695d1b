"""From scores to probabilities to a loss, exact for scores of any size."""

from __future__ import annotations

import numpy as np


def one_hot(y: np.ndarray, m: int) -> np.ndarray:
    """Labels as vectors with a single 1 (book 4.2).

    y: (n,) ints from 0 to m - 1, not all of which need occur; m: number of classes.
    Returns (n, m), float64.
    """
    raise NotImplementedError


def logsumexp(x: np.ndarray, axis: int = -1) -> np.ndarray:
    """log of the sum of exp(x) along one axis, without overflow or underflow (book 4.3.2).

    x: floats of any size and shape. Returns the shape of x without that axis.
    """
    raise NotImplementedError


def softmax(x: np.ndarray, tau: float = 1.0, axis: int = -1) -> np.ndarray:
    """Probabilities exp(x_i / tau) / sum of all exp(x_j / tau) along one axis (book 4.2.1).

    x: floats of any size and shape; tau: temperature, positive. Returns the shape of x; the
    entries along the axis sum to one.
    """
    raise NotImplementedError


def cross_entropy(logits: np.ndarray, y: np.ndarray) -> float:
    """Mean of -log softmax(logits_i)[y_i] over the examples (book 4.2.2 and 4.3.2).

    logits: (n, m), of any size; y: (n,) ints from 0 to m - 1. Returns a float, natural logarithm.
    """
    raise NotImplementedError


def cross_entropy_gradient(logits: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Gradient of `cross_entropy` with respect to the logits.

    logits: (n, m), of any size; y: (n,) ints from 0 to m - 1. Returns (n, m).
    """
    raise NotImplementedError
