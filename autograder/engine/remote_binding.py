"""The fixtures of a suite in the grader: the student lives in a worker."""

from __future__ import annotations

import socket
import time
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from autograder.course.secret import seed_for
from autograder.engine.binding import generator
from autograder.engine.loading_report import LoadReport
from autograder.engine.protocol import bounded
from autograder.engine.proxy import StudentModule
from autograder.engine.randomness import seed_everything
from autograder.engine.remote import RemoteWorker
from autograder.engine.session import Operation
from autograder.engine.starvation import starved_seconds
from autograder.engine.task import Task
from autograder.errors import StudentError
from autograder.grading.sources import Sources

if TYPE_CHECKING:
    import numpy as np


class RemoteBinding:
    """The fixtures' student in a worker; a new worker whenever the last one ended."""

    def __init__(self, task: Task, server: socket.socket, folder: Path, sources: Sources) -> None:
        self._task = task
        self._server = server
        self._folder = folder
        self._sources = sources
        self._worker: RemoteWorker | None = None
        self._started = False
        self._report: LoadReport | None = None
        self._load_error: StudentError | None = None
        self._running: tuple[str, int] | None = None
        self._left_out: dict[tuple[str, int], str] = {}
        self._only_definitions = False
        self._until = time.monotonic() + task.limits.submission_seconds
        self._starved_before = starved_seconds()
        self._starved_workers = 0.0
        self.asks_ahead = True
        self.cpu_seconds = 0.0
        self.output = ""

    def student(self, test_id: str) -> StudentModule:
        seed = seed_for(self._task.secret, self._task.slug, test_id) % 2**32
        self._expect(test_id)  # the worker may end by that
        worker, report = self.loaded()
        worker.until = self._latest
        self._expect(test_id)
        worker.session.recording = True
        worker.session.begin_test(seed)
        seed_everything(seed)
        return StudentModule(worker.session, report.names)

    def reference(self) -> ModuleType:
        return self._task.reference

    def rng(self, test_id: str) -> np.random.Generator:
        return generator(seed_for(self._task.secret, self._task.slug, test_id))

    def loaded(self) -> tuple[RemoteWorker, LoadReport]:
        """A living worker with the student's file loaded; raises what the file did to it."""
        if self._load_error is not None:
            raise self._load_error
        if self._worker is None or not self._worker.alive or self._report is None:
            self.close()
            try:
                self._start_without_the_fatal()
            except StudentError as error:
                # a file that ends its own process would do so again for every test
                self._load_error = type(error)(f"While the file was loaded: {error.summary}")
                raise self._load_error from error
        assert self._worker is not None
        assert self._report is not None
        return self._worker, self._report

    def part_from_who_was_given(self, name: str) -> None:
        """Let nobody answer for a function who has had the right one to try out."""
        if self._worker is not None and name in self._worker.session.given:
            self.close()

    def expect_nothing(self) -> None:
        """Let the worker finish what the last test has asked in vain; it may end by that."""
        if self._worker is not None:
            self._worker.ahead.expect_nothing()

    def _expect(self, test_id: str) -> None:
        if self._worker is not None and self.asks_ahead:
            self._worker.ahead.begin(test_id)
        else:
            self.expect_nothing()

    def grant(self, seconds: float) -> None:
        """Let calls go on for at least so long from now, the submission's time over or not."""
        self._until = max(self._until, time.monotonic() + seconds)
        if self._worker is not None:
            self._worker.until = self._latest

    @property
    def starved_seconds(self) -> float:
        """How long the machine has let this submission's processes wait."""
        seconds = self._starved_workers + max(0.0, starved_seconds() - self._starved_before)
        if self._worker is not None:
            self._worker.starve()
            seconds += max(0.0, self._worker.starved_seconds)
        return seconds

    @property
    def _latest(self) -> float:
        """Until when a call may last, of time.monotonic."""
        late = time.monotonic() > self._until  # only then does it matter
        return self._until + (self.starved_seconds if late else 0.0)

    @property
    def notes(self) -> list[str]:
        """A sentence for each statement that had to be left out."""
        said = []
        for (file, line), summary in self._left_out.items():
            said.append(
                f"The statement at line {line} of {file} was left out. When it was run, "
                f"{summary.replace('The call', 'it')} Code at module level runs on import: put "
                'training and experiments under `if __name__ == "__main__":`.'
            )
        if self._only_definitions:
            said.append("In the end only imports, functions, classes and constants were loaded.")
        return said

    @property
    def log(self) -> list[Operation]:
        """What the test that just ran asked, with the answers it got."""
        return list(self._worker.session.log) if self._worker else []

    @property
    def shortcuts_used(self) -> list[str]:
        return list(self._worker.session.shortcuts_used) if self._worker else []

    @property
    def spoiled(self) -> bool:
        """Whether the last test ran in a process that an earlier one had changed."""
        return self._worker is not None and self._worker.session.spoiled

    @property
    def surprised(self) -> bool:
        """Whether the last test asked something else than was foreseen."""
        return self._worker is not None and self._worker.ahead.surprised

    @property
    def hung(self) -> bool:
        return self._worker is not None and self._worker.hung

    def close(self) -> None:
        if self._worker is None:
            return
        self.output = self.output or self._worker.output()
        ended = self._worker.close()
        if ended is not None:
            self.cpu_seconds += ended.cpu_seconds
        self._starved_workers += max(0.0, self._worker.starved_seconds)
        self._worker = None

    def _start_without_the_fatal(self) -> None:
        """Load the file; a statement that ends the process is left out the next time.

        When a second one does so, too, everything that is no definition is left out.
        """
        for more_tries in (True, True, False):
            try:
                return self._start()
            except StudentError as error:
                self.close()
                if self._running is None or self._only_definitions or not more_tries:
                    raise
                self._only_definitions = bool(self._left_out)
                self._left_out[self._running] = error.summary
        return None

    def _start(self) -> None:
        task = self._task
        worker = RemoteWorker(self._server, self._folder, task.readable, task.limits)
        # a file that ended one process is not asked more than it must be
        worker.ahead.farsighted = not self._started
        self._started = True
        worker.ahead.follow(task.foreseen)
        self._worker = worker
        worker.until = self._latest
        self._running = None
        worker.wall_seconds = 3 * task.limits.import_seconds
        started = time.monotonic()
        facts = worker.session.load(
            units=[(unit.source, unit.file, unit.cell) for unit in self._sources.units],
            name=task.slug,
            folder=str(worker.folder),
            libraries=list(task.libraries),
            forbid=list(task.forbid),
            call_seconds=task.limits.call_seconds,
            import_seconds=task.limits.import_seconds,
            announce=self._announced,
            skip=tuple(self._left_out),
            only_definitions=self._only_definitions,
        )
        worker.patience_seconds += time.monotonic() - started
        self._report = LoadReport.from_facts(facts, self._sources)
        worker.wall_seconds = 10 * task.limits.call_seconds

    def _announced(self, file: object, line: object) -> None:
        """The worker is about to run this statement; it is the student's word, so checked."""
        if isinstance(file, str) and type(bounded(line)) is int:
            self._running = (file[:200], bounded(line))
