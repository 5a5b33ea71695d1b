import numpy as np


def rnn_forward(X, W_x, W_h, b, h0):
    h = h0
    states = []
    for t in range(len(X)):
        h = np.tanh(X[t] @ W_x.T + h @ W_h + b)
        states.append(h)
    return np.array(states)


def readout_loss(states, U, Y):
    e = states @ U.T - Y
    L = float(np.sum(e ** 2))
    return L, e @ U, e.T @ states


def preactivation_gradients(states, W_h, direct):
    T, H = states.shape
    g = np.zeros((T, H))
    g[T - 1] = (1 - states[T - 1] ** 2) * direct[T - 1]
    for t in range(T - 2, -1, -1):
        g[t] = (1 - states[t] ** 2) * (direct[t] + W_h @ g[t + 1])
    return g


def weight_gradients(X, states, h0, g):
    dW_x, dW_h, db = 0, 0, 0
    for t in range(len(X)):
        dW_x = dW_x + np.outer(g[t], X[t])
        dW_h = dW_h + np.outer(g[t], states[t - 1])
        db = db + g[t]
    return dW_x, dW_h, db


def bptt(X, W_x, W_h, b, h0, direct):
    states = rnn_forward(X, W_x, W_h, b, h0)
    g = preactivation_gradients(states, W_h, direct)
    dW_x, dW_h, db = weight_gradients(X, states, h0, g)
    dh0 = g[0]
    return dW_x, dW_h, db, dh0


def truncated_bptt(X, W_x, W_h, b, h0, direct, k):
    total = [np.zeros_like(W_x), np.zeros_like(W_h), np.zeros_like(b)]
    for i in range(0, len(X), k):
        parts = bptt(X[i:i + k], W_x, W_h, b, h0, direct[i:i + k])
        for j in range(3):
            total[j] += parts[j]
    return tuple(total)
