"""대칭성 측정 (6주차)."""

import numpy as np
from gaps import largest


def shift(x, s):
    y = np.roll(x, s, axis=-1)  # roll은 새 배열
    n = x.shape[-1]
    if s >= 0:
        y[..., : min(s, n)] = 0  # 돌아온 값은 지운다
    else:
        y[..., max(n + s, 0) :] = 0
    return y


def equivariance_gap(f, x, act, act_out=None):
    if act_out is None:
        act_out = act
    return largest(f(act(x)), act_out(f(x)))


def invariance_gap(f, x, act):
    return largest(f(x), f(act(x)))


def translation_gap(f, x, s, t=None, margin=0):
    if t is None:
        t = s
    after, before = f(shift(x, s)), f(x)
    width = after.shape[-1] - abs(t) - 2 * margin
    if width <= 0:
        raise ValueError("비교할 값이 없습니다")
    i = margin + max(t, 0)
    j = margin + max(-t, 0)
    return largest(after[..., i : i + width], before[..., j : j + width])


def matching_shift(s, strides):
    if not strides:
        return s
    first, *rest = strides
    return None if s % first else matching_shift(s // first, rest)


def reflection_counterexample(w, n):
    for i in range(n):
        x = np.zeros(n)
        x[i] = 1.0
        windows = range(n - len(w) + 1)
        y = [w @ x[j : j + len(w)] for j in windows]
        z = [w @ x[::-1][j : j + len(w)] for j in windows]
        if not np.allclose(z, y[::-1]):
            return x
    return None


def graph_gap(f, A, X, order):
    B = A[order][:, order]
    return largest(f(B, X[order]), f(A, X)[order])
