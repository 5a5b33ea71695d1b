import numpy as np
import torch


def conv_out(n, k, s=1, p=0):
    """Output length of a convolution: an int."""
    raise NotImplementedError


def softmax(x):
    """Probabilities along the last axis, shaped like x."""
    raise NotImplementedError


def relu_backward(dout, x):
    """dout where x > 0, else 0."""
    raise NotImplementedError


def attention(q, k, v):
    """softmax(q k^T / sqrt(d)) v on (..., T, d) tensors."""
    raise NotImplementedError
