import numpy as np


def corr1d(x, w, stride=1, pad=0):
    x = [0.0] * pad + list(x) + [0.0] * pad
    if len(x) < len(w):
        raise ValueError("suodatin on liian pitkä")
    y = []
    alku = 0
    while alku + len(w) <= len(x):
        y.append(sum(a * b for a, b in zip(w, x[alku:])))
        alku += stride
    return np.array(y)


def corr2d(X, K, stride=1, pad=0):
    # stride and pad: tomorrow
    if K.shape[0] > X.shape[0] or K.shape[1] > X.shape[1]:
        raise ValueError("suodatin on liian suuri")
    Z = np.zeros((X.shape[0] - K.shape[0] + 1, X.shape[1] - K.shape[1] + 1))
    for i in range(Z.shape[0]):
        for j in range(Z.shape[1]):
            Z[i, j] = np.sum(K * X[i : i + K.shape[0], j : j + K.shape[1]])
    return Z


def true_convolution(X, K):
    kh, kw = K.shape
    Z = np.zeros((X.shape[0] - kh + 1, X.shape[1] - kw + 1))
    for u in range(kh):
        for v in range(kw):
            Z += K[-1 - u, -1 - v] * X[u : u + Z.shape[0], v : v + Z.shape[1]]
    return Z


def conv_layer(X, K, b, stride=1, pad=0):
    """Feature maps of a convolutional layer, before its activation (CNN notes, definition 10)."""
    # for f in range(len(K)):
    #     for c in range(len(X)):
    raise NotImplementedError
