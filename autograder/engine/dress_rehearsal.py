"""A collected suite, run on its own reference before any submission comes.

The reference must pass. What each test asks it is kept: to know what a test will ask, to ask
a student again, and to learn what each misconception would have answered. The run also
imports what tests load lazily, once for all submissions.
"""

from __future__ import annotations

import contextlib
import math
import signal
import time
from collections.abc import Callable
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field
from itertools import chain
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

import pytest

from autograder import pytest_plugin
from autograder.course.assignment import Assignment
from autograder.course.misconceptions import catalogue
from autograder.course.misconceptions import compose
from autograder.diagnosis.diagnose import Diagnostician
from autograder.diagnosis.diagnose import Probe
from autograder.engine.binding import import_file
from autograder.engine.foresight import Asked
from autograder.engine.foresight import Script
from autograder.engine.foresight import ShakenSession
from autograder.engine.session import Operation
from autograder.engine.session import Session
from autograder.engine.suite import Check
from autograder.engine.suite import checks_of
from autograder.engine.suite import run_item
from autograder.engine.suite_faults import fault_of
from autograder.engine.task import Task
from autograder.engine.trusted import TrustedBinding
from autograder.isolation import readable_roots
from autograder.wire.codec import Encoded

_PATIENCE_SECONDS = 5.0
_PATIENCE = 4
"""Running everything again may take so many times as long as the first time, and a moment more."""


@dataclass(frozen=True)
class Rehearsed:
    """What runners need, and why they must not be asked, if there is a reason."""

    task: Task
    problems: list[str]


def rehearse(session: pytest.Session, assignment: Assignment, secret: bytes) -> Rehearsed:
    """Run every test of the collected suite on the reference."""
    reference = import_file(assignment.reference, assignment.slug)
    text = assignment.reference_source()
    checks = checks_of(session)

    def binding(kind: type[Session]) -> TrustedBinding:
        # its student is a copy: what tests put in the place of its functions stays there
        student = import_file(assignment.reference, assignment.slug)
        return TrustedBinding(assignment.slug, secret, reference, student, kind)

    rehearsal = _Rehearsal(session.config, binding)
    probes = [rehearsal.probe(check) for check in checks]
    if not checks:
        rehearsal.problems.append(f"{assignment.hidden}: no tests were found.")
    again = rehearsal.again(checks)
    task = Task(
        slug=assignment.slug,
        secret=secret,
        limits=assignment.limits,
        libraries=assignment.libraries,
        forbid=assignment.forbid,
        readable=(*readable_roots(assignment.libraries), *assignment.data_files),
        checks=checks,
        names=assignment.names,
        reference=reference,
        diagnostician=Diagnostician(
            assignment.slug,
            assignment.reference,
            [(m, compose(text, m)) for m in catalogue(assignment)],
            probes,
        ),
        # what a suite that keeps state will ask is not what it asked here
        foreseen=Script(rehearsal.asked(again)) if again.alike else Script(),
        repeated={probe.criterion: _repeated(probe) for probe in probes},
        keeps_state=not again.alike,
    )
    return Rehearsed(task, rehearsal.problems)


@dataclass
class _Again:
    """What running all tests again has shown.

    alike: whether they asked the same and passed as before; shaken: what each asked, in order, of
    a reference whose answers are a little off, as far as it got.
    """

    alike: bool = False
    shaken: list[list[Encoded]] = field(default_factory=list)


class _Rehearsal:
    """Runs the tests on the reference, and in another process once more: twice, in two ways."""

    def __init__(
        self, config: pytest.Config, binding: Callable[[type[Session]], TrustedBinding]
    ) -> None:
        self._config = config
        self._exact = binding(Session)
        self._shaken = binding(ShakenSession)
        self._logs: list[tuple[str, list[Operation], bool]] = []
        self._started = time.monotonic()
        self.problems: list[str] = []

    def probe(self, check: Check) -> Probe:
        """Every call that a criterion makes of the reference, which must pass."""
        operations: list[Operation] = []
        callbacks: dict[int, Any] = {}
        session = self._exact.session
        for item in check.items:
            error = self._error_of(item, self._exact)
            if error is not None:
                said = fault_of(error, item.path.parent)
                self.problems.append(f"{item.name}: the reference itself does not pass: {said}")
            operations += session.log
            callbacks.update(session.callbacks)
            self._logs.append((item.name, _by_itself(session.log), session.log_is_whole))
        return Probe(check.criterion.id, check.criterion.of, tuple(operations), callbacks)

    def again(self, checks: tuple[Check, ...]) -> _Again:
        """Run everything again, where it cannot leave anything behind or go on for ever."""
        seconds = _PATIENCE_SECONDS + _PATIENCE * (time.monotonic() - self._started)
        until = time.monotonic() + seconds
        fork = get_context("fork")
        ours, theirs = fork.Pipe(duplex=False)
        process = fork.Process(target=self._run_again, args=(checks, theirs, seconds), daemon=True)
        process.start()
        theirs.close()
        found = _Again()
        with contextlib.suppress(EOFError):
            while ours.poll(max(0.0, until - time.monotonic())):
                received = ours.recv()
                if isinstance(received, bool):
                    found.alike = received
                else:
                    found.shaken.append(received)
        process.kill()
        process.join()
        return found

    def asked(self, again: _Again) -> list[Asked]:
        """What each test asked, in both ways."""
        unknown: list[list[Encoded]] = [[] for _ in self._logs]
        both = zip(self._logs, chain(again.shaken, unknown), strict=False)
        return [Asked(name, log, shaken, whole) for (name, log, whole), shaken in both]

    def _run_again(self, checks: tuple[Check, ...], found: Connection, seconds: float) -> None:
        signal.alarm(math.ceil(seconds) + 1)  # should there be nobody any more to end this
        items = [item for check in checks for item in check.items]
        found.send(all(map(self._is_alike, items, self._logs)))
        for item in items:
            self._error_of(item, self._shaken)
            found.send(requests(_by_itself(self._shaken.session.log)))

    def _is_alike(self, item: pytest.Item, before: tuple[str, list[Operation], bool]) -> bool:
        error = self._error_of(item, self._exact)
        now = _by_itself(self._exact.session.log)
        return error is None and requests(now) == requests(before[1])

    def _error_of(self, item: pytest.Item, binding: TrustedBinding) -> BaseException | None:
        binding.session.recording = True
        self._config.stash[pytest_plugin.BINDING] = binding
        try:
            run_item(item, None)
        except BaseException as error:  # also pytest's outcomes
            return error
        return None


def _repeated(probe: Probe) -> Script:
    """What a second look asks, none of which depends on an answer."""
    return Script([Asked(probe.criterion, probe.reseeded, requests(probe.reseeded))])


def requests(operations: Sequence[Operation]) -> list[Encoded]:
    """What each of them asks."""
    return [operation.request for operation in operations]


def _by_itself(log: list[Operation]) -> list[Operation]:
    """What a test asks by itself, not from a function that the student calls."""
    return [operation for operation in log if not operation.nested]
