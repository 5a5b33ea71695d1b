"""What a runner is given for an assignment, and what it answers for a submission."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field
from pathlib import Path
from types import ModuleType

from autograder.diagnosis.diagnose import Diagnostician
from autograder.engine.foresight import Script
from autograder.engine.suite import Check
from autograder.grading.result import TestOutcome
from autograder.isolation import Limits


@dataclass(frozen=True)
class Task:
    """What the runner needs to know about the assignment, the same for every submission.

    foreseen: what the suite is going to ask; repeated: what is asked again when a criterion has
    failed, by its id; keeps_state: whether the suite asks or decides otherwise the second time.
    """

    slug: str
    secret: bytes
    limits: Limits
    libraries: tuple[str, ...]
    forbid: tuple[str, ...]
    readable: tuple[Path, ...]
    checks: tuple[Check, ...]
    names: tuple[str, ...]
    reference: ModuleType
    diagnostician: Diagnostician
    foreseen: Script
    repeated: Mapping[str, Script]
    keeps_state: bool


@dataclass
class Graded:
    """A runner's answer."""

    tests: list[TestOutcome] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    problem: str = ""
    untouched: bool = False
    output: str = ""
    timings: dict[str, float] = field(default_factory=dict)
