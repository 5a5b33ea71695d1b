import numpy as np


def rnn_forward(X, W_x, W_h, b, h0):
    etats = np.zeros((len(X), len(b)))
    for t, x in enumerate(X):
        etats[t] = np.tanh(W_x @ x + W_h @ h0 + b)
    return etats


def readout_loss(states, U, Y):
    ecart = (U @ states.T).T - Y
    perte = 0.5 * np.linalg.norm(ecart) ** 2
    direct = np.array([U.T @ e for e in ecart])
    dU = sum(np.outer(e, h) for e, h in zip(ecart, states))
    return perte, direct, dU


def preactivation_gradients(states, W_h, direct):
    g = np.zeros(states.shape)
    delta = direct[-1]
    for t in reversed(range(len(states))):
        g[t] = delta * (1 - states[t] ** 2)
        delta = W_h.T @ g[t]
    return g


def weight_gradients(X, states, h0, g):
    dW_x = np.outer(g[0], X[0])
    dW_h = np.zeros((g.shape[1], g.shape[1]))
    db = g[0].copy()
    for t in range(1, len(X)):
        dW_x += np.outer(g[t], X[t])
        dW_h += np.outer(g[t], states[t - 1])
        db += g[t]
    return dW_x, dW_h, db


def bptt(X, W_x, W_h, b, h0, direct):
    states = rnn_forward(X, W_x, W_h, b, h0)
    g = preactivation_gradients(states, W_h, direct)
    dW_x, dW_h, db = weight_gradients(X, states, h0, g)
    return dW_h, dW_x, db, W_h.T @ g[0]


def truncated_bptt(X, W_x, W_h, b, h0, direct, k):
    # l'état passe d'une fenêtre à l'autre, donc un seul passage suffit
    return bptt(X, W_x, W_h, b, h0, direct)[:3]
