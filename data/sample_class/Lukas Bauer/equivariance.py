import numpy as np


def shift(x, s):
    y = np.zeros_like(x)
    y[..., s:] = x[..., :-s]
    return y


def equivariance_gap(f, x, act, act_out=None):
    if act_out is None:
        act_out = act
    links, rechts = np.asarray(f(act(x))), np.asarray(act_out(f(x)))
    if links.shape != rechts.shape:
        raise ValueError
    return float(np.abs(links - rechts).mean())


def invariance_gap(f, x, act):
    return float(abs(np.sum(f(act(x))) - np.sum(f(x))))


def translation_gap(f, x, s, t=None, margin=0):
    t = abs(s if t is None else t)
    new = f(shift(x, s))
    old = f(x)
    m = old.shape[-1]
    new = new[..., t + margin:m - margin]
    old = old[..., margin:m - t - margin]
    return float(np.max(np.abs(new - old)))


def matching_shift(s, strides):
    factor = 1
    for stride in strides:
        factor *= stride
    if s % factor != 0:
        return None
    return s * factor


def reflection_counterexample(w, n):
    if list(w) == list(w)[::-1]:
        return None
    return np.ones(n)


def graph_gap(f, A, X, order):
    P = np.eye(len(order))[order]
    return float(np.max(np.abs(f(P @ A @ P.T, P @ X) - f(A, X))))
