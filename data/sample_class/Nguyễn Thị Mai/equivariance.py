import math

import numpy as np


def shift(x, s):
    y = np.zeros_like(x)
    if s > 0:
        y[s:] = x[:-s]
    elif s < 0:
        y[:s] = x[-s:]
    else:
        y[:] = x
    return y


def equivariance_gap(f, x, act, act_out=None):
    y = f(x)
    if act_out is not None:
        y = act_out(y)
    z = f(act(x))
    if np.shape(y) != np.shape(z):
        raise ValueError("khác kích thước")
    return float(np.max(np.abs(np.asarray(z) - np.asarray(y))))


def invariance_gap(f, x, act):
    z, y = f(act(x)), act(f(x))
    if np.shape(y) != np.shape(z):
        raise ValueError("khác kích thước")
    return float(np.max(np.abs(np.asarray(z) - np.asarray(y))))


def translation_gap(f, x, s, t=None, margin=0):
    old, new = f(x), f(shift(x, s))
    m = old.shape[-1]
    start = max(s, 0) + margin
    stop = m + min(s, 0) - margin
    if stop <= start:
        raise ValueError("không còn gì")
    return float(np.abs(new[..., start:stop] - old[..., start - s:stop - s]).max())


def matching_shift(s, strides):
    # các bước cộng lại
    total = sum(strides)
    return s // total if s % total == 0 else None


def reflection_counterexample(w, n):
    if math.isclose(w[0], w[-1]):
        return None
    x = np.zeros(n)
    x[0] = 1.0
    return x


def graph_gap(f, A, X, order):
    new = f(A[order, :], X[order, :])
    return float(np.max(np.abs(new - f(A, X)[order, :])))
