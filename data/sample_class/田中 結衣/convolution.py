"""im2col: 窓を行に並べて、行列の積ひとつ。"""

import numpy as np


def 位置(n, k, stride):
    if n < k:
        raise ValueError("フィルタが大きすぎます")
    return np.arange((n - k) // stride + 1)[:, None] * stride + np.arange(k)


def corr1d(x, w, stride=1, pad=0):
    x = np.r_[np.zeros(pad), x, np.zeros(pad)]
    return x[位置(x.size, w.size, stride)] @ w


def corr2d(X, K, stride=1, pad=0):
    (H, W), (kh, kw) = X.shape, K.shape
    大 = np.zeros((H + 2 * pad, W + 2 * pad))
    大[pad : pad + H, pad : pad + W] = X
    行, 列 = 位置(H + 2 * pad, kh, stride), 位置(W + 2 * pad, kw, stride)
    col = 大[行[:, None, :, None], 列[None, :, None, :]]
    return (col.reshape(-1, kh * kw) @ K.ravel()).reshape(len(行), len(列))


def true_convolution(X, K):
    逆 = K.ravel()[::-1].reshape(K.shape)
    return corr2d(X, 逆)


def conv_layer(X, K, b, stride=1, pad=0):
    応答 = np.array([[corr2d(x, k, stride, pad) for x, k in zip(X, 核)] for 核 in K])
    return 応答.sum(1) + b[:, np.newaxis, np.newaxis]
