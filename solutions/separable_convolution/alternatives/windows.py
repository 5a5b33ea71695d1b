"""Windows and index formulas; the grouped convolution with the groups as an axis."""

from __future__ import annotations

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view


def pointwise(X, W):
    return np.moveaxis(np.tensordot(X, W, axes=(1, 1)), -1, 1)


def depthwise(X, D):
    windows = sliding_window_view(X, D.shape[1:], axis=(2, 3))
    return np.einsum("nchwij,cij->nchw", windows, D)


def grouped_conv(X, W, groups):
    n, _, h, w = X.shape
    o, size, kh, kw = W.shape
    windows = sliding_window_view(X.reshape(n, groups, size, h, w), (kh, kw), axis=(3, 4))
    filters = W.reshape(groups, o // groups, size, kh, kw)
    H = np.einsum("ngchwij,gocij->ngohw", windows, filters)
    return H.reshape(n, o, *H.shape[3:])


def grouped_kernel(W, groups):
    o, size, kh, kw = W.shape
    blocks = W.reshape(groups, o // groups, size, kh, kw)
    dense = np.einsum("gocij,gf->gofcij", blocks, np.eye(groups))
    return dense.reshape(o, groups * size, kh, kw)


def separable(X, D, P):
    windows = sliding_window_view(X, D.shape[1:], axis=(2, 3))
    return np.einsum("nchwij,cij,oc->nohw", windows, D, P)


def dense_kernel(D, P):
    return np.einsum("oc,cij->ocij", P, D)


def conv_weights(kh, kw, c, o, groups=1, bias=False):
    (a, rest), (b, remainder) = divmod(c, groups), divmod(o, groups)
    if rest or remainder:
        raise ValueError("groups must divide both numbers of channels")
    return groups * b * (a * kh * kw + bool(bias))


def separable_weights(kh, kw, c, o):
    return c * (kh * kw + o)
