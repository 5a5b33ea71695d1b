import math

import numpy as np


def shapes(T, D, d_k, d_v):
    table = {"E": (T, D)}
    for name in ("W_Q", "W_K"):
        table[name] = (D, d_k)
    table["W_V"] = (D, d_v)
    for name in ("Q", "K"):
        table[name] = (T, d_k)
    table["V"] = (T, d_v)
    table["S"] = table["A"] = (T, T)
    table["O"] = (T, d_v)
    return table


def project(E, W_Q, W_K, W_V):
    return tuple(np.matmul(E, W) for W in (W_Q, W_K, W_V))


def scores(Q, K):
    # Go through any leading axes first, then query by query.
    if Q.ndim > 2:
        return np.stack([scores(q, k) for q, k in zip(Q, K)])
    S = np.empty((len(Q), len(K)))
    for i, q in enumerate(Q):
        for j, k in enumerate(K):
            S[i, j] = sum(a * b for a, b in zip(q, k)) / math.sqrt(len(q))
    return S


def weights(S):
    if S.ndim > 1:
        return np.stack([weights(row) for row in S])
    top = max(S)
    powers = np.array([math.exp(s - top) for s in S])
    return powers / sum(powers)


def output(A, V):
    if A.ndim > 2:
        return np.stack([output(a, v) for a, v in zip(A, V)])
    return np.array([sum(a * v for a, v in zip(row, V)) for row in A])


def self_attention(E, W_Q, W_K, W_V):
    Q, K, V = project(E, W_Q, W_K, W_V)
    A = weights(scores(Q, K))
    return output(A, V), A


def hard_lookup(Q, K, V):
    chosen = []
    for q in Q:
        best, best_match = 0, -math.inf
        for j, k in enumerate(K):
            match = float(q @ k)
            if match > best_match:
                best, best_match = j, match
        chosen.append(V[best])
    return np.array(chosen)
