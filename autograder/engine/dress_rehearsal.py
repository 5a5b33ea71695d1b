"""A collected suite, run on its own reference before any submission comes.

The reference must pass. What each test asks it is kept: to know what a test will ask, to ask
a student again, and to learn what each misconception would have answered. The run also
imports what tests load lazily, once for all submissions.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import dataclass
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
from autograder.engine.task import Task
from autograder.engine.trusted import TrustedBinding
from autograder.isolation import readable_roots


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
        foreseen=Script.of(rehearsal.asked),
        repeated=rehearsal.repeated,
    )
    return Rehearsed(task, rehearsal.problems)


class _Rehearsal:
    """Runs the tests twice: on the reference, and on one whose answers are a little off."""

    def __init__(
        self, config: pytest.Config, binding: Callable[[type[Session]], TrustedBinding]
    ) -> None:
        self._config = config
        self._exact = binding(Session)
        self._shaken = binding(ShakenSession)
        self.problems: list[str] = []
        self.asked: list[Asked] = []
        self.repeated: dict[str, Script] = {}

    def probe(self, check: Check) -> Probe:
        """Every call that a criterion makes of the reference, which must pass."""
        operations: list[Operation] = []
        callbacks: dict[int, Any] = {}
        for item in check.items:
            error = self._error_of(item, self._exact)
            if error is not None:
                said = "".join(traceback.format_exception_only(error)).strip()[:500]
                self.problems.append(f"{item.name}: the reference itself does not pass: {said}")
            session = self._exact.session
            operations += session.log
            callbacks.update(session.callbacks)
            self._error_of(item, self._shaken)
            logs = (_by_itself(session.log), _by_itself(self._shaken.session.log))
            self.asked.append(Asked(item.name, *logs))
        probe = Probe(check.criterion.id, check.criterion.of, tuple(operations), callbacks)
        again = Asked(probe.criterion, probe.reseeded, probe.reseeded)
        self.repeated[probe.criterion] = Script.of([again])
        return probe

    def _error_of(self, item: pytest.Item, binding: TrustedBinding) -> BaseException | None:
        binding.session.recording = True
        self._config.stash[pytest_plugin.BINDING] = binding
        try:
            run_item(item, None)
        except BaseException as error:  # also pytest's outcomes
            return error
        return None


def _by_itself(log: list[Operation]) -> list[Operation]:
    """What a test asks by itself, not from a function that the student calls."""
    return [operation for operation in log if not operation.nested]
