"""The bias as one more row of the weights, for an input that is always one."""

from __future__ import annotations

from functools import reduce

import numpy as np


def fully_connected(X, W, b):
    return np.hstack([X, np.ones((len(X), 1))]) @ np.vstack([W, b])


def mlp(X, Ws, bs, phi):
    layers = list(zip(Ws, bs, strict=True))
    last = layers.pop()
    return fully_connected(
        reduce(lambda H, layer: phi(fully_connected(H, *layer)), layers, X), *last
    )


def count_parameters(widths):
    widths = np.array(widths)
    return int((widths[:-1] + 1) @ widths[1:])


def collapse(Ws, bs):
    """Read the map off its values: at the origin, and at the unit vectors."""
    probes = np.vstack([np.zeros(len(Ws[0])), np.eye(len(Ws[0]))])
    values = mlp(probes, Ws, bs, lambda S: S)
    return values[1:] - values[0], values[0]


def xor_weights():
    """Three units: each input by itself, and both together."""
    W1 = np.array([[1.0, 0.0, 1.0], [0.0, 1.0, 1.0]])
    return W1, np.array([0.0, 0.0, -1.0]), np.array([[1.0], [1.0], [-2.0]]), np.array([0.0])


def reorder_units(W1, b1, W2, order):
    P = np.eye(len(b1))[:, order]
    return W1 @ P, b1 @ P, P.T @ W2


def rescale_units(W1, b1, W2, scales):
    if scales.min() <= 0:
        raise ValueError("scales must be above zero")
    return W1 @ np.diag(scales), b1 * scales, np.diag(1 / scales) @ W2
