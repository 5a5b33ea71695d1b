"""One tap of the filter at a time; the layer never forms a patch."""

from __future__ import annotations

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view


def surrounded(X, pad):
    Z = np.zeros((*X.shape[:2], X.shape[2] + 2 * pad, X.shape[3] + 2 * pad))
    Z[:, :, pad : pad + X.shape[2], pad : pad + X.shape[3]] = X
    return Z


def patches(X, size, stride=1, pad=0):
    windows = sliding_window_view(surrounded(X, pad), size, axis=(2, 3))
    windows = windows[:, :, ::stride, ::stride]
    return windows.transpose(0, 2, 3, 1, 4, 5).reshape(-1, X.shape[1] * size[0] * size[1])


def add_patches(P, shape, size, stride=1, pad=0):
    index = patches(np.arange(1, np.prod(shape) + 1).reshape(shape), size, stride, pad)
    sums = np.bincount(index.astype(int).ravel(), P.ravel(), minlength=int(np.prod(shape)) + 1)
    return sums[1:].reshape(shape)


def conv2d_forward(X, W, b, stride=1, pad=0):
    windows = sliding_window_view(surrounded(X, pad), W.shape[2:], axis=(2, 3))
    windows = windows[:, :, ::stride, ::stride]
    return np.einsum("nchwij,ocij->nohw", windows, W) + b.reshape(-1, 1, 1)


def conv2d_backward(G, X, W, stride=1, pad=0):
    Z = surrounded(X, pad)
    dZ, dW = np.zeros_like(Z), np.zeros_like(W)
    down, right = G.shape[2:]
    for i in range(W.shape[2]):
        for j in range(W.shape[3]):
            rows = slice(i, i + stride * down, stride)
            columns = slice(j, j + stride * right, stride)
            # The end may lie past the border by less than a stride: slices stop there.
            part = Z[:, :, rows, columns]
            dW[:, :, i, j] = np.tensordot(G, part, axes=((0, 2, 3), (0, 2, 3)))
            dZ[:, :, rows, columns] += np.einsum("nohw,oc->nchw", G, W[:, :, i, j])
    h, w = X.shape[2:]
    return dZ[:, :, pad : pad + h, pad : pad + w], dW, np.einsum("nohw->o", G)
