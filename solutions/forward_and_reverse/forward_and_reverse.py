"""Two directions through one program: tangents with it, adjoints against it (book 6.2-6.3)."""

from __future__ import annotations

import math
from collections.abc import Callable
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

# A primitive is a pair (f, vjp): f(h) is the next value, (b,), for h of shape (a,), and
# vjp(h, u) is u^T J, (a,), where J is the Jacobian of f at its input h and u has the shape (b,).
Primitive = tuple[
    Callable[[np.ndarray], np.ndarray], Callable[[np.ndarray, np.ndarray], np.ndarray]
]


class Dual:
    """A number together with its tangent: how fast it changes along the chosen direction.

    value, tangent: floats.
    """

    def __init__(self, value: float, tangent: float = 0.0) -> None:
        """`Dual(x, v)`; without a tangent it is a constant."""
        ### BEGIN SOLUTION
        self.value = value
        self.tangent = tangent
        ### END SOLUTION

    def __neg__(self) -> Dual:
        """-a."""
        ### BEGIN SOLUTION
        return Dual(-self.value, -self.tangent)
        ### END SOLUTION

    def __add__(self, other: Dual | float) -> Dual:
        """a + b, where b is a dual or a plain number, a constant."""
        ### BEGIN SOLUTION
        b = as_dual(other)
        return Dual(self.value + b.value, self.tangent + b.tangent)
        ### END SOLUTION

    def __sub__(self, other: Dual | float) -> Dual:
        """a - b, where b is a dual or a plain number."""
        ### BEGIN SOLUTION
        b = as_dual(other)
        return Dual(self.value - b.value, self.tangent - b.tangent)
        ### END SOLUTION

    def __mul__(self, other: Dual | float) -> Dual:
        """a * b, where b is a dual or a plain number."""
        ### BEGIN SOLUTION
        b = as_dual(other)
        return Dual(self.value * b.value, self.tangent * b.value + self.value * b.tangent)
        ### END SOLUTION

    def __truediv__(self, other: Dual | float) -> Dual:
        """a / b, where b is a dual or a plain number, not zero."""
        ### BEGIN SOLUTION
        b = as_dual(other)
        quotient = self.value / b.value
        return Dual(quotient, (self.tangent - quotient * b.tangent) / b.value)
        ### END SOLUTION

    def __pow__(self, n: float) -> Dual:
        """a ** n for a constant number n other than 0."""
        ### BEGIN SOLUTION
        return Dual(self.value**n, n * self.value ** (n - 1) * self.tangent)
        ### END SOLUTION

    def __radd__(self, number: float) -> Dual:
        """number + a."""
        ### BEGIN SOLUTION
        return as_dual(number) + self
        ### END SOLUTION

    def __rsub__(self, number: float) -> Dual:
        """number - a."""
        ### BEGIN SOLUTION
        return as_dual(number) - self
        ### END SOLUTION

    def __rmul__(self, number: float) -> Dual:
        """number * a."""
        ### BEGIN SOLUTION
        return as_dual(number) * self
        ### END SOLUTION

    def __rtruediv__(self, number: float) -> Dual:
        """number / a, for a that is not zero."""
        ### BEGIN SOLUTION
        return as_dual(number) / self
        ### END SOLUTION

    def exp(self) -> Dual:
        """e to the power a."""
        ### BEGIN SOLUTION
        power = math.exp(self.value)
        return Dual(power, power * self.tangent)
        ### END SOLUTION

    def sin(self) -> Dual:
        """The sine of a, in radians."""
        ### BEGIN SOLUTION
        return Dual(math.sin(self.value), math.cos(self.value) * self.tangent)
        ### END SOLUTION

    def cos(self) -> Dual:
        """The cosine of a, in radians."""
        ### BEGIN SOLUTION
        return Dual(math.cos(self.value), -math.sin(self.value) * self.tangent)
        ### END SOLUTION


def as_dual(x: Dual | float) -> Dual:
    """x itself if it is a dual, else the constant x. Given."""
    return x if isinstance(x, Dual) else Dual(x, 0.0)


Program = Callable[[list[Dual]], list[Dual | float]]


def jvp(f: Program, x: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Outputs of f and their change along v, the product J v, in one run of f (book 6.2).

    f: takes a list of c duals, returns a list of o duals or plain numbers; x, v: (c,), float64.
    Returns the tuple (y, t): f(x) and J v, each (o,), float64.
    """
    ### BEGIN SOLUTION
    inputs = [Dual(float(a), float(t)) for a, t in zip(x, v, strict=True)]
    outputs = [as_dual(y) for y in f(inputs)]
    y, t = np.array([(output.value, output.tangent) for output in outputs], dtype=float).T
    return y, t
    ### END SOLUTION


def jacobian_forward(f: Program, x: np.ndarray) -> np.ndarray:
    """The whole Jacobian of f at x, one column for each run of f.

    f: as for jvp; x: (c,), c >= 1. Returns J, (o, c): J[k, j] is the derivative of output k
    with respect to input j. f runs c times.
    """
    ### BEGIN SOLUTION
    return np.stack([jvp(f, x, e)[1] for e in np.eye(len(x))], axis=1)
    ### END SOLUTION


def trace(primitives: Sequence[Primitive], x: np.ndarray) -> list[np.ndarray]:
    """All values of a chain of l >= 0 primitives, h_0 = x and h_i = f_i(h_(i-1)) (book 6.1.1).

    x: (w_0,). Returns the list [h_0, h_1, ..., h_l]. Each f_i runs once.
    """
    ### BEGIN SOLUTION
    values = [x]
    for f, _ in primitives:
        values.append(f(values[-1]))
    return values
    ### END SOLUTION


def adjoints(
    primitives: Sequence[Primitive], values: Sequence[np.ndarray], u: np.ndarray
) -> list[np.ndarray]:
    """The reverse sweep: a_l = u and a_(i-1) = a_i J_i, from the last primitive on (book 6.3).

    primitives: l >= 0 of them; values: [h_0, ..., h_l] as from trace; u: the shape of h_l.
    Returns the list [a_0, a_1, ..., a_l], a_i shaped like h_i: a_0 is u^T J of the whole chain.
    Each vjp runs once; no f runs.
    """
    ### BEGIN SOLUTION
    found = [u]
    for (_, vjp), h in zip(reversed(primitives), reversed(values[:-1]), strict=True):
        found.append(vjp(h, found[-1]))
    return found[::-1]
    ### END SOLUTION


def jacobian_reverse(primitives: Sequence[Primitive], x: np.ndarray) -> np.ndarray:
    """The whole Jacobian of a chain at x, one row for each reverse sweep.

    primitives: l >= 0 of them; x: (w_0,). Returns J, (w_l, w_0): J[k, j] is the derivative of
    output k with respect to input j. Each f runs once, each vjp w_l times.
    """
    ### BEGIN SOLUTION
    values = trace(primitives, x)
    return np.stack([adjoints(primitives, values, e)[0] for e in np.eye(len(values[-1]))])
    ### END SOLUTION


def chain_cost(widths: Sequence[int], mode: str) -> int:
    """Multiplications of numbers that the product J_l ... J_2 J_1 takes.

    widths: the ints w_0, ..., w_l, l >= 1, where J_i is (w_i, w_(i-1)); mode: "forward"
    multiplies from J_1 on, "reverse" from J_l on. A product of (a, b) with (b, c) takes a b c.
    Returns an int. ValueError for any other mode.
    """
    ### BEGIN SOLUTION
    if mode == "forward":
        return sum(row * inner * widths[0] for inner, row in pairwise(widths[1:]))
    if mode == "reverse":
        return sum(widths[-1] * inner * column for column, inner in pairwise(widths[:-1]))
    raise ValueError(f'mode must be "forward" or "reverse", found {mode!r}')
    ### END SOLUTION
