"""What our engine is measured against; each grades one file and says what that took."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from autograder.course.assignment import Assignment
from autograder.engine.warm import THREADS

REPOSITORY = Path(__file__).parents[1]
_ENVIRONMENT = {**os.environ, **THREADS, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}


@dataclass(frozen=True)
class Cost:
    """What one submission took: CPU and wall seconds, and the tests that passed."""

    cpu: float
    wall: float
    passed: frozenset[str]


class FreshPytest:
    """A `python -m pytest` process a submission, plugin autoload off."""

    def __init__(self, assignment: Assignment) -> None:
        self._assignment = assignment

    def grade(self, file: Path) -> Cost:
        """Grade one file."""
        with tempfile.NamedTemporaryFile() as passed:
            command = [
                *(sys.executable, "-m", "pytest", "-pbenchmarks.direct", "-pno:cacheprovider"),
                *("-c/dev/null", "--noconftest", "--import-mode=importlib"),
                f"--rootdir={self._assignment.folder}",
                f"--submission={file}",
                f"--reference={self._assignment.reference}",
                f"--passed={passed.name}",
                str(self._assignment.hidden),
            ]
            started = time.perf_counter()
            child = subprocess.Popen(
                command, cwd=REPOSITORY, env=_ENVIRONMENT, stdout=subprocess.DEVNULL
            )
            _, status, usage = os.wait4(child.pid, 0)
            wall = time.perf_counter() - started
            child.returncode = os.waitstatus_to_exitcode(status)
            names = json.loads(Path(passed.name).read_text() or "[]")
        return Cost(usage.ru_utime + usage.ru_stime, wall, frozenset(names))


class BareCalls:
    """The same checks called in one warm process."""

    def __init__(self, assignment: Assignment) -> None:
        command = [sys.executable, "-m", "benchmarks.floor"]
        command += [str(assignment.reference), str(assignment.hidden)]
        self._process = subprocess.Popen(
            command,
            cwd=REPOSITORY,
            env=_ENVIRONMENT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()

    def grade(self, file: Path) -> Cost:
        """Grade one file."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{file}\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        return Cost(answer["cpu"], answer["wall"], frozenset(answer["passed"]))
