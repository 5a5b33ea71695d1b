"""The floor: one warm process that calls every test function itself. No pytest, no isolation.

Run as `python -m benchmarks.floor REFERENCE HIDDEN`; reads paths of submissions, answers
each with a line of JSON. pytest serves once, before the first path, to collect the suite.
"""

from __future__ import annotations

import gc
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from benchmarks.direct import Direct
from benchmarks.direct import load
from benchmarks.direct import test_rng

_ARGUMENTS = (
    "-c/dev/null",
    "--noconftest",
    "--import-mode=importlib",
    "-pno:terminal",
    "-pno:capture",
    "-pno:cacheprovider",
)


class Floor:
    """A pytest plugin whose run loop answers requests."""

    def __init__(self, reference: Path) -> None:
        self._file = reference

    @pytest.fixture
    def student(self) -> None:
        """Known to the collection; the calls get the module as an argument."""

    @pytest.fixture
    def reference(self) -> None:
        """Likewise."""

    @pytest.fixture
    def rng(self) -> None:
        """Likewise."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Answer until standard input ends."""
        slug = self._file.stem
        reference = load(self._file, slug)
        items: list[Any] = session.items
        calls = [(item.name, item.function, _parameters(item)) for item in items]
        gc.collect()
        gc.freeze()
        for line in sys.stdin:
            started, wall = time.process_time(), time.perf_counter()
            passed = grade(Path(line.strip()), slug, reference, calls)
            used = time.process_time() - started
            answer = {"passed": passed, "cpu": used, "wall": time.perf_counter() - wall}
            sys.stdout.write(json.dumps(answer) + "\n")
            sys.stdout.flush()
        return True


def grade(
    file: Path,
    slug: str,
    reference: ModuleType,
    calls: list[tuple[str, Callable[..., None], dict[str, Any]]],
) -> list[str]:
    """The names of the tests that pass."""
    student = Direct(load(file, slug))
    passed = []
    for name, function, parameters in calls:
        given = {"student": student.for_a_test(), "reference": reference, **parameters}
        given["rng"] = test_rng(slug, name)
        wanted = function.__code__.co_varnames[: function.__code__.co_argcount]
        try:
            function(**{key: given[key] for key in wanted})
        except BaseException:  # noqa: BLE001 - whatever a wrong answer raises
            continue
        passed.append(name)
    return passed


def _parameters(item: Any) -> dict[str, Any]:
    return dict(item.callspec.params) if hasattr(item, "callspec") else {}


if __name__ == "__main__":
    reference_file, hidden = sys.argv[1:]
    plugin = Floor(Path(reference_file))
    arguments = [*_ARGUMENTS, f"--rootdir={Path(hidden).parent}", hidden]
    sys.exit(pytest.main(arguments, plugins=[plugin]))
