"""The phrases for what came back, and texts that are safe to show."""

from __future__ import annotations

import numpy as np
import pytest

from autograder.checks import CheckFailed
from autograder.checks.describe import describe
from autograder.checks.failure import escaped


class Foo:
    """Anything else."""


class Remote:
    """A handle: it says what it stands for, and cannot be trusted to be honest."""

    def __init__(self, kind: object, label: object) -> None:
        self.__student_kind__ = kind
        self.__student_class__ = label


@pytest.mark.parametrize(
    ("value", "phrase"),
    [
        (None, "None"),
        (True, "a bool"),
        (7391, "an int"),
        (73.91, "a float"),
        (7j, "a complex number"),
        (np.float32(7), "a numpy float32 scalar"),
        (np.zeros((3, 4)), "a float array of shape (3, 4), float64"),
        (np.zeros(3, np.int32), "an int array of shape (3,), int32"),
        (np.zeros((), bool), "a bool array of shape (), bool"),
        (np.zeros(2, complex), "a complex array of shape (2,), complex128"),
        (np.array(["a"]), "an array of strings of shape (1,), <U1"),
        ("sentinel", "a string of length 8"),
        (b"ab", "a bytes object of length 2"),
        ([1, 2, 3], "a list of 3"),
        ((), "an empty tuple"),
        ({"a": 1}, "a dict of 1"),
        ({1, 2}, "a set of 2"),
        (range(3), "a range"),
        (slice(2), "a slice"),
        (..., "an Ellipsis"),
        (np.dtype(float), "a dtype"),
        (len, "a function (was it meant to be called?)"),
        ((i for i in "a"), "a generator (it yields its values one by one)"),
        (Foo, "a class (was it meant to be called?)"),
        (Foo(), "an object of class Foo"),
        (Remote("object", "Value"), "an object of class Value"),
        (Remote("function", "softmax"), "a function (was it meant to be called?)"),
        (Remote("iterator", "generator"), "a generator (it yields its values one by one)"),
        (Remote([], []), "an object of class Remote"),
        (Remote("object", "a\n\x1b[2Jb"), "an object of class a\\n\\x1b[2Jb"),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_describe(value: object, phrase: str) -> None:
    assert describe(value) == phrase


@pytest.mark.parametrize("text", ["\u202eabc", "\ud800", "\x00", "a\rb", "x" * 500])
def test_escaped_text_is_printable_and_short(text: str) -> None:
    safe = escaped(text)
    assert safe.isprintable()
    assert safe.isascii()
    assert len(safe) <= 60


def test_a_failure_is_cut_and_is_its_message() -> None:
    failure = CheckFailed("m" * 2000, "v" * 2000)
    assert str(failure) == failure.message
    assert len(failure.message) == len(failure.values) == 1000
    assert CheckFailed("short").values == "short"
