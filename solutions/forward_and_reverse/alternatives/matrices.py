"""A dual is the matrix value * I + tangent * N with N N = 0; all rows are swept by hand."""

import math

import numpy as np


def matrix(x):
    if isinstance(x, Dual):
        return np.array([[x.value, x.tangent], [0.0, x.value]])
    return float(x) * np.eye(2)


def dual(m):
    return Dual(float(m[0, 0]), float(m[0, 1]))


class Dual:
    def __init__(self, value, tangent=0.0):
        self.value = value
        self.tangent = tangent

    def __neg__(self):
        return dual(-matrix(self))

    def __add__(self, other):
        return dual(matrix(self) + matrix(other))

    def __radd__(self, number):
        return dual(matrix(number) + matrix(self))

    def __sub__(self, other):
        return dual(matrix(self) - matrix(other))

    def __rsub__(self, number):
        return dual(matrix(number) - matrix(self))

    def __mul__(self, other):
        return dual(matrix(self) @ matrix(other))

    def __rmul__(self, number):
        return dual(matrix(number) @ matrix(self))

    def __truediv__(self, other):
        return dual(matrix(self) @ np.linalg.inv(matrix(other)))

    def __rtruediv__(self, number):
        return dual(matrix(number) @ np.linalg.inv(matrix(self)))

    def __pow__(self, n):
        return Dual(self.value**n, self.tangent * n * self.value ** (n - 1))

    def exp(self):
        return dual(math.exp(self.value) * (np.eye(2) + self.tangent * np.eye(2, k=1)))

    def sin(self):
        return Dual(math.sin(self.value), self.tangent * math.sin(self.value + math.pi / 2))

    def cos(self):
        return Dual(math.cos(self.value), self.tangent * math.cos(self.value + math.pi / 2))


def jvp(f, x, v):
    y, t = [], []
    for output in f([Dual(x[j], v[j]) for j in range(len(x))]):
        m = matrix(output)
        y.append(m[0, 0])
        t.append(m[0, 1])
    return np.array(y), np.array(t)


def jacobian_forward(f, x):
    tangents = []
    for seed in np.identity(x.shape[0]):
        outputs = f([Dual(a, s) for a, s in zip(x, seed, strict=True)])
        tangents.append([matrix(output)[0, 1] for output in outputs])
    return np.transpose(tangents)


def trace(primitives, x):
    found, h = [x], x
    for primitive in primitives:
        h = primitive[0](h)
        found.append(h)
    return found


def adjoints(primitives, values, u):
    found = [None] * len(primitives) + [u]
    for i in range(len(primitives), 0, -1):
        found[i - 1] = primitives[i - 1][1](values[i - 1], found[i])
    return found


def jacobian_reverse(primitives, x):
    values = trace(primitives, x)
    rows = np.identity(len(values[-1]))
    for (_, vjp), h in list(zip(primitives, values[:-1], strict=True))[::-1]:
        rows = np.array([vjp(h, row) for row in rows])
    return rows


def chain_cost(widths, mode):
    shapes = [(widths[i + 1], widths[i]) for i in range(len(widths) - 1)]
    if mode not in {"forward", "reverse"}:
        raise ValueError(f"unknown mode {mode}")
    total = 0
    while len(shapes) > 1:
        right, left = shapes[:2] if mode == "forward" else shapes[-2:]
        product = (left[0], right[1])
        total += left[0] * left[1] * right[1]
        shapes = [product, *shapes[2:]] if mode == "forward" else [*shapes[:-2], product]
    return total
