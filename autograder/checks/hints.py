"""Structural reasons why an array is wrong: transposed, negated, scaled, shifted, reordered.

Every function here runs only after a comparison failed. A hint is a claim about all
elements that was checked with the tolerance of the comparison; it never states a value.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from autograder.checks.tolerance import Flags
from autograder.checks.tolerance import Numbers
from autograder.checks.tolerance import Tolerance
from autograder.checks.tolerance import widened

_SIZE_LIMIT = 200_000
_FLOAT32_STEP = 2e-6


def shape_hint(found: Numbers, expected: Numbers, tolerance: Tolerance) -> str:
    """Why the shapes differ, or "" when nothing simple explains it."""
    if found.size > _SIZE_LIMIT or found.size != expected.size:
        return ""
    found, expected = widened(found), widened(expected)
    swapped = found.shape == expected.shape[::-1]
    if swapped and tolerance.holds(found.T, expected):
        return "the values are right but transposed"
    if tolerance.holds(found.reshape(expected.shape), expected):
        return "the values are right, only the shape is not"
    if found.ndim == 2 and swapped:
        return "the two axes are swapped"
    if sorted(found.shape) == sorted(expected.shape):
        return "the axes are in another order"
    return ""


def value_hint(found: Numbers, expected: Numbers, tolerance: Tolerance) -> str:
    """What turns the found values into the expected ones, or "".

    Both arrays have one shape; at least one pair differs.
    """
    if found.size > _SIZE_LIMIT:
        return ""
    if found.dtype.kind == expected.dtype.kind == "b" and np.array_equal(found, ~expected):
        return "every element is the opposite" if found.ndim else ""
    found, expected = widened(found), widened(expected)
    if not (np.isfinite(found).all() and np.isfinite(expected).all()):
        return ""
    if tolerance.holds(found, expected):  # large integers that differ only in lost digits
        return ""
    with np.errstate(all="ignore"):
        return next(_explanations(found, expected, tolerance), "")


def place_hint(wrong: Flags) -> str:
    """Where the differences lie when they all share one index of one axis, or ""."""
    if wrong.ndim == 0 or np.count_nonzero(wrong) < 2:
        return ""
    for axis, length in enumerate(wrong.shape):
        others = tuple(i for i in range(wrong.ndim) if i != axis)
        touched = np.flatnonzero(wrong.any(axis=others))
        if len(touched) == 1 and length > 1:
            return f"all of them at index {touched[0]} of axis {axis}"
    return ""


def _explanations(found: Numbers, expected: Numbers, tolerance: Tolerance) -> Iterator[str]:
    if not found.any():
        yield "everything that came back is zero"
    yield from _imprecise(found, expected)
    if tolerance.holds(-found, expected):
        yield "right with the opposite sign"
    yield from _moved(found, expected, tolerance)
    if _varies(expected):
        yield from _scaled(found, expected, tolerance)
        yield from _shifted(found, expected, tolerance)
    yield from _reordered(found, expected, tolerance)


def _moved(found: Numbers, expected: Numbers, tolerance: Tolerance) -> Iterator[str]:
    if found.ndim == 2 and tolerance.holds(found.T, expected):
        yield "the values are right but transposed"
    for axis in range(found.ndim):
        if tolerance.holds(np.flip(found, axis), expected):
            yield f"right but reversed along axis {axis}"
    for first in range(found.ndim):
        for second in range(first + 1, found.ndim):
            if tolerance.holds(found.swapaxes(first, second), expected):
                yield f"right but with axes {first} and {second} swapped"


def _scaled(found: Numbers, expected: Numbers, tolerance: Tolerance) -> Iterator[str]:
    ratio = _fitted_ratio(found, expected, None)
    if ratio.all() and tolerance.holds(found, ratio * expected):
        name = _factor_name(ratio.item(), expected)
        yield f"right up to a constant factor{f' of {name}' if name else ''}"
    for axis in _long_axes(found):
        ratio = _fitted_ratio(found, expected, axis)
        if ratio.all() and tolerance.holds(found, ratio * expected):
            yield f"right up to a factor that is constant along axis {axis}"


def _shifted(found: Numbers, expected: Numbers, tolerance: Tolerance) -> Iterator[str]:
    gap = found - expected
    # Two elements may be off by the same amount for many reasons.
    if gap.size > 2 and tolerance.holds(gap, np.broadcast_to(gap.mean(), gap.shape)):
        yield "right up to an added constant"
    for axis in _long_axes(found):
        mean = gap.mean(axis=axis, keepdims=True)
        if tolerance.holds(gap, np.broadcast_to(mean, gap.shape)):
            yield f"right up to an added term that is constant along axis {axis}"


def _reordered(found: Numbers, expected: Numbers, tolerance: Tolerance) -> Iterator[str]:
    if tolerance.holds(np.sort(found, axis=None), np.sort(expected, axis=None)):
        yield "the same values in another order"


def _imprecise(found: Numbers, expected: Numbers) -> Iterator[str]:
    size = np.abs(expected).max()
    if 0 < np.abs(found - expected).max() <= _FLOAT32_STEP * size:
        yield "as exact as 32-bit numbers allow: is the precision lost on the way"


def _varies(expected: Numbers) -> bool:
    """Whether at least two elements have distinct nonzero sizes: a ratio then says something."""
    sizes = np.abs(expected[expected != 0])
    return sizes.size > 1 and bool(sizes.max() - sizes.min() > 1e-6 * sizes.max())


def _fitted_ratio(found: Numbers, expected: Numbers, axis: int | None) -> Numbers:
    keep = np.abs(expected).max(axis=axis, keepdims=True)
    scaled = expected / keep
    top = (found * scaled.conj()).sum(axis=axis, keepdims=True)
    return np.asarray(top / (np.abs(scaled) ** 2).sum(axis=axis, keepdims=True) / keep)


def _long_axes(found: Numbers) -> list[int]:
    return [axis for axis, length in enumerate(found.shape) if length > 2 and found.ndim > 1]


def _factor_name(ratio: complex, expected: Numbers) -> str:
    """The factor, if it is one a formula could have lost: a small whole number or a size."""
    for n in sorted({*range(2, 11), *expected.shape, expected.size} - {0, 1}):
        names = {
            f"{n}": n,
            f"1/{n}": 1 / n,
            f"the square root of {n}": math.sqrt(n),
            f"1 over the square root of {n}": 1 / math.sqrt(n),
            f"{n}/{n - 1}": n / (n - 1),
            f"{n - 1}/{n}": (n - 1) / n,
        }
        for name, factor in names.items():
            for sign, prefix in ((1, ""), (-1, "minus ")):
                if abs(ratio - sign * factor) <= 1e-6 * factor:
                    return prefix + name
    return ""
