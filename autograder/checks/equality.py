"""Exact comparison of plain Python data: ints, strings, None and containers of them."""

from __future__ import annotations

from typing import Any

from autograder.checks.compare import exact_difference
from autograder.checks.containers import difference
from autograder.checks.containers import membership_finding
from autograder.checks.describe import describe
from autograder.checks.describe import is_dtype
from autograder.checks.describe import is_number
from autograder.checks.describe import numeric_class
from autograder.checks.describe import received
from autograder.checks.describe import shown
from autograder.checks.failure import Finding
from autograder.checks.tolerance import whole_magnitude

_ATOMS = (bytes, range, slice, type(Ellipsis), type(None))


def assert_equal(found: object, expected: object, *, what: str) -> None:
    """Check kind and value exactly, inside lists, tuples, dicts and sets too.

    An int may be a numpy integer; a bool is no int, an int no float, a list no tuple.
    Arrays inside are compared like `assert_array_equal` does. Raises CheckFailed.
    """
    finding = difference(found, expected, _leaf_difference)
    if finding is not None:
        raise finding.failure(what)


def _leaf_difference(found: Any, expected: Any) -> Finding | None:
    kind = type(expected)
    if kind is type(found) and kind in (str, int, bool, type(None)) and found == expected:
        return None
    if numeric_class(expected):
        return _number_difference(found, expected)
    if is_dtype(expected) and is_dtype(found):
        return None if found == expected else Finding("another dtype.", _both(found, expected))
    if type(found) is not kind or kind not in (str, set, frozenset, *_ATOMS):
        return _other_kind(found, expected)
    if kind in (set, frozenset):
        return membership_finding("member", found, expected)
    if found == expected:
        return None
    if kind is str:
        return _string_difference(found, expected)
    return Finding(f"{describe(found)} is right, but not this one.", _both(found, expected))


def _number_difference(found: Any, expected: Any) -> Finding | None:
    if not is_number(expected):
        return exact_difference(found, expected)
    if not is_number(found) or numeric_class(found) != numeric_class(expected):
        return _other_kind(found, expected)
    if numeric_class(expected) != "int":
        return exact_difference(found, expected)
    gap = int(found) - int(expected)
    if gap == 0:
        return None
    side = "large" if gap > 0 else "small"
    hint = " Hint: right with the opposite sign." if int(found) == -int(expected) else ""
    return Finding(
        f"the number is too {side} by {whole_magnitude(abs(gap))}.{hint}",
        plainly=f"expected {shown(expected, 200)}, found {shown(found, 200)}.{hint}",
    )


def _other_kind(found: object, expected: object) -> Finding:
    return Finding(f"expected {describe(expected)}, found {received(found)}.")


def _string_difference(found: str, expected: str) -> Finding:
    shows = _both(found, expected)
    if found.casefold() == expected.casefold():
        return Finding("the string differs in upper and lower case only.", shows)
    if found.split() == expected.split():
        return Finding("the string differs in white space only.", shows)
    same = next(
        (i for i, (a, b) in enumerate(zip(found, expected, strict=False)) if a != b),
        min(len(found), len(expected)),
    )
    length = ""
    if len(found) != len(expected):
        length = f"; expected length {len(expected)}, found {len(found)}"
    return Finding(f"the string differs from position {same} on{length}.", shows)


def _both(found: object, expected: object) -> str:
    return f"expected: {shown(expected, 200)}\nfound:    {shown(found, 200)}"
