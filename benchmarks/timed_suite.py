"""The suite server with a stopwatch in every runner."""

# ruff: noqa: SLF001 - a stopwatch sits inside

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from autograder.engine import runner
from autograder.engine import suite_server
from autograder.engine.runner import Runner
from autograder.engine.second_look import SecondLook
from autograder.engine.session import Session
from autograder.engine.suite_server import SuiteServer
from benchmarks.stopwatch import from_environment

watch = from_environment()


class TimedSuiteServer(SuiteServer):
    """Counts the bodies of tests apart from what pytest does around them."""

    @pytest.hookimpl(wrapper=True)
    def pytest_pyfunc_call(self) -> Iterator[None]:
        with watch.phase("checks"):
            return (yield)

    def _become_runner(self, *args: Any) -> Any:
        watch.begin("runner", "start, answer")
        super()._become_runner(*args)


class TimedLook(SecondLook):
    """Counts the diagnosis of both sides."""

    def explained(self, tests: Any, passed: Any) -> Any:
        with watch.diagnosing():
            return super().explained(tests, passed)


class TimedRunner(Runner):
    """What a runner does besides its tests."""

    def run(self) -> Any:
        with watch.phase("verdicts"):
            return super().run()


def main() -> None:
    """Entry, as `suite_server.main`."""
    ask, upcall, run_item = Session.ask, Session._upcall, vars(runner)["run_item"]

    def timed_ask(*args: Any, **kwargs: Any) -> Any:
        with watch.phase("messages"):
            return ask(*args, **kwargs)

    def timed_upcall(*args: Any) -> Any:
        with watch.phase("checks"):
            return upcall(*args)

    def timed_run_item(*args: Any) -> None:
        with watch.phase("pytest"):
            run_item(*args)

    Session.ask = timed_ask  # type: ignore[method-assign]
    Session._upcall = timed_upcall  # type: ignore[assignment, method-assign]
    vars(runner).update(run_item=timed_run_item, SecondLook=TimedLook)
    vars(suite_server).update(SuiteServer=TimedSuiteServer, Runner=TimedRunner)
    suite_server.main()
