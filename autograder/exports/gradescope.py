"""Gradescope's results.json: what one student reads there, with a score for each criterion."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from autograder.grading.class_book import Entry
from autograder.grading.result import Result
from autograder.grading.result import TestOutcome
from autograder.grading.result import shown
from autograder.reports.student_view import CriterionView
from autograder.reports.student_view import StudentView
from autograder.reports.student_view import student_view


def gradescope_results(title: str, student: str, entry: Entry) -> dict[str, Any] | None:
    """The file's content; None when there is no score, so that nothing must be told.

    All text is plain ("text"): nothing of a student's is ever read as HTML or Markdown. The score
    is the one that counts; it overrides the sum of the criteria, which are before lateness.
    """
    result = entry.counting
    score = shown(entry.standing.score)
    if score is None or result is None:
        return None
    view = student_view(title, student, entry)
    return {
        "score": score,
        "execution_time": round(result.timings.get("wall", 0.0), 3),
        "output": "\n\n".join(_lines(view)),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": list(_tests(view, result)),
        "extra_data": {
            "status": entry.status,
            "isolation": result.isolation,
            "attempt": result.attempt,
            "versions": result.versions,
            "secret_fingerprint": result.secret_fingerprint,
        },
    }


def _lines(view: StudentView) -> Iterator[str]:
    yield from (text for text in (view.heading, view.problem, *view.notes) if text)
    if view.next_step is not None:
        yield f"Next: {view.next_function}: {view.next_step.asked}"
    elif view.functions:
        yield "All criteria are met. Well done."


def _tests(view: StudentView, result: Result) -> Iterator[dict[str, Any]]:
    outcomes = {test.id: test for test in result.tests}
    for number, function in enumerate(view.functions, 1):
        for part, criterion in enumerate(function.criteria, 1):
            test = _test(criterion, outcomes[criterion.id])
            yield {"number": f"{number}.{part}", **test, "tags": [function.name]}


def _test(criterion: CriterionView, outcome: TestOutcome) -> dict[str, Any]:
    lines = [criterion.found, f"At {criterion.place}" if criterion.place else ""]
    lines.append(f"Likely mistake: {criterion.mistake}" if criterion.mistake else "")
    return {
        "name": criterion.asked + (" (extra credit)" if outcome.extra_credit else ""),
        "score": shown(outcome.earned),
        "max_score": shown(outcome.points),
        "status": "passed" if criterion.met else "failed",
        "output": "\n".join(line for line in lines if line) or criterion.state,
        "visibility": "visible",
    }
