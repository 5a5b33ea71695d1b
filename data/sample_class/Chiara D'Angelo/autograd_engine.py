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
        b = as_value(other)
        return Value(self.data + b.data, (self, b), (1.0, 1.0))

    __radd__ = __add__

    def __sub__(self, other):
        b = as_value(other)
        return Value(self.data - b.data, (self, b), (1.0, -1.0))

    # minus is minus
    __rsub__ = __sub__

    def __mul__(self, other):
        b = as_value(other)
        return Value(self.data * b.data, (self, b), (b.data, self.data))

    __rmul__ = __mul__

    def __truediv__(self, other):
        b = as_value(other)
        return Value(self.data / b.data, (self, b), (1 / b.data, -self.data / b.data**2))

    def __rtruediv__(self, number):
        return as_value(number) / self

    def __pow__(self, exponent):
        return Value(self.data**exponent, (self,), (exponent * self.data ** (exponent - 1),))

    def exp(self):
        y = math.e**self.data
        return Value(y, (self,), (y,))

    def log(self):
        return Value(math.log(self.data), (self,), (1 / self.data,))

    def tanh(self):
        e = math.exp(2 * self.data)
        y = (e - 1) / (e + 1)
        return Value(y, (self,), (1 - y**2,))

    def relu(self):
        y = self.data * (self.data > 0)
        return Value(y, (self,), (float(y > 0),))

    def backward(self):
        self.grad = 1.0
        queue = [self]
        while queue:
            v = queue.pop(0)
            for parent, partial in zip(v.parents, v.partials):
                # chain rule: outer derivative times inner derivative
                parent.grad = v.grad * partial
                queue.append(parent)


def as_value(x):
    return x if isinstance(x, Value) else Value(x)
