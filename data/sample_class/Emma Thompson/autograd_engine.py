from __future__ import annotations

import math


class Value:
    def __init__(self, data, parents=(), partials=()):
        self.data = float(data)
        self.grad = 0.0
        self.parents = parents
        self.partials = partials

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __add__(self, other):
        other = as_value(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __sub__(self, other):
        return self + (-as_value(other))

    def __mul__(self, other):
        other = as_value(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __truediv__(self, other):
        other = as_value(other)
        return Value(self.data / other.data, (self, other), (1 / other.data, -self.data / other.data**2))

    def __pow__(self, exponent):
        if isinstance(exponent, Value):
            raise TypeError("only numbers")
        return Value(self.data**exponent, (self,), (exponent * self.data ** (exponent - 1),))

    def __radd__(self, number):
        return self + number

    def __rsub__(self, number):
        return as_value(number) - self

    def __rmul__(self, number):
        return self * number

    def __rtruediv__(self, number):
        return as_value(number) / self

    def exp(self):
        y = math.exp(self.data)
        return Value(y, (self,), (y,))

    def log(self):
        return Value(math.log(self.data), (self,), (1 / self.data,))

    def tanh(self):
        y = math.tanh(self.data)
        return Value(y, (self,), (1 - y * y,))

    def relu(self):
        return Value(max(self.data, 0.0), (self,), (1.0 if self.data > 0 else 0.0,))

    def backward(self):
        # How many values use each value? One may go on when all of its users are done.
        users = {self: set()}
        stack = [self]
        while stack:
            node = stack.pop()
            for parent in node.parents:
                if parent not in users:
                    users[parent] = set()
                    stack.append(parent)
                users[parent].add(node)
        left = {node: sum(n.parents.count(node) for n in found) for node, found in users.items()}
        adjoint = dict.fromkeys(users, 0.0)
        adjoint[self] = 1.0
        queue = list(users)
        while queue:
            node = queue.pop(0)
            if left[node] > 0:
                queue.append(node)
                continue
            node.grad += adjoint[node]
            for parent in set(node.parents):
                partial = node.partials[node.parents.index(parent)]
                adjoint[parent] += adjoint[node] * partial
                left[parent] -= 1


def as_value(x):
    return x if isinstance(x, Value) else Value(x)
