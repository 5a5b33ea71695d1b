from __future__ import annotations

import numpy as np


def train(X, Y, params, lr, steps):
    """Plain gradient descent with all examples."""
    grads = gradients(X, Y, params)
    losses = np.zeros(steps)
    current = tuple(np.array(p, dtype=float) for p in params)
    for t in range(steps):
        W1, b1, W2, b2 = current
        prediction = np.tanh(X @ W1 + b1) @ W2 + b2
        losses[t] = np.mean((prediction - Y) ** 2)
        current = tuple(p - lr * g for p, g in zip(current, grads))
    return current, losses
