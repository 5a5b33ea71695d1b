"""Duals as pairs, multiplication and reciprocal as the only rules; the chain by recursion."""

import math

import numpy as np


class Dual:
    def __init__(self, value, tangent=0.0):
        self.value, self.tangent = value, tangent

    def _then(self, value, slope):
        return Dual(value, slope * self.tangent)

    def __add__(self, other):
        if not isinstance(other, Dual):
            return Dual(self.value + other, self.tangent)
        return Dual(self.value + other.value, self.tangent + other.tangent)

    def __mul__(self, other):
        if not isinstance(other, Dual):
            return Dual(self.value * other, self.tangent * other)
        return Dual(
            self.value * other.value,
            np.dot([self.value, self.tangent], [other.tangent, other.value]),
        )

    def __pow__(self, n):
        return self._then(self.value**n, n * self.value ** (n - 1))

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -other

    def __truediv__(self, other):
        return self * other**-1

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, number):
        return -(self - number)

    def __rtruediv__(self, number):
        return self**-1 * number

    def exp(self):
        return self._then(math.exp(self.value), math.exp(self.value))

    def sin(self):
        return self._then(math.sin(self.value), math.cos(self.value))

    def cos(self):
        return self._then(math.cos(self.value), -math.sin(self.value))


def jvp(f, x, v):
    pairs = [
        (y.value, y.tangent) if isinstance(y, Dual) else (y, 0.0)
        for y in f([Dual(*pair) for pair in zip(x, v, strict=True)])
    ]
    y, t = np.array(pairs, dtype=float).T
    return y, t


def jacobian_forward(f, x):
    columns = []
    for j in range(len(x)):
        e = np.zeros(len(x))
        e[j] = 1.0
        columns.append(jvp(f, x, e)[1])
    return np.column_stack(columns)


def trace(primitives, x):
    if not primitives:
        return [x]
    (f, _), *rest = primitives
    return [x, *trace(rest, f(x))]


def adjoints(primitives, values, u):
    if not primitives:
        return [u]
    (_, vjp), *rest = primitives
    later = adjoints(rest, values[1:], u)
    return [vjp(values[0], later[0]), *later]


def jacobian_reverse(primitives, x):
    values = trace(primitives, x)
    o = values[-1].size
    J = np.zeros((o, x.size))
    for k in range(o):
        J[k] = adjoints(primitives, values, np.eye(1, o, k)[0])[0]
    return J


def chain_cost(widths, mode):
    if mode not in ("forward", "reverse"):
        raise ValueError(mode)
    w = list(widths) if mode == "forward" else list(widths)[::-1]
    return sum(w[0] * w[i - 1] * w[i] for i in range(2, len(w)))
