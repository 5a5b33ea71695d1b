import numpy as np


def shift(x, s):
    n = x.shape[-1]
    big = np.zeros(x.shape[:-1] + (3 * n,), dtype=x.dtype)
    s = min(max(s, -n), n)
    big[..., n + s : 2 * n + s] = x
    return big[..., n : 2 * n]


def gap(a, b):
    if np.shape(a) != np.shape(b):
        raise ValueError("not the same shape")
    return float(np.max(np.abs(np.subtract(a, b)), initial=0.0))


def equivariance_gap(f, x, act, act_out=None):
    return gap(f(act(x)), act_out(f(x)) if act_out else act(f(x)))


def invariance_gap(f, x, act):
    return gap(f(act(x)), f(x))


def translation_gap(f, x, s, t=None, margin=0):
    if t is None:
        t = s
    new, old = f(shift(x, s)), f(x)
    if t > 0:
        new, old = new[..., t:], old[..., :-t]
    elif t < 0:
        new, old = new[..., :t], old[..., -t:]
    for _ in range(margin):
        new, old = new[..., 1:-1], old[..., 1:-1]
    if new.size == 0:
        raise ValueError("nothing left")
    return gap(new, old)


def matching_shift(s, strides):
    total = 1
    for stride in strides:
        total = total * stride
    quotient, remainder = divmod(s, total)
    if remainder == 0:
        return quotient


def reflection_counterexample(w, n):
    rng = np.random.default_rng(7)
    while True:
        x = rng.integers(-9, 10, size=n).astype(float)
        y = [w @ x[i : i + len(w)] for i in range(n - len(w) + 1)]
        z = [w @ x[::-1][i : i + len(w)] for i in range(n - len(w) + 1)]
        if gap(y[::-1], z) > 1e-4:
            return x


def graph_gap(f, A, X, order):
    return gap(f(A[order][:, order], X[order]), f(A, X)[order])
