from fractions import Fraction

import numpy as np


def avvik(a, b):
    """Største forskjell; like former, ellers ValueError."""
    a, b = np.array(a), np.array(b)
    if a.shape != b.shape:
        raise ValueError(f"{a.shape} er ikke {b.shape}")
    return float(abs(a - b).max())


def shift(x, s):
    n = x.shape[-1]
    lag = np.pad(x, [(0, 0)] * (x.ndim - 1) + [(max(s, 0), max(-s, 0))])
    return lag[..., :n] if s > 0 else lag[..., lag.shape[-1] - n :]


def equivariance_gap(f, x, act, act_out=None):
    return avvik(f(act(x)), (act_out or act)(f(x)))


def invariance_gap(f, x, act):
    return avvik(f(act(x)), f(x))


def translation_gap(f, x, s, t=None, margin=0):
    t = s if t is None else t
    ny, gammel = f(shift(x, s)), f(x)
    m = gammel.shape[-1]
    felles = [i for i in range(m) if 0 <= i - t < m]
    felles = felles[margin:][: max(len(felles) - 2 * margin, 0)]
    if not felles:
        raise ValueError("ingenting igjen")
    i = np.array(felles)
    return avvik(ny[..., i], gammel[..., i - t])


def matching_shift(s, strides):
    flytt = Fraction(s)
    for stride in strides:
        flytt /= stride
    return int(flytt) if flytt.denominator == 1 else None


def reflection_counterexample(w, n):
    # Forskjellen mellom de to rekkefølgene er en lineær avbildning; se på matrisen dens.
    m = n - len(w) + 1
    M = np.zeros((m, n))
    for i in range(m):
        M[i, i : i + len(w)] = w
    D = M[:, ::-1] - M[::-1]
    størst = np.abs(D).sum(axis=1).argmax()
    return D[størst] if D[størst].any() else None


def graph_gap(f, A, X, order):
    ny = f(A.take(order, axis=0).take(order, axis=1), X.take(order, axis=0))
    return avvik(ny, f(A, X).take(order, axis=0))
