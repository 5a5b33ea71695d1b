"""Plain loops. Outside of the image everything is zero, so no larger array is made."""

import numpy as np


def pixel(X, i, j):
    inside = 0 <= i < len(X) and 0 <= j < len(X[0])
    return X[i][j] if inside else 0.0


def places(n, k, stride, pad):
    if k > n + 2 * pad:
        raise ValueError(f"filter of size {k} on {n} entries with padding {pad}")
    return list(range(-pad, n + pad - k + 1, stride))


def corr1d(x, w, stride=1, pad=0):
    y = []
    for start in places(len(x), len(w), stride, pad):
        y.append(sum(w[j] * pixel([x], 0, start + j) for j in range(len(w))))
    return np.array(y, dtype=float)


def corr2d(X, K, stride=1, pad=0):
    kh, kw = K.shape
    Z = []
    for top in places(X.shape[0], kh, stride, pad):
        Z.append([])
        for left in places(X.shape[1], kw, stride, pad):
            total = 0.0
            for u in range(kh):
                for v in range(kw):
                    total += K[u, v] * pixel(X, top + u, left + v)
            Z[-1].append(total)
    return np.array(Z)


def true_convolution(X, K):
    upside_down = [list(reversed(row)) for row in reversed(K.tolist())]
    return corr2d(X, np.array(upside_down))


def conv_layer(X, K, b, stride=1, pad=0):
    maps = []
    for f in range(K.shape[0]):
        Z = corr2d(X[0], K[f, 0], stride, pad) + b[f]
        for c in range(1, K.shape[1]):
            Z = Z + corr2d(X[c], K[f, c], stride, pad)
        maps.append(Z)
    return np.array(maps)
