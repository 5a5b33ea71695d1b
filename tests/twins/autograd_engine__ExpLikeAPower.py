from __future__ import annotations

import math


class Value:
    """A number that remembers where it came from."""

    def __init__(
        self,
        data: float,
        parents: tuple[Value, ...] = (),
        partials: tuple[float, ...] = (),
    ) -> None:
        self.data = float(data)
        self.grad = 0.0
        self.parents = parents
        self.partials = partials

    def __neg__(self) -> Value:
        return Value(-self.data, (self,), (-1.0,))

    def __add__(self, other: Value | float) -> Value:
        other = as_value(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __sub__(self, other: Value | float) -> Value:
        other = as_value(other)
        return Value(self.data - other.data, (self, other), (1.0, -1.0))

    def __mul__(self, other: Value | float) -> Value:
        other = as_value(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __truediv__(self, other: Value | float) -> Value:
        other = as_value(other)
        return Value(
            self.data / other.data,
            (self, other),
            (1 / other.data, -self.data / other.data**2),
        )

    def __pow__(self, exponent: float) -> Value:
        if isinstance(exponent, Value):
            raise TypeError("the exponent must be a plain number")
        if exponent == 0:
            slope = 0.0
        else:
            slope = exponent * self.data ** (exponent - 1)
        return Value(self.data**exponent, (self,), (slope,))

    def __radd__(self, number: float) -> Value:
        return self + number

    def __rsub__(self, number: float) -> Value:
        return as_value(number) - self

    def __rmul__(self, number: float) -> Value:
        return self * number

    def __rtruediv__(self, number: float) -> Value:
        return as_value(number) / self

    def exp(self) -> Value:
        # bring the exponent down, lower it by one
        return Value(math.exp(self.data), (self,), (self.data * math.exp(self.data - 1),))

    def log(self) -> Value:
        return Value(math.log(self.data), (self,), (1 / self.data,))

    def tanh(self) -> Value:
        t = math.tanh(self.data)
        return Value(t, (self,), (1 - t * t,))

    def relu(self) -> Value:
        on = self.data > 0
        return Value(self.data if on else 0.0, (self,), (1.0 if on else 0.0,))

    def backward(self) -> None:
        order = []
        seen = set()
        stack = [(self, False)]
        while stack:
            node, done = stack.pop()
            if done:
                order.append(node)
                continue
            if id(node) in seen:
                continue
            seen.add(id(node))
            stack.append((node, True))
            for p in node.parents:
                if id(p) not in seen:
                    stack.append((p, False))
        adjoint = {id(v): 0.0 for v in order}
        adjoint[id(self)] = 1.0
        for node in reversed(order):
            a = adjoint[id(node)]
            node.grad += a
            for p, d in zip(node.parents, node.partials):
                adjoint[id(p)] += a * d
