"""A product of spectra is a convolution; correlation is that with the conjugate spectrum."""

from __future__ import annotations

import numpy as np


def corr2d(X, K, stride=1, pad=0):
    X = np.pad(np.asarray(X, dtype=float), pad)
    rows, columns = X.shape[0] - K.shape[0] + 1, X.shape[1] - K.shape[1] + 1
    if min(rows, columns) < 1:
        raise ValueError(f"a filter of shape {K.shape} does not fit on {X.shape}")
    product = np.fft.rfft2(X) * np.conj(np.fft.rfft2(K, s=X.shape))
    return np.fft.irfft2(product, s=X.shape)[:rows:stride, :columns:stride]


def corr1d(x, w, stride=1, pad=0):
    x = np.concatenate([np.zeros(pad), x, np.zeros(pad)])
    return corr2d(x[None], w[None], 1, 0)[0, ::stride]


def true_convolution(X, K):
    spectrum = np.fft.rfft2(X) * np.fft.rfft2(K, s=X.shape)
    return np.fft.irfft2(spectrum, s=X.shape)[K.shape[0] - 1 :, K.shape[1] - 1 :]


def conv_layer(X, K, b, stride=1, pad=0):
    maps = [[corr2d(x, k, stride, pad) for x, k in zip(X, kernels, strict=True)] for kernels in K]
    return np.array(maps).sum(axis=1) + np.reshape(b, (-1, 1, 1))
