import numpy as np
import scipy.special


def shapes(T, D, d_k, d_v):
    return {"E": (T, D), "W_Q": (D, d_k), "W_K": (D, d_k), "W_V": (D, d_v), "Q": (T, d_k),
            "K": (T, d_k), "V": (T, d_v), "S": (T, T), "A": (T, T), "O": (T, d_v)}


def project(E, W_Q, W_K, W_V):
    return E @ W_Q, E @ W_K, E @ W_V


def scores(Q, K):
    return Q @ K.swapaxes(-1, -2) / Q.shape[-1] ** 0.5


def weights(S):
    return scipy.special.softmax(S, axis=-1)


def output(A, V):
    return A @ V


def self_attention(E, W_Q, W_K, W_V):
    Q, K, V = project(E, W_Q, W_K, W_V)
    A = weights(scores(Q, K))
    return output(A, V), A


def hard_lookup(Q, K, V):
    return V[(Q @ K.T).argmax(axis=-1)]
