import numpy as np


def gradients(X, Y, params):
    W1, b1, W2, b2 = params
    n = X.shape[0]
    H = np.tanh(X @ W1 + b1)
    delta2 = 2.0 / n * (H @ W2 + b2 - Y)
    delta1 = (delta2 @ W2.T) * (1.0 - H**2)
    return (X.T @ delta1, delta1.sum(0), H.T @ delta2, delta2.sum(0))
