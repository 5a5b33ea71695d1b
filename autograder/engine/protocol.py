"""What grader and worker say to each other: one request, one reply, callbacks in between.

Both cross as one encoded list, kept flat: a list of plain values is packed in one step. A
reply counts only for the request in progress, named by a random id.
"""

from __future__ import annotations

import enum
from typing import Any
from typing import NamedTuple

from autograder.wire.limits import WireLimits

ANSWER_LIMITS = WireLimits(
    items=400_000,
    packed_bytes=8 << 20,
    array_bytes=20 << 20,
    references=40_000,
    key_work=5_000_000,
)
"""What a student may answer at most: beyond any exercise, and under 50 MB in the grader."""


class Kind(enum.IntEnum):
    """The kinds of frame.

    A notice is a request that nobody waits for. It and what is sent ahead wait for their turn,
    also while the student calls a function of the test; a request is what such a function asks.
    """

    REQUEST = 1
    REPLY = 2
    UPCALL = 3
    UPREPLY = 4
    NOTICE = 5
    AHEAD = 6


class Request(NamedTuple):
    """One operation on the student's module.

    operation: one that `service.Service` has a method for. target: the object it is about, None for
    the module itself. flags: see FLAG_*.
    """

    operation: str
    target: Any
    name: str
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    flags: int = 0

    @classmethod
    def received(cls, parts: list[Any]) -> Request:
        """A request from what crossed."""
        operation, target, name, kwargs, flags, *args = parts
        return cls(operation, target, name, tuple(args), kwargs or {}, flags)

    def flat(self) -> list[Any]:
        """What crosses."""
        kwargs = self.kwargs or None
        return [self.operation, self.target, self.name, kwargs, self.flags, *self.args]


FLAG_NO_GRAD = 1
"""The caller is inside torch.no_grad()."""
FLAG_ARGUMENTS = 2
"""Send back the arguments as they are after the call."""


class Outcome(enum.IntEnum):
    """How an operation ended in the worker."""

    OK = 0
    RAISED = 1
    TIMEOUT = 2
    UNSUPPORTED = 3
    MISSING = 4
    STOP = 5
    CALLBACK_FAILED = 6


class Reply(NamedTuple):
    """The worker's answer.

    value: the result, or for RAISED and TIMEOUT a dict of plain facts about the
    exception. changed: positions (int) and keywords (str) of arguments the call changed
    in place. extra: "graph" (int), "arguments", "shortcuts" (list of names used), "spoiled".
    """

    outcome: int
    value: Any
    changed: tuple[int | str, ...] = ()
    extra: dict[str, Any] | None = None

    @classmethod
    def received(cls, parts: Any) -> Reply:
        """A reply from decoded parts, which a student may have forged. Raises ValueError."""
        if type(parts) is not list or len(parts) != 4 or type(parts[0]) is not int:
            raise ValueError("a reply is a list of four, beginning with an outcome")
        outcome, value, changed, extra = parts
        if outcome in (Outcome.RAISED, Outcome.TIMEOUT):
            value = facts_of(value)
        keys = changed if type(changed) is list else ()
        return cls(
            outcome,
            value,
            tuple(key for key in map(bounded, keys) if type(key) in (int, str)),
            None if extra is None else _typed(extra, _EXTRA) or None,
        )

    def flat(self) -> list[Any]:
        """What crosses: an enum member is a subclass of int, which the codec refuses."""
        return [int(self.outcome), self.value, list(self.changed) or None, self.extra]


_EXTRA = {"graph": int, "arguments": tuple, "shortcuts": list, "spoiled": bool}
_FACTS: dict[str, type] = {
    **dict.fromkeys(("kind", "text", "file", "source", "lost", "statement_source"), str),
    **dict.fromkeys(("line", "statement", "offset"), int),
    "bases": list,
    "parse": bool,
}
_LONGEST = 500
_MOST = 50
_LARGEST = 2**31


def facts_of(value: Any) -> dict[str, Any]:
    """What a student's process says of an exception, as far as it has the form of that."""
    return _typed(value, _FACTS)


def bounded(value: Any) -> Any:
    """A word of a student's process, no longer than a report can hold.

    Of a list the texts are kept. None stands for a number that counts no lines of a file: Python
    prints none of five thousand digits.
    """
    if type(value) is str:
        return value[:_LONGEST]
    if type(value) is list:
        return [item[:_LONGEST] for item in value[:_MOST] if type(item) is str]
    return None if type(value) is int and not 0 <= value < _LARGEST else value


def _typed(value: Any, types: dict[str, type]) -> dict[str, Any]:
    """The entries of a student's dict that are known and of their type."""
    found = value if type(value) is dict else {}
    entries = ((key, kind, bounded(found.get(key))) for key, kind in types.items())
    return {key: entry for key, kind, entry in entries if type(entry) is kind}


UNARY = ("neg", "pos", "abs", "invert")
BINARY = (
    "add",
    "sub",
    "mul",
    "truediv",
    "floordiv",
    "mod",
    "pow",
    "matmul",
    "and_",
    "or_",
    "xor",
    "lshift",
    "rshift",
    "lt",
    "le",
    "gt",
    "ge",
)
OPERATORS = frozenset((*UNARY, *BINARY, "getitem", "setitem", "delitem", "contains", "len"))
"""Operators a proxy may ask for, named as in the standard library's `operator` module."""
