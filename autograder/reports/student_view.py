"""What one student may read about one assignment: the only source of every student's page.

Nothing reaches a page but what is copied here. `Result.output`, `TestOutcome.detail` and the
problem of a grader's own fault are for instructors and have no place in these classes.
"""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import field
from datetime import UTC
from datetime import datetime

from autograder.grading.class_book import Entry
from autograder.grading.result import Result
from autograder.grading.result import TestOutcome
from autograder.grading.result import points_text
from autograder.grading.result import shown

_HEADINGS = {
    "not_attempted": "Nothing has been attempted yet: every function is still the stub.",
    "not_submitted": "No submission was found.",
    "refused": "This submission could not be graded.",
    "grader_error": (
        "The grader itself failed on this submission. This is not your fault: there is no "
        "score yet, and your instructor has been told."
    ),
    "excused": "You are excused from this assignment.",
}
_STATES = {
    "passed": "met",
    "missing": "missing",
    "waiting": "waiting",
    "not_run": "not tried",
}


@dataclass(frozen=True)
class CriterionView:
    """One criterion: what was asked, what was found, and which mistake it looks like."""

    id: str
    asked: str
    state: str
    points: str
    found: str = ""
    mistake: str = ""
    place: str = ""

    @property
    def met(self) -> bool:
        return self.state == "met"


@dataclass(frozen=True)
class FunctionView:
    """A function or class with its criteria."""

    name: str
    criteria: tuple[CriterionView, ...]

    @property
    def met(self) -> int:
        return sum(criterion.met for criterion in self.criteria)

    @property
    def done(self) -> bool:
        return self.met == len(self.criteria)


@dataclass(frozen=True)
class AttemptView:
    """One of several hand-ins."""

    name: str
    score: str
    when: str
    counts: bool


@dataclass(frozen=True)
class StudentView:
    """The whole page. `problem` says why a submission was refused."""

    title: str
    student: str
    score: str
    share: float | None
    heading: str = ""
    problem: str = ""
    notes: tuple[str, ...] = ()
    functions: tuple[FunctionView, ...] = ()
    attempts: tuple[AttemptView, ...] = ()
    next_step: CriterionView | None = field(default=None)
    next_function: str = ""


def student_view(title: str, student: str, entry: Entry) -> StudentView:
    """What `student` may read about the assignment called `title`."""
    result = entry.counting
    functions = _functions(result) if result and result.status != "grader_error" else ()
    open_ones = [(f, c) for f in functions for c in f.criteria if c.state not in ("met", "waiting")]
    function, criterion = open_ones[0] if open_ones else (None, None)
    return StudentView(
        title=title,
        student=student,
        score=_score(entry),
        share=_share(entry),
        heading=_heading(entry),
        problem=result.problem if result and result.status == "refused" else "",
        notes=(*_standing_notes(entry), *(result.notes if result else ())),
        functions=functions,
        attempts=_attempts(entry) if len(entry.results) > 1 else (),
        next_step=criterion,
        next_function=function.name if function else "",
    )


def _heading(entry: Entry) -> str:
    until = entry.standing.open_until
    if entry.status == "not_due" and until is not None:
        return f"Nothing has been handed in. It is not due until {until.shown()}."
    return _HEADINGS.get(entry.status, "")


def _standing_notes(entry: Entry) -> tuple[str, ...]:
    """What the rules made of the score; of an excuse the heading speaks already."""
    if entry.standing.excused:
        return ()
    told = entry.standing.days_late or (entry.results and entry.deadline != entry.general)
    deadline = f"deadline: {entry.due}" if told else ""
    return (*filter(None, [entry.unmatched, deadline]), *entry.standing.notes)


def _score(entry: Entry) -> str:
    standing = entry.standing
    if standing.score is None:
        return "none"
    score = f"{shown(standing.score):g} of {shown(standing.max_score):g}"
    if standing.earned is not None and standing.earned != standing.score:
        score += f" (earned {shown(standing.earned):g})"
    return score


def _share(entry: Entry) -> float | None:
    score, most = entry.standing.score, entry.standing.max_score
    return None if score is None or not most else float(score / most)


def _functions(result: Result) -> tuple[FunctionView, ...]:
    names = dict.fromkeys(test.of for test in result.tests)
    return tuple(
        FunctionView(name, tuple(_criterion(test) for test in result.tests if test.of == name))
        for name in names
    )


def _criterion(test: TestOutcome) -> CriterionView:
    extra = ", extra credit" if test.extra_credit else ""
    met = test.status == "passed"
    return CriterionView(
        id=test.id,
        asked=test.says,
        state=_STATES.get(test.status, "not met"),
        points=f"{shown(test.earned):g} of {shown(test.points):g}{extra}",
        found="" if met else test.message,
        mistake=test.diagnosis.says if test.diagnosis else "",
        # a message that already quotes the line need not be followed by it
        place="" if met or test.place in test.message else test.place,
    )


def _attempts(entry: Entry) -> tuple[AttemptView, ...]:
    return tuple(
        AttemptView(
            name=result.attempt,
            score=points_text(result.score),
            when=_when(result, entry.counted[result.attempt].days_late),
            counts=result.attempt == entry.standing.attempt,
        )
        for result in entry.results
    )


def _when(result: Result, days_late: int) -> str:
    moment = datetime.fromisoformat(result.submitted_at) if result.submitted_at else None
    at = f"{moment.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC" if moment else "time unknown"
    return f"{at}, late by {days_late} day{'s' * (days_late > 1)}" if days_late else at
