import math


class Value:
    def __init__(self, data, parents=(), partials=()):
        self.data = float(data)
        self.grad = 0.0
        self.parents = parents
        self.partials = partials

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
        return self * as_value(other) ** -1

    def __pow__(self, exponent):
        if isinstance(exponent, Value):
            raise TypeError("number expected")
        return Value(self.data**exponent, (self,), (exponent * self.data ** (exponent - 1),))

    def __radd__(self, number):
        return self + number

    def __rsub__(self, number):
        return (-self) + number

    def __rmul__(self, number):
        return self * number

    def __rtruediv__(self, number):
        return self**-1 * number

    def exp(self):
        out = math.exp(self.data)
        return Value(out, (self,), (out,))

    def log(self):
        return Value(math.log(self.data), (self,), (1 / self.data,))

    def tanh(self):
        out = math.tanh(self.data)
        return Value(out, (self,), (1 - out * out,))

    def relu(self):
        return Value(max(0.0, self.data), (self,), (1.0 if self.data > 0 else 0.0,))

    def backward(self):
        # as in the video: topological order by recursion, then the chain rule
        topo = []
        visited = set()

        def build(v):
            if v not in visited:
                visited.add(v)
                for p in v.parents:
                    build(p)
                topo.append(v)

        build(self)
        self.grad = 1.0
        for v in reversed(topo):
            for p, d in zip(v.parents, v.partials):
                p.grad += d * v.grad


def as_value(x):
    return x if isinstance(x, Value) else Value(x)
