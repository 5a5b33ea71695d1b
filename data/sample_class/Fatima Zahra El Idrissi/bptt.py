import numpy as np


def pas(x, h, W_x, W_h, b):
    return np.tanh(np.dot(W_x, x) + np.dot(W_h, h) + b)


def d_tanh(a):
    return 1 - np.tanh(a) ** 2


def rnn_forward(X, W_x, W_h, b, h0):
    states = np.zeros((X.shape[0], W_h.shape[0]))
    states[0] = pas(X[0], h0, W_x, W_h, b)
    for t in range(1, X.shape[0]):
        states[t] = pas(X[t], states[t - 1], W_x, W_h, b)
    return states


def readout_loss(states, U, Y):
    e = np.dot(U, states[-1]) - Y[-1]
    direct = np.zeros(states.shape)
    direct[-1] = np.dot(U.T, e)
    return 0.5 * float(np.dot(e, e)), direct, np.outer(e, states[-1])


def preactivation_gradients(states, W_h, direct):
    T = states.shape[0]
    g = np.zeros(states.shape)
    for t in range(T - 1, -1, -1):
        dh = direct[t]
        if t + 1 < T:
            dh = dh + np.dot(W_h.T, g[t + 1])
        g[t] = d_tanh(states[t]) * dh
    return g


def weight_gradients(X, states, h0, g):
    precedent = states[-2] if len(states) > 1 else h0
    return np.outer(g[-1], X[-1]), np.outer(g[-1], precedent), g[-1]


def bptt(X, W_x, W_h, b, h0, direct):
    h0 = np.zeros_like(h0)
    states = rnn_forward(X, W_x, W_h, b, h0)
    g = preactivation_gradients(states, W_h, direct)
    dW_x, dW_h, db = weight_gradients(X, states, h0, g)
    return dW_x, dW_h, db, np.dot(W_h.T, g[0])


def truncated_bptt(X, W_x, W_h, b, h0, direct, k):
    for debut in range(0, len(X), k):
        fin = debut + k
        dW_x, dW_h, db, _ = bptt(X[debut:fin], W_x, W_h, b, h0, direct[debut:fin])
        h0 = rnn_forward(X[debut:fin], W_x, W_h, b, h0)[-1]
    return dW_x, dW_h, db
