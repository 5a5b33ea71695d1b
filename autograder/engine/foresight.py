"""What a suite is going to ask is known before it begins: the reference was asked the same.

The random numbers of a test are those of every submission, so its requests are, too, up to
the first one that depends on an answer. Which one that is shows on a reference whose answers
are off by the last bit.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from typing import Self

import numpy as np

from autograder.engine.protocol import Reply
from autograder.engine.session import Operation
from autograder.engine.session import Raw
from autograder.engine.session import Session
from autograder.wire.codec import Reference
from autograder.wire.codec import decode
from autograder.wire.tensors import loaded_torch

_BURST_BYTES = 32_768
"""Must fit a socket: nobody reads while both sides write."""


@dataclass(frozen=True)
class Asked:
    """What one test asked of the reference, and of one with unreliable answers."""

    test: str
    operations: Sequence[Operation]
    shaken: Sequence[Operation]

    @property
    def foreseen(self) -> list[Operation]:
        """The requests that depend on no answer."""
        found = []
        for one, other in zip(self.operations, self.shaken, strict=False):
            if not one.asks(other.request):
                break
            found.append(one)
        return found


class Script:
    """All that can be foreseen of a suite, in the order of its tests."""

    def __init__(self) -> None:
        self._requests: list[Operation] = []
        self._spans: dict[str, tuple[int, int]] = {}
        self._halts: set[int] = set()
        self._told_by: list[int] = []

    @classmethod
    def of(cls, tests: Sequence[Asked]) -> Self:
        """The script of a suite that asks this."""
        script = cls()
        answered: dict[object, int] = {}
        for asked in tests:
            foreseen = asked.foreseen
            first = len(script._requests)
            for position, operation in enumerate(foreseen, first):
                facts = _facts(operation.request)
                script._told_by.append(max((answered.get(fact, -1) for fact in facts), default=-1))
                answered.update(dict.fromkeys(_facts(operation.reply), position))
            script._requests += foreseen
            script._spans[asked.test] = (first, len(script._requests))
            if len(foreseen) < len(asked.operations):
                script._halts.add(len(script._requests))
        return script

    def span(self, test: str | None) -> tuple[int, int]:
        """Where the requests of a test begin and end; empty for a test nothing is known of."""
        nowhere = len(self._requests)
        return self._spans.get(test or "", (nowhere, nowhere))

    def __getitem__(self, position: int) -> Operation:
        return self._requests[position]

    def burst(self, first: int, end: int | None = None) -> list[Operation]:
        """The requests from `first` on that may leave at once, up to `end` at most.

        None of them tells the right answer to another one, which would wait in the memory of
        the very process that is to find it; none comes after a request not foreseen.
        """
        size = 0
        last = first
        for last, operation in enumerate(self._requests[first:end], first):
            size += len(operation.packed) + sum(map(len, operation.buffers))
            if last > first and (
                size > _BURST_BYTES or self._told_by[last] >= first or last in self._halts
            ):
                return self._requests[first:last]
        return self._requests[first:end]


class ShakenSession(Session):
    """A session in which every real number of an answer is off by its last bit."""

    def value_of(self, raw: Raw) -> Reply:
        reply = super().value_of(raw)
        return reply._replace(value=_shaken(reply.value))


def _shaken(value: Any) -> Any:
    if type(value) is float:
        return math.nextafter(value, math.inf)
    if type(value) in (list, tuple):
        return type(value)(map(_shaken, value))
    if type(value) is dict:
        return {key: _shaken(item) for key, item in value.items()}
    if isinstance(value, (np.ndarray, np.floating)) and value.dtype.kind == "f":
        return np.nextafter(value, value.dtype.type(np.inf))
    torch = loaded_torch()
    if torch and type(value) in (torch.tensor, torch.parameter) and value.is_floating_point():
        tracked: bool = value.requires_grad
        off: Any = value.detach().nextafter(torch.module.tensor(math.inf, dtype=value.dtype))
        if type(value) is torch.parameter:
            return torch.parameter(off, tracked)
        return off.requires_grad_(tracked)
    return value


def _facts(message: tuple[bytes, Sequence[Any]]) -> Iterator[object]:
    """What could be recognised in a message: its real numbers, and its arrays as bytes."""
    packed, buffers = message
    yield from (bytes(buffer) for buffer in buffers if len(buffer) >= np.dtype(float).itemsize)
    stack = [decode(packed, buffers, _as_is)]
    while stack:
        value = stack.pop()
        if type(value) in (list, tuple, set, frozenset):
            stack.extend(value)
        elif type(value) is dict:
            stack.extend((*value, *value.values()))
        elif isinstance(value, (float, np.floating)) and not float(value).is_integer():
            yield float(value)


def _as_is(reference: Reference) -> Reference:
    return reference
