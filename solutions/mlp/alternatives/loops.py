"""One example and one unit at a time; layers by recursion."""

from __future__ import annotations

import numpy as np


def fully_connected(X, W, b):
    found = np.empty((X.shape[0], W.shape[1]))
    for i, x in enumerate(X):
        for k in range(W.shape[1]):
            found[i, k] = sum(x[j] * W[j, k] for j in range(len(x))) + b[k]
    return found


def mlp(X, Ws, bs, phi):
    S = fully_connected(X, Ws[0], bs[0])
    return S if len(Ws) == 1 else mlp(phi(S), Ws[1:], bs[1:], phi)


def count_parameters(widths):
    total = 0
    for layer in range(1, len(widths)):
        total += widths[layer - 1] * widths[layer] + widths[layer]
    return total


def collapse(Ws, bs):
    if len(Ws) == 1:
        return Ws[0], bs[0]
    A, c = collapse(Ws[1:], bs[1:])
    return Ws[0] @ A, bs[0] @ A + c


def xor_weights():
    """One unit for each corner where the answer is one."""
    W1 = np.array([[1.0, -1.0], [-1.0, 1.0]])
    return W1, np.zeros(2), np.ones((2, 1)), np.zeros(1)


def reorder_units(W1, b1, W2, order):
    moved = (np.empty_like(W1), np.empty_like(b1), np.empty_like(W2))
    for new, old in enumerate(order):
        moved[0][:, new], moved[1][new], moved[2][new] = W1[:, old], b1[old], W2[old]
    return moved


def rescale_units(W1, b1, W2, scales):
    grown = (W1.copy(), b1.copy(), W2.copy())
    for k, scale in enumerate(scales):
        if not scale > 0:
            raise ValueError("a ReLU unit can be scaled by a positive number only")
        grown[0][:, k] *= scale
        grown[1][k] *= scale
        grown[2][k] /= scale
    return grown
