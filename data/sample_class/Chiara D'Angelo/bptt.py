import numpy as np
from numpy import ndarray


def rnn_forward(X: ndarray, W_x: ndarray, W_h: ndarray, b: ndarray, h0: ndarray) -> ndarray:
    states = [h0]
    for x in X:
        states.append(np.tanh(W_x @ x + W_h @ states[-1] + b))
    return np.stack(states)


def readout_loss(states: ndarray, U: ndarray, Y: ndarray):
    T = len(Y)
    E = states @ U.T - Y
    loss = 0.5 * np.mean(np.sum(E**2, axis=1))
    return float(loss), E @ U / T, E.T @ states / T


def preactivation_gradients(states: ndarray, W_h: ndarray, direct: ndarray) -> ndarray:
    g = np.zeros_like(states)
    carry = np.zeros(states.shape[1])
    for t in range(len(states))[::-1]:
        g[t] = (direct[t] + carry) * (1 - states[t])
        carry = np.dot(g[t], W_h)
    return g


def weight_gradients(X: ndarray, states: ndarray, h0: ndarray, g: ndarray):
    return np.dot(g.T, X), np.dot(g.T, states), np.sum(g, axis=0)


def bptt(X, W_x, W_h, b, h0, direct):
    states = rnn_forward(X, W_x, W_h, b, h0)[1:]  # without h0
    g = preactivation_gradients(states, W_h, direct)
    return (*weight_gradients(X, states, h0, g), np.dot(W_h.T, g[0]))


def truncated_bptt(X, W_x, W_h, b, h0, direct, k):
    sums = np.zeros_like(W_x), np.zeros_like(W_h), np.zeros_like(b)
    h = h0
    for w in range(len(X) // k):
        rows = slice(w * k, (w + 1) * k)
        grads = bptt(X[rows], W_x, W_h, b, h, direct[rows])
        for total, grad in zip(sums, grads):
            total += grad
        h = rnn_forward(X[rows], W_x, W_h, b, h)[-1]
    return sums
