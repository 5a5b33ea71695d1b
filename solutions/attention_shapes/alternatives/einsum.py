"""Every product as an index formula; the softmax by log-sum-exp."""

from __future__ import annotations

import numpy as np


def shapes(T, D, d_k, d_v):
    E = np.empty((T, D))
    W_Q, W_K, W_V = np.empty((D, d_k)), np.empty((D, d_k)), np.empty((D, d_v))
    Q, K, V = E @ W_Q, E @ W_K, E @ W_V
    S = Q @ K.T
    matrices = {"E": E, "W_Q": W_Q, "W_K": W_K, "W_V": W_V, "Q": Q, "K": K, "V": V, "S": S, "A": S}
    return {name: matrix.shape for name, matrix in matrices.items()} | {"O": (S @ V).shape}


def project(E, W_Q, W_K, W_V):
    return tuple(np.einsum("...td,dk->...tk", E, W) for W in (W_Q, W_K, W_V))


def scores(Q, K):
    return np.einsum("...nk,...mk->...nm", Q / Q.shape[-1] ** 0.5, K)


def weights(S):
    return np.exp(S - np.logaddexp.reduce(S, axis=-1, keepdims=True))


def output(A, V):
    return np.einsum("...nm,...mv->...nv", A, V)


def self_attention(E, W_Q, W_K, W_V):
    S = np.einsum("...id,dk,ek,...je->...ij", E, W_Q, W_K, E) / W_Q.shape[1] ** 0.5
    A = weights(S)
    return A @ E @ W_V, A


def hard_lookup(Q, K, V):
    match = np.einsum("nk,mk->nm", Q, K)
    chosen = np.zeros_like(match)
    chosen[np.arange(len(Q)), match.argmax(axis=1)] = 1
    return chosen @ V
