"""A call seen from outside: its value, and what it did to its arguments."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from autograder.checks.snapshot import copied
from autograder.checks.snapshot import identical


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


def _argument_names(function: Callable[..., Any], count: int) -> list[str]:
    """Names of the positional arguments: the parameters', as far as they are known."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        parameters = []
    named = [p.name for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    return [named[i] if i < len(named) else f"argument {i + 1}" for i in range(count)]
