import numpy as np


def corr1d(x, w, stride=1, pad=0):
    x = np.concatenate([x, np.zeros(2 * pad)])
    if len(w) > len(x):
        raise ValueError("too long")
    y = []
    for i in range(0, len(x) - len(w) + 1, stride):
        y.append(np.dot(x[i:i + len(w)], w))
    return np.array(y, dtype=float)


def corr2d(X, K, stride=1, pad=0):
    X = np.pad(X, pad).astype(float)
    K = np.flipud(np.fliplr(K))  # bei der Faltung dreht man den Filter um
    kh, kw = K.shape
    H, W = X.shape
    if kh > H or kw > W:
        raise ValueError("too large")
    Z = np.zeros(((H - kh) // stride + 1, (W - kw) // stride + 1))
    for i in range(Z.shape[0]):
        for j in range(Z.shape[1]):
            patch = X[i * stride:i * stride + kh, j * stride:j * stride + kw]
            Z[i, j] = np.sum(patch * K)
    return Z


def true_convolution(X, K):
    return corr2d(X, K)


def conv_layer(X, K, b, stride=1, pad=0):
    out = []
    for f in range(len(K)):
        Z = 0
        for c in range(len(X)):
            Z += corr2d(X[c], K[f][c], stride, pad) + b[f]
        out.append(Z)
    return np.array(out)
