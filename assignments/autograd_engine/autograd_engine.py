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
        raise NotImplementedError

    def __neg__(self) -> Value:
        """-a."""
        raise NotImplementedError

    def __add__(self, other: Value | float) -> Value:
        """a + b, where b is a value or a number."""
        raise NotImplementedError

    def __sub__(self, other: Value | float) -> Value:
        """a - b, where b is a value or a number."""
        raise NotImplementedError

    def __mul__(self, other: Value | float) -> Value:
        """a * b, where b is a value or a number."""
        raise NotImplementedError

    def __truediv__(self, other: Value | float) -> Value:
        """a / b, where b is a value or a number. ZeroDivisionError if b is zero."""
        raise NotImplementedError

    def __pow__(self, exponent: float) -> Value:
        """a ** n for a constant number n. TypeError if n is a value."""
        raise NotImplementedError

    def __radd__(self, number: float) -> Value:
        """number + a."""
        raise NotImplementedError

    def __rsub__(self, number: float) -> Value:
        """number - a."""
        raise NotImplementedError

    def __rmul__(self, number: float) -> Value:
        """number * a."""
        raise NotImplementedError

    def __rtruediv__(self, number: float) -> Value:
        """number / a. ZeroDivisionError if a is zero."""
        raise NotImplementedError

    def exp(self) -> Value:
        """e to the power a."""
        raise NotImplementedError

    def log(self) -> Value:
        """The natural logarithm of a > 0."""
        raise NotImplementedError

    def tanh(self) -> Value:
        """The hyperbolic tangent; exact for any a, also for +-800."""
        raise NotImplementedError

    def relu(self) -> Value:
        """max(a, 0). The derivative at 0 is 0 (book 6.4)."""
        raise NotImplementedError

    def backward(self) -> None:
        """Add d self / d v to `v.grad`, for self and every value v it was computed from.

        Gradients add up: over the paths from v to self, and over the calls of backward.
        Works for chains of thousands of values.
        """
        raise NotImplementedError


def as_value(x: Value | float) -> Value:
    """x itself if it is a value, else a new value that holds the number x. Given."""
    return x if isinstance(x, Value) else Value(x)
