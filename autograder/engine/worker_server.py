"""The worker server: trusted code, no secrets, forks one worker a request.

It imports the libraries of the course once and never reads a test. A worker is locked
down before it is told which student it serves.
"""

from __future__ import annotations

import contextlib
import gc
import os
import selectors
import shutil
import signal
import socket
import sys
import tempfile
from dataclasses import dataclass
from os import _exit as leave  # os._exit itself becomes an exception for the student
from pathlib import Path
from typing import Any
from typing import NoReturn

import msgpack

from autograder.engine import channel
from autograder.engine import huge_pages
from autograder.engine import soft_limit
from autograder.engine import warm
from autograder.engine.drill import drill
from autograder.engine.fatal import print_where
from autograder.engine.worker import Worker
from autograder.errors import SandboxError
from autograder.isolation import Confinement
from autograder.isolation import Isolator
from autograder.isolation import Level
from autograder.isolation import Limits
from autograder.isolation import Provision

_FIRST_UID = 61_000
_UIDS = 3_000
_POLICE_SECONDS = 0.1
SANDBOX_FAILED = 113
"""Exit status of a worker that could not be locked down."""


@dataclass
class _Child:
    pid: int
    pidfd: int
    reply: socket.socket
    scratch: Path | None
    scratch_bytes: int


class WorkerServer:
    """Forks workers until the last grader has closed its end of `control`."""

    def __init__(self, control: socket.socket, level: Level) -> None:
        self._control = control
        self._level = level
        self._sealed = level is Level.SEALED
        self._isolator = Isolator(level)
        self._selector = selectors.DefaultSelector()
        self._children: dict[int, _Child] = {}
        self._provisions: dict[bytes, Provision] = {}
        self._forked = 0
        self._processors: list[int] = []

    def run(self, libraries: tuple[str, ...]) -> None:
        self._isolator.enter()
        warm.yield_late()
        warm.import_libraries(libraries)
        drill(libraries)
        print_where(2)
        soft_limit.install()
        self._worker = Worker()
        warm.fill_holes()
        warm.settle()
        warm.check_single_threaded()
        huge_pages.move_code()
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # heard as a close below
            channel.send(self._control, {"ready": True, "level": self._level.value})
        self._selector.register(self._control, selectors.EVENT_READ)
        while True:
            for key, _ in self._selector.select(self._pause()):
                if key.fileobj is self._control:
                    received = channel.receive(self._control)
                    if received is None:
                        return self._end()
                    self._fork(*received)
                else:
                    self._reap(key.data)
            self._police()

    def _pause(self) -> float | None:
        """How long to wait for news while a worker could fill the disk; at `sealed` it cannot."""
        return _POLICE_SECONDS if self._children and not self._sealed else None

    def _police(self) -> None:
        """End a worker whose scratch folder outgrew its limit."""
        if self._sealed:
            return
        for child in self._children.values():
            if child.scratch and _size_of(child.scratch) > child.scratch_bytes:
                signal.pidfd_send_signal(child.pidfd, signal.SIGKILL)

    def _fork(self, request: dict[str, Any], fds: list[int]) -> None:
        reply_fd, rpc_fd, output_fd = fds
        reply = socket.socket(fileno=reply_fd)
        scratch = None
        try:
            provision = self._provision(request["shared"])
            uid = self._next_uid()
            scratch = self._new_scratch(uid)
            confinement = Confinement(provision, request["submission"], scratch, uid)
            self._move_to(request["processors"])
            gc.freeze()  # what this loop has made: to look at it, a child would copy it
            pid = self._isolator.fork()
            if pid == 0:
                self._become_worker(confinement, reply, rpc_fd, output_fd)
        except SandboxError as error:
            _remove(scratch)
            with reply, contextlib.suppress(OSError):  # the asking runner may be gone already
                channel.send(reply, {"fault": str(error)})
            return
        finally:
            os.close(rpc_fd)
            os.close(output_fd)
        scratch_bytes = provision.limits.scratch_mb << 20
        child = _Child(pid, os.pidfd_open(pid), reply, scratch, scratch_bytes)
        self._children[pid] = child
        self._selector.register(child.pidfd, selectors.EVENT_READ, child)
        try:
            place = str(confinement.places.submission)
            channel.send(reply, {"pid": pid, "folder": place}, (child.pidfd,))
        except OSError:  # the asking runner is gone already
            signal.pidfd_send_signal(child.pidfd, signal.SIGKILL)

    def _next_uid(self) -> int | None:
        """A user for a worker, not that of the last ones; None where we are no root."""
        self._forked += 1
        return _FIRST_UID + self._forked % _UIDS if os.geteuid() == 0 else None

    def _new_scratch(self, uid: int | None) -> Path | None:
        """A folder for a worker to work in; None at `sealed`, where it makes its own."""
        if self._sealed:
            return None
        scratch = Path(tempfile.mkdtemp(prefix="worker-"))
        if uid is not None:
            os.chown(scratch, uid, uid)
        return scratch

    def _provision(self, packed: bytes) -> Provision:
        """What has been sent once already is not even unpacked again."""
        known = self._provisions.get(packed)
        if known is None:
            message = msgpack.unpackb(packed)
            readable, limits = map(Path, message["readable"]), Limits(**message["limits"])
            known = self._provisions[packed] = self._isolator.prepare((*readable,), limits)
        return known

    def _move_to(self, processors: list[int]) -> None:
        """Run where a worker is to run, which inherits it: most of the time where we are."""
        if processors != self._processors:
            os.sched_setaffinity(0, processors)
            self._processors = processors

    def _become_worker(
        self, confinement: Confinement, reply: socket.socket, rpc_fd: int, output_fd: int
    ) -> NoReturn:
        try:
            self._isolator.confine(
                confinement, keep_fds=(rpc_fd, reply.fileno()), output_fd=output_fd
            )
            reply.close()
            self._worker.serve(rpc_fd, confinement.provision.limits)
            leave(0)
        except SandboxError as error:
            channel.send(reply, {"fault": str(error)})
            leave(SANDBOX_FAILED)
        finally:
            leave(1)  # never return into the server's loop

    def _reap(self, child: _Child) -> None:
        self._selector.unregister(child.pidfd)
        _, status, usage = os.wait4(child.pid, 0)
        os.close(child.pidfd)
        del self._children[child.pid]
        _remove(child.scratch)
        with child.reply:
            ending = {
                "status": status,
                "cpu": usage.ru_utime + usage.ru_stime,
                "maxrss_kb": usage.ru_maxrss,
            }
            # nobody may wait for this one any more
            with contextlib.suppress(OSError):
                channel.send(child.reply, ending)

    def _end(self) -> None:
        for child in self._children.values():
            signal.pidfd_send_signal(child.pidfd, signal.SIGKILL)
        for child in list(self._children.values()):
            self._reap(child)


def _remove(scratch: Path | None) -> None:
    if scratch is not None:
        shutil.rmtree(scratch, ignore_errors=True)


def _size_of(folder: Path) -> int:
    """Bytes on disk below `folder`; each file counts a block at least, so inodes are bounded."""
    total = 0
    for parent, folders, files in os.walk(folder):
        for name in (*folders, *files):
            with contextlib.suppress(OSError):
                total += max(Path(parent, name).lstat().st_blocks * 512, 4096)
    return total


def main() -> None:
    """Entry: `python -I -c ... CONTROL_FD LEVEL LIBRARIES`."""
    control = socket.socket(fileno=int(sys.argv[1]))
    libraries = tuple(name for name in sys.argv[3].split(",") if name)
    WorkerServer(control, Level.parse(sys.argv[2])).run(libraries)
