"""The blind twins: catalogued mistakes written again by someone who had read only the sentence.

A file of tests/twins is named <assignment>__<misconception>.py. Its writer had the handout,
the stub and the sentence, and knew neither the catalogued program nor the hidden suite.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from autograder.course.assignment import Assignment
from autograder.course.course import Course
from autograder.course.misconceptions import Misconception
from autograder.course.misconceptions import catalogue
from autograder.engine.pool import Pool
from autograder.grading.result import TestOutcome
from autograder.grading.trials import Trial
from benchmarks.mixed_trials import grade_mixed
from benchmarks.peers import REPOSITORY

FOLDER = REPOSITORY / "tests" / "twins"
_FUTURE = "from __future__ import annotations"

Outcome = Literal["right", "another", "none"]


@dataclass(frozen=True)
class Twin:
    """A mistake in another hand: the reference, with one function written over."""

    assignment: Assignment
    mistake: Misconception
    source: str
    remark: str

    def outcome(self, tests: Sequence[TestOutcome]) -> Outcome:
        """Right: every name that was given has this sentence. One other name makes "another"."""
        said = {test.diagnosis.says for test in tests if test.diagnosis is not None}
        if not said:
            return "none"
        return "right" if said == {self.mistake.says} else "another"


def twins(course: Course) -> list[Twin]:
    """Every twin, by assignment."""
    remarks = tomllib.loads((FOLDER / "remarks.toml").read_text("utf-8"))
    found = []
    for file in sorted(FOLDER.glob("*.py")):
        slug, _, name = file.stem.partition("__")
        assignment = course.assignment(slug)
        (mistake,) = [one for one in catalogue(assignment) if one.name == name]
        source = _spliced(assignment.reference_source(), file.read_text("utf-8"))
        found.append(Twin(assignment, mistake, source, remarks.get(file.stem, "")))
    return found


def _spliced(reference: str, twin: str) -> str:
    """The twin below the reference; such an import may only stand at the top."""
    source = f"{reference.rstrip()}\n\n\n{twin.replace(_FUTURE, '').strip()}\n"
    return f"{_FUTURE}\n\n{source}" if _FUTURE in twin and _FUTURE not in reference else source


def grade_twins(twins: Sequence[Twin], pool: Pool) -> list[Outcome]:
    """Grade each as a submission."""
    trials = [Trial("twin", twin.mistake.name, twin.source) for twin in twins]
    grade_mixed([(twin.assignment, one) for twin, one in zip(twins, trials, strict=True)], pool)
    return [twin.outcome(one.tests) for twin, one in zip(twins, trials, strict=True)]
