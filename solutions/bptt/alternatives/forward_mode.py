"""No backward pass for the weights: the derivatives of the state travel along with it."""

from __future__ import annotations

import numpy as np


def rnn_forward(X, W_x, W_h, b, h0):
    W = np.hstack([W_x, W_h, b[:, None]])
    states = []
    for x in X:
        h0 = np.tanh(W @ np.concatenate([x, h0, [1.0]]))
        states.append(h0)
    return np.array(states)


def readout_loss(states, U, Y):
    loss, direct, dU = 0.0, [], np.zeros_like(U)
    for h, y in zip(states, Y, strict=True):
        error = U @ h - y
        loss += error @ error / 2
        direct.append(U.T @ error)
        dU += np.outer(error, h)
    return loss, np.array(direct), dU


def preactivation_gradients(states, W_h, direct):
    g = np.zeros_like(direct)
    for last in range(len(states)):
        gradient = (1 - states[last] ** 2) * direct[last]
        g[last] += gradient
        for t in range(last - 1, -1, -1):
            gradient = (1 - states[t] ** 2) * (gradient @ W_h)
            g[t] += gradient
    return g


def weight_gradients(X, states, h0, g):
    dW_x = sum(np.outer(g_t, x) for g_t, x in zip(g, X, strict=True))
    dW_h = np.outer(g[0], h0)
    for t in range(1, len(g)):
        dW_h = dW_h + np.outer(g[t], states[t - 1])
    return dW_x, dW_h, sum(g)


def carried(X, W_x, W_h, b, h0, direct, forget):
    """Gradients of (W_x, W_h, b, h0); before the steps in `forget` the derivatives are dropped."""
    H, d = W_x.shape
    h, by_start = h0, np.eye(H)
    by_weights = np.zeros((H, H, d + H + 1))
    total, dh0 = np.zeros((H, d + H + 1)), np.zeros(H)
    for t, x in enumerate(X):
        if t in forget:
            by_weights, by_start = np.zeros_like(by_weights), np.zeros_like(by_start)
        read = np.concatenate([x, h, [1.0]])
        h = np.tanh(W_x @ x + W_h @ h + b)
        by_weights = np.einsum("ij,jkl->ikl", W_h, by_weights)
        by_weights[np.arange(H), np.arange(H)] += read
        by_weights *= (1 - h**2)[:, None, None]
        by_start = (1 - h**2)[:, None] * (W_h @ by_start)
        total += np.einsum("i,ikl->kl", direct[t], by_weights)
        dh0 += direct[t] @ by_start
    return total[:, :d], total[:, d:-1], total[:, -1], dh0


def bptt(X, W_x, W_h, b, h0, direct):
    return carried(X, W_x, W_h, b, h0, direct, ())


def truncated_bptt(X, W_x, W_h, b, h0, direct, k):
    return carried(X, W_x, W_h, b, h0, direct, range(k, len(X), k))[:3]
