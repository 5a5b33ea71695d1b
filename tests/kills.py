"""Killing `grade run` at chosen moments, and what a folder of results holds in the end."""

from __future__ import annotations

import contextlib
import subprocess
from dataclasses import dataclass
from dataclasses import replace
from pathlib import Path

from autograder.grading.result import Result
from autograder.grading.store import Store
from tests.runs import start
from tests.runs import tree


@dataclass(frozen=True)
class Kept:
    """Everything that a run leaves for people, without times."""

    results: tuple[Result, ...]
    feedback: dict[str, str]
    grades: str


def kept(out: Path) -> Kept:
    """What is in the folder of a finished run."""
    store = Store(out)
    results = tuple(replace(stored.result, timings={}) for stored in store.all())
    store.close()
    return Kept(results, tree(out / "feedback"), (out / "grades.csv").read_text("utf-8"))


def killed_after(seconds: float, *arguments: str | Path, course: Path) -> bool:
    """Start a run and kill it so many seconds later; whether it was still at work then."""
    run = start(*arguments, course=course)
    with contextlib.suppress(subprocess.TimeoutExpired):
        run.wait(seconds)
    at_work = run.poll() is None
    run.kill()
    run.communicate()
    return at_work
