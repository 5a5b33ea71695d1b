"""The worker server with a stopwatch in every worker."""

# ruff: noqa: SLF001 - a stopwatch sits inside

from __future__ import annotations

from typing import Any

from autograder.engine import service
from autograder.engine import worker_server
from autograder.engine.protocol import Reply
from autograder.engine.protocol import Request
from autograder.engine.service import Service
from autograder.engine.worker import Worker
from autograder.isolation import Isolator
from benchmarks.stopwatch import from_environment

watch = from_environment()


class TimedIsolator(Isolator):
    """Counts the lock-down."""

    def fork(self) -> int:
        pid = super().fork()
        if pid == 0:
            watch.begin("worker", "start")
        return pid

    def confine(self, *args: Any, **kwargs: Any) -> None:
        with watch.phase("lock-down"):
            super().confine(*args, **kwargs)


class TimedWorker(Worker):
    """Counts what is not counted for something else."""

    def serve(self, *args: Any) -> None:
        with watch.phase("messages"):
            super().serve(*args)


def _timed(name: str) -> Any:
    original = service._OPERATIONS[name]
    phase = "import" if name == "load" else "calls"

    def operation(self: Service, request: Request) -> Reply:
        with watch.phase(phase):
            return original(self, request)

    return operation


def main() -> None:
    """Entry, as `worker_server.main`."""
    for name in service._OPERATIONS:
        service._OPERATIONS[name] = _timed(name)
    vars(worker_server).update(Worker=TimedWorker, Isolator=TimedIsolator)
    worker_server.main()
