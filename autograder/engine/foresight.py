"""What a suite is going to ask is known before it begins: the reference was asked the same.

The random numbers of a test are those of every submission, so its requests are, too, up to
the first one that depends on an answer. Which one that is shows on a reference whose answers
are off by the last bit.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from autograder.engine.facts import Fact
from autograder.engine.facts import facts
from autograder.engine.facts import hands_over
from autograder.engine.protocol import Reply
from autograder.engine.session import Operation
from autograder.engine.session import Raw
from autograder.engine.session import Session
from autograder.wire.codec import Encoded
from autograder.wire.frames import HEADER
from autograder.wire.tensors import loaded_torch

_BURST_BYTES = 32_768
"""Must fit a socket, frames around it included: nobody reads while both sides write."""


@dataclass(frozen=True)
class Asked:
    """What one test asked of the reference, and of one with unreliable answers.

    whole: whether all that it asked was logged.
    """

    test: str
    operations: Sequence[Operation]
    shaken: Sequence[Encoded]
    whole: bool = True

    @property
    def foreseen(self) -> list[Operation]:
        """The requests that depend on no real number of an answer."""
        found = []
        for operation, request in zip(self.operations, self.shaken, strict=False):
            if not operation.asks(request):
                break
            found.append(operation)
        return found


@dataclass(frozen=True)
class _Entry:
    """One request of a script.

    told_by: where in the script the last answer is that the request tells something of, -1 if
    it tells none. halt: whether something not foreseen is asked before it, or the test before it
    hands over functions, which a student would ask for the answer.
    """

    operation: Operation
    told_by: int
    halt: bool


class Script:
    """All that can be foreseen of a suite, in the order of its tests."""

    def __init__(self, tests: Sequence[Asked] = ()) -> None:
        self._entries: list[_Entry] = []
        self._spans: dict[str, tuple[int, int]] = {}
        answered: dict[Fact, int] = {}
        known: set[Fact] = set()
        halt = False
        for asked in tests:
            first, foreseen = len(self._entries), asked.foreseen
            for operation in foreseen:
                told = facts(*operation.request)
                told_by = max((answered.get(fact, -1) for fact in told), default=-1)
                known |= told  # an answer that repeats a question tells nothing new
                answered.update(dict.fromkeys(facts(*operation.reply) - known, len(self._entries)))
                self._entries.append(_Entry(operation, told_by, halt))
                halt = False
            self._spans[asked.test] = (first, len(self._entries))
            halt |= not asked.whole or len(foreseen) < len(asked.operations)
            halt |= any(hands_over(*operation.request) for operation in foreseen)

    def span(self, test: str) -> tuple[int, int]:
        """Where the requests of a test begin and end; empty for a test nothing is known of."""
        return self._spans.get(test, (len(self._entries),) * 2)

    def __getitem__(self, position: int) -> Operation:
        return self._entries[position].operation

    def burst(self, first: int, end: int | None = None) -> list[Operation]:
        """The requests from `first` on that may leave at once, up to `end` at most.

        None of them tells the right answer to another one, which would wait in the memory of
        the very process that is to find it; none comes after a request not foreseen, nor is of a
        later test than one whose functions that process may call.
        """
        found: list[Operation] = []
        size = 0
        for entry in self._entries[first:end]:
            packed, buffers = entry.operation.request
            size += HEADER.size + len(packed) + sum(len(buffer) + 8 for buffer in buffers)
            if found and (size > _BURST_BYTES or entry.halt or entry.told_by >= first):
                break
            found.append(entry.operation)
        return found


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
        with np.errstate(all="ignore"):
            return np.nextafter(value, value.dtype.type(np.inf))
    torch = loaded_torch()
    if torch and type(value) in (torch.tensor, torch.parameter) and value.is_floating_point():
        tracked: bool = value.requires_grad
        off: Any = value.detach().nextafter(torch.module.tensor(math.inf, dtype=value.dtype))
        if type(value) is torch.parameter:
            return torch.parameter(off, tracked)
        return off.requires_grad_(tracked)
    return value
