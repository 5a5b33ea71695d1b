"""A scalar reverse-mode engine: numbers that remember how they were computed (book 6)."""

from __future__ import annotations

import math


class Value:
    """One real number of a computation.

    data: float, the number itself. grad: float, 0.0 at first; `backward()` of a result adds
    d result / d self. parents: the values it was computed from. partials: d self / d parent, a
    float for each parent.
    """

    def __init__(
        self,
        data: float,
        parents: tuple[Value, ...] = (),
        partials: tuple[float, ...] = (),
    ) -> None:
        """A leaf `Value(2.0)`, or the result of an operation with its parents and partials."""
        ### BEGIN SOLUTION
        self.data = float(data)
        self.grad = 0.0
        self.parents = parents
        self.partials = partials
        ### END SOLUTION

    def __neg__(self) -> Value:
        """-a."""
        ### BEGIN SOLUTION
        return Value(-self.data, (self,), (-1.0,))
        ### END SOLUTION

    def __add__(self, other: Value | float) -> Value:
        """a + b, where b is a value or a number."""
        ### BEGIN SOLUTION
        other = as_value(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))
        ### END SOLUTION

    def __sub__(self, other: Value | float) -> Value:
        """a - b, where b is a value or a number."""
        ### BEGIN SOLUTION
        other = as_value(other)
        return Value(self.data - other.data, (self, other), (1.0, -1.0))
        ### END SOLUTION

    def __mul__(self, other: Value | float) -> Value:
        """a * b, where b is a value or a number."""
        ### BEGIN SOLUTION
        other = as_value(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))
        ### END SOLUTION

    def __truediv__(self, other: Value | float) -> Value:
        """a / b, where b is a value or a number. ZeroDivisionError if b is zero."""
        ### BEGIN SOLUTION
        other = as_value(other)
        quotient = self.data / other.data
        return Value(quotient, (self, other), (1 / other.data, -quotient / other.data))
        ### END SOLUTION

    def __pow__(self, exponent: float) -> Value:
        """a ** n for a constant number n. TypeError if n is a value."""
        ### BEGIN SOLUTION
        if isinstance(exponent, Value):
            raise TypeError("the exponent must be a number, not a Value")
        slope = exponent * self.data ** (exponent - 1)
        return Value(self.data**exponent, (self,), (slope,))
        ### END SOLUTION

    def __radd__(self, number: float) -> Value:
        """number + a."""
        ### BEGIN SOLUTION
        return as_value(number) + self
        ### END SOLUTION

    def __rsub__(self, number: float) -> Value:
        """number - a."""
        ### BEGIN SOLUTION
        return as_value(number) - self
        ### END SOLUTION

    def __rmul__(self, number: float) -> Value:
        """number * a."""
        ### BEGIN SOLUTION
        return as_value(number) * self
        ### END SOLUTION

    def __rtruediv__(self, number: float) -> Value:
        """number / a. ZeroDivisionError if a is zero."""
        ### BEGIN SOLUTION
        return as_value(number) / self
        ### END SOLUTION

    def exp(self) -> Value:
        """e to the power a."""
        ### BEGIN SOLUTION
        power = math.exp(self.data)
        return Value(power, (self,), (power,))
        ### END SOLUTION

    def log(self) -> Value:
        """The natural logarithm of a > 0."""
        ### BEGIN SOLUTION
        return Value(math.log(self.data), (self,), (1 / self.data,))
        ### END SOLUTION

    def tanh(self) -> Value:
        """The hyperbolic tangent; exact for any a, also for +-800."""
        ### BEGIN SOLUTION
        t = math.tanh(self.data)
        return Value(t, (self,), (1 - t**2,))
        ### END SOLUTION

    def relu(self) -> Value:
        """max(a, 0). The derivative at 0 is 0 (book 6.4)."""
        ### BEGIN SOLUTION
        return Value(max(self.data, 0.0), (self,), (float(self.data > 0),))
        ### END SOLUTION

    def backward(self) -> None:
        """Add d self / d v to `v.grad`, for self and every value v it was computed from.

        Gradients add up: over the paths from v to self, and over the calls of backward.
        Works for chains of thousands of values.
        """
        ### BEGIN SOLUTION
        order: list[Value] = []
        seen: set[Value] = set()
        stack = [(self, False)]
        while stack:
            node, parents_are_in = stack.pop()
            if parents_are_in:
                order.append(node)
            elif node not in seen:
                seen.add(node)
                stack.append((node, True))
                stack.extend((parent, False) for parent in node.parents)

        adjoint = dict.fromkeys(order, 0.0)
        adjoint[self] = 1.0
        for node in reversed(order):
            node.grad += adjoint[node]
            for parent, partial in zip(node.parents, node.partials, strict=True):
                adjoint[parent] += adjoint[node] * partial
        ### END SOLUTION


def as_value(x: Value | float) -> Value:
    """x itself if it is a value, else a new value that holds the number x. Given."""
    return x if isinstance(x, Value) else Value(x)
