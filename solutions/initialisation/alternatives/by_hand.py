"""Gram-Schmidt, explicit loops, and nothing from linalg but norms."""

from __future__ import annotations

import numpy as np


def glorot(U):
    c, o = U.shape
    low, high = -((6 / (c + o)) ** 0.5), (6 / (c + o)) ** 0.5
    return low + U * (high - low)


def orthogonal(G):
    if G.shape[1] > G.shape[0]:
        return np.transpose(orthogonal(np.transpose(G)))
    columns = []
    for g in G.T:
        for _ in range(2):
            for q in columns:
                g = g - (q @ g) * q
        columns.append(g / np.sqrt(g @ g))
    return np.stack(columns, axis=1)


def gradients(X, Y, params):
    W1, b1, W2, b2 = params
    found = [np.zeros_like(part) for part in params]
    for x, y in zip(X, Y, strict=True):
        h = np.tanh(x @ W1 + b1)
        v = 2 * (h @ W2 + b2 - y) / Y.size
        u = (W2 @ v) / np.cosh(x @ W1 + b1) ** 2
        for total, part in zip(found, (np.outer(x, u), u, np.outer(h, v), v), strict=True):
            total += part
    return tuple(found)


def train(X, Y, params, lr, steps):
    losses = np.zeros(steps)
    params = tuple(part.copy() for part in params)
    for t in range(steps):
        W1, b1, W2, b2 = params
        losses[t] = ((np.tanh(X @ W1 + b1) @ W2 + b2 - Y) ** 2).mean()
        for part, slope in zip(params, gradients(X, Y, params), strict=True):
            part -= lr * slope
    return params, losses


def distinct_units(W1, b1, W2):
    h = len(b1)
    units = {(*W1[:, k].tolist(), b1[k].item(), *W2[k].tolist()) for k in range(h)}
    return len(units)


def cotangents(Ws, h, v, phi, d_phi):
    if not Ws:
        return [v]
    z = h @ Ws[0]
    later = cotangents(Ws[1:], phi(z), v, phi, d_phi)
    return [Ws[0] @ (later[0] * d_phi(z)), *later]


def adjoint_norms(Ws, x, v, phi, d_phi):
    return np.array([np.sqrt(u @ u) for u in cotangents(Ws, x, v, phi, d_phi)])


def underflow_depth(factor, dtype):
    left = dtype.type(1)
    for depth in range(1, 10_000):
        left = dtype.type(left * dtype.type(factor))
        if left == 0:
            return depth
    raise RuntimeError("no underflow")


def relu_vjp_from_output(H, V):
    return V * np.sign(H)


def is_subgradient(f, x, z, ys):
    gaps = [f(y) - z * y for y in ys]
    return min(gaps) >= f(x) - z * x
