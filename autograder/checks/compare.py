"""Comparison of numbers, arrays and tensors: kind, shape, dtype, NaN, then values."""

from __future__ import annotations

from contextlib import suppress
from typing import Any
from typing import Literal
from typing import get_args

import numpy as np

from autograder.checks.containers import difference
from autograder.checks.describe import NumericClass
from autograder.checks.describe import as_array
from autograder.checks.describe import describe
from autograder.checks.describe import dtype_name
from autograder.checks.describe import is_array
from autograder.checks.describe import is_number
from autograder.checks.describe import is_tensor
from autograder.checks.describe import numeric_class
from autograder.checks.describe import received
from autograder.checks.describe import shape_text
from autograder.checks.describe import shown
from autograder.checks.failure import CheckFailed
from autograder.checks.failure import Finding
from autograder.checks.failure import clipped
from autograder.checks.hints import place_hint
from autograder.checks.hints import shape_hint
from autograder.checks.hints import value_hint
from autograder.checks.margin import tolerance_for
from autograder.checks.table import side_by_side
from autograder.checks.table import table
from autograder.checks.tolerance import EXACT
from autograder.checks.tolerance import Flags
from autograder.checks.tolerance import Numbers
from autograder.checks.tolerance import Tolerance
from autograder.checks.tolerance import magnitude
from autograder.checks.tolerance import whole_magnitude
from autograder.checks.tolerance import widened

Dtype = Literal["float", "same", "int", "bool", "any"]
DtypeRule = Literal["float", "same", "int", "bool", "any", "class"]

_DTYPES = get_args(Dtype)
_WANTED = {
    "float": "a floating dtype",
    "int": "an integer dtype",
    "bool": "a boolean dtype",
    "complex": "a complex dtype",
    "": "numbers",
}
_FAMILIES = ("number", "array", "tensor")
_ADVICE = {
    ("array", "list"): ": turn it into an array with np.array",
    ("array", "tuple"): ": turn it into an array with np.array",
    ("array", "tensor"): ": a numpy array is asked for",
    ("tensor", "array"): ", which is numpy's: a torch tensor is asked for",
    ("tensor", "number"): ": a torch tensor is asked for",
    ("tensor", "list"): ": turn it into a tensor with torch.tensor or torch.stack",
    ("number", "tensor"): ": take the number out with .item()",
}


def assert_close(
    found: object,
    expected: object,
    *,
    what: str,
    rtol: float = 1e-7,
    atol: float = 1e-9,
    dtype: Dtype = "float",
) -> None:
    """Check an array, tensor or number, or a list, tuple or dict of them, up to rounding.

    `expected` decides what is wanted: a number (a numpy scalar or 0-d array will do, and
    an int for a float), a numpy array or a torch tensor, of exactly its shape; nothing is
    broadcast. `dtype` is "float" (any floating type), "same" (that of `expected`), "int",
    "bool" or "any". Then |found - expected| <= atol + rtol |expected| for each element; a
    NaN equals nothing and an infinity only itself. Raises CheckFailed; `what` names the call.
    """
    if dtype not in _DTYPES:
        raise ValueError(f"dtype must be one of {', '.join(_DTYPES)}, found {dtype!r}.")
    tolerance = tolerance_for(what, rtol, atol)
    finding = difference(found, expected, lambda f, e: number_difference(f, e, tolerance, dtype))
    if finding is not None:
        raise finding.failure(what)


def assert_array_equal(found: object, expected: object, *, what: str) -> None:
    """Check an array of integers or booleans exactly: kind, shape, dtype class, values.

    Any integer type will do where `expected` holds integers. Raises CheckFailed.
    """
    finding = difference(found, expected, exact_difference)
    if finding is not None:
        raise finding.failure(what)


def assert_shape(found: object, shape: tuple[int, ...], *, what: str) -> None:
    """Check the shape alone: of an array, a tensor, a number, or lists that make up an array.

    For a suite that computes with what came back before it compares. Raises CheckFailed.
    """
    own = _shape_of(found)
    if own is None:
        raise CheckFailed(f"{what}: expected an array of shape {shape}, found {received(found)}.")
    if own != shape:
        raise CheckFailed(f"{what}: expected shape {shape}, found {clipped(str(own), 80)}.")


def exact_difference(found: object, expected: object) -> Finding | None:
    """What differs, when nothing but equal numbers of one class will do."""
    return number_difference(found, expected, EXACT, "class")


def number_difference(
    found: object, expected: object, tolerance: Tolerance, dtype: DtypeRule
) -> Finding | None:
    """The first thing wrong with a number, array or tensor, or None when it agrees."""
    wanted = _family(expected)
    got = _family(found)
    if got != wanted or wanted not in _FAMILIES:
        return _kind_finding(found, expected)
    left, right = as_array(found), as_array(expected)
    if left.shape != right.shape:
        return _shape_finding(left, right, tolerance)
    problem = _dtype_problem(found, expected, dtype)
    if problem:
        return Finding(problem)
    if not tolerance.is_exact:
        left, right = widened(left), widened(right)
    agrees = tolerance.within(left, right)
    if agrees.all():
        return None
    return _value_finding(left, right, agrees, tolerance)


def _shape_of(value: Any) -> tuple[int, ...] | None:
    if is_array(value) or is_tensor(value):
        return tuple(value.shape)
    if is_number(value):
        return ()
    with suppress(ValueError):  # a list of rows of several lengths
        return np.shape(value) if type(value) in (list, tuple) else None
    return None


def _family(value: object) -> str:
    if is_number(value):
        return "number"
    if is_array(value):
        return "array"
    if is_tensor(value):
        return "tensor"
    return type(value).__name__ if type(value) in (list, tuple) else "other"


def _kind_finding(found: object, expected: object) -> Finding:
    wanted, got = _family(expected), _family(found)
    if wanted not in _FAMILIES:
        return Finding(f"{describe(found)} cannot be compared with {describe(expected)}.")
    advice = _ADVICE.get((wanted, got), "")
    return Finding(f"expected {describe(expected)}, found {received(found)}{advice}.")


def _shape_finding(found: Numbers, expected: Numbers, tolerance: Tolerance) -> Finding:
    says = f"expected shape {shape_text(expected)}, found {shape_text(found)}."
    if "" in (numeric_class(found), numeric_class(expected)):
        return Finding(says)
    return Finding(says + _hinted(shape_hint(found, expected, tolerance)))


def _hinted(hint: str) -> str:
    return f" Hint: {hint}." if hint else ""


def _dtype_problem(found: object, expected: object, rule: DtypeRule) -> str:
    """A sentence on the dtype, or "" when it is one that will do."""
    got = numeric_class(found)
    wanted: NumericClass = numeric_class(expected)
    if rule == "same" and dtype_name(found) != dtype_name(expected):
        return f"expected dtype {dtype_name(expected)}, found {dtype_name(found)}."
    if "" in (got, wanted):
        return f"expected numbers, found {describe(found)}."
    if rule in ("same", "any"):
        return ""
    if rule in ("int", "bool", "float") and (rule, wanted) != ("float", "complex"):
        wanted = rule
    # As in Python's own typing, an int may stand for a single float.
    if got == wanted or (rule == "float" and got == "int" and is_number(found)):
        return ""
    return f"expected {_WANTED[wanted]}, found {dtype_name(found)}."


def _value_finding(
    found: Numbers, expected: Numbers, agrees: Flags, tolerance: Tolerance
) -> Finding:
    wrong = ~agrees
    odd = _not_finite(found, expected, wrong)
    hint = "" if odd else _hinted(value_hint(found, expected, tolerance))
    says = odd or f"{_how_many(wrong)}{_how_far(found, expected, wrong)}.{hint}"
    if found.ndim == 0:
        return Finding(says, plainly=f"{side_by_side(found, expected)}.{hint}")
    plainly = odd or f"{_how_many(wrong)}{_up_to(found, expected, wrong)}.{hint}"
    return Finding(says, plainly=f"{plainly}\n{table(found, expected, int(np.argmax(wrong)))}")


def _not_finite(found: Numbers, expected: Numbers, wrong: Flags) -> str:
    """A sentence on NaN and infinities out of place, or "" when there are none."""
    if found.dtype.kind not in "fc" and expected.dtype.kind not in "fc":
        return ""
    cases = (
        (np.isnan(expected), "NaN in the value it is compared with, and a NaN equals nothing"),
        (np.isnan(found), "NaN"),
        (np.isinf(found) & ~np.isinf(expected) & wrong, "infinite but should be finite"),
        (np.isinf(expected) & ~np.isinf(found) & wrong, "finite but should be infinite"),
        (np.isinf(expected) & wrong, "infinite with the wrong sign"),
    )
    for flags, words in cases:
        if flags.any():
            return f"{_counted(flags)} {'is' if _one(flags) else 'are'} {words}{_first(flags)}."
    return ""


def _how_many(wrong: Flags) -> str:
    place = place_hint(wrong)
    verb = "differs" if _one(wrong) else "differ"
    return f"{_counted(wrong)} {verb}{_first(wrong)}{f', {place}' if place else ''}"


def _how_far(found: Numbers, expected: Numbers, wrong: Flags) -> str:
    if found.dtype.kind == "b":
        return ""
    left, right = _exactly(found[wrong]), _exactly(expected[wrong])
    if left.dtype.kind == right.dtype.kind == "O":
        return f"; off by {whole_magnitude(np.abs(left - right).max())}"
    with np.errstate(all="ignore"):
        gap = np.abs(left - right)
        nonzero = right != 0
        relative = (gap[nonzero] / np.abs(right[nonzero])).max(initial=0.0)
    text = f"; off by {'about' if _one(wrong) else 'up to about'} {magnitude(gap.max())}"
    return text + (f" (relative: {magnitude(relative)})" if relative > 0 else "")


def _up_to(found: Numbers, expected: Numbers, wrong: Flags) -> str:
    """The largest error, where numbers may be told; a single one is seen in the table."""
    if found.dtype.kind == "b" or _one(wrong):
        return ""
    gap = np.abs(_exactly(found[wrong]) - _exactly(expected[wrong])).max()
    return f"; off by up to {shown(gap, 24) if isinstance(gap, int) else f'{gap:.3g}'}"


def _exactly(numbers: Numbers) -> Numbers:
    """As Python ints where integers are large enough to lose digits as floats."""
    return numbers.astype(object) if numbers.dtype.kind in "iuO" else widened(numbers)


def _one(flags: Flags) -> bool:
    return int(np.count_nonzero(flags)) == 1


def _counted(flags: Flags) -> str:
    if flags.ndim == 0:
        return "the value"
    return f"{np.count_nonzero(flags)} of {flags.size} elements"


def _first(flags: Flags) -> str:
    if flags.ndim == 0:
        return ""
    index = np.unravel_index(int(np.argmax(flags)), flags.shape)
    lead = "at" if _one(flags) else "first at"
    return f", {lead} [{', '.join(str(int(i)) for i in index)}]"
