"""Shifts by concatenating zeros, layer after layer, filters searched with random inputs."""

from __future__ import annotations

import numpy as np


def shift(x, s):
    n = x.shape[-1]
    s = max(-n, min(n, s))
    zeros = np.zeros((*x.shape[:-1], abs(s)), dtype=x.dtype)
    if s >= 0:
        return np.concatenate([zeros, x[..., : n - s]], axis=-1)
    return np.concatenate([x[..., -s:], zeros], axis=-1)


def equivariance_gap(f, x, act, act_out=None):
    image = f(x)
    expected = act(image) if act_out is None else act_out(image)
    found = f(act(x))
    if np.shape(found) != np.shape(expected):
        raise ValueError("shapes differ")
    difference = np.subtract(found, expected)
    return max(difference.max(), -difference.min())


def invariance_gap(f, x, act):
    return equivariance_gap(f, x, act, lambda output: output)


def translation_gap(f, x, s, t=None, margin=0):
    t = s if t is None else t
    old, new = f(x), f(shift(x, s))
    if t >= 0:
        old, new = old[..., : max(old.shape[-1] - t, 0)], new[..., t:]
    else:
        old, new = old[..., -t:], new[..., : max(new.shape[-1] + t, 0)]
    left = old.shape[-1] - margin
    if left <= margin:
        raise ValueError("nothing to compare")
    return float(np.abs(new - old)[..., margin:left].max())


def matching_shift(s, strides):
    for stride in strides:
        if s % stride:
            return None
        s //= stride
    return s


def reflection_counterexample(w, n):
    rng = np.random.default_rng(0)
    if np.array_equal(w, w[::-1]):
        return None
    while True:
        x = rng.normal(size=n)
        there = np.correlate(x[::-1], w, mode="valid")
        back = np.correlate(x, w, mode="valid")[::-1]
        if np.abs(there - back).max() > 1e-5:
            return x


def graph_gap(f, A, X, order):
    plain = f(A, X)
    A_new, X_new, expected = np.empty_like(A), np.empty_like(X), np.empty_like(plain)
    for i, old_i in enumerate(order):
        X_new[i], expected[i] = X[old_i], plain[old_i]
        for j, old_j in enumerate(order):
            A_new[i, j] = A[old_i, old_j]
    return float(np.abs(f(A_new, X_new) - expected).max())
