import math


class Value:
    def __init__(self, data, parents=(), partials=()):
        self.data = float(data)
        self.grad = 0.0
        self.parents = parents
        self.partials = partials

    def __repr__(self):
        return f"Value({self.data:.4f}, grad={self.grad:.4f})"

    def __eq__(self, other):
        return isinstance(other, Value) and self.data == other.data

    def __hash__(self):
        return hash(self.data)

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __add__(self, other):
        other = as_value(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __sub__(self, other):
        other = as_value(other)
        return Value(self.data - other.data, (self, other), (1.0, -1.0))

    def __mul__(self, other):
        other = as_value(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __truediv__(self, other):
        other = as_value(other)
        return Value(self.data / other.data, (self, other), (1.0 / other.data, -self.data / other.data**2))

    def __pow__(self, exponent):
        if isinstance(exponent, Value):
            raise TypeError("số mũ phải là một số")
        return Value(self.data**exponent, (self,), (exponent * self.data ** (exponent - 1),))

    def __radd__(self, number):
        return as_value(number) + self

    def __rsub__(self, number):
        return as_value(number) - self

    def __rmul__(self, number):
        return as_value(number) * self

    def __rtruediv__(self, number):
        return as_value(number) / self

    def exp(self):
        return Value(math.exp(self.data), (self,), (math.exp(self.data),))

    def log(self):
        return Value(math.log(self.data), (self,), (1.0 / self.data,))

    def tanh(self):
        return Value(math.tanh(self.data), (self,), (1.0 - self.data**2,))

    def relu(self):
        return Value(max(0.0, self.data), (self,), (1.0 if self.data >= 0 else 0.0,))

    def backward(self):
        order = []
        seen = set()
        stack = [(self, False)]
        while stack:
            v, done = stack.pop()
            if done:
                order.append(v)
                continue
            if v in seen:
                continue
            seen.add(v)
            stack.append((v, True))
            for p in v.parents:
                stack.append((p, False))
        adjoint = {v: 0.0 for v in order}
        adjoint[self] = 1.0
        for v in reversed(order):
            v.grad += adjoint[v]
            for p, d in zip(v.parents, v.partials):
                adjoint[p] += d * adjoint[v]


def as_value(x):
    return x if isinstance(x, Value) else Value(x)
