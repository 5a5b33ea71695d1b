from __future__ import annotations

import math


class Value:
    """One real number of a computation."""

    def __init__(
        self,
        data: float,
        parents: tuple[Value, ...] = (),
        partials: tuple[float, ...] = (),
    ) -> None:
        self.data = float(data)
        self.grad = 0.0
        self._parents = tuple(parents)
        self._partials = tuple(partials)

    def _binary(self, other, data, left, right):
        return Value(data, (self, other), (left, right))

    def _unary(self, data, partial):
        return Value(data, (self,), (partial,))

    def __neg__(self) -> Value:
        """-a."""
        return self._unary(-self.data, -1.0)

    def __add__(self, other: Value | float) -> Value:
        b = as_value(other)
        return self._binary(b, self.data + b.data, 1.0, 1.0)

    def __sub__(self, other: Value | float) -> Value:
        b = as_value(other)
        return self._binary(b, self.data - b.data, 1.0, -1.0)

    def __mul__(self, other: Value | float) -> Value:
        b = as_value(other)
        return self._binary(b, self.data * b.data, b.data, self.data)

    def __truediv__(self, other: Value | float) -> Value:
        b = as_value(other)
        return self._binary(
            b, self.data / b.data, 1.0 / b.data, -self.data / (b.data * b.data)
        )

    def __pow__(self, exponent: float) -> Value:
        if isinstance(exponent, Value):
            raise TypeError
        return self._unary(
            self.data**exponent,
            0.0 if exponent == 0 else exponent * self.data ** (exponent - 1),
        )

    def __radd__(self, number: float) -> Value:
        return self + number

    def __rsub__(self, number: float) -> Value:
        return self - number

    def __rmul__(self, number: float) -> Value:
        return self * number

    def __rtruediv__(self, number: float) -> Value:
        return as_value(number) / self

    def exp(self) -> Value:
        y = math.exp(self.data)
        return self._unary(y, y)

    def log(self) -> Value:
        return self._unary(math.log(self.data), 1.0 / self.data)

    def tanh(self) -> Value:
        y = math.tanh(self.data)
        return self._unary(y, (1.0 - y) * (1.0 + y))

    def relu(self) -> Value:
        if self.data > 0:
            return self._unary(self.data, 1.0)
        return self._unary(0.0, 0.0)

    def backward(self) -> None:
        # count the uses of every value below self
        uses = {id(self): 0}
        todo = [self]
        while todo:
            v = todo.pop()
            for p in v._parents:
                if id(p) not in uses:
                    uses[id(p)] = 0
                    todo.append(p)
                uses[id(p)] += 1
        # a value is ready once all its uses have reported
        arrived = {id(self): 1.0}
        ready = [self]
        while ready:
            v = ready.pop()
            g = arrived[id(v)]
            v.grad += g
            for p, local in zip(v._parents, v._partials):
                arrived[id(p)] = arrived.get(id(p), 0.0) + g * local
                uses[id(p)] -= 1
                if uses[id(p)] == 0:
                    ready.append(p)
