"""Every value has a number that says when it was made; backward goes from new to old."""

import heapq
import math
from itertools import count

_clock = count()


class Value:
    def __init__(self, data, parents=(), partials=()):
        self.data = float(data)
        self.grad = 0.0
        self.parents = tuple(parents)
        self.partials = tuple(partials)
        self.born = next(_clock)

    def __neg__(self):
        return self * -1

    def __add__(self, other):
        other = as_value(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __sub__(self, other):
        return self + (-as_value(other))

    def __mul__(self, other):
        other = as_value(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __truediv__(self, other):
        return self * as_value(other)._inverse()

    def _inverse(self):
        return Value(1.0 / self.data, (self,), (-1.0 / (self.data * self.data),))

    def __pow__(self, exponent):
        if isinstance(exponent, Value):
            raise TypeError("a ** b needs a plain number b")
        return Value(self.data**exponent, (self,), (exponent * self.data ** (exponent - 1),))

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, number):
        return -self + number

    def __rtruediv__(self, number):
        return self._inverse() * number

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def log(self):
        return Value(math.log(self.data), (self,), (1.0 / self.data,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), ((1.0 - t) * (1.0 + t),))

    def relu(self):
        if self.data > 0.0:
            return Value(self.data, (self,), (1.0,))
        return Value(0.0, (self,), (0.0,))

    def backward(self):
        # The youngest value still waiting can have no use that is not done yet.
        amounts = {self.born: 1.0}
        heap = [(-self.born, self)]
        while heap:
            minus_born, value = heapq.heappop(heap)
            amount = amounts.pop(-minus_born)
            value.grad += amount
            for parent, partial in zip(value.parents, value.partials):
                if parent.born not in amounts:
                    amounts[parent.born] = 0.0
                    heapq.heappush(heap, (-parent.born, parent))
                amounts[parent.born] += amount * partial


def as_value(x):
    return x if isinstance(x, Value) else Value(x)
