"""Running a check: a child process, a limit, and the report."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from collections.abc import Iterator
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from autograder.errors import UserError
from autograder.student.exercises import Exercise
from autograder.student.looking import look
from autograder.student.report import CheckReport
from autograder.student.report import VisibleTest
from autograder.student.tests import visible_tests

LIMIT_SECONDS = 45.0
_PATIENCE_SECONDS = 1.5
_LOADING_SECONDS = 6.0
_PRINTED = 4000


class Check:
    """A check in progress: started at once, waited for or stopped later."""

    def __init__(self, exercise: Exercise) -> None:
        self._exercise = exercise
        self._folder = tempfile.TemporaryDirectory(prefix="check-", ignore_cleanup_errors=True)
        self._events = Path(self._folder.name) / "events"
        self._printed = Path(self._folder.name) / "printed"
        self._started = time.monotonic()
        with self._printed.open("wb") as printed:
            self._child = subprocess.Popen(
                [
                    sys.executable,
                    "-P",  # a student's own random.py in this folder is no part of Python
                    "-m",
                    "autograder.student.child",
                    str(exercise.folder),
                    str(exercise.file),
                    str(self._events),
                ],
                stdin=subprocess.DEVNULL,
                stdout=printed,
                stderr=subprocess.STDOUT,
                env={**os.environ, "PYTHONIOENCODING": "utf-8", "PYTHONDONTWRITEBYTECODE": "1"},
            )

    def running(self) -> bool:
        """Whether there is no result yet; ends a child that is over the limit."""
        if self._child.poll() is not None:
            return False
        if time.monotonic() - self._started > LIMIT_SECONDS:
            self.stop()
            return False
        return True

    def slow(self) -> Iterator[str]:
        """What the child is at, where that takes long; until it ends, each thing once."""
        told = {""}
        while self.running():
            try:
                self._child.wait(_PATIENCE_SECONDS)
            except subprocess.TimeoutExpired:
                at = self._at()
                if at not in told:
                    told.add(at)
                    yield at

    def _at(self) -> str:
        names = [event["running"] for event in _parsed(_lines(self._events)) if "running" in event]
        if names:
            tests = {test.name: test.headline for test in visible_tests(self._exercise.tests)}
            return tests.get(names[-1], "")
        # a library as large as torch takes its time; after that it is the student's file
        loading = time.monotonic() - self._started > _LOADING_SECONDS
        return f"loading {self._exercise.file.name}" if loading else ""

    def stop(self) -> None:
        """End the child, whatever it does."""
        self._child.kill()
        self._child.wait()

    def report(self) -> CheckReport:
        """Wait for the child and read what it found."""
        left = LIMIT_SECONDS - (time.monotonic() - self._started)
        try:
            self._child.wait(max(left, 0.0))
        except subprocess.TimeoutExpired:
            self.stop()
        try:
            return self._read()
        finally:
            self._folder.cleanup()

    def _read(self) -> CheckReport:
        printed = self._printed_text()
        report = report_of(self._exercise.slug, self._exercise.tests, _lines(self._events), printed)
        if self._child.returncode != 0:
            report = self._with_ending(report)
        elif not report.problem and all(test.status == "not_run" for test in report.tests):
            said = printed[-500:] or "it gave no reason"
            report = replace(report, problem=f"The check ended before it began: {said}")
        seconds = time.monotonic() - self._started
        seen = look(self._exercise)
        return replace(
            report, seconds=seconds, not_allowed=seen.not_allowed, worthless=seen.worthless
        )

    def _with_ending(self, report: CheckReport) -> CheckReport:
        """The report of a child that was ended, or ended itself, in the middle of a test."""
        running = ""
        for event in _parsed(_lines(self._events)):
            running = event.get("running", running)
        tests = [self._ended(t) if t.name == running else t for t in report.tests]
        return replace(report, tests=tuple(_waiting(tests)))

    def _ended(self, test: VisibleTest) -> VisibleTest:
        if test.status not in ("not_run", "passed"):
            return test
        if time.monotonic() - self._started > LIMIT_SECONDS:
            said = f"It did not end within {LIMIT_SECONDS:g} seconds: is there an endless loop?"
            return replace(test, status="timeout", message=said)
        said = f"The program ended in the middle of it (exit code {self._child.returncode})."
        return replace(test, status="failed", message=said)

    def _printed_text(self) -> str:
        with self._printed.open("rb") as stream:
            return stream.read(_PRINTED).decode("utf-8", "replace").strip()


def begin(exercise: Exercise) -> Check:
    """Start the visible tests of an exercise. Raises UserError when its files are not there."""
    if not exercise.file.is_file():
        raise UserError(
            f"{exercise.file.name} is not there; `grade reset {exercise.slug}` brings it back."
        )
    if not exercise.tests.is_file():
        raise UserError(f"{exercise.tests} is not there; copy it again from the course's kit.")
    for library in exercise.assignment.libraries:
        if find_spec(library) is None:
            raise UserError(
                f"This exercise needs {library}, which is not installed: pip install {library}"
            )
    return Check(exercise)


def report_of(slug: str, tests: Path, lines: Iterable[str], printed: str = "") -> CheckReport:
    """The report that a child's event lines amount to."""
    found = {test.name: test for test in visible_tests(tests)}
    notes: list[str] = []
    problem = ""
    for event in _parsed(lines):
        problem = event.get("problem", problem)
        notes += [event["note"]] if "note" in event else []
        name = event.pop("test", None)
        # of a parametrised test the first case that fails is the one shown
        if name in found and found[name].status in ("not_run", "passed"):
            found[name] = replace(found[name], **event)
    outcomes = tuple(_waiting(list(found.values())))
    return CheckReport(slug, outcomes, problem, tuple(notes), printed=printed)


def _waiting(tests: list[VisibleTest]) -> Iterator[VisibleTest]:
    """After the first failure, what is still missing waits: one thing at a time."""
    failed = False
    for test in tests:
        if failed and test.status in ("missing", "not_run"):
            yield replace(test, status="waiting")
            continue
        failed = failed or test.status not in ("passed", "not_run")
        yield test


def _lines(file: Path) -> list[str]:
    if not file.is_file():
        return []
    return file.read_text(encoding="utf-8", errors="replace").splitlines()


def _parsed(lines: Iterable[str]) -> Iterator[dict[str, Any]]:
    for line in lines:
        try:
            event = json.loads(line)
        except ValueError:
            return  # the child was ended while it wrote
        yield event
