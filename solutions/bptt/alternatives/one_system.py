"""The backward recursion as one triangular system for all steps; truncation cuts its blocks."""

from __future__ import annotations

import numpy as np


def rnn_forward(X, W_x, W_h, b, h0):
    drive = X @ W_x.T + b
    states = np.vstack([h0, drive])
    for t in range(1, len(states)):
        states[t] = np.tanh(states[t] + states[t - 1] @ W_h.T)
    return states[1:]


def readout_loss(states, U, Y):
    errors = np.einsum("kh,th->tk", U, states) - Y
    loss = np.sum(np.square(errors)) / 2
    return loss, np.einsum("tk,kh->th", errors, U), np.einsum("tk,th->kh", errors, states)


def solved(states, W_h, direct, linked):
    """g from (I - D S) g = D direct: block (t, t + 1) of S is W_h^T where the steps are linked."""
    T, H = states.shape
    slopes = (1 - states**2).ravel()
    system = np.eye(T * H)
    for t in range(T - 1):
        if linked(t):
            rows, columns = slice(t * H, t * H + H), slice(t * H + H, t * H + 2 * H)
            system[rows, columns] = -slopes[rows, None] * W_h.T
    return np.linalg.solve(system, slopes * direct.ravel()).reshape(T, H)


def preactivation_gradients(states, W_h, direct):
    return solved(states, W_h, direct, lambda t: True)


def weight_gradients(X, states, h0, g):
    before = np.concatenate([h0[None], states])[:-1]
    dW_x, dW_h = (np.einsum("ti,tj->ij", g, read) for read in (X, before))
    return dW_x, dW_h, np.ones(len(g)) @ g


def bptt(X, W_x, W_h, b, h0, direct):
    states = rnn_forward(X, W_x, W_h, b, h0)
    g = preactivation_gradients(states, W_h, direct)
    dW_x, dW_h, db = weight_gradients(X, states, h0, g)
    return dW_x, dW_h, db, g[0] @ W_h


def truncated_bptt(X, W_x, W_h, b, h0, direct, k):
    states = rnn_forward(X, W_x, W_h, b, h0)
    g = solved(states, W_h, direct, lambda t: (t + 1) % k != 0)
    return weight_gradients(X, states, h0, g)
