"""Checks on what a call does besides returning: raising, changing arguments, wavering."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from autograder.checks.describe import as_array
from autograder.checks.describe import describe
from autograder.checks.describe import numeric_class
from autograder.checks.describe import shown
from autograder.checks.failure import CheckFailed
from autograder.checks.failure import escaped
from autograder.checks.snapshot import copied
from autograder.checks.snapshot import identical
from autograder.checks.snapshot import wavering
from autograder.errors import AutograderError
from autograder.errors import StudentRaised

CHANGES = "the call changes what it was given"
LEAVE_THEM = "work on a copy, or use x = x + ... instead of x += ..."
_VALUE_LIMIT = 80
Raises = type[BaseException] | tuple[type[BaseException], ...]


@dataclass(frozen=True)
class Observation:
    """One call seen from outside.

    `value` is what it returned, `changed` the names of the arguments it modified,
    `arguments` and `keywords` the arguments as they are after the call.
    """

    value: Any
    changed: tuple[str, ...]
    arguments: tuple[Any, ...]
    keywords: dict[str, Any]


def observe(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Observation:
    """Call `function` on copies of the arguments and say which of them it changed.

    A class with an `observe` method of its own (a handle to the student's process) does
    it there. Otherwise arrays, tensors and containers of them are copied and compared;
    other objects are passed as they are and taken for unchanged.
    """
    remote = getattr(type(function), "observe", None)
    if remote is not None:
        seen: Observation = remote(function, *args, **kwargs)
        return seen
    arguments = copied(args)
    keywords = copied(kwargs)
    value = function(*arguments, **keywords)
    names = [*_argument_names(function, len(args)), *kwargs]
    before = [*args, *kwargs.values()]
    after = [*arguments, *keywords.values()]
    changed = [n for n, b, a in zip(names, before, after, strict=True) if not identical(b, a)]
    return Observation(value, tuple(changed), arguments, keywords)


def ask_each(function: Callable[..., Any], cases: Iterable[tuple[Any, ...]]) -> list[Any]:
    """The answers to several calls, one for each tuple of arguments, before one is judged.

    `[function(*case) for case in cases]`, only that a handle to the student's process, which
    has a method of this name, is asked all of them even if one fails.
    """
    remote = getattr(type(function), "ask_each", None)
    if remote is None:
        return [function(*case) for case in cases]
    answers: list[Any] = remote(function, cases)
    return answers


def assert_leaves_inputs(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Check that a call changes none of its arguments; returns what it returned."""
    seen = observe(function, *args, **kwargs)
    if seen.changed:
        names = ", ".join(escaped(name) for name in seen.changed[:8])
        raise CheckFailed(
            f"{CHANGES}: {names}. Expected the arguments to be left as they were: {LEAVE_THEM}"
        )
    return seen.value


def assert_deterministic(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Check that two calls on equal arguments return the same plain data, up to rounding.

    NaN counts as equal to NaN here. Returns what the first call returned.
    """
    first = function(*copied(args), **copied(kwargs))
    second = function(*copied(args), **copied(kwargs))
    finding = wavering(first, second)
    if finding is not None:
        raise finding.failure("two calls with equal arguments")
    return first


def assert_raises(
    exception: Raises, function: Callable[..., Any], *args: Any, what: str, **kwargs: Any
) -> None:
    """Check that the call raises `exception`, a built-in class or several.

    A call of the student that raises another class, or none, raises CheckFailed. A timeout,
    a crash or a missing function passes through unchanged, as does an exception that did
    not come out of the student's code.
    """
    try:
        value = function(*args, **kwargs)
    except StudentRaised as raised:
        if isinstance(raised, exception):
            return
        raise CheckFailed(
            f"{what}: expected {_class_names(exception)}, found {escaped(raised.kind)}."
        ) from raised
    except AutograderError:
        raise
    except exception:
        return
    expected = f"{what}: expected {_class_names(exception)} to be raised, found"
    raise CheckFailed(f"{expected} {describe(value)}.", f"{expected} {shown(value, _VALUE_LIMIT)}.")


def assert_true(condition: object, message: str) -> None:
    """Check a bool, of Python, numpy or torch; `message` is the whole sentence on failure.

    Anything that is not one bool fails as well, whatever Python would make of it in an `if`.
    """
    if condition is True:
        return
    if numeric_class(condition) != "bool" or as_array(condition).shape != ():
        raise CheckFailed(f"{message} (the condition is no bool: {describe(condition)})")
    if not as_array(condition):
        raise CheckFailed(message)


def _class_names(exception: Raises) -> str:
    classes = exception if isinstance(exception, tuple) else (exception,)
    return " or ".join(cls.__name__ for cls in classes)


def _argument_names(function: Callable[..., Any], count: int) -> list[str]:
    """Names of the positional arguments: the parameters', as far as they are known."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        parameters = []
    named = [p.name for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    return [named[i] if i < len(named) else f"argument {i + 1}" for i in range(count)]
