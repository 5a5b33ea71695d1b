from __future__ import annotations

import math


def _num(x):
    return x if isinstance(x, Value) else Value(x)


class Value:
    """One real number of a computation; edges holds pairs (operand, local derivative)."""

    def __init__(self, data, parents=(), partials=()):
        self.data = float(data)
        self.grad = 0.0
        self.edges = list(zip(parents, partials))

    # arithmetic

    def __neg__(self):
        return self * -1.0

    def __add__(self, other):
        o = _num(other)
        return Value(self.data + o.data, (self, o), (1.0, 1.0))

    def __sub__(self, other):
        return self + (-_num(other))

    def __mul__(self, other):
        o = _num(other)
        return Value(self.data * o.data, (self, o), (o.data, self.data))

    def __truediv__(self, other):
        o = _num(other)
        q = self.data / o.data
        return Value(q, (self, o), (1.0 / o.data, -q / o.data))

    def __pow__(self, exponent):
        if isinstance(exponent, Value):
            raise TypeError("power with a Value as exponent is not supported")
        d = exponent * self.data ** (exponent - 1) if exponent != 0 else 0.0
        return Value(self.data**exponent, (self,), (d,))

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, number):
        return Value(number) - self

    def __rtruediv__(self, number):
        return Value(number) / self

    # functions

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def log(self):
        return Value(math.log(self.data), (self,), (1.0 / self.data,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1.0 - t**2,))

    def relu(self):
        return Value(max(self.data, 0.0), (self,), (float(self.data > 0),))

    def backward(self):
        # topological order, with an explicit stack of iterators
        topo = []
        visited = {self}
        path = [(self, iter(self.edges))]
        while path:
            node, rest = path[-1]
            for operand, _ in rest:
                if operand not in visited:
                    visited.add(operand)
                    path.append((operand, iter(operand.edges)))
                    break
            else:
                topo.append(node)
                path.pop()

        adj = dict.fromkeys(topo, 0.0)
        adj[self] = 1.0
        for node in topo:
            for operand, local in node.edges:
                adj[operand] += adj[node] * local
        for node, a in adj.items():
            node.grad += a
