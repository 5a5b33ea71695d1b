"""The fixtures of hidden and visible suites, under plain pytest and in the grader.

Plain pytest loads the submission into this process: `--submission PATH`, or the file
named like the folder beside the test. In the grader the same fixtures reach a worker.
"""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    import numpy as np

    from autograder.engine.binding import Binding
    from autograder.engine.proxy import StudentModule

BINDING = pytest.StashKey["Binding"]()
_LOCAL = pytest.StashKey[dict[Path, "Binding"]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add --submission."""
    group = parser.getgroup("autograder")
    group.addoption("--submission", metavar="PATH", help="the file to test, .py or .ipynb")


@pytest.fixture
def student(request: pytest.FixtureRequest) -> StudentModule:
    """The student's module, behind a proxy."""
    return _binding(request).student(request.node.name)


@pytest.fixture
def reference(request: pytest.FixtureRequest) -> ModuleType:
    """The author's own solution."""
    return _binding(request).reference()


@pytest.fixture
def rng(request: pytest.FixtureRequest) -> np.random.Generator:
    """Random numbers that depend on the course secret, the assignment and the test."""
    return _binding(request).rng(request.node.name)


def _binding(request: pytest.FixtureRequest) -> Binding:
    given = request.config.stash.get(BINDING, None)
    if given is not None:
        return given
    from autograder.engine.local import LocalBinding

    folder = request.path.parent
    known = request.config.stash.setdefault(_LOCAL, {})
    if folder not in known:
        named = request.config.getoption("submission")
        known[folder] = LocalBinding(folder, Path(named) if named else None)
    return known[folder]
