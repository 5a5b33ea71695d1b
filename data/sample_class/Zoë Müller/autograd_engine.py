"""Jeder Knoten kennt eine Funktion, die seinen Gradienten weiterreicht."""

import math


class Value:
    def __init__(self, data, parents=(), partials=()):
        self.data, self.grad = float(data), 0.0
        self.parents, self.partials = parents, partials

    @staticmethod
    def _make(data, *edges):
        return Value(data, tuple(p for p, _ in edges), tuple(w for _, w in edges))

    def __add__(self, other):
        other = as_value(other)
        return Value._make(self.data + other.data, (self, 1.0), (other, 1.0))

    def __mul__(self, other):
        other = as_value(other)
        return Value._make(self.data * other.data, (self, other.data), (other, self.data))

    def __pow__(self, exponent):
        if not isinstance(exponent, (int, float)):
            raise TypeError(f"exponent {type(exponent).__name__}")
        return Value._make(self.data**exponent, (self, exponent * self.data ** (exponent - 1)))

    def __neg__(self):
        return -1.0 * self

    def __sub__(self, other):
        return self + -as_value(other)

    def __truediv__(self, other):
        return self * as_value(other) ** -1

    def __radd__(self, number):
        return self + number

    def __rmul__(self, number):
        return self * number

    def __rsub__(self, number):
        return -self + number

    def __rtruediv__(self, number):
        return self**-1 * number

    def exp(self):
        return Value._make(y := math.exp(self.data), (self, y))

    def log(self):
        return Value._make(math.log(self.data), (self, self.data**-1))

    def tanh(self):
        return Value._make(y := math.tanh(self.data), (self, 1.0 - y * y))

    def relu(self):
        return Value._make(self.data if (on := self.data > 0) else 0.0, (self, 1.0 if on else 0.0))

    def backward(self):
        # Kahn: wie oft wird jeder Wert unterwegs noch gebraucht?
        uses, found, stack = {id(self): 0}, [self], [self]
        while stack:
            for parent in stack.pop().parents:
                if id(parent) not in uses:
                    uses[id(parent)] = 0
                    found.append(parent)
                    stack.append(parent)
                uses[id(parent)] += 1
        flow = dict.fromkeys(map(id, found), 0.0)
        flow[id(self)] = 1.0
        ready = [self]
        while ready:
            node = ready.pop()
            node.grad += flow[id(node)]
            for parent, weight in zip(node.parents, node.partials):
                flow[id(parent)] += weight * flow[id(node)]
                uses[id(parent)] -= 1
                if uses[id(parent)] == 0:
                    ready.append(parent)


def as_value(x):
    return x if isinstance(x, Value) else Value(x)
