"""Functions of a test that a student is to call: a wrong call of one is the caller's fault."""

from __future__ import annotations

import functools
import inspect
import types
from collections.abc import Callable
from typing import Any

from autograder.engine.failures import refused
from autograder.errors import AutograderError

# By their exact type: asking what a proxy is an instance of asks the student's process.
_FUNCTIONS = frozenset((types.FunctionType, types.MethodType, functools.partial))


def handed_over(
    says: str, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The arguments of a call, with every function among them guarded."""
    if _FUNCTIONS.isdisjoint(map(type, (*args, *kwargs.values()))):
        return args, kwargs

    def passed(value: Any) -> Any:
        return guarded(says, value) if type(value) in _FUNCTIONS else value

    return tuple(map(passed, args)), {name: passed(value) for name, value in kwargs.items()}


class NotTaken(Exception):
    """A call that a function does not take which stands in for one of the student's.

    The student's own may take more than it must: `fault` counts only where there is none.
    """

    def __init__(self, fault: Exception) -> None:
        super().__init__(str(fault))
        self.fault = fault


def standing_in(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """`function`, guarded, in the place of the student's own `name`; raises NotTaken.

    One of a library that does not say what it takes is taken to take everything.
    """
    says = f"{name} was called"
    answers = guarded(says, function)
    try:
        signature = inspect.signature(function)
    except ValueError:
        return answers

    @functools.wraps(function)
    def called(*args: Any, **kwargs: Any) -> Any:
        try:
            signature.bind(*args, **kwargs)
        except TypeError as error:
            raise NotTaken(refused(says, error, args, kwargs)) from error
        return answers(*args, **kwargs)

    return called


def guarded(says: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """`function`, whose refusal of arguments is the fault of the student's call.

    says: who called it, up to "with". A call that ought to be refused may leave that to the
    function it is given. A check inside the function, and what fails for reasons of the machine,
    stays what it is; of memory there is enough for all but what a student makes too large.
    """

    @functools.wraps(function)
    def called(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except (AutograderError, AssertionError, OSError):
            raise
        except Exception as error:
            raise refused(says, error, args, kwargs) from error

    return called
