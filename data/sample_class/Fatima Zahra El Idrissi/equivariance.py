import numpy as np


def shift(x, s):
    """Move the entries of x by s places along its last axis: (g_s x)_i = x_(i-s)."""
    y = x * 0
    n = x.shape[-1]
    if abs(s) >= n:
        return y
    if s >= 0:
        y[..., s:] = x[..., :n - s]
    else:
        y[..., :n + s] = x[..., -s:]
    return y


def equivariance_gap(f, x, act, act_out=None):
    if act_out is None:
        act_out = act
    return float(np.max(np.abs(f(act(x)) - act_out(f(x)))))


def invariance_gap(f, x, act):
    return equivariance_gap(f, x, act, act_out=lambda sortie: sortie)


def translation_gap(f, x, s, t=None, margin=0):
    """Equivariance gap to a shift, where both maps have an entry (lecture notes)."""
    raise NotImplementedError


def matching_shift(s, strides):
    ...


def reflection_counterexample(w, n):
    """An input that shows that the filter w is not mirror equivariant (lecture notes)."""
    raise NotImplementedError("à faire")


def graph_gap(f, A, X, order):
    raise NotImplementedError
