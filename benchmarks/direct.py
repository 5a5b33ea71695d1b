"""A pytest plugin that puts the student's module itself into a suite: no proxy, no process.

Loaded by `-p benchmarks.direct`. It gives the same fixtures as the grader's own plugin.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from autograder.course.secret import seed_for
from autograder.engine.binding import generator
from autograder.engine.binding import import_file

SECRET = b"benchmark"
_SIDES = pytest.StashKey[tuple["Direct", ModuleType]]()


class Direct:
    """The student's module, with the one method a suite asks of the fixture itself."""

    def __init__(self, module: ModuleType) -> None:
        self._names = vars(module)
        self._own = dict(self._names)

    def __getattr__(self, name: str) -> Any:
        try:
            return self._names[name]
        except KeyError:
            raise AttributeError(name) from None

    def given(self, **functions: Any) -> Direct:
        """Put `functions` in the place of the student's own until the next test."""
        self._names.update(functions)
        return self

    def for_a_test(self) -> Direct:
        """The module as it was loaded."""
        self._names.update(self._own)
        return self


def load(file: Path, slug: str) -> ModuleType:
    """The module of a file, with what suites ask of a student's nn.Module and torch lacks."""
    module = import_file(file, slug)
    torch = sys.modules.get("torch")
    if torch is not None and not hasattr(torch.nn.Module, "grads"):
        torch.nn.Module.grads = lambda self: {n: p.grad for n, p in self.named_parameters()}
    return module


def test_rng(slug: str, test_id: str) -> np.random.Generator:
    """The random numbers the grader would give this test."""
    return generator(seed_for(SECRET, slug, test_id))


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add --submission, --reference and --passed."""
    for name in ("submission", "reference", "passed"):
        parser.addoption(f"--{name}", type=Path, required=True)


def pytest_configure(config: pytest.Config) -> None:
    """Import both sides once."""
    reference = config.getoption("reference")
    slug = reference.stem
    student = Direct(load(config.getoption("submission"), slug))
    config.stash[_SIDES] = (student, load(reference, slug))


@pytest.fixture
def student(request: pytest.FixtureRequest) -> Direct:
    """The student's module."""
    return request.config.stash[_SIDES][0].for_a_test()


@pytest.fixture
def reference(request: pytest.FixtureRequest) -> ModuleType:
    """The author's module."""
    return request.config.stash[_SIDES][1]


@pytest.fixture
def rng(request: pytest.FixtureRequest) -> np.random.Generator:
    """The grader's random numbers for this test."""
    return test_rng(request.config.getoption("reference").stem, request.node.name)


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Tell which tests passed, so that the verdicts can be compared."""
    passed = [report.nodeid.rpartition("::")[2] for report in terminalreporter.getreports("passed")]
    config.getoption("passed").write_text(json.dumps(passed), "utf-8")
