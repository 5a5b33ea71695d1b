"""Self-attention in four steps, and the dictionary lookup that it softens."""

from __future__ import annotations

import numpy as np


def shapes(T: int, D: int, d_k: int, d_v: int) -> dict[str, tuple[int, int]]:
    """Shape of every matrix of self-attention over T tokens (lecture notes).

    T: tokens; D: width of an embedding; d_k: width of queries and keys; d_v: width of values.
    Returns a dict with the keys E, W_Q, W_K, W_V, Q, K, V, S (scores), A (weights), O (output).
    """
    ### BEGIN SOLUTION
    return {
        "E": (T, D),
        "W_Q": (D, d_k),
        "W_K": (D, d_k),
        "W_V": (D, d_v),
        "Q": (T, d_k),
        "K": (T, d_k),
        "V": (T, d_v),
        "S": (T, T),
        "A": (T, T),
        "O": (T, d_v),
    }
    ### END SOLUTION


def project(
    E: np.ndarray, W_Q: np.ndarray, W_K: np.ndarray, W_V: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Queries, keys and values: Q = E W_Q, K = E W_K, V = E W_V (lecture notes, step 2).

    E: (..., T, D); W_Q, W_K: (D, d_k); W_V: (D, d_v).
    Returns the tuple (Q, K, V), shapes (..., T, d_k), (..., T, d_k), (..., T, d_v).
    """
    ### BEGIN SOLUTION
    return E @ W_Q, E @ W_K, E @ W_V
    ### END SOLUTION


def scores(Q: np.ndarray, K: np.ndarray) -> np.ndarray:
    """Match of every query with every key: S = Q K^T / sqrt(d_k) (lecture notes, step 3).

    Q: (..., n, d_k); K: (..., m, d_k). Returns (..., n, m): a row for each query.
    """
    ### BEGIN SOLUTION
    return Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    ### END SOLUTION


def weights(S: np.ndarray) -> np.ndarray:
    """Softmax over the keys: A_ij = exp(S_ij) / sum over l of exp(S_il) (lecture notes, step 3).

    S: (..., n, m), finite, of any size. Returns (..., n, m), every row sums to one.
    """
    ### BEGIN SOLUTION
    e = np.exp(S - S.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)
    ### END SOLUTION


def output(A: np.ndarray, V: np.ndarray) -> np.ndarray:
    """Mixture of the values for each query: O = A V (lecture notes, step 4).

    A: (..., n, m); V: (..., m, d_v). Returns (..., n, d_v).
    """
    ### BEGIN SOLUTION
    return A @ V
    ### END SOLUTION


def self_attention(
    E: np.ndarray, W_Q: np.ndarray, W_K: np.ndarray, W_V: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """All steps in a row, every token looking at every token (book 10.1.2).

    E: (..., T, D); W_Q, W_K: (D, d_k); W_V: (D, d_v).
    Returns the tuple (O, A), shapes (..., T, d_v) and (..., T, T).
    """
    ### BEGIN SOLUTION
    Q, K, V = project(E, W_Q, W_K, W_V)
    A = weights(scores(Q, K))
    return output(A, V), A
    ### END SOLUTION


def hard_lookup(Q: np.ndarray, K: np.ndarray, V: np.ndarray) -> np.ndarray:
    """For each query the value of its best key: the largest dot product, the first of equals.

    Q: (n, d_k); K: (m, d_k); V: (m, d_v). Returns (n, d_v) (book 10.1.3, hard attention).
    """
    ### BEGIN SOLUTION
    return V[np.argmax(Q @ K.T, axis=1)]
    ### END SOLUTION
