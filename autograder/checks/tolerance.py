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

    def within(self, found: Numbers, expected: Numbers) -> Flags:
        """Elements that agree; both arrays have one shape."""
        same: Flags = found == expected
        if self.rtol == 0 == self.atol or same.all():
            return same
        with np.errstate(invalid="ignore", over="ignore"):
            size = np.abs(expected)
            near = np.abs(found - expected) <= self.atol + self.rtol * size
        # Without the second condition an expected infinity would allow everything.
        return np.asarray(same | (near & (size < math.inf)))

    def holds(self, found: Numbers, expected: Numbers) -> bool:
        """Whether the shapes are equal and all elements agree."""
        return found.shape == expected.shape and bool(self.within(found, expected).all())


EXACT = Tolerance(0.0, 0.0)


def magnitude(size: float | int) -> str:
    """A positive number rounded to 1 or 3 times a power of ten: 0.0026 is "0.003".

    So coarse on purpose: a student who returns zeros must not read the answer off the
    difference.
    """
    if not size > 0 or (isinstance(size, float) and math.isinf(size)):
        return "0" if size == 0 else "infinity"
    exponent, half = divmod(round(2 * math.log10(size)), 2)
    digit = 3 if half else 1
    if -4 <= exponent <= 5:
        return f"{digit * 10.0**exponent:g}"
    return f"{digit}e{exponent:+03d}"
