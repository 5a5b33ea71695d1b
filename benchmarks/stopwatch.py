"""CPU time of a process by phase, kept where the measuring process can read it.

The counters lie in a file that is mapped by every server and so by everything forked from
it. Phases nest; each second counts for the innermost. While a diagnosis is under way, all
of both processes counts for that.
"""

from __future__ import annotations

import mmap
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

VARIABLE = "BENCHMARK_STOPWATCH"
PHASES = (
    "worker: start",
    "worker: lock-down",
    "worker: import",
    "worker: calls",
    "worker: messages",
    "worker: diagnosis",
    "runner: start, answer",
    "runner: messages",
    "runner: pytest",
    "runner: checks",
    "runner: diagnosis",
    "runner: verdicts",
)
_FLAG = len(PHASES)


class Stopwatch:
    """The counters, and the phase this process is in."""

    def __init__(self, path: Path) -> None:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        os.ftruncate(descriptor, mmap.PAGESIZE)
        self._counters = memoryview(mmap.mmap(descriptor, mmap.PAGESIZE)).cast("d")
        os.close(descriptor)
        self._side = ""
        self._phase = 0
        self._since = 0.0

    def read(self) -> dict[str, float]:
        """Seconds so far, by phase."""
        return {phase: self._counters[n] for n, phase in enumerate(PHASES)}

    def begin(self, side: str, phase: str) -> None:
        """In a process that was just forked: its CPU time starts at zero."""
        self._side = side
        self._phase = PHASES.index(f"{side}: {phase}")
        self._since = 0.0

    def charge(self) -> None:
        """Count the time since the last change."""
        now = time.thread_time()  # that of the process lags behind while a timer is set
        diagnosing = PHASES.index(f"{self._side}: diagnosis") if self._counters[_FLAG] else None
        self._counters[self._phase if diagnosing is None else diagnosing] += now - self._since
        self._since = now

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        """Count the body for `name`."""
        if not self._side:  # a server, not a child of one
            yield
            return
        self.charge()
        outer, self._phase = self._phase, PHASES.index(f"{self._side}: {name}")
        try:
            yield
        finally:
            self.charge()
            self._phase = outer

    @contextmanager
    def diagnosing(self) -> Iterator[None]:
        """Count what this and the other process do for the diagnosis."""
        self.charge()
        self._counters[_FLAG] = 1.0
        try:
            yield
        finally:
            self.charge()
            self._counters[_FLAG] = 0.0


def from_environment() -> Stopwatch:
    """The stopwatch the measuring process reads."""
    return Stopwatch(Path(os.environ[VARIABLE]))
