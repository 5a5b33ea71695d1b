"""Mit einem Band: jeder Schritt vorwärts legt ab, was er rückwärts zu tun hat."""

import numpy as np


def rnn_forward(X, W_x, W_h, b, h0):
    states = [h0]
    for eingang in X @ W_x.T + b:
        states.append(np.tanh(eingang + W_h.dot(states[-1])))
    return np.array(states[1:])


def readout_loss(states, U, Y):
    R = states.dot(U.T) - Y
    return float(np.vdot(R, R)) / 2, R.dot(U), R.T.dot(states)


def preactivation_gradients(states, W_h, direct):
    band = []
    for h, eigener in zip(states, direct):
        band.append(lambda spaeter, h=h, eigener=eigener: (eigener + spaeter) * (1 - h) * (1 + h))
    g = [np.zeros(len(W_h))]
    while band:
        g.insert(0, band.pop()(g[0] @ W_h))
    return np.array(g[:-1])


def weight_gradients(X, states, h0, g):
    gelesen = np.column_stack([X, np.vstack([h0[None], states[:-1]]), np.ones(len(X))])
    alles = g.T @ gelesen
    d = X.shape[1]
    return alles[:, :d], alles[:, d:-1], alles[:, -1]


def bptt(X, W_x, W_h, b, h0, direct):
    states = rnn_forward(X, W_x, W_h, b, h0)
    g = preactivation_gradients(states, W_h, direct)
    return weight_gradients(X, states, h0, g) + (g[0] @ W_h,)


def truncated_bptt(X, W_x, W_h, b, h0, direct, k):
    erstes = bptt(X[:k], W_x, W_h, b, h0, direct[:k])[:3]
    if len(X) <= k:
        return erstes
    h = rnn_forward(X[:k], W_x, W_h, b, h0)[-1]
    rest = truncated_bptt(X[k:], W_x, W_h, b, h, direct[k:], k)
    return tuple(a + r for a, r in zip(erstes, rest))
