import numpy as np


def rnn_forward(X, W_x, W_h, b, h0):
    T = X.shape[0]
    H = b.shape[0]
    S = np.zeros((T, H))
    for t in range(T):
        truoc = h0 if t == 0 else S[t - 1]
        S[t] = np.tanh(W_x.dot(X[t]) + W_h.dot(truoc) + b)
    return S


def readout_loss(states, U, Y):
    sai = Y - states @ U.T
    L = 0.5 * (sai * sai).sum()
    return L, sai @ U, sai.T @ states


def preactivation_gradients(states, W_h, direct):
    g = np.zeros(states.shape)
    T = len(states)
    for t in range(T - 1, -1, -1):
        if t < T - 1:
            direct[t] += W_h.T.dot(g[t + 1])
        g[t] = direct[t] * (1 - states[t] * states[t])
    return g


def weight_gradients(X, states, h0, g):
    dW_x = g.T.dot(X)
    dW_h = np.outer(g[0], h0) + g[1:].T.dot(states[:-1])
    return dW_x, dW_h, g.sum(axis=0)


def bptt(X, W_x, W_h, b, h0, direct):
    states = rnn_forward(X, W_x, W_h, b, h0)
    g = preactivation_gradients(states, W_h, direct)
    dW_x, dW_h, db = weight_gradients(X, states, h0, g)
    return dW_x, dW_h, db, W_h.T.dot(g[0])


def truncated_bptt(X, W_x, W_h, b, h0, direct, k):
    dW_x, dW_h, db = np.zeros_like(W_x), np.zeros_like(W_h), np.zeros_like(b)
    i = 0
    while i < len(X):
        p = bptt(X[i:i + k], W_x, W_h, b, h0, direct[i:i + k])
        dW_x, dW_h, db = dW_x + p[0], dW_h + p[1], db + p[2]
        h0 = rnn_forward(X[i:i + k], W_x, W_h, b, h0)[-1]
        i += k
    return dW_x, dW_h, db
