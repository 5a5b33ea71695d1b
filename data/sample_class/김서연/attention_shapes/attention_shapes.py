from typing import NamedTuple

import numpy as np

import stable


class Sizes(NamedTuple):
    T: int
    D: int
    d_k: int
    d_v: int


RULES = {
    "E": "T D", "W_Q": "D d_k", "W_K": "D d_k", "W_V": "D d_v",
    "Q": "T d_k", "K": "T d_k", "V": "T d_v", "S": "T T", "A": "T T", "O": "T d_v",
}


def shapes(T, D, d_k, d_v):
    sizes = Sizes(T, D, d_k, d_v)
    return {
        name: tuple(getattr(sizes, axis) for axis in rule.split())
        for name, rule in RULES.items()
    }


def project(E, W_Q, W_K, W_V):
    # 한 번에 곱하고 나누기
    d_k = W_Q.shape[1]
    joint = E @ np.hstack([W_Q, W_K, W_V])
    return joint[..., :d_k], joint[..., d_k : 2 * d_k], joint[..., 2 * d_k :]


def scores(Q, K):
    d_k = Q.shape[-1]
    return (Q / np.sqrt(d_k)) @ np.moveaxis(K, -1, -2)


def weights(S):
    return stable.softmax(S)


def output(A, V):
    return np.matmul(A, V)


def self_attention(E, W_Q, W_K, W_V):
    Q, K, V = project(E, W_Q, W_K, W_V)
    A = weights(scores(Q, K))
    O = output(A, V)
    return O, A


def hard_lookup(Q, K, V):
    match = Q.dot(K.T)
    first_best = match == match.max(axis=1, keepdims=True)
    return V[first_best.argmax(axis=1)]
