import numpy as np


def shift(x, s):
    return np.roll(x, s, axis=-1)


def equivariance_gap(f, x, act, act_out=None):
    if act_out is None:
        act_out = act
    a = np.array(f(act(x)))
    b = np.array(act_out(f(x)))
    if a.shape != b.shape:
        raise ValueError("rozne ksztalty")
    return float((a - b).max())


def invariance_gap(f, x, act):
    a, b = np.array(f(act(x))), np.array(f(x))
    if a.shape != b.shape:
        raise ValueError("rozne ksztalty")
    roznica = a - b
    return float(max(roznica.max(), (-roznica).max()))


def translation_gap(f, x, s, t=None, margin=0):
    if t is None:
        t = s
    a = f(shift(x, s))
    b = shift(f(x), t)
    if abs(t) + 2 * margin >= a.shape[-1]:
        raise ValueError("nic nie zostalo")
    if margin > 0:
        a = a[..., margin:-margin]
        b = b[..., margin:-margin]
    return float(np.abs(a - b).max())


def matching_shift(s, strides):
    for krok in strides:
        s = s // krok
    return s


def reflection_counterexample(w, n):
    return np.arange(n, dtype=float)


def graph_gap(f, A, X, order):
    n = len(order)
    P = np.zeros((n, n))
    P[np.arange(n), order] = 1
    return float(np.abs(f(A, P @ X) - P @ f(A, X)).max())
