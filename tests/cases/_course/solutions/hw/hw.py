import numpy as np
import torch


def conv_out(n, k, s=1, p=0):
    """Output length of a convolution: an int."""
    ### BEGIN SOLUTION
    return (n + 2 * p - k) // s + 1
    ### END SOLUTION


def softmax(x):
    """Probabilities along the last axis, shaped like x."""
    ### BEGIN SOLUTION
    x = np.asarray(x, dtype=float)
    z = np.exp(x - x.max(axis=-1, keepdims=True))
    return z / z.sum(axis=-1, keepdims=True)
    ### END SOLUTION


def relu_backward(dout, x):
    """dout where x > 0, else 0."""
    ### BEGIN SOLUTION
    return np.where(x > 0, dout, 0.0)
    ### END SOLUTION


def attention(q, k, v):
    """softmax(q k^T / sqrt(d)) v on (..., T, d) tensors."""
    ### BEGIN SOLUTION
    w = torch.softmax(q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5, dim=-1)
    return w @ v
    ### END SOLUTION
