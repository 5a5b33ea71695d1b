import numpy as np


def shapes(T, D, d_k, d_v):
    return [(T, D), (D, d_k), (D, d_k), (D, d_v), (T, d_k), (T, d_k), (T, d_v), (T, T), (T, T), (T, d_v)]


def project(E, W_Q, W_K, W_V):
    return {"Q": E @ W_Q, "K": E @ W_K, "V": E @ W_V}


def scores(Q, K):
    S = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    return S.tolist()


def weights(S):
    e = np.exp(S - S.max(axis=-1, keepdims=True))
    print(e / e.sum(axis=-1, keepdims=True))


def output(A, V):
    return np.matrix(A) * np.matrix(V)


def self_attention(E, W_Q, W_K, W_V):
    Q, K, V = E @ W_Q, E @ W_K, E @ W_V
    S = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    e = np.exp(S - S.max(axis=-1, keepdims=True))
    A = e / e.sum(axis=-1, keepdims=True)
    return [A @ V, A]


def hard_lookup(Q, K, V):
    return np.argmax(Q @ K.T, axis=1)
