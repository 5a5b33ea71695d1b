from __future__ import annotations

import numpy as np


def backward(X, Ws, bs, V):
    """Reverse sweep through the ReLU network."""
    Z = forward(X, Ws, bs)
    inputs = [X] + [np.maximum(z, 0) for z in Z[:-1]]
    gradients = []
    delta = V
    for k in range(len(Ws) - 1, -1, -1):
        if k < len(Ws) - 1:
            delta = relu_vjp(Z[k], delta)
        delta, dW, db = linear_vjp(inputs[k], Ws[k], delta)
        gradients.append((dW, db))
    return delta, gradients
