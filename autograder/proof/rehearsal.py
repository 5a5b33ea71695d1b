"""A hidden suite in this process, run on right answers under any secret: nothing is graded."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Generic
from typing import TypeVar

import pytest

from autograder import pytest_plugin
from autograder.course.assignment import Assignment
from autograder.engine.binding import Binding
from autograder.engine.quiet_pytest import quiet_arguments
from autograder.engine.suite import Check
from autograder.engine.suite import checks_of
from autograder.engine.suite import run_item
from autograder.engine.warm import THREADS
from autograder.errors import CourseError

_T = TypeVar("_T")


class Rehearsal:
    """The criteria of a suite, as pytest collected them, to be run again and again."""

    def __init__(self, checks: tuple[Check, ...], config: pytest.Config) -> None:
        self.checks = checks
        self._config = config

    def run(self, item: pytest.Item, binding: Binding) -> None:
        """Run one test on what `binding` gives it; the test's exception comes out."""
        self._config.stash[pytest_plugin.BINDING] = binding
        run_item(item, None)


def rehearse(assignment: Assignment, work: Callable[[Rehearsal], _T]) -> _T:
    """What `work` makes of the suite of an assignment; CourseError when it is not collected.

    Pytest stays loaded with the suite and its libraries: see `fresh_processes`.
    """
    director = _Director(work)
    sys.dont_write_bytecode = True  # as in grading, the course is left as it was
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        arguments = [*quiet_arguments(assignment.folder), str(assignment.hidden)]
        pytest.main(arguments, plugins=[director])
    if director.error is not None:
        raise director.error
    if not director.made:
        raise CourseError(f"{assignment.hidden} cannot be run: `grade verify` tells why.")
    return director.made[0]


@contextmanager
def fresh_processes(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """A process of its own for each task, which computes on one processor."""
    os.environ.update(THREADS)
    with ProcessPoolExecutor(jobs, get_context("spawn"), max_tasks_per_child=1) as executor:
        yield executor


class _Director(Generic[_T]):
    """A pytest plugin whose run loop does the work instead of running each test once."""

    def __init__(self, work: Callable[[Rehearsal], _T]) -> None:
        self._work = work
        self.made: list[_T] = []
        self.error: Exception | None = None

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        try:
            if not session.testsfailed:
                self.made.append(self._work(Rehearsal(checks_of(session), session.config)))
        except Exception as error:  # noqa: BLE001 - pytest would swallow it; `rehearse` raises it
            self.error = error
        return True
