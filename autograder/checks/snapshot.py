"""Copies of plain data, and whether two of them are alike; a NaN is like a NaN here."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np

from autograder.checks.containers import canonical
from autograder.checks.containers import difference
from autograder.checks.describe import as_array
from autograder.checks.describe import describe
from autograder.checks.describe import dtype_name
from autograder.checks.describe import is_array
from autograder.checks.describe import is_dtype
from autograder.checks.describe import is_tensor
from autograder.checks.describe import numeric_class
from autograder.checks.failure import Finding

_ROUNDING = 1e-9  # threads may add in another order; a random number differs by far more
_PLAIN = (str, bytes, type(None), range, slice, type(Ellipsis))


def copied(value: Any) -> Any:
    """Lists, tuples, dicts, sets, arrays and tensors copied in depth; all else as it is."""
    kind = type(value)
    if kind in (list, tuple):
        return kind(copied(part) for part in value)
    if kind is dict:
        return {key: copied(part) for key, part in value.items()}
    if kind is set or is_array(value):
        return value.copy()
    if is_tensor(value):
        return copy.deepcopy(value) if value.is_leaf else value.detach().clone()
    return value


def identical(before: object, after: object) -> bool:
    """Whether nothing was changed, to the last bit but for the sign of zero."""
    return difference(after, before, lambda a, b: _unlike(a, b, 0.0)) is None


def wavering(first: object, second: object) -> Finding | None:
    """What differs between the results of two equal calls, up to rounding."""
    return difference(second, first, lambda a, b: _unlike(a, b, _ROUNDING))


def _unlike(left: Any, right: Any, rounding: float) -> Finding | None:
    if left is right:
        return None
    if numeric_class(left) and numeric_class(right):
        return _unlike_numbers(left, right, rounding)
    if type(left) is not type(right):
        return Finding(f"one gives {describe(right)}, the other {describe(left)}.")
    if type(left) in (set, frozenset):
        return None if canonical(frozenset(left)) == canonical(frozenset(right)) else _differ(left)
    if type(left) in _PLAIN or is_dtype(left):
        return None if left == right else _differ(left)
    return Finding(f"{describe(left)} cannot be compared with another: return plain data.")


def _unlike_numbers(left: Any, right: Any, rounding: float) -> Finding | None:
    if describe(left) != describe(right) or dtype_name(left) != dtype_name(right):
        return Finding(f"one gives {describe(right)}, the other {describe(left)}.")
    a, b = as_array(left), as_array(right)
    if a.dtype.kind in "fc" and np.allclose(a, b, rtol=rounding, atol=rounding, equal_nan=True):
        return None
    return None if np.array_equal(a, b) else _differ(left)


def _differ(value: object) -> Finding:
    return Finding(f"both give {describe(value)}, but not the same one.")
