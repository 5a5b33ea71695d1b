"""From a runner's answer to a Result: status, exact scores, versions."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from hashlib import blake2b
from typing import Any

import autograder
from autograder.course.assignment import Assignment
from autograder.course.assignment import max_score
from autograder.grading.result import Result
from autograder.grading.result import Status
from autograder.grading.result import TestOutcome
from autograder.grading.result import outcome_from_json
from autograder.grading.submission import Submission


def versions(assignment: Assignment) -> dict[str, str]:
    """Content hashes of everything that can change a score, but the submission itself."""
    return {
        "suite": _digest(assignment.hidden.read_bytes()),
        "reference": _digest(assignment.reference.read_bytes()),
        "misconceptions": _digest(_bytes_or_none(assignment.misconceptions)),
        "settings": _digest(repr(assignment).encode()),
        "package": autograder.__version__,
    }


def ungraded(submission: Submission, assignment: Assignment, problem: str) -> Result:
    """A submission that was refused: zero points, and why."""
    return _result(
        submission,
        status="refused",
        score=Fraction(0),
        max_score=max_score(assignment),
        problem=problem,
    )


def result_of(
    answer: dict[str, Any], submission: Submission, assignment: Assignment, **facts: Any
) -> Result:
    """The result of a graded submission.

    `facts` are fields of Result the caller knows: isolation, secret_fingerprint, versions.
    """
    if "fault" in answer:
        return _result(
            submission,
            status="grader_error",
            score=None,
            max_score=max_score(assignment),
            problem=str(answer["fault"]),
            **facts,
        )
    if answer["problem"]:
        return replace(ungraded(submission, assignment, answer["problem"]), **facts)
    tests = _in_sentences(tuple(outcome_from_json(test) for test in answer["tests"]))
    status, score = _status(tests, untouched=bool(answer["untouched"]))
    counted = (test.points for test in tests if not test.extra_credit)
    faults = "\n".join(test.detail for test in tests if test.status == "grader_error")
    return _result(
        submission,
        status=status,
        score=score,
        max_score=sum(counted, Fraction(0)),
        tests=tests,
        problem=faults,
        notes=(*submission.notes, *answer["notes"]),
        timings=dict(answer["timings"]),
        output=str(answer["output"]),
        **facts,
    )


def _in_sentences(tests: tuple[TestOutcome, ...]) -> tuple[TestOutcome, ...]:
    """What a criterion waits for, by its own sentence: students know no test's name."""
    says = {test.id: f'"{test.says.rstrip(".")}"' for test in tests}
    return tuple(
        replace(test, message=re.sub(r"\w+", lambda word: says.get(word[0], word[0]), test.message))
        if test.status == "waiting"
        else test
        for test in tests
    )


def _status(tests: tuple[TestOutcome, ...], *, untouched: bool) -> tuple[Status, Fraction | None]:
    if any(test.status == "grader_error" for test in tests):
        return "grader_error", None
    if untouched:
        return "not_attempted", Fraction(0)
    return "graded", sum((test.earned for test in tests), Fraction(0))


def _result(submission: Submission, **fields: Any) -> Result:
    return Result(
        student=submission.student,
        assignment=submission.assignment,
        attempt=submission.attempt,
        canvas_id=submission.canvas_id,
        moodle_id=submission.moodle_id,
        submitted_at=submission.submitted_at.isoformat() if submission.submitted_at else None,
        **{"notes": submission.notes, **fields},
    )


def _digest(content: bytes) -> str:
    return blake2b(content, digest_size=8).hexdigest()


def _bytes_or_none(path: Any) -> bytes:
    return path.read_bytes() if path.is_file() else b""
