"""The fixtures of hidden and visible suites, under plain pytest and in the grader.

Plain pytest loads the submission into this process: `--submission PATH`, or the file
named like the folder beside the test. In the grader the same fixtures reach a worker.
"""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING
from typing import Any

import pytest

if TYPE_CHECKING:
    import numpy as np

    from autograder.engine.binding import Binding
    from autograder.engine.proxy import StudentModule

BINDING = pytest.StashKey["Binding"]()
_FIXTURES = frozenset(("student", "reference", "rng"))
_SHORT = "autograder-short"
_LOCAL = pytest.StashKey[dict[Path, "Binding"]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add --submission."""
    group = parser.getgroup("autograder")
    group.addoption("--submission", metavar="PATH", help="the file to test, .py or .ipynb")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """In the grader the values are at hand: asking pytest for them costs more than most tests."""
    binding = item.config.stash.get(BINDING, None)
    if binding is not None and isinstance(item, pytest.Function):
        for name in _FIXTURES.intersection(item.fixturenames):
            item.funcargs[name] = _value_of(binding, name, item.name)
        # what those fixtures ask for, and pytest would now make for nobody
        item.funcargs.setdefault("request", item._request)  # noqa: SLF001 - it has no other name


@pytest.fixture
def student(request: pytest.FixtureRequest) -> StudentModule:
    """The student's module, behind a proxy."""
    module: StudentModule = _value(request, "student")
    return module


@pytest.fixture
def reference(request: pytest.FixtureRequest) -> ModuleType:
    """The author's own solution."""
    module: ModuleType = _value(request, "reference")
    return module


@pytest.fixture
def rng(request: pytest.FixtureRequest) -> np.random.Generator:
    """Random numbers that depend on the course secret, the assignment and the test."""
    generator: np.random.Generator = _value(request, "rng")
    return generator


def _value(request: pytest.FixtureRequest, name: str) -> Any:
    """What the test was given already, should a fixture of the suite's own ask for it, too."""
    test = request.node
    if name in test.funcargs:
        return test.funcargs[name]
    return _value_of(_binding(request), name, test.name)


def _value_of(binding: Binding, name: str, test_id: str) -> Any:
    return binding.reference() if name == "reference" else getattr(binding, name)(test_id)


def _binding(request: pytest.FixtureRequest) -> Binding:
    given = request.config.stash.get(BINDING, None)
    if given is not None:
        return given
    from autograder.engine.local import LocalBinding

    plugins = request.config.pluginmanager
    if not plugins.has_plugin(_SHORT):
        plugins.register(_Short(), _SHORT)
    folder = request.path.parent
    known = request.config.stash.setdefault(_LOCAL, {})
    if folder not in known:
        named = request.config.getoption("submission")
        known[folder] = LocalBinding(folder, Path(named) if named else None)
    return known[folder]


class _Short:
    """Under plain pytest: what a failed check found, without the way through this package."""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        if call.excinfo is not None:
            report.longrepr = _short(item, call.excinfo) or report.longrepr
        return report


def _short(item: pytest.Item, caught: pytest.ExceptionInfo[BaseException]) -> str:
    """The test's line, the student's and what is wrong; "" for what no check has found."""
    from autograder.checks.failure import CheckFailed
    from autograder.errors import StudentError
    from autograder.student.outcome import outcome

    own = next((step for step in caught.traceback if step.path == item.path), None)
    if own is None or not isinstance(caught.value, (CheckFailed, StudentError)):
        return ""
    told = outcome(caught.value)
    tested = f"{item.path.name}:{own.lineno + 1}   {str(own.statement).strip()}"
    answered = f"{told['place']}   {told['code']}" if told.get("place") else ""
    return "\n".join(filter(None, (tested, answered, told["message"], told.get("table"))))
