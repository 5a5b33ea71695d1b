"""添字どおりに、ひとつずつ。"""

import math

import numpy as np


def rnn_forward(X, W_x, W_h, b, h0):
    T, H = len(X), len(h0)
    h = np.zeros((T + 1, H))
    h[0] = h0
    for t in range(T):
        for i in range(H):
            a = b[i] + sum(W_x[i, j] * X[t, j] for j in range(X.shape[1]))
            a += sum(W_h[i, j] * h[t, j] for j in range(H))
            h[t + 1, i] = math.tanh(a)
    return h[1:]


def readout_loss(states, U, Y):
    誤差 = np.einsum("kh,th->tk", U, states) - Y
    L = 0.5 * np.einsum("tk,tk->", 誤差, 誤差)
    return float(L), np.einsum("tk,kh->th", 誤差, U), np.einsum("tk,th->kh", 誤差, states)


def preactivation_gradients(states, W_h, direct):
    dh = direct.copy()
    g = np.zeros_like(direct)
    T, H = direct.shape
    for t in range(T - 1, -1, -1):
        for i in range(H):
            g[t, i] = dh[t, i] * (1 - states[t, i] ** 2)
            for j in range(H):
                if t > 0:
                    dh[t - 1, j] += W_h[i, j] * g[t, i]
    return g


def weight_gradients(X, states, h0, g):
    dW_x = np.zeros((g.shape[1], X.shape[1]))
    dW_h = np.zeros((g.shape[1], g.shape[1]))
    db = np.zeros(g.shape[1])
    前 = h0
    for t in range(len(X)):
        dW_x += g[t][:, None] * X[t]
        dW_h += g[t][:, None] * 前
        db += g[t]
        前 = states[t]
    return dW_x, dW_h, db


def bptt(X, W_x, W_h, b, h0, direct):
    states = rnn_forward(X, W_x, W_h, b, h0)
    g = preactivation_gradients(states, W_h, direct)
    dW_x, dW_h, db = weight_gradients(X, states, h0, g)
    dh0 = np.array([sum(W_h[i, j] * g[0, i] for i in range(len(b))) for j in range(len(b))])
    return dW_x, dW_h, db, dh0


def truncated_bptt(X, W_x, W_h, b, h0, direct, k):
    # 全体を一度だけ前に進め、窓ごとに後ろへ戻る
    states = rnn_forward(X, W_x, W_h, b, h0)
    g = np.concatenate([
        preactivation_gradients(states[s : s + k], W_h, direct[s : s + k])
        for s in range(0, len(X), k)
    ])
    return weight_gradients(X, states, h0, g)
