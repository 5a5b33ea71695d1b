"""What an author wrote, graded as real submissions."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from autograder.course.assignment import Assignment
from autograder.engine.pool import Job
from autograder.engine.pool import Pool
from autograder.grading.result import TestOutcome
from autograder.grading.result import outcome_from_json


@dataclass
class Trial:
    """One file graded as a submission."""

    kind: str
    name: str
    source: str
    tests: tuple[TestOutcome, ...] = ()
    problem: str = ""

    @property
    def score(self) -> Fraction:
        return sum((test.earned for test in self.tests), Fraction(0))

    def failed(self) -> list[str]:
        """Criteria that did not pass, in file order."""
        return [test.id for test in self.tests if test.status != "passed"]


def grade_trials(assignment: Assignment, trials: Sequence[Trial], pool: Pool) -> None:
    """Fill in what each trial earned, or the `problem` that it could not be graded for."""
    work = Path(tempfile.mkdtemp(prefix="verify-"))
    try:
        work.chmod(0o755)
        jobs = [_staged(assignment, trial, work / str(n)) for n, trial in enumerate(trials)]
        for job, answer in pool.grade(jobs):
            trial: Trial = job.tag
            trial.problem = answer.get("fault") or answer.get("problem", "")
            trial.tests = tuple(outcome_from_json(test) for test in answer.get("tests", ()))
    finally:
        shutil.rmtree(work)


def _staged(assignment: Assignment, trial: Trial, folder: Path) -> Job:
    folder.mkdir(mode=0o755)
    name = f"{assignment.slug}.py"
    (folder / name).write_text(trial.source, "utf-8")
    return Job(assignment, folder, name, trial)
