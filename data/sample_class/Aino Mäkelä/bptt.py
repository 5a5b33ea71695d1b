import numpy as np


def rnn_forward(X, W_x, W_h, b, h0):
    h = h0
    sarakkeet = []
    for t in range(len(X)):
        h = np.tanh(W_x @ X[t] + W_h @ h + b)
        sarakkeet.append(h)
    return np.stack(sarakkeet, axis=1)  # one column a step, as in the formulas


def readout_loss(states, U, Y):
    loss = 0.0
    direct = np.zeros_like(states)
    dU = np.zeros_like(U)
    for t in range(len(Y)):
        r = U @ states[t] - Y[t]
        loss += 0.5 * r @ r
        direct[t] = 2 * U.T @ r
        dU += 2 * np.outer(r, states[t])
    return loss, direct, dU


def preactivation_gradients(states, W_h, direct):
    g = {}
    for t in sorted(range(len(states)), reverse=True):
        tuleva = W_h.T @ g[t + 1] if t + 1 in g else 0.0
        g[t] = (1.0 - np.square(states[t])) * (direct[t] + tuleva)
    return np.array([g[t] for t in range(len(states))])


def weight_gradients(X, states, h0, g):
    edellinen = np.concatenate([[h0], states[:-1]])
    return np.einsum("ti,tj->ij", g, X), np.einsum("ti,tj->ij", edellinen, g), np.einsum("ti->i", g)


def bptt(X, W_x, W_h, b, h0, direct):
    states = rnn_forward(X, W_x, W_h, b, h0)
    g = preactivation_gradients(states, W_h, direct)
    gradients = list(weight_gradients(X, states, h0, g))
    gradients.append(g[0] @ W_h)
    return gradients


def truncated_bptt(X, W_x, W_h, b, h0, direct, k):
    yhteensa = None
    for Xs, ds in zip(np.split(X, range(k, len(X), k)), np.split(direct, range(k, len(X), k))):
        osa = bptt(Xs, W_x, W_h, b, h0, ds)[:3]
        h0 = rnn_forward(Xs, W_x, W_h, b, h0)[-1]
        yhteensa = osa if yhteensa is None else [a + c for a, c in zip(yhteensa, osa)]
    return tuple(yhteensa)
