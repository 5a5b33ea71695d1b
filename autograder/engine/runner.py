"""Grading one submission: runs in a child of the suite server and answers with plain data."""

from __future__ import annotations

import contextlib
import socket
import time
from collections import Counter
from dataclasses import dataclass
from dataclasses import field
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import pytest

from autograder.authoring import Criterion
from autograder.course.secret import seed_for
from autograder.diagnosis.agreement import same_answer
from autograder.diagnosis.diagnose import Diagnostician
from autograder.diagnosis.diagnose import Probe
from autograder.diagnosis.diagnose import ask_again
from autograder.diagnosis.diagnose import plain_reply
from autograder.engine.binding import generator
from autograder.engine.loading_report import LoadReport
from autograder.engine.protocol import Reply
from autograder.engine.proxy import StudentModule
from autograder.engine.remote import RemoteWorker
from autograder.engine.session import Operation
from autograder.engine.suite import Check
from autograder.engine.suite import run_item
from autograder.engine.verdict import Verdict
from autograder.engine.verdict import verdict_of
from autograder.errors import ForbiddenShortcut
from autograder.errors import StudentError
from autograder.grading.result import TestOutcome
from autograder.grading.sources import Sources
from autograder.grading.sources import read_sources
from autograder.isolation import Limits

if TYPE_CHECKING:
    import numpy as np

_HANGS_BEFORE_GIVING_UP = 2


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
        self._running: tuple[str, int] | None = None
        self._left_out: dict[tuple[str, int], str] = {}
        self._only_definitions = False
        self.cpu_seconds = 0.0
        self.output = ""

    def student(self, test_id: str) -> StudentModule:
        seed = seed_for(self._task.secret, self._task.slug, test_id) % 2**32
        worker, report = self.loaded()
        worker.session.recording = True
        if not worker.session.begin_test(seed):
            # what one function left behind must not cost another its points
            self.close()
            worker, report = self.loaded()
            worker.session.recording = True
            worker.session.begin_test(seed)
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
        self._worker = worker
        self._running = None
        worker.wall_seconds = 3 * task.limits.import_seconds
        facts = worker.session.load(
            units=[(unit.source, unit.file, unit.cell) for unit in self._sources.units],
            name=task.slug,
            folder=str(self._folder),
            libraries=list(task.libraries),
            forbid=list(task.forbid),
            call_seconds=task.limits.call_seconds,
            import_seconds=task.limits.import_seconds,
            announce=self._announced,
            skip=tuple(self._left_out),
            only_definitions=self._only_definitions,
        )
        self._report = LoadReport.from_facts(facts, self._sources)
        worker.wall_seconds = 10 * task.limits.call_seconds

    def _announced(self, file: object, line: object) -> None:
        """The worker is about to run this statement; it is the student's word, so checked."""
        if isinstance(file, str) and type(line) is int:
            self._running = (file[:200], line)


class Runner:
    """Runs every criterion on one submission."""

    def __init__(self, task: Task, server: socket.socket, folder: Path, main: str) -> None:
        self._task = task
        self._folder = folder
        self._started = time.monotonic()
        self._sources = read_sources(folder, main)
        self.binding = RemoteBinding(task, server, folder, self._sources)
        self._passed: set[str] = set()
        self._timeouts: Counter[str] = Counter()
        self._hangs: Counter[str] = Counter()
        self._answered: set[str] = set()
        self._logs: dict[str, list[Operation]] = {}
        self._diagnosis_seconds = 0.0

    def run(self) -> Graded:
        graded = Graded(notes=list(self._sources.notes), problem=self._sources.problem)
        if graded.problem:
            return graded
        try:
            _, report = self.binding.loaded()
        except StudentError:
            report = LoadReport()
        graded.notes += [*self.binding.notes, *report.notes()]
        checks = self._task.checks
        for check, following in zip(checks, (*checks[1:], None), strict=True):
            graded.tests.append(self._grade(check, following, report))
        # what a student answered may take too much memory to look at twice
        with contextlib.suppress(MemoryError):
            graded.tests = self._with_diagnoses(graded.tests)
        self.binding.close()
        graded.untouched = self._untouched(graded.tests, report)
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
            self._answered.add(criterion.of)
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

    def _untouched(self, tests: list[TestOutcome], report: LoadReport) -> bool:
        missing = bool(tests) and all(test.status == "missing" for test in tests)
        return missing and not report.attempted({test.of for test in tests})

    def _with_diagnoses(self, tests: list[TestOutcome]) -> list[TestOutcome]:
        """Name the misconceptions behind failures; silent where `show` is "nothing"."""
        started = time.monotonic()
        wrong = [test for test in tests if test.status in ("failed", "error")]
        answers: dict[str, list[Reply]] = {}
        wavering: set[str] = set()
        for test in wrong:
            replies = self._ask_again(test.id)
            if replies is None:
                continue
            answers[test.id] = replies
            if _wavers(self._logs.get(test.id, []), self._probe(test.id), replies):
                wavering.add(test.id)
        silent = {c.criterion.id for c in self._task.checks if c.criterion.show == "nothing"}
        told = [
            self._told(test, answers, wavering) if test.id not in silent else test for test in tests
        ]
        self._diagnosis_seconds = time.monotonic() - started
        return told

    def _told(
        self, test: TestOutcome, answers: dict[str, list[Reply]], wavering: set[str]
    ) -> TestOutcome:
        if test.id in wavering:
            said = f"{test.of} is not deterministic: the same call gave two different answers."
            return replace(test, message=f"{test.message} {said}".strip())
        if test.id not in answers:
            return test
        return replace(
            test, diagnosis=self._task.diagnostician.diagnose(test.id, answers, self._passed)
        )

    def _ask_again(self, criterion_id: str) -> list[Reply] | None:
        """The student's answers to every call of a failed criterion, not only to the first ones."""
        try:
            worker, _ = self.binding.loaded()
        except StudentError:
            return None
        worker.session.recording = False
        return ask_again(worker.session, self._probe(criterion_id), reseed=True)

    def _probe(self, criterion_id: str) -> Probe:
        return self._task.diagnostician.probes[criterion_id]

    def _excused(self, criterion: Criterion) -> Verdict | None:
        """A criterion that is not run: something before it, or the time, stands against it."""
        waiting = [name for name in criterion.after if name not in self._passed]
        if waiting:
            return Verdict("waiting", f"Waits for {', '.join(waiting)}.")
        limit = self._task.limits.submission_seconds
        if time.monotonic() - self._started > limit:
            return Verdict("not_run", f"The {limit:g} s for the whole submission were used up.")
        if self._given_up(criterion.of):
            return Verdict(
                "timeout",
                f"Not tried: {criterion.of} did not finish in {_HANGS_BEFORE_GIVING_UP} tests.",
            )
        return None

    def _given_up(self, name: str) -> bool:
        """Two time-outs are enough of a function that has not passed anything, or that hangs."""
        timeouts = self._hangs[name] if name in self._answered else self._timeouts[name]
        return timeouts >= _HANGS_BEFORE_GIVING_UP

    def _run(self, check: Check, following: Check | None) -> Verdict:
        items: tuple[pytest.Item | None, ...] = (
            *check.items[1:],
            following.items[0] if following else None,
        )
        for item, next_item in zip(check.items, items, strict=True):
            try:
                run_item(item, next_item)
            except BaseException as error:  # also pytest's Skipped and Exit
                verdict = verdict_of(error, check.criterion)
                self._hangs[check.criterion.of] += self.binding.hung
                self._timeouts[check.criterion.of] += verdict.status == "timeout"
                return verdict
            finally:
                self._logs.setdefault(check.criterion.id, []).extend(self.binding.log)
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


def _wavers(first: list[Operation], probe: Probe, again: list[Reply]) -> bool:
    """Whether a repeated call was answered differently; seeds differ between the two runs."""
    for one, two, reply in zip(first, probe.operations, again, strict=False):
        if one.packed != two.packed or one.buffers != two.buffers:
            return False  # the test went another way here: no longer the same calls
        if not same_answer(plain_reply(one.reply), reply):
            return True
    return False
