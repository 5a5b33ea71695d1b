"""One submission's grade: what the store keeps and every report is derived from."""

from __future__ import annotations

import math
from dataclasses import dataclass
from dataclasses import field
from fractions import Fraction
from typing import Any
from typing import Literal

SCHEMA_VERSION = 1

Status = Literal["graded", "not_attempted", "not_submitted", "refused", "grader_error"]
TestStatus = Literal[
    "passed",
    "failed",
    "error",
    "timeout",
    "crashed",
    "missing",
    "waiting",
    "not_run",
    "grader_error",
]


@dataclass(frozen=True)
class Diagnosis:
    """The catalogued misconception that gives the same wrong answers."""

    misconception: str
    says: str
    evidence: int


@dataclass(frozen=True)
class TestOutcome:
    """How one criterion came out.

    `message` is what the student may read; `detail` is for the instructor only.
    """

    id: str
    of: str
    says: str
    points: Fraction
    earned: Fraction
    status: TestStatus
    message: str = ""
    detail: str = ""
    diagnosis: Diagnosis | None = None
    place: str = ""
    extra_credit: bool = False

    __test__ = False  # keeps pytest from collecting a class whose name starts with Test


@dataclass(frozen=True)
class Result:
    """Everything known about one graded attempt.

    `score` is None when the grader itself failed: such a result is blank in exports.
    """

    student: str
    assignment: str
    attempt: str
    status: Status
    score: Fraction | None
    max_score: Fraction
    submitted_at: str | None = None
    isolation: str = ""
    versions: dict[str, str] = field(default_factory=dict)
    secret_fingerprint: str = ""
    timings: dict[str, float] = field(default_factory=dict)
    tests: tuple[TestOutcome, ...] = ()
    notes: tuple[str, ...] = ()
    problem: str = ""
    output: str = ""
    canvas_id: str = ""
    moodle_id: str = ""
    schema_version: int = SCHEMA_VERSION

    def to_json(self) -> dict[str, Any]:
        """Plain data with scores as exact "p/q" text and rounded display values."""
        plain: dict[str, Any] = dict(vars(self))
        plain["score"] = exact_text(self.score)
        plain["max_score"] = exact_text(self.max_score)
        plain["score_display"] = shown(self.score)
        plain["max_score_display"] = shown(self.max_score)
        plain["notes"] = list(self.notes)
        plain["tests"] = [outcome_json(test) for test in self.tests]
        return plain

    @classmethod
    def from_json(cls, plain: dict[str, Any]) -> Result:
        known = {k: v for k, v in plain.items() if not k.endswith("_display")}
        known["score"] = None if plain["score"] is None else Fraction(plain["score"])
        known["max_score"] = Fraction(plain["max_score"])
        known["notes"] = tuple(plain["notes"])
        known["tests"] = tuple(outcome_from_json(test) for test in plain["tests"])
        return cls(**known)


def exact_text(points: Fraction | None) -> str | None:
    """Exact points as "p/q", also for whole numbers ("3/1")."""
    return None if points is None else f"{points.numerator}/{points.denominator}"


def shown(points: Fraction | None, places: int = 2) -> float | None:
    """Points rounded once, half up, for people: the only place where rounding happens."""
    if points is None:
        return None
    # in integers: a class report asks thousands of times
    doubled = 2 * abs(points.numerator) * 10**places + points.denominator
    units = doubled // (2 * points.denominator)
    return math.copysign(units / 10**places, points)


def points_text(points: Fraction | None) -> str:
    """Points for people, in a sentence."""
    return "no score" if points is None else f"{shown(points):g}"


def outcome_json(test: TestOutcome) -> dict[str, Any]:
    """One criterion's outcome as plain data."""
    diagnosis = test.diagnosis
    return {
        **vars(test),
        "points": exact_text(test.points),
        "earned": exact_text(test.earned),
        "diagnosis": None if diagnosis is None else dict(vars(diagnosis)),
    }


def outcome_from_json(plain: dict[str, Any]) -> TestOutcome:
    """The outcome that `outcome_json` wrote."""
    known = dict(plain)
    known["points"] = Fraction(plain["points"])
    known["earned"] = Fraction(plain["earned"])
    diagnosis = plain["diagnosis"]
    known["diagnosis"] = None if diagnosis is None else Diagnosis(**diagnosis)
    return TestOutcome(**known)
