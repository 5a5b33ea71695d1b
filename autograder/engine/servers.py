"""Starting and stopping the two kinds of server, and asking a suite server for a grade."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgpack

from autograder.engine import channel
from autograder.engine.warm import THREADS
from autograder.errors import SandboxError
from autograder.isolation import Level

_START_SECONDS = 120.0
_KEPT = ("PATH", "LANG", "LC_ALL", "TMPDIR", "SYSTEMROOT")


@dataclass
class Server:
    """A child process of ours with a channel to it."""

    process: subprocess.Popen[bytes]
    control: socket.socket

    def wait_ready(self) -> dict[str, Any]:
        """Its first message; SandboxError when it does not start."""
        self.control.settimeout(_START_SECONDS)
        try:
            received = channel.receive(self.control)
        except TimeoutError:
            received = None
        self.control.settimeout(None)
        if received is None:
            self.close()
            raise SandboxError("A grading server did not start; `grade doctor` tells why.")
        return received[0]

    def close(self) -> None:
        """Hang up and wait: a server ends by itself when its channel closes."""
        self.control.close()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def start_worker_server(level: Level, libraries: tuple[str, ...]) -> Server:
    """A server that forks locked-down workers with `libraries` imported."""
    ours, theirs = channel.pair()
    with theirs:
        process = _spawn(
            "autograder.engine.worker_server",
            (theirs.fileno(),),
            (str(theirs.fileno()), level.value, ",".join(libraries)),
            {"PYTHONHASHSEED": "0"},
        )
    return Server(process, ours)


def start_template(workers: Server, libraries: tuple[str, ...]) -> Server:
    """A template of suite servers, which ask `workers` for workers."""
    ours, theirs = channel.pair()
    with theirs:
        process = _spawn(
            "autograder.engine.suite_server",
            (theirs.fileno(), workers.control.fileno()),
            (str(theirs.fileno()), str(workers.control.fileno()), ",".join(libraries)),
            {},
        )
    return Server(process, ours)


@dataclass(frozen=True)
class Grading:
    """A submission that is being graded: where the answer arrives, and whose it is."""

    answer: int
    runner: socket.socket


class Suite:
    """One assignment's hidden suite, collected and waiting for submissions."""

    def __init__(self, template: Server, folder: Path, secret: bytes) -> None:
        self._idle: list[socket.socket] = []
        self._control, theirs = channel.pair()
        with theirs:
            request = {"folder": str(folder), "secret": secret}
            channel.send(template.control, request, (theirs.fileno(),))
        answer = self._first_answer()
        self.problems: tuple[str, ...] = tuple(answer["problems"])
        self.usable = bool(answer["ready"]) and not self.problems

    def _first_answer(self) -> dict[str, Any]:
        self._control.settimeout(_START_SECONDS)
        try:
            received = channel.receive(self._control)
        except TimeoutError:
            why = f"It was not ready to grade within {_START_SECONDS:g} s."
        else:
            why = "The suite server died."
            if received is not None:
                return received[0]
        finally:
            self._control.settimeout(None)
        return {"ready": False, "problems": [why]}

    def begin(self, folder: Path, main: str, processor: int | None = None) -> Grading:
        """Begin to grade a staged submission, by a runner that has nothing to do.

        Runner and worker are bound to `processor`, if there is one.
        """
        request = {"folder": str(folder), "main": main, "processor": processor}
        read_end, write_end = os.pipe()
        try:
            while self._idle:
                runner = self._idle.pop()
                # it may have ended: a runner does not grade on after something went wrong
                if _sent(runner, request, write_end):
                    return Grading(read_end, runner)
                runner.close()
            runner = self._new_runner()
            _sent(runner, request, write_end)  # if not, its answer ends before it began
            return Grading(read_end, runner)
        finally:
            os.close(write_end)

    def end(self, grading: Grading, *, well: bool) -> None:
        """The answer has been read; one that went `well` leaves a runner for the next."""
        os.close(grading.answer)
        if well:
            self._idle.append(grading.runner)
        else:
            grading.runner.close()

    def close(self) -> None:
        for runner in self._idle:
            runner.close()
        self._control.close()

    def _new_runner(self) -> socket.socket:
        ours, theirs = channel.pair()
        with theirs:
            _sent(self._control, {}, theirs.fileno())
        return ours


def _sent(receiver: socket.socket, message: dict[str, Any], fd: int) -> bool:
    """Send a message with an open file, unless the receiver is gone."""
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        channel.send(receiver, message, (fd,))
        return True
    return False


def parse_answer(raw: bytes) -> dict[str, Any]:
    """A runner's whole answer; a cut one means that the runner died, which is our fault."""
    if not raw:
        return {"fault": "The runner ended without an answer."}
    try:
        return dict(msgpack.unpackb(raw))
    except (ValueError, msgpack.UnpackException):
        return {"fault": "The runner ended in the middle of its answer."}


def _spawn(
    module: str, fds: tuple[int, ...], arguments: tuple[str, ...], extra: dict[str, str]
) -> subprocess.Popen[bytes]:
    # -I: neither the working directory nor the user's environment may add to sys.path
    code = f"from {module} import main; main()"
    environment = {name: os.environ[name] for name in _KEPT if name in os.environ}
    return subprocess.Popen(
        [sys.executable, "-I", "-c", code, *arguments],
        pass_fds=fds,
        env={**environment, **THREADS, **extra},
        stdin=subprocess.DEVNULL,
        # Ctrl-C is for the instructor's process, which then ends its servers in order
        start_new_session=True,
    )
