"""When two answers are the same mistake, and how much that says.

A wrong bool agrees with every mistake that gives the other bool; a wrong array of floats
agrees with hardly anything by chance. Evidence is counted in bits.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from autograder.engine.protocol import Outcome
from autograder.engine.protocol import Reply
from autograder.wire.codec import Reference

RELATIVE = 1e-6
ABSOLUTE = 1e-9
_FLOAT_BITS = 20.0
_MOST_BITS = 60.0
_PARTS = ("start", "stop", "step")
_NO_NUMBER_BITS = 8.0
"""Of inf or nan alone, in which many a mistake ends: enough while nothing speaks against it."""


def same_answer(one: Reply, other: Reply) -> bool:
    """Two replies that a suite could not tell apart, up to rounding."""
    if one is other:
        return True
    if one.outcome != other.outcome:
        return False
    if one.outcome == Outcome.RAISED:
        return _nearest_builtin(one.value) == _nearest_builtin(other.value)
    if one.outcome != Outcome.OK:
        return True
    if one.changed != other.changed:
        return False
    return same_value(one.value, other.value)


def same_value(one: Any, other: Any) -> bool:
    """Plain values of the same kind, equal up to rounding.

    Kinds matter, since suites check them: 3 is not 3.0, a list no array, a vector no column.
    """
    if isinstance(one, Reference) or isinstance(other, Reference):
        return (
            isinstance(one, Reference) and isinstance(other, Reference) and one.kind == other.kind
        )
    numbers = _array(one), _array(other)
    if numbers[0] is not None and numbers[1] is not None:
        return _container(one) == _container(other) and _close(numbers[0], numbers[1])
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same_value(one[k], other[k]) for k in one)
    if isinstance(one, (list, tuple)):
        return len(one) == len(other) and all(map(same_value, one, other))
    if isinstance(one, slice):  # its parts may be arrays, whose equality is no bool
        return all(same_value(getattr(one, k), getattr(other, k)) for k in _PARTS)
    return bool(one == other)


def bits(reply: Reply, right: Reply) -> float:
    """How unlikely it is that another mistake gives this wrong answer, in bits."""
    if reply.outcome == Outcome.UNSUPPORTED:
        return 0.0  # mostly the echo of an earlier difference
    surprise = 2.0 if reply.outcome != right.outcome else 0.0
    if reply.outcome != Outcome.OK:
        return surprise + 2.0
    if reply.changed != right.changed:
        return 4.0
    return surprise + min(_MOST_BITS, _value_bits(reply.value))


def _value_bits(value: Any) -> float:
    if isinstance(value, dict):
        return sum(_value_bits(item) for item in value.values()) + 1.0
    array = _array(value)
    if array is None:
        if isinstance(value, (list, tuple)):
            return sum(_value_bits(item) for item in value) + 1.0
        return 2.0 + (len(value) / 2 if isinstance(value, str) else 0.0)
    if array.dtype == bool:
        return float(max(array.size, 1))
    if array.size == 0:
        return 2.0  # no number, only a shape
    numbers = array[np.isfinite(array)].ravel()[:64]
    if numbers.size == 0:
        return _NO_NUMBER_BITS
    if np.all(numbers == np.round(numbers)):
        return 1.0 + sum(math.log2(abs(number) + 1) for number in numbers.tolist())
    return _FLOAT_BITS * len(numbers)


def _array(value: Any) -> np.ndarray[Any, Any] | None:
    """A number, array or tensor as an array; None for anything else."""
    if hasattr(value, "detach"):
        value = value.detach().to("cpu")
        value = value.double().numpy() if value.is_floating_point() else value.numpy()
    if isinstance(value, (bool, int, float, complex, np.generic, np.ndarray)):
        array = np.asarray(value)
        return array if array.dtype.kind in "biufc" else None
    return None


def _container(value: Any) -> str:
    """Scalars of Python and of numpy count as one kind; a 0-d array is a scalar to suites."""
    if hasattr(value, "detach"):
        return "tensor"
    return "scalar" if np.ndim(value) == 0 else "array"


def _close(one: np.ndarray[Any, Any], other: np.ndarray[Any, Any]) -> bool:
    if one.shape != other.shape or _number_class(one) != _number_class(other):
        return False
    if np.array_equal(one, other):  # most of the time, and much sooner told
        return True
    if _number_class(one) in "bi":
        return False
    finite = np.isfinite(other)
    scale = np.max(np.abs(other[finite]), initial=1e-30)
    with np.errstate(all="ignore"):
        allowed = ABSOLUTE * scale + RELATIVE * np.abs(other)
        near = finite & (np.abs(one - other) <= allowed)
        return bool((near | (one == other) | (np.isnan(one) & np.isnan(other))).all())


def _number_class(array: np.ndarray[Any, Any]) -> str:
    return "i" if array.dtype.kind == "u" else array.dtype.kind


def _nearest_builtin(facts: Any) -> str:
    bases = facts.get("bases") if isinstance(facts, dict) else None
    return str(bases[0]) if bases else ""
