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
        other = as_value(other)
        return Value(self.data - other.data, (self, other), (1.0, -1.0))

    def __mul__(self, other):
        other = as_value(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __truediv__(self, other):
        other = as_value(other)
        return Value(
            self.data / other.data,
            (self, other),
            (1 / other.data, -self.data / other.data**2),
        )

    def __pow__(self, exponent):
        raise NotImplementedError

    def exp(self):
        return Value(math.exp(self.data), (self,), (math.exp(self.data),))

    def log(self):
        raise NotImplementedError

    def tanh(self):
        raise NotImplementedError

    def relu(self):
        return Value(max(self.data, 0.0), (self,), (float(self.data > 0),))

    def backward(self):
        raise NotImplementedError


def as_value(x):
    return x if isinstance(x, Value) else Value(x)
