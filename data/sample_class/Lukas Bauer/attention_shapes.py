import numpy as np


def shapes(T, D, d_k, d_v):
    s = {}
    s["E"] = (T, D)
    s["W_Q"] = (D, d_k)
    s["W_K"] = (D, d_k)
    s["W_V"] = (D, d_v)
    s["Q"] = (T, d_k)
    s["K"] = (T, d_k)
    s["V"] = (T, d_v)
    s["S"] = (T, T)
    s["A"] = (T, T)
    s["O"] = (T, d_v)
    return s


def project(E, W_Q, W_K, W_V):
    return (E @ W_Q, E @ W_K, E @ W_V)


def scores(Q, K):
    # dot product of every query with every key
    n, d_k = Q.shape[-2], Q.shape[-1]
    dots = Q @ K.swapaxes(-1, -2)
    return dots / d_k


def weights(S):
    num = np.exp(S)
    den = np.sum(num, axis=-1, keepdims=True)
    return num / den


def output(A, V):
    return A @ V


def self_attention(E, W_Q, W_K, W_V):
    Q, K, V = project(E, W_Q, W_K, W_V)
    S = scores(Q, K)
    A = weights(S)
    return (output(A, V), A)


def hard_lookup(Q, K, V):
    # nearest neighbour
    result = []
    for q in Q:
        distances = [np.linalg.norm(q - k) for k in K]
        result.append(V[int(np.argmin(distances))])
    return np.array(result)
