import numpy as np


def shift(x, s):
    out = np.zeros_like(x)
    n = x.shape[-1]
    for i in range(n):
        if 0 <= i - s < n:
            out[..., i] = x[..., i - s]
    return out


def equivariance_gap(f, x, act, act_out=None):
    one = np.asarray(f(act(x)))
    two = np.asarray(act(f(x)) if act_out is None else act_out(f(x)))
    if one.shape != two.shape:
        raise ValueError("shapes")
    return float(np.abs(one - two).max())


def invariance_gap(f, x, act):
    do_nothing = lambda y: y
    return equivariance_gap(f, x, act, do_nothing)


def translation_gap(f, x, s, t=None, margin=0):
    if t is None:
        t = s
    moved, old = f(shift(x, s)), f(x)
    m = old.shape[-1]
    lo = max(0, t) + margin
    hi = min(m, m + t) - margin
    if lo >= hi:
        raise ValueError("nothing to compare")
    worst = 0.0
    for i in range(lo, hi):
        worst = max(worst, float(np.max(np.abs(moved[..., i] - old[..., i - t]))))
    return worst


def matching_shift(s, strides):
    places = s / np.prod(strides)
    if places == round(places):
        return places
    return None


def reflection_counterexample(w, n):
    for j in range(len(w)):
        if w[j] != w[len(w) - 1 - j]:
            x = np.zeros(n)
            x[j] = 1
            return x


def graph_gap(f, A, X, order):
    n = len(order)
    A2 = np.array([[A[order[i], order[j]] for j in range(n)] for i in range(n)])
    X2 = np.array([X[k] for k in order])
    Y = f(A, X)
    Y2 = np.array([Y[k] for k in order])
    return float(np.abs(f(A2, X2) - Y2).max())
