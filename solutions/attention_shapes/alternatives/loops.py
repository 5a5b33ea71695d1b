"""One query at a time, one key at a time; a batch is a loop over its sequences."""

from __future__ import annotations

import math

import numpy as np


def shapes(T, D, d_k, d_v):
    found = {"E": (T, D), "W_Q": (D, d_k), "W_K": (D, d_k), "W_V": (D, d_v)}
    for name, width in (("Q", d_k), ("K", d_k), ("V", d_v), ("S", T), ("A", T), ("O", d_v)):
        found[name] = (T, width)
    return found


def project(E, W_Q, W_K, W_V):
    return np.matmul(E, W_Q), np.matmul(E, W_K), np.matmul(E, W_V)


def scores(Q, K):
    if Q.ndim > 2:
        return np.stack([scores(q, k) for q, k in zip(Q, K, strict=True)])
    found = np.empty((len(Q), len(K)))
    for i, q in enumerate(Q):
        for j, k in enumerate(K):
            found[i, j] = sum(a * b for a, b in zip(q, k, strict=True)) / math.sqrt(len(k))
    return found


def weights(S):
    if S.ndim > 1:
        return np.stack([weights(row) for row in S])
    top = max(S)
    parts = [math.exp(score - top) for score in S]
    return np.array([part / sum(parts) for part in parts])


def output(A, V):
    if A.ndim > 2:
        return np.stack([output(a, v) for a, v in zip(A, V, strict=True)])
    found = np.zeros((A.shape[0], V.shape[1]))
    for i in range(A.shape[0]):
        for j in range(A.shape[1]):
            found[i] += A[i, j] * V[j]
    return found


def self_attention(E, W_Q, W_K, W_V):
    if E.ndim > 2:
        each = [self_attention(e, W_Q, W_K, W_V) for e in E]
        mixed, tables = zip(*each, strict=True)
        return np.stack(mixed), np.stack(tables)
    Q, K, V = project(E, W_Q, W_K, W_V)
    A = weights(scores(Q, K))
    return output(A, V), A


def hard_lookup(Q, K, V):
    found = []
    for q in Q:
        best = 0
        for j in range(1, len(K)):
            if np.dot(q, K[j]) > np.dot(q, K[best]):
                best = j
        found.append(V[best])
    return np.array(found)
