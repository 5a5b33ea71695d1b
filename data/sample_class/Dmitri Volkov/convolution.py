import numpy as np


def corr1d(x, w, stride=1, pad=0):
    n, k = len(x) + 2 * pad, len(w)
    if k > n:
        raise ValueError(k)
    z = np.zeros(n)
    z[pad:n - pad] = x
    return np.array([z[i:i + k] @ w for i in range(0, n, stride) if i + k <= n])


def corr2d(X, K, stride=1, pad=0):
    X = np.pad(X, pad)
    n, k = len(X), len(K)
    if k > n:
        raise ValueError(k)
    m = (n - k) // stride + 1
    Z = np.zeros((m, m))
    for i in range(m):
        for j in range(m):
            a, b = i * stride, j * stride
            Z[i, j] = np.sum(X[a:a + K.shape[0], b:b + K.shape[1]] * K)
    return Z


def true_convolution(X, K):
    return corr2d(X, np.rot90(K))


def conv_layer(X, K, b, stride=1, pad=0):
    Z = 0
    for f, filter in enumerate(K):
        for x, k in zip(X, filter):
            Z = Z + corr2d(x, k, stride, pad)
        Z = Z + b[f]
    return Z[np.newaxis]
