import numpy as np
from numpy import ndarray


def shapes(T: int, D: int, d_k: int, d_v: int) -> dict:
    return {
        "E": (T, D),
        "W_Q": (D, d_k), "W_K": (D, d_k), "W_V": (D, d_v),
        "Q": (T, d_k), "K": (T, d_k), "V": (T, d_v),
        "S": (d_k, d_k),
        "A": (d_k, d_k),
        "O": (T, d_v),
    }


def project(E: ndarray, W_Q: ndarray, W_K: ndarray, W_V: ndarray):
    Q, K, V = (np.dot(E, W) for W in (W_Q, W_K, W_V))
    return Q, K, V


def scores(Q: ndarray, K: ndarray) -> ndarray:
    return np.dot(Q, K.T) / np.sqrt(Q.shape[-1])


def weights(S: ndarray) -> ndarray:
    S = S - S.max()
    P = np.exp(S)
    return P / P.sum(axis=0)


def output(A: ndarray, V: ndarray) -> ndarray:
    return np.dot(A, V)


def self_attention(E: ndarray, W_Q: ndarray, W_K: ndarray, W_V: ndarray):
    Q, K, V = project(E, W_Q, W_K, W_V)
    A = weights(scores(Q, K))
    return output(A, V), A


def hard_lookup(Q: ndarray, K: ndarray, V: ndarray) -> ndarray:
    S = Q @ K.T
    # the last of equals comes out of argmax on the reversed axis
    best = S.shape[1] - 1 - np.argmax(S[:, ::-1], axis=1)
    return V[best]
