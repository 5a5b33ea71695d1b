"""The walk through lists, tuples and dicts down to the first part that differs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from autograder.checks.describe import describe
from autograder.checks.describe import is_array
from autograder.checks.describe import is_number
from autograder.checks.describe import is_tensor
from autograder.checks.describe import received
from autograder.checks.describe import shown
from autograder.checks.failure import NAME_LIMIT
from autograder.checks.failure import Finding

_WHOLE = 60
_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split()
Leaf = Callable[[object, object], Finding | None]


def difference(found: object, expected: object, leaf: Leaf) -> Finding | None:
    """What first differs; `leaf` compares whatever is no list, tuple or dict.

    A list is no tuple. Dicts agree whatever the order of their keys.
    """
    kind = type(expected)
    if kind not in (list, tuple, dict):
        return leaf(found, expected)
    if type(found) is not kind:
        return Finding(f"expected {describe(expected)}, found {received(found)}.")
    if kind is dict:
        return _dict_difference(found, expected, leaf)
    return _sequence_difference(found, expected, leaf)


def canonical(value: Any) -> Any:
    """A hashable stand-in that, unlike Python, keeps 1, 1.0 and True apart.

    Numpy scalars stand for the Python numbers they hold.
    """
    if hasattr(type(value), "dtype") and hasattr(type(value), "item"):
        return canonical(value.item())
    if type(value) in (tuple, frozenset):
        return type(value), type(value)(canonical(part) for part in value)
    return type(value), value


def missing_and_extra(found: Any, expected: Any) -> tuple[list[Any], list[Any]]:
    """Members of a set or keys of a dict that only one side has."""
    have = {canonical(member): member for member in found}
    want = {canonical(member): member for member in expected}
    return [want[c] for c in want if c not in have], [have[c] for c in have if c not in want]


def membership_finding(noun: str, found: Any, expected: Any) -> Finding | None:
    """What is missing and what is too many, counted; the members themselves only in `shows`."""
    missing, extra = missing_and_extra(found, expected)
    if not missing and not extra:
        return None
    sides = [("missing", missing), ("unexpected", extra)]
    counts = [f"{_count(len(members), noun)} {side}" for side, members in sides if members]
    shows = [f"{side}: {_listed(members)}" for side, members in sides if members]
    says = f"of {_count(len(expected), noun)} expected, {', '.join(counts)}."
    return Finding(says, "\n".join(shows))


def _sequence_difference(found: Any, expected: Any, leaf: Leaf) -> Finding | None:
    plainly = _side_by_side(found, expected)
    if len(found) != len(expected):
        says = f"expected {_count(len(expected), 'part')}, found {len(found)}."
        return Finding(says, plainly=plainly)
    for position, (left, right) in enumerate(zip(found, expected, strict=True)):
        finding = difference(left, right, leaf)
        if finding is not None:
            step = _step(position, len(expected), finding.where)
            if plainly and finding.is_of_values:
                return replace(finding.inside(step, ""), plainly=plainly)
            return finding.inside(step)
    return None


def _side_by_side(found: Any, expected: Any) -> str:
    """Both, where they are short enough to be seen as a whole, as shapes are; or ""."""
    if not {type(part) for part in (*found, *expected)} <= {int, str, bool, float}:
        return ""
    both = shown(expected, _WHOLE + 1), shown(found, _WHOLE + 1)
    return "expected {}, found {}.".format(*both) if max(map(len, both)) <= _WHOLE else ""


def _step(position: int, length: int, deeper: str) -> str:
    """In words, but for what lies around the key of a dict."""
    if deeper.startswith("["):
        return f"[{position}]"
    return f", {'in ' if deeper else ''}the {_ordinal(position)} of {length}"


def _ordinal(position: int) -> str:
    return _ORDINALS[position] if position < len(_ORDINALS) else f"number {position + 1}"


def _dict_difference(found: Any, expected: Any, leaf: Leaf) -> Finding | None:
    finding = membership_finding("key", found, expected)
    if finding is not None:
        return finding
    for position, (key, right) in enumerate(expected.items()):
        finding = difference(found[key], right, leaf)
        if finding is None:
            continue
        if found[key] is None and is_tensor(right):
            finding = _unreached(right)
        exactly = f"[{shown(key, NAME_LIMIT)}]"
        return finding.inside(exactly if _is_name(key, right) else f"[key {position}]", exactly)
    return None


def _is_name(key: object, value: object) -> bool:
    """Whether a key is the name of a parameter, which is no secret."""
    return type(key) is str and key.replace(".", "_").isidentifier() and _has_axes(value)


def _has_axes(value: object) -> bool:
    return is_tensor(value) or (is_array(value) and not is_number(value))


def _unreached(expected: object) -> Finding:
    """A gradient that is not there."""
    return Finding(
        f"expected {describe(expected)}, found None. No gradient reached it: is it unused, or "
        "detached on the way to the result?"
    )


def _listed(members: list[Any]) -> str:
    text = ", ".join(shown(member, 40) for member in members[:5])
    return text + (", ..." if len(members) > 5 else "")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
