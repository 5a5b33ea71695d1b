"""The child that runs visible tests: one JSON line an event, on the file it is told.

`python -m autograder.student.child FOLDER FILE EVENTS`: the tests of FOLDER on the
student's FILE. Lines are written as things happen, so that a parent that has to end an
endless loop knows where it was.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from typing import TextIO

import pytest

from autograder import pytest_plugin
from autograder.engine import soft_limit
from autograder.engine.binding import Binding
from autograder.engine.local import LocalBinding
from autograder.engine.quiet_pytest import quiet_arguments
from autograder.errors import StudentMissing
from autograder.errors import StudentTimeout
from autograder.errors import UserError
from autograder.student.calls import call_of
from autograder.student.outcome import CALL_SECONDS
from autograder.student.outcome import outcome
from autograder.student.tests import visible_tests


class Reporter:
    """A pytest plugin that writes how each test came out.

    absence: what to say of a missing name, from the name and the sentence so far.
    """

    def __init__(self, events: TextIO, absence: Callable[[str, str], str] | None = None) -> None:
        self._events = events
        self._absence = absence
        self._hanging: set[str] = set()
        self._uses: dict[str, tuple[str, ...]] = {}

    def say(self, **event: Any) -> None:
        self._events.write(json.dumps(event) + "\n")
        self._events.flush()

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        files = {item.path for item in session.items}
        self._uses = {test.name: test.uses for file in files for test in visible_tests(file)}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> bool | None:
        """A function that hangs once is not called again: each time would take as long."""
        return True if self._hanging.intersection(self._uses.get(_name(item), ())) else None

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        self.say(running=_name(item))

    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> pytest.TestReport:
        error = call.excinfo.value if call.excinfo else None
        if error is not None:
            self.say(test=_name(item), **self._outcome(error))
            if isinstance(error, StudentTimeout):
                self._hanging.add(call_of(error).partition("(")[0])
        elif call.when == "call":
            self.say(test=_name(item), status="passed")
        # pytest's own report would format a traceback that nobody reads, for each failure
        assert call.when != "collect"
        return pytest.TestReport(
            item.nodeid,
            item.location,
            keywords={},
            outcome="passed" if error is None else "failed",
            longrepr=None,
            when=call.when,
        )

    def _outcome(self, error: BaseException) -> dict[str, str]:
        told = outcome(error)
        name = call_of(error).partition("(")[0] if isinstance(error, StudentMissing) else ""
        if name and self._absence is not None:
            told["message"] = self._absence(name, told["message"])
        return told

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.say(problem=f"The visible tests cannot be read: {str(report.longrepr)[-400:]}")


class Bound:
    """A pytest plugin that gives the fixtures their student."""

    def __init__(self, binding: Binding) -> None:
        self._binding = binding

    def pytest_configure(self, config: pytest.Config) -> None:
        config.stash[pytest_plugin.BINDING] = self._binding


def run_tests(folder: Path, binding: Binding, reporter: Reporter) -> None:
    """Run the visible tests of `folder` on the student behind `binding`."""
    # to rewrite assertions costs a look at every import; the checks explain themselves
    tests = ["--assert=plain", str(folder / "test_public.py")]
    arguments = [*quiet_arguments(folder), *tests]
    pytest.main(arguments, [reporter, Bound(binding)])


def run_file(folder: Path, file: Path, events: TextIO) -> None:
    """Load the student's file and run the visible tests on it."""
    soft_limit.install()
    binding = LocalBinding(folder, file, call_seconds=CALL_SECONDS)
    reporter = Reporter(events, binding.absence)
    try:
        for note in binding.notes:
            reporter.say(note=note)
    except (UserError, OSError) as error:
        reporter.say(problem=str(error))
        return
    run_tests(folder, binding, reporter)


def _name(item: pytest.Item) -> str:
    return getattr(item, "originalname", None) or item.name


def main() -> None:
    """Entry of the child process."""
    folder, file, events = (Path(argument) for argument in sys.argv[1:4])
    with events.open("w", encoding="utf-8") as stream:
        run_file(folder, file, stream)


if __name__ == "__main__":
    main()
