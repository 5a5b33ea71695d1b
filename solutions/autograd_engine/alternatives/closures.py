"""Each value carries a function that hands its gradient on; a value waits for all its uses."""

import math
from collections import Counter


class Value:
    def __init__(self, data, parents=(), pull=lambda g: ()):
        self.data = float(data)
        self.grad = 0.0
        self.parents = parents
        self.pull = pull

    def __add__(self, other):
        other = as_value(other)
        return Value(self.data + other.data, (self, other), lambda g: (g, g))

    def __mul__(self, other):
        other = as_value(other)
        x, y = self.data, other.data
        return Value(x * y, (self, other), lambda g: (g * y, g * x))

    def __pow__(self, exponent):
        if not isinstance(exponent, int | float):
            raise TypeError("only constant exponents")
        x = self.data
        return Value(x**exponent, (self,), lambda g: (g * exponent * x ** (exponent - 1),))

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -as_value(other)

    def __truediv__(self, other):
        return self * as_value(other) ** -1

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, number):
        return -self + number

    def __rtruediv__(self, number):
        return self**-1 * number

    def exp(self):
        y = math.exp(self.data)
        return Value(y, (self,), lambda g: (g * y,))

    def log(self):
        x = self.data
        return Value(math.log(x), (self,), lambda g: (g / x,))

    def tanh(self):
        y = math.tanh(self.data)
        return Value(y, (self,), lambda g: (g * (1 - y) * (1 + y),))

    def relu(self):
        x = self.data
        return Value(x if x > 0 else 0.0, (self,), lambda g: (g if x > 0 else 0.0,))

    def backward(self):
        waiting_for = Counter()
        found, queue = {id(self)}, [self]
        for node in queue:
            for parent in node.parents:
                waiting_for[id(parent)] += 1
                if id(parent) not in found:
                    found.add(id(parent))
                    queue.append(parent)
        adjoint = Counter({id(self): 1.0})
        ready = [self]
        while ready:
            node = ready.pop()
            node.grad += adjoint[id(node)]
            shares = node.pull(adjoint[id(node)])
            for parent, share in zip(node.parents, shares, strict=True):
                adjoint[id(parent)] += share
                waiting_for[id(parent)] -= 1
                if not waiting_for[id(parent)]:
                    ready.append(parent)


def as_value(x):
    return x if isinstance(x, Value) else Value(x)
