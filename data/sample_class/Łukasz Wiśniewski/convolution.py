import numpy as np
from scipy.signal import convolve2d


def corr1d(x, w, stride=1, pad=0):
    x = np.pad(x, pad)
    if len(w) > len(x):
        raise ValueError("za dlugi filtr")
    y = np.convolve(x, w[::-1], mode="valid")
    return y[::stride].astype(float)


def corr2d(X, K, stride=1, pad=0):
    X = np.pad(X, pad)
    h = X.shape[0] - K.shape[0] + 1
    w = X.shape[1] - K.shape[1] + 1
    if h <= 0 or w <= 0:
        raise ValueError("za duzy filtr")
    Z = np.zeros((h, w))
    for u, v in np.ndindex(*K.shape):
        Z += K[u, v] * X[u:u + h, v:v + w]
    return Z[::stride, ::stride]


def true_convolution(X, K):
    return convolve2d(X, K, mode="valid")


def conv_layer(X, K, b, stride=1, pad=0):
    mapy = []
    for k, bias in zip(K, b):
        mapa = bias
        for kanal in range(k.shape[0]):
            mapa = mapa + corr2d(X[kanal], k[kanal], stride, pad)
        mapy.append(mapa)
    return np.array(mapy)
