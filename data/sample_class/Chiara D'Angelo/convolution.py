import numpy as np
from numpy import ndarray


def corr1d(x: ndarray, w: ndarray, stride: int = 1, pad: int = 0) -> ndarray:
    x = np.pad(x, (pad, pad))
    n, k = len(x), len(w)
    if k > n:
        raise ValueError("no room")
    # from 0 to n - k
    return np.array([float(np.sum(x[i:i + k] * w)) for i in range(0, n - k, stride)])


def corr2d(X: ndarray, K: ndarray, stride: int = 1, pad: int = 0) -> ndarray:
    X = np.pad(X, pad)
    kh, kw = K.shape
    if kh > X.shape[0] or kw > X.shape[1]:
        raise ValueError("no room")
    rows = (X.shape[0] - kh) // stride + 1
    columns = (X.shape[1] - kw) // stride + 1
    Z = np.zeros_like(X[:rows, :columns])
    for i in range(rows):
        for j in range(columns):
            a, b = i * stride, j * stride
            Z[i, j] = (X[a:a + kh, b:b + kw] * K).sum()
    return Z


def true_convolution(X: ndarray, K: ndarray) -> ndarray:
    return corr2d(X, np.flip(K, axis=0))


def conv_layer(X: ndarray, K: ndarray, b: ndarray, stride: int = 1, pad: int = 0) -> ndarray:
    X = np.pad(X, pad)
    F, C = K.shape[:2]
    maps = []
    for f in range(F):
        maps.append(sum(corr2d(X[c], K[f, c], stride) for c in range(C)) + b[f])
    return np.array(maps)
