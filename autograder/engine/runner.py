"""Grading one submission: runs in a child of the suite server and answers with plain data."""

from __future__ import annotations

import contextlib
import socket
import time
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from autograder.authoring import Criterion
from autograder.engine.loading_report import LoadReport
from autograder.engine.remote_binding import RemoteBinding
from autograder.engine.second_look import SECONDS
from autograder.engine.second_look import SecondLook
from autograder.engine.session import Operation
from autograder.engine.soft_limit import CallTimeout
from autograder.engine.soft_limit import OuterLimit
from autograder.engine.suite import Check
from autograder.engine.suite import finish
from autograder.engine.suite import run_item
from autograder.engine.task import Graded
from autograder.engine.task import Task
from autograder.engine.verdict import Verdict
from autograder.engine.verdict import verdict_of
from autograder.errors import ForbiddenShortcut
from autograder.errors import StudentError
from autograder.grading.result import TestOutcome
from autograder.grading.result import TestStatus
from autograder.grading.sources import read_sources
from autograder.wording import readable

_TRIES = 2
_BEGINNINGS = 3
"""Of one test: in a process that an earlier test changed, with a surprise, and as it should be."""
_FATAL: dict[TestStatus, str] = {
    "timeout": "did not finish",
    "crashed": "ended its own process",
}


class Runner:
    """Runs every criterion on one submission."""

    def __init__(self, task: Task, server: socket.socket, folder: Path, main: str) -> None:
        self._task = task
        self._folder = folder
        self._started = time.monotonic()
        self._used_before = time.process_time()
        self._sources = read_sources(folder, main)
        self.binding = RemoteBinding(task, server, folder, self._sources)
        self._passed: set[str] = set()
        self._fatal: Counter[tuple[str, TestStatus]] = Counter()
        self._hangs: Counter[str] = Counter()
        self._answered: set[str] = set()
        self._logs: dict[str, list[Operation]] = {}
        self._shortcuts: set[str] = set()

    def run(self) -> Graded:
        said = map(readable, self._sources.notes)
        graded = Graded(notes=list(said), problem=readable(self._sources.problem))
        if graded.problem:
            return graded
        try:
            _, report = self.binding.loaded()
        except StudentError:
            report = LoadReport()
        graded.notes += map(readable, (*self.binding.notes, *report.notes()))
        checks = self._task.checks
        for check, following in zip(checks, (*checks[1:], None), strict=True):
            graded.tests.append(self._grade(check, following, report))
        finish(checks)
        # what a student answered may take too much memory or time to look at twice
        started = time.monotonic()
        with contextlib.suppress(MemoryError, CallTimeout), OuterLimit(SECONDS):
            look = SecondLook(self._task, self.binding, self._logs)
            graded.tests = look.explained(graded.tests, self._passed)
        diagnosis_seconds = time.monotonic() - started
        self.binding.close()
        graded.untouched = self._untouched(graded.tests, report)
        graded.output = self.binding.output
        graded.timings = {
            "wall": time.monotonic() - self._started,
            "runner_cpu": time.process_time() - self._used_before,
            "worker_cpu": self.binding.cpu_seconds,
            "diagnosis": diagnosis_seconds,
        }
        return graded

    def _grade(self, check: Check, following: Check | None, report: LoadReport) -> TestOutcome:
        criterion = check.criterion
        verdict = self._excused(criterion)
        if verdict is None:
            verdict = self._run(check, following)
        else:
            finish(self._task.checks)  # the item that was to follow does not
        if verdict.status == "passed":
            verdict = self._without_shortcuts(criterion, report)
        if verdict.status == "passed":
            self._passed.add(criterion.id)
            self._answered.add(criterion.of)
        return TestOutcome(
            id=criterion.id,
            of=criterion.of,
            says=criterion.says,
            points=criterion.points,
            earned=criterion.points if verdict.status == "passed" else Fraction(0),
            status=verdict.status,
            message=readable(report.explain(criterion.of, verdict.status, verdict.message)),
            detail=verdict.detail,
            place=readable(verdict.place),
            extra_credit=criterion.extra_credit,
        )

    def _untouched(self, tests: list[TestOutcome], report: LoadReport) -> bool:
        missing = bool(tests) and all(test.status == "missing" for test in tests)
        return missing and not report.attempted({test.of for test in tests})

    def _excused(self, criterion: Criterion) -> Verdict | None:
        """A criterion that is not run: something before it, or the time, stands against it."""
        waiting = [name for name in criterion.after if name not in self._passed]
        if waiting:
            return Verdict("waiting", f"Waits for {', '.join(waiting)}.")
        limit = self._task.limits.submission_seconds
        taken = time.monotonic() - self._started
        if taken > limit and taken - self.binding.starved_seconds > limit:
            return Verdict("not_run", f"The {limit:g} s for the whole submission were used up.")
        return self._given_up(criterion.of)

    def _given_up(self, name: str) -> Verdict | None:
        """Two tries are enough of a function that has not passed anything, or that hangs."""
        for status, what in _FATAL.items():
            times = self._hangs[name] if name in self._answered else self._fatal[name, status]
            if times >= _TRIES:
                return Verdict(status, f"Not tried: {name} {what} in {_TRIES} tests.")
        return None

    def _run(self, check: Check, following: Check | None) -> Verdict:
        items: tuple[pytest.Item | None, ...] = (
            *check.items[1:],
            following.items[0] if following else None,
        )
        self._shortcuts.clear()
        self.binding.part_from_who_was_given(check.criterion.of)
        for item, next_item in zip(check.items, items, strict=True):
            error = self._error_of(item, next_item)
            self._logs.setdefault(check.criterion.id, []).extend(self.binding.log)
            self._shortcuts.update(self.binding.shortcuts_used)
            if error is not None:
                finish(self._task.checks)
                verdict = verdict_of(error, check.criterion)
                self._hangs[check.criterion.of] += self.binding.hung
                self._fatal[check.criterion.of, verdict.status] += 1
                return verdict
        return Verdict("passed")

    def _error_of(self, item: pytest.Item, following: pytest.Item | None) -> BaseException | None:
        """How a test ended, begun again in a new process where a try does not count."""
        for _ in range(_BEGINNINGS):
            error = self._run_once(item, following)
            if self.binding.surprised:
                # the process knows what it will be asked, and its module has been called already
                self.binding.asks_ahead = False
            elif not self.binding.spoiled:
                break
            # what one function left behind must not cost another its points
            self.binding.close()
        return error

    def _run_once(self, item: pytest.Item, following: pytest.Item | None) -> BaseException | None:
        try:
            with OuterLimit(self._task.limits.submission_seconds):
                run_item(item, following)
        except CallTimeout as error:
            self.binding.close()  # half a message may be on the way
            return error
        except BaseException as error:  # also pytest's Skipped and Exit
            return error
        return None

    def _without_shortcuts(self, criterion: Criterion, report: LoadReport) -> Verdict:
        used = self._shortcuts.union(report.shortcuts.get(criterion.of, ()))
        if not used:
            return Verdict("passed")
        error = ForbiddenShortcut(
            f"{criterion.of} uses {', '.join(sorted(used))}, which this exercise asks you "
            "to write yourself."
        )
        return verdict_of(error, criterion)
