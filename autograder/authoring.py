"""What an author writes on a hidden test and on a runnable mistake."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from typing import Literal
from typing import TypeVar

from autograder.errors import CourseError

Show = Literal["nothing", "message", "values"]
SHOW_LEVELS: tuple[Show, ...] = ("nothing", "message", "values")

_F = TypeVar("_F", bound=Callable[..., Any])
_POINTS = re.compile(r"\d+(\.\d+)?(/[1-9]\d*)?")


@dataclass(frozen=True)
class Criterion:
    """One sentence a student earns points for: one hidden test function, all or nothing.

    `id` is the test's name, `of` the function or class it belongs to, `show` what a
    student may see when it fails, `after` the criteria that must pass first.
    """

    id: str
    of: str
    points: Fraction
    says: str
    show: Show = "message"
    after: tuple[str, ...] = ()
    extra_credit: bool = False


def criterion(
    *,
    of: str,
    points: str,
    says: str,
    show: Show = "message",
    after: tuple[str, ...] | str = (),
    extra_credit: bool = False,
) -> Callable[[_F], _F]:
    """Mark a hidden test as a criterion worth `points` (a decimal or fraction, as text).

    >>> @criterion(of="softmax", points="1.5", says="Rows sum to one.")
    ... def test_rows_sum_to_one(student, rng): ...
    """

    def mark(test: _F) -> _F:
        name = test.__name__
        needed = (after,) if isinstance(after, str) else tuple(after)
        test.__criterion__ = Criterion(  # type: ignore[attr-defined]
            name,
            of,
            exact_points(points, name),
            says,
            _known_show(show, name),
            needed,
            extra_credit,
        )
        return test

    return mark


def misconception(*, of: str, killed_by: str, says: str) -> Callable[[_F], _F]:
    """Mark a function or class as a runnable wrong version of `of`.

    `killed_by` names the hidden test that must fail, `says` is the sentence a student
    reads. The decorated object takes the place of `of` in a fresh copy of the
    reference module, so callers inside it see it.
    """

    def mark(wrong: _F) -> _F:
        wrong.__misconception__ = (of, killed_by, says)  # type: ignore[attr-defined]
        return wrong

    return mark


class _Reference:
    """Stands for the reference module in misconceptions.py, which is read and never run."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)  # pytest and editors look for these on anything
        raise CourseError(
            f"reference.{name} exists only while `grade` composes a misconception: "
            "misconceptions.py is read, never imported."
        )


reference: Any = _Reference()
"""`reference.NAME` in a misconception is the original of the reference module."""


def exact_points(text: str, owner: str) -> Fraction:
    """Read points such as "2", "1.5" or "1/3" exactly."""
    if not isinstance(text, str) or not _POINTS.fullmatch(text):
        raise CourseError(
            f'{owner}: points must be text such as "2", "1.5" or "1/3", found {text!r}.'
        )
    return Fraction(text)


def _known_show(show: str, owner: str) -> Show:
    for level in SHOW_LEVELS:
        if show == level:
            return level
    raise CourseError(f"{owner}: show must be one of {', '.join(SHOW_LEVELS)}, found {show!r}.")
