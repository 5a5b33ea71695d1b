import math


class Scalar:
    def __init__(self, value, parents=(), partials=()):
        self.value = value
        self.grad = 0.0
        self.parents = parents
        self.partials = partials

    def __add__(self, other):
        other = other if isinstance(other, Scalar) else Scalar(other)
        return Scalar(self.value + other.value, (self, other), (1.0, 1.0))

    def __mul__(self, other):
        other = other if isinstance(other, Scalar) else Scalar(other)
        return Scalar(self.value * other.value, (self, other), (other.value, self.value))

    def exp(self):
        return Scalar(math.exp(self.value), (self,), (math.exp(self.value),))

    def backward(self):
        self.grad = 1.0
        for parent, partial in zip(self.parents, self.partials):
            parent.grad += partial
