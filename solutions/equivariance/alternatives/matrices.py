"""Every action as a matrix: shifts, flips and permutations multiply from one side."""

from __future__ import annotations

import math

import numpy as np


def shift(x, s):
    return (x @ np.eye(x.shape[-1], k=s)).astype(x.dtype)


def largest(one, other):
    one, other = np.atleast_1d(one), np.atleast_1d(other)
    if one.shape != other.shape:
        raise ValueError("shapes differ")
    return max(abs(a - b) for a, b in zip(one.flat, other.flat, strict=True))


def equivariance_gap(f, x, act, act_out=None):
    if act_out is None:
        act_out = act
    left, right = f(act(x)), act_out(f(x))
    if np.shape(left) != np.shape(right):
        raise ValueError("shapes differ")
    return largest(left, right)


def invariance_gap(f, x, act):
    return largest(f(act(x)), f(x))


def translation_gap(f, x, s, t=None, margin=0):
    if t is None:
        t = s
    new, old = f(shift(x, s)), f(x)
    m = old.shape[-1]
    pairs = [(i, i - t) for i in range(m) if 0 <= i - t < m]
    pairs = pairs[margin : len(pairs) - margin]
    return max(float(np.abs(new[..., i] - old[..., j]).max()) for i, j in pairs)


def matching_shift(s, strides):
    total = math.prod(strides)
    return s // total if s % total == 0 else None


def reflection_counterexample(w, n):
    """By Cauchy and Schwarz no window answers w as strongly as w itself does."""
    if all(w == np.flip(w)):
        return None
    return np.concatenate([w, np.zeros(n - len(w))])


def graph_gap(f, A, X, order):
    P = np.eye(len(order))[order]
    return largest(f(P @ A @ P.T, P @ X), P @ f(A, X))
