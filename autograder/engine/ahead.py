"""Asking ahead: what a suite is foreseen to ask leaves in bursts, before its tests ask it.

Grader and student then take turns once a burst instead of once a call, which costs more than
most calls do. A test that asks something else after all has to be begun again, without.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from collections.abc import Sequence
from typing import Any
from typing import Protocol

from autograder.engine.foresight import Script
from autograder.engine.session import Operation
from autograder.engine.session import Raw
from autograder.engine.session import Transport
from autograder.engine.session import Upcall
from autograder.wire.codec import Encoded


class AskedOtherwise(BaseException):
    """A test asked what was not foreseen, and the student has gone on with what was.

    No Exception: a test that expects one must not take this for it.
    """


class Line(Transport, Protocol):
    """A transport on which requests may be sent before their replies are waited for."""

    def send_ahead(self, operations: Sequence[Operation]) -> list[int]:
        """Send requests that fit the line; returns what their replies are asked for by."""

    def reply_to(self, number: int, upcall: Upcall) -> Raw:
        """The reply to the oldest request that was sent ahead."""

    def forget(self, numbers: Collection[int]) -> None:
        """Make sure that no reply to these oldest requests is still to come."""


class Ahead:
    """A transport that knows what it will be asked; see `session.Transport`."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self._script = Script()
        self._sent: deque[tuple[int, int]] = deque()  # numbers, with positions in the script
        self._next = 0
        self._end = 0
        self._answering = 0  # calls of the test's functions: what they ask is not foreseen
        self.farsighted = True
        """Whether a burst may hold requests of more than one test."""
        self.surprised = False
        """Whether this test asked otherwise: what it found does not count."""

    def follow(self, script: Script) -> None:
        """Foresee this from now on, and nothing else."""
        self.expect_nothing()
        self._script = script

    def expect_nothing(self) -> None:
        """Ask one by one from now on."""
        self._forget(len(self._sent))
        self._next = self._end = 0
        self.surprised = False

    def begin(self, test: str) -> None:
        """Expect the requests of a test, whatever the one before has left unasked."""
        first, self._end = self._script.span(test)
        passed_over = sum(position < first for _, position in self._sent)
        self._forget(passed_over)
        if self._sent and self._sent[0][1] != first:
            self._forget(len(self._sent))
        if not self._sent:
            self._next = first
        self.surprised = False

    def exchange(self, encoded: Encoded, upcall: Upcall) -> Raw:
        def answer(packed: bytes, buffers: list[Any]) -> Encoded:
            self._answering += 1
            try:
                return upcall(packed, buffers)
            finally:
                self._answering -= 1

        number = None if self._answering else self._number_of(encoded)
        if number is None:
            return self._line.exchange(encoded, answer)
        return self._line.reply_to(number, answer)

    def tell(self, encoded: Encoded) -> None:
        if self._number_of(encoded) is None:
            self._line.tell(encoded)

    def _number_of(self, encoded: Encoded) -> int | None:
        """Of a request that was sent ahead, if only now; None where no more was foreseen."""
        if self.surprised:
            raise AskedOtherwise
        if not self._sent and self._next < self._end:
            self._send()
        if not self._sent:
            return None
        number, position = self._sent[0]
        if position >= self._end or not self._script[position].asks(encoded):
            self.surprised = True
            raise AskedOtherwise
        self._sent.popleft()
        return number

    def _send(self) -> None:
        burst = self._script.burst(self._next, None if self.farsighted else self._end)
        numbers = self._line.send_ahead(burst)
        self._sent.extend(zip(numbers, range(self._next, self._next + len(burst)), strict=True))
        self._next += len(burst)

    def _forget(self, count: int) -> None:
        """Leave the oldest `count` requests without a reply."""
        numbers = [self._sent.popleft()[0] for _ in range(count)]
        self._line.forget(numbers)
