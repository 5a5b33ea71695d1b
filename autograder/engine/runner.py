"""Grading one submission: runs in a child of the suite server and answers with plain data."""

from __future__ import annotations

import socket
import time
from dataclasses import dataclass
from dataclasses import field
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING
from typing import Any

import pytest

from autograder.authoring import Criterion
from autograder.course.secret import seed_for
from autograder.diagnosis.guarded import in_child
from autograder.diagnosis.replay import Diagnostician
from autograder.diagnosis.replay import Log
from autograder.engine import soft_limit
from autograder.engine.binding import generator
from autograder.engine.loading_report import LoadReport
from autograder.engine.proxy import StudentModule
from autograder.engine.remote import RemoteWorker
from autograder.engine.suite import Check
from autograder.engine.suite import run_item
from autograder.engine.verdict import Verdict
from autograder.engine.verdict import verdict_of
from autograder.errors import ForbiddenShortcut
from autograder.errors import StudentError
from autograder.grading.result import Diagnosis
from autograder.grading.result import TestOutcome
from autograder.grading.sources import Sources
from autograder.grading.sources import read_sources
from autograder.isolation import Limits

if TYPE_CHECKING:
    import numpy as np

_HANGS_BEFORE_GIVING_UP = 2
_DIAGNOSIS_SECONDS = 5.0
_DIAGNOSIS_MB = 512


@dataclass(frozen=True)
class Task:
    """What the runner needs to know about the assignment, the same for every submission."""

    slug: str
    secret: bytes
    limits: Limits
    libraries: tuple[str, ...]
    forbid: tuple[str, ...]
    readable: tuple[Path, ...]
    checks: tuple[Check, ...]
    names: tuple[str, ...]
    reference: ModuleType
    diagnostician: Diagnostician


@dataclass
class Graded:
    """A runner's answer."""

    tests: list[TestOutcome] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    problem: str = ""
    untouched: bool = False
    output: str = ""
    timings: dict[str, float] = field(default_factory=dict)


class RemoteBinding:
    """The fixtures' student in a worker; a new worker whenever the last one ended."""

    def __init__(self, task: Task, server: socket.socket, folder: Path, sources: Sources) -> None:
        self._task = task
        self._server = server
        self._folder = folder
        self._sources = sources
        self._worker: RemoteWorker | None = None
        self._report: LoadReport | None = None
        self._load_error: StudentError | None = None
        self.cpu_seconds = 0.0
        self.output = ""

    def student(self, test_id: str) -> StudentModule:
        worker, report = self.loaded()
        worker.session.recording = True
        worker.session.begin_test(seed_for(self._task.secret, self._task.slug, test_id) % 2**32)
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
                self._start()
            except StudentError as error:
                # a file that ends its own process would do so again for every test
                self._load_error = type(error)(f"While the file was loaded: {error.summary}")
                raise self._load_error from error
        assert self._worker is not None
        assert self._report is not None
        return self._worker, self._report

    def take_log(self, criterion_id: str) -> Log:
        """What the test that just ran asked, for the diagnosis."""
        if self._worker is None:
            return Log(criterion_id, (), {})
        session = self._worker.session
        return Log(criterion_id, tuple(session.log), dict(session.callbacks))

    @property
    def shortcuts_used(self) -> list[str]:
        return list(self._worker.session.shortcuts_used) if self._worker else []

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
        self._worker = None

    def _start(self) -> None:
        task = self._task
        worker = RemoteWorker(self._server, self._folder, task.readable, task.limits)
        self._worker = worker
        worker.wall_seconds = 3 * task.limits.import_seconds
        facts = worker.session.load(
            units=[(unit.source, unit.file, unit.cell) for unit in self._sources.units],
            name=task.slug,
            folder=str(self._folder),
            libraries=list(task.libraries),
            forbid=list(task.forbid),
            call_seconds=task.limits.call_seconds,
            import_seconds=task.limits.import_seconds,
        )
        self._report = LoadReport.from_facts(facts, self._sources)
        worker.wall_seconds = 10 * task.limits.call_seconds


class Runner:
    """Runs every criterion on one submission."""

    def __init__(self, task: Task, server: socket.socket, folder: Path, main: str) -> None:
        self._task = task
        self._folder = folder
        self._started = time.monotonic()
        self._sources = read_sources(folder, main)
        self.binding = RemoteBinding(task, server, folder, self._sources)
        self._passed: set[str] = set()
        self._hangs: dict[str, int] = {}
        self._logs: dict[str, list[Log]] = {}
        self._diagnosis_seconds = 0.0

    def run(self) -> Graded:
        graded = Graded(notes=list(self._sources.notes), problem=self._sources.problem)
        if graded.problem:
            return graded
        try:
            _, report = self.binding.loaded()
        except StudentError:
            report = LoadReport()
        graded.notes += report.notes()
        checks = self._task.checks
        for check, following in zip(checks, (*checks[1:], None), strict=True):
            graded.tests.append(self._grade(check, following, report))
        self.binding.close()
        graded.tests = self._with_diagnoses(graded.tests)
        graded.untouched = bool(graded.tests) and all(t.status == "missing" for t in graded.tests)
        graded.output = self.binding.output
        graded.timings = {
            "wall": time.monotonic() - self._started,
            "runner_cpu": time.process_time(),
            "worker_cpu": self.binding.cpu_seconds,
            "diagnosis": self._diagnosis_seconds,
        }
        return graded

    def _grade(self, check: Check, following: Check | None, report: LoadReport) -> TestOutcome:
        criterion = check.criterion
        verdict = self._excused(criterion) or self._run(check, following)
        if verdict.status == "passed":
            verdict = self._without_shortcuts(criterion, report)
        if verdict.status == "passed":
            self._passed.add(criterion.id)
        return TestOutcome(
            id=criterion.id,
            of=criterion.of,
            says=criterion.says,
            points=criterion.points,
            earned=criterion.points if verdict.status == "passed" else Fraction(0),
            status=verdict.status,
            message=report.explain(criterion.of, verdict.status, verdict.message),
            detail=verdict.detail,
            place=verdict.place,
            extra_credit=criterion.extra_credit,
        )

    def _with_diagnoses(self, tests: list[TestOutcome]) -> list[TestOutcome]:
        """Name the misconceptions behind failures; silent where `show` is "nothing"."""
        silent = {c.criterion.id for c in self._task.checks if c.criterion.show == "nothing"}
        wrong = [t for t in tests if t.status in ("failed", "error") and t.id not in silent]
        if not wrong:
            return tests
        started = time.monotonic()
        found = in_child(
            lambda: self._diagnose(wrong), seconds=_DIAGNOSIS_SECONDS, memory_mb=_DIAGNOSIS_MB
        )
        self._diagnosis_seconds = time.monotonic() - started
        named = {key: Diagnosis(*parts) for key, parts in (found or {}).items()}
        return [replace(test, diagnosis=named.get(test.id)) for test in tests]

    def _diagnose(self, wrong: list[TestOutcome]) -> dict[str, list[Any]]:
        """Runs in a child; plain data for the way back."""
        soft_limit.install()
        found = {}
        for test in wrong:
            others = [log for log in self._logs.get(test.of, ()) if log.criterion != test.id]
            own = [log for log in self._logs.get(test.of, ()) if log.criterion == test.id]
            diagnosis = own and self._task.diagnostician.diagnose(test.of, own[0], others)
            if diagnosis:
                found[test.id] = [diagnosis.misconception, diagnosis.says, diagnosis.evidence]
        return found

    def _excused(self, criterion: Criterion) -> Verdict | None:
        """A criterion that is not run: something before it, or the time, stands against it."""
        waiting = [name for name in criterion.after if name not in self._passed]
        if waiting:
            return Verdict("waiting", f"Waits for {', '.join(waiting)}.")
        limit = self._task.limits.submission_seconds
        if time.monotonic() - self._started > limit:
            return Verdict("not_run", f"The {limit:g} s for the whole submission were used up.")
        if self._hangs.get(criterion.of, 0) >= _HANGS_BEFORE_GIVING_UP:
            return Verdict(
                "timeout",
                f"Not tried: {criterion.of} did not finish in {_HANGS_BEFORE_GIVING_UP} tests before.",
            )
        return None

    def _run(self, check: Check, following: Check | None) -> Verdict:
        items: tuple[pytest.Item | None, ...] = (
            *check.items[1:],
            following.items[0] if following else None,
        )
        for item, next_item in zip(check.items, items, strict=True):
            try:
                run_item(item, next_item)
            except BaseException as error:  # also pytest's Skipped and Exit
                if self.binding.hung:
                    self._hangs[check.criterion.of] = self._hangs.get(check.criterion.of, 0) + 1
                return verdict_of(error, check.criterion)
            finally:
                self._logs.setdefault(check.criterion.of, []).append(
                    self.binding.take_log(check.criterion.id)
                )
        return Verdict("passed")

    def _without_shortcuts(self, criterion: Criterion, report: LoadReport) -> Verdict:
        used = [*report.shortcuts.get(criterion.of, ()), *self.binding.shortcuts_used]
        if not used:
            return Verdict("passed")
        error = ForbiddenShortcut(
            f"{criterion.of} uses {', '.join(dict.fromkeys(used))}, which this exercise asks you "
            "to write yourself."
        )
        return verdict_of(error, criterion)
