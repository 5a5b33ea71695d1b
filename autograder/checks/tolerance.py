"""When two arrays of numbers agree, and how to say how far apart they are."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[Any]
Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class Tolerance:
    """|found - expected| <= atol + rtol |expected|, element by element.

    A NaN agrees with nothing, not even a NaN; an infinity only with the same infinity.
    """

    rtol: float
    atol: float

    @property
    def is_exact(self) -> bool:
        return self.rtol == 0 == self.atol

    def within(self, found: Numbers, expected: Numbers) -> Flags:
        """Elements that agree; both arrays have one shape and, unless exact, are `widened`."""
        if self.is_exact:
            return np.asarray(found == expected)
        with np.errstate(invalid="ignore", over="ignore"):
            size = np.abs(expected)
            near = np.abs(found - expected) <= self.atol + self.rtol * size
        # Without this condition an expected infinity would allow everything.
        near &= size < math.inf
        return near if near.all() else np.asarray(near | (found == expected))

    def holds(self, found: Numbers, expected: Numbers) -> bool:
        """Whether the shapes are equal and all elements agree."""
        return found.shape == expected.shape and bool(self.within(found, expected).all())


EXACT = Tolerance(0.0, 0.0)


def widened(numbers: Numbers) -> Numbers:
    """In double precision, so that neither small floats nor unsigned integers wrap around."""
    kind = numbers.dtype.kind
    if kind == "O":  # one int too large for any numpy type
        return np.asarray(_nearest_float(numbers.item()))
    return numbers.astype(np.complex128 if kind == "c" else np.float64, copy=False)


def magnitude(size: float) -> str:
    """A positive number rounded to 1 or 3 times a power of ten: 0.0026 is "0.003".

    So coarse on purpose: a student who returns zeros must not read the answer off the
    difference. Ints may be larger than any float.
    """
    if size == math.inf:
        return "infinity"
    exponent, half = divmod(round(2 * math.log10(size)), 2)
    digit = 3 if half else 1
    if -4 <= exponent <= 5:
        return f"{digit * 10.0**exponent:g}"
    return f"{digit}e{exponent:+03d}"


def whole_magnitude(size: int) -> str:
    """A positive whole number, just as coarse: "one", "less than 10", "about 3e+05"."""
    if size == 1:
        return "one"
    bound = next((10**n for n in range(1, 5) if size < 10**n), None)
    return f"less than {bound}" if bound else f"about {magnitude(size)}"


def _nearest_float(number: int) -> float:
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf
