"""A worker as the runner holds it: a socket, its output, and how it ended."""

from __future__ import annotations

import contextlib
import functools
import math
import os
import signal
import socket
import time
from collections.abc import Collection
from collections.abc import Iterator
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgpack

from autograder.engine import channel
from autograder.engine.ahead import Ahead
from autograder.engine.fatal import place_of
from autograder.engine.protocol import ANSWER_LIMITS
from autograder.engine.protocol import Kind
from autograder.engine.proxy import proxy_for
from autograder.engine.proxy import reference_of
from autograder.engine.session import NO_ANSWER
from autograder.engine.session import Operation
from autograder.engine.session import Raw
from autograder.engine.session import Session
from autograder.engine.session import Upcall
from autograder.engine.session import new_request_id
from autograder.engine.starvation import starved_seconds
from autograder.errors import AutograderError
from autograder.errors import ProtocolViolation
from autograder.errors import SandboxError
from autograder.errors import StudentCrash
from autograder.errors import StudentTimeout
from autograder.errors import UnsupportedReturn
from autograder.isolation import Limits
from autograder.wire.codec import Encoded
from autograder.wire.errors import DeadlinePassed
from autograder.wire.errors import EndOfStream
from autograder.wire.errors import WireError
from autograder.wire.frames import Frame
from autograder.wire.frames import FrameReader
from autograder.wire.frames import send_frame
from autograder.wire.frames import send_frames

WALL_FACTOR = 10.0
"""A call may wait ten times its CPU limit (sleeping, or on a busy machine)."""
_MAX_UPCALLS = 30_000
_START_SECONDS = 120.0
_STARVED_SECONDS = 0.1
_SHOWN_OUTPUT = 20_000


@dataclass(frozen=True)
class Exit:
    """How a worker ended, measured outside of it."""

    status: int
    cpu_seconds: float
    maxrss_kb: int

    def __str__(self) -> str:
        if os.WIFSIGNALED(self.status):
            number = os.WTERMSIG(self.status)
            known = number in {*signal.Signals}  # others have no name
            said = signal.Signals(number).name if known else f"signal {number}"
            return f"the process was ended by {said}"
        return f"the process ended itself with exit code {os.WEXITSTATUS(self.status)}"


@functools.lru_cache(maxsize=8)
def _shared(readable: tuple[Path, ...], limits: Limits) -> bytes:
    """The part of a request for a worker that is the same for all of an assignment."""
    return bytes(msgpack.packb({"readable": [*map(str, readable)], "limits": vars(limits)}))


class RemoteWorker:
    """One locked-down process that serves one student."""

    def __init__(
        self,
        server: socket.socket,
        folder: Path,
        readable: tuple[Path, ...],
        limits: Limits,
    ) -> None:
        self._limits = limits
        self._exit: Exit | None = None
        self.alive = True
        self.hung = False
        self.patience_seconds = 0.05
        """What a test has asked in vain may take: about what a new process costs."""
        self.wall_seconds = limits.call_seconds * WALL_FACTOR
        self.until = math.inf  # of time.monotonic: no call waits longer, however short it is
        self.starved_seconds = 0.0
        """How long the machine has let the process wait, when that was last looked at."""
        self._output = os.memfd_create("output")
        self._status, reply = channel.pair()
        self._sock, rpc = socket.socketpair()
        with reply, rpc:
            request = {
                "submission": str(folder),
                "shared": _shared(readable, limits),
                "processors": sorted(os.sched_getaffinity(0)),
            }
            channel.send(server, request, (reply.fileno(), rpc.fileno(), self._output))
        self._status.settimeout(_START_SECONDS)
        try:
            self._pidfd, self.folder = self._started()
        except SandboxError:
            self._sock.close()
            self._status.close()
            os.close(self._output)
            raise
        self._reader = FrameReader(self._sock, ANSWER_LIMITS)
        self.ahead = Ahead(self)
        self.session = Session(self.ahead, proxy_for, reference_of)
        self.session.upcall_seconds = self.wall_seconds

    def exchange(self, encoded: Encoded, upcall: Upcall) -> Raw:
        """Send one request and wait for its reply; see `session.Transport`."""
        number = new_request_id()
        with self._deadline() as deadline:
            send_frame(self._sock, Kind.REQUEST, number, encoded.packed, encoded.buffers, deadline)
            return self._reply_to(number, deadline, upcall)

    def tell(self, encoded: Encoded) -> None:
        """Send a request that gets no reply; see `session.Transport`."""
        with self._deadline() as deadline:
            send_frame(self._sock, Kind.NOTICE, 0, encoded.packed, encoded.buffers, deadline)

    def send_ahead(self, operations: Sequence[Operation]) -> list[int]:
        """Send requests that fit the socket; see `ahead.Line`."""
        numbers = [0 if operation.is_reset else new_request_id() for operation in operations]
        frames = [
            Frame(
                Kind.AHEAD if number else Kind.NOTICE, number, operation.packed, operation.buffers
            )
            for number, operation in zip(numbers, operations, strict=True)
        ]
        with self._deadline() as deadline:
            send_frames(self._sock, frames, deadline)
        return numbers

    def reply_to(self, number: int, upcall: Upcall) -> Raw:
        """The reply to a request that was sent ahead; see `ahead.Line`."""
        with self._deadline() as deadline:
            return self._reply_to(number, deadline, upcall)

    def forget(self, numbers: Collection[int]) -> None:
        """Read the replies nobody waits for; what takes longer ends the process."""
        deadline = time.monotonic() + self.patience_seconds
        try:
            for number in filter(None, numbers if self.alive else ()):
                self._pass_over(number, deadline)
        except (AutograderError, ConnectionError):
            self._kill()
            self._end()

    @contextlib.contextmanager
    def _deadline(self) -> Iterator[float]:
        """Until when the body may talk to the process; what goes wrong ends the process."""
        if not self.alive:
            raise StudentCrash("The process had ended in an earlier call of this test.")
        started = time.monotonic()
        deadline = min(started + self.wall_seconds, self.until)
        try:
            yield deadline
        except (EndOfStream, ConnectionError):
            self._end()
            raise self._crash() from None
        except DeadlinePassed:
            self.hung = True
            self._end()
            waited = f"{max(deadline - started, 0.0):.3g} s"
            raise StudentTimeout(f"The call did not finish: no answer within {waited}.") from None
        except WireError as error:
            self._end()
            raise ProtocolViolation("The process sent something that is no answer.") from error
        except MemoryError as error:  # a suite by itself stays far below the runner's limit
            self._end()
            raise UnsupportedReturn("The answers of this test take too much memory.") from error
        except ProtocolViolation:
            self._end()
            raise

    def _crash(self) -> StudentCrash:
        last = os.fstat(self._output).st_size - _SHOWN_OUTPUT
        printed = os.pread(self._output, _SHOWN_OUTPUT, max(last, 0)).decode("utf-8", "replace")
        place = place_of(printed, self.folder)
        ending = f"{self._exit or 'the process is gone'}{f' at {place}' if place else ''}."
        return StudentCrash(f"The call did not come back: {ending}", place=place)

    def output(self) -> str:
        """The start of what the student's code printed; for the instructor only."""
        return os.pread(self._output, _SHOWN_OUTPUT, 0).decode("utf-8", "replace")

    def close(self) -> Exit | None:
        """End the process, and say what it used."""
        self.ahead.expect_nothing()
        if self.alive:
            self.starve()
        self._end()
        os.close(self._output)
        self._status.close()
        return self._exit

    def _reply_to(self, number: int, deadline: float, upcall: Upcall) -> Raw:
        for _ in range(_MAX_UPCALLS):
            deadline = self._hear(deadline)
            frame = self._reader.read(deadline)
            if frame.kind == Kind.REPLY and frame.id == number:
                return frame.packed, frame.buffers
            if frame.kind != Kind.UPCALL:
                raise ProtocolViolation("The process answered what nobody had asked.")
            asked = time.monotonic()
            reply = upcall(frame.packed, frame.buffers)
            if not self.alive:  # it ended by what the function asked
                raise DeadlinePassed if self.hung else EndOfStream
            # the test's own function is not charged to the student, as long as there is time
            deadline = max(deadline, min(deadline + time.monotonic() - asked, self.until))
            send_frame(self._sock, Kind.UPREPLY, frame.id, reply.packed, reply.buffers, deadline)
        raise ProtocolViolation(f"The test's function was called over {_MAX_UPCALLS} times.")

    def _hear(self, deadline: float) -> float:
        """Wait until the process says something; its deadline, later by what it has starved.

        Raises DeadlinePassed.
        """
        while True:
            try:
                self._reader.hear(deadline)
            except DeadlinePassed:
                more = self.starve()
                if more < _STARVED_SECONDS:
                    raise
                deadline = time.monotonic() + more
                self.until += more
            else:
                return deadline

    def starve(self) -> float:
        """How long the machine has let the process wait since this was last asked."""
        before, self.starved_seconds = self.starved_seconds, starved_seconds(self._pidfd)
        return self.starved_seconds - before

    def _pass_over(self, number: int, deadline: float) -> None:
        """Wait for a reply without keeping it."""
        for _ in range(_MAX_UPCALLS):
            kind, found = self._reader.skip(deadline)
            if kind == Kind.UPCALL:
                packed, buffers = NO_ANSWER
                send_frame(self._sock, Kind.UPREPLY, found, packed, buffers, deadline)
            elif (kind, found) == (Kind.REPLY, number):
                return
            else:
                break
        raise ProtocolViolation("The process answered what nobody had asked.")

    def _started(self) -> tuple[int, Path]:
        """A handle on the process, and where it finds its student's files."""
        message, descriptors = self._next_status() or ({}, [])
        if "pid" not in message:
            why = message.get("fault", "the worker server is gone")
            raise SandboxError(f"No worker could be started: {why}")
        return descriptors[0], Path(message["folder"])

    def _next_status(self) -> tuple[dict[str, Any], list[int]] | None:
        try:
            return channel.receive(self._status)
        except TimeoutError:
            raise SandboxError("The worker server does not answer.") from None

    def _end(self) -> None:
        """Kill whatever is left, and learn how it ended."""
        if not self.alive:
            return
        self.alive = False
        self._sock.close()
        if self.hung:
            self._kill()
        fault = None
        while self._exit is None:
            received = self._status_or_kill()
            if received is None:
                raise SandboxError("The worker server ended while a submission was graded.")
            message = received[0]
            fault = message.get("fault", fault)
            if "status" in message:
                self._exit = Exit(message["status"], message["cpu"], message["maxrss_kb"])
        os.close(self._pidfd)
        if fault is not None:
            raise SandboxError(f"A worker could not be locked down: {fault}")

    def _status_or_kill(self) -> tuple[dict[str, Any], list[int]] | None:
        """A worker that goes on after its socket closed is killed, not waited for."""
        self._status.settimeout(0.2)
        try:
            return channel.receive(self._status)
        except TimeoutError:
            self._kill()
            self._status.settimeout(_START_SECONDS)
            return self._next_status()

    def _kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._pidfd, signal.SIGKILL)
