"""dX as a full correlation of the spread-out G with the filter turned by 180 degrees."""

from __future__ import annotations

import numpy as np


def patches(X, size, stride=1, pad=0):
    _, c, h, w = X.shape
    found = []
    for image in X:
        for top in range(-pad, h + pad - size[0] + 1, stride):
            for left in range(-pad, w + pad - size[1] + 1, stride):
                for channel in image:
                    for i in range(top, top + size[0]):
                        for j in range(left, left + size[1]):
                            inside = 0 <= i < h and 0 <= j < w
                            found.append(channel[i, j] if inside else 0.0)
    return np.array(found).reshape(-1, c * size[0] * size[1])


def add_patches(P, shape, size, stride=1, pad=0):
    _, _, h, w = shape
    total = np.zeros(shape)
    entries = iter(P.ravel())
    for image in total:
        for top in range(-pad, h + pad - size[0] + 1, stride):
            for left in range(-pad, w + pad - size[1] + 1, stride):
                for channel in image:
                    for i in range(top, top + size[0]):
                        for j in range(left, left + size[1]):
                            entry = next(entries)
                            if 0 <= i < h and 0 <= j < w:
                                channel[i, j] += entry
    return total


def correlate(Z, W):
    """Stride 1, no padding, no bias."""
    down, right = Z.shape[2] - W.shape[2] + 1, Z.shape[3] - W.shape[3] + 1
    found = np.empty((len(Z), len(W), down, right))
    for i in range(down):
        for j in range(right):
            patch = Z[:, :, i : i + W.shape[2], j : j + W.shape[3]]
            found[:, :, i, j] = np.tensordot(patch, W, axes=((1, 2, 3), (1, 2, 3)))
    return found


def conv2d_forward(X, W, b, stride=1, pad=0):
    Z = np.pad(X, ((0, 0), (0, 0), (pad, pad), (pad, pad)))
    return correlate(Z, W)[:, :, ::stride, ::stride] + b[:, None, None]


def conv2d_backward(G, X, W, stride=1, pad=0):
    n, _, h, w = X.shape
    kh, kw = W.shape[2:]
    spread = np.zeros((n, len(W), h + 2 * pad - kh + 1, w + 2 * pad - kw + 1))
    spread[:, :, ::stride, ::stride] = G
    full = np.pad(spread, ((0, 0), (0, 0), (kh - 1, kh - 1), (kw - 1, kw - 1)))
    dZ = correlate(full, W[:, :, ::-1, ::-1].swapaxes(0, 1))
    Z = np.pad(X, ((0, 0), (0, 0), (pad, pad), (pad, pad)))
    dW = correlate(Z.swapaxes(0, 1), spread.swapaxes(0, 1)).swapaxes(0, 1)
    return dZ[:, :, pad : pad + h, pad : pad + w], dW, G.sum((0, 2, 3))
