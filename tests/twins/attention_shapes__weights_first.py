import numpy as np


def self_attention(E, W_Q, W_K, W_V):
    """Attention of every token to every token."""
    Q, K, V = project(E, W_Q, W_K, W_V)
    A = weights(scores(Q, K))
    O = output(A, V)
    return A, O
