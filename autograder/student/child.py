"""The child that runs visible tests: one JSON line an event, on the file it is told.

`python -m autograder.student.child FOLDER FILE EVENTS`: the tests of FOLDER on the
student's FILE. Lines are written as things happen, so that a parent that has to end an
endless loop knows where it was.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any
from typing import TextIO

import pytest

from autograder import pytest_plugin
from autograder.checks.failure import CheckFailed
from autograder.engine.local import LocalBinding
from autograder.engine.quiet_pytest import quiet_arguments
from autograder.errors import StudentError
from autograder.errors import UserError


class Reporter:
    """A pytest plugin that writes how each test came out."""

    def __init__(self, events: TextIO) -> None:
        self._events = events

    def say(self, **event: Any) -> None:
        self._events.write(json.dumps(event) + "\n")
        self._events.flush()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        self.say(running=_name(item))

    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> pytest.TestReport | None:
        error = call.excinfo.value if call.excinfo else None
        if error is not None:
            self.say(test=_name(item), **outcome(error))
        elif call.when == "call":
            self.say(test=_name(item), status="passed")
        return None

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.say(problem=f"The visible tests cannot be read: {str(report.longrepr)[-400:]}")


def outcome(error: BaseException) -> dict[str, str]:
    """Status and text for the exception that ended a test; a student's own machine shows all."""
    if isinstance(error, StudentError):
        detail = f" ({error.detail})" if error.detail else ""
        status = error.status if error.status in ("missing", "timeout") else "failed"
        return {
            "status": status,
            "message": error.summary + detail,
            "place": str(error.place or ""),
        }
    if isinstance(error, CheckFailed):
        first, _, table = error.values.partition("\n")
        return {"status": "failed", "message": first, "table": table}
    if isinstance(error, UserError):
        return {"status": "failed", "message": str(error)}
    said = str(error).strip() or "the check did not hold"
    return {"status": "failed", "message": f"{type(error).__name__}: {said[:800]}"}


def run(folder: Path, file: Path, events: TextIO, arguments: list[str] | None = None) -> None:
    """Run the visible tests of `folder` on `file`."""
    reporter = Reporter(events)
    binding = LocalBinding(folder, file)

    class Bound:
        """Gives the fixtures their student."""

        def pytest_configure(self, config: pytest.Config) -> None:
            config.stash[pytest_plugin.BINDING] = binding

    try:
        for note in binding.notes:
            reporter.say(note=note)
    except (UserError, OSError) as error:
        reporter.say(problem=str(error))
        return
    test_file = str(folder / "test_public.py")
    pytest.main([*quiet_arguments(folder), *(arguments or []), test_file], [reporter, Bound()])


def _name(item: pytest.Item) -> str:
    return getattr(item, "originalname", None) or item.name


def main() -> None:
    """Entry of the child process."""
    folder, file, events = (Path(argument) for argument in sys.argv[1:4])
    os.environ.setdefault("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    with events.open("w", encoding="utf-8") as stream:
        run(folder, file, stream)


if __name__ == "__main__":
    main()
