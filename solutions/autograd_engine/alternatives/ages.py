"""Values are numbered as they are made: a result is always younger than what it came from."""

import heapq
import itertools

import numpy as np

clock = itertools.count()


class Value:
    def __init__(self, data, edges=()):
        self.data = float(data)
        self.grad = 0.0
        self.edges = edges
        self.age = next(clock)

    def __lt__(self, other):
        return self.age > other.age

    def __add__(self, other):
        other = as_value(other)
        return Value(self.data + other.data, ((self, 1.0), (other, 1.0)))

    def __sub__(self, other):
        other = as_value(other)
        return Value(self.data - other.data, ((self, 1.0), (other, -1.0)))

    def __mul__(self, other):
        other = as_value(other)
        return Value(self.data * other.data, ((self, other.data), (other, self.data)))

    def __truediv__(self, other):
        other = as_value(other)
        return Value(
            self.data / other.data,
            ((self, 1 / other.data), (other, -self.data / other.data**2)),
        )

    def __pow__(self, n):
        if isinstance(n, Value):
            return NotImplemented
        return Value(self.data**n, ((self, n * self.data ** (n - 1)),))

    def __neg__(self):
        return 0.0 - self

    def __radd__(self, number):
        return Value(number) + self

    def __rsub__(self, number):
        return Value(number) - self

    def __rmul__(self, number):
        return Value(number) * self

    def __rtruediv__(self, number):
        return Value(number) / self

    def exp(self):
        y = np.exp(self.data)
        return Value(y, ((self, y),))

    def log(self):
        return Value(np.log(self.data), ((self, 1 / self.data),))

    def tanh(self):
        y = np.tanh(self.data)
        return Value(y, ((self, 1 - y * y),))

    def relu(self):
        return Value(np.maximum(self.data, 0), ((self, np.heaviside(self.data, 0)),))

    def backward(self):
        flow = {id(self): 1.0}
        youngest_first = [self]
        while youngest_first:
            node = heapq.heappop(youngest_first)
            g = flow[id(node)]
            node.grad = float(node.grad + g)
            for parent, partial in node.edges:
                if id(parent) not in flow:
                    flow[id(parent)] = 0.0
                    heapq.heappush(youngest_first, parent)
                flow[id(parent)] += g * partial


def as_value(x):
    return x if isinstance(x, Value) else Value(x)
