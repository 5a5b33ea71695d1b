import numpy as np


def taille(n, k, stride, pad):
    return (n + 2 * pad - k) // stride + 1


def corr1d(x, w, stride=1, pad=0):
    m = taille(len(x), len(w), stride, pad)
    if m < 1:
        print("filtre trop long !")
        return None
    x = np.pad(x, pad)
    y = np.zeros(m)
    for i in range(m):
        for j in range(len(w)):
            y[i] += w[j] * x[i * stride + j]
    return y


def corr2d(X, K, stride=1, pad=0):
    h = taille(X.shape[0], K.shape[0], stride, pad)
    l = taille(X.shape[1], K.shape[1], stride, pad)
    if h < 1 or l < 1:
        raise ValueError("filtre trop grand")
    Xp = np.ones((X.shape[0] + 2 * pad, X.shape[1] + 2 * pad))
    Xp[pad:pad + X.shape[0], pad:pad + X.shape[1]] = X
    Z = np.zeros((h, l))
    for i in range(h):
        for j in range(l):
            for u in range(K.shape[0]):
                for v in range(K.shape[1]):
                    Z[i, j] += K[u, v] * Xp[i * stride + u, j * stride + v]
    return Z


def true_convolution(X, K):
    renverse = np.zeros_like(K)
    for u in range(K.shape[0]):
        for v in range(K.shape[1]):
            renverse[u, v] = K[K.shape[0] - 1 - u, K.shape[1] - 1 - v]
    return corr2d(X, renverse)


def conv_layer(X, K, b, stride=1, pad=0):
    Z = np.array([
        sum(corr2d(X[c], K[f, c], stride, pad) for c in range(K.shape[1]))
        for f in range(K.shape[0])
    ])
    return Z + b
