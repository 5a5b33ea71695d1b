"""The class as the instructor sees it: who stands where, after roster and rules."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field
from datetime import datetime
from fractions import Fraction

from autograder.course.assignment import Assignment
from autograder.course.course import Course
from autograder.grading.grade import max_score
from autograder.grading.policy import Attempt
from autograder.grading.policy import Policy
from autograder.grading.policy import Standing
from autograder.grading.policy import settle
from autograder.grading.policy import total
from autograder.grading.policy_table import read_policy
from autograder.grading.result import Result
from autograder.grading.roster import Person
from autograder.grading.roster import RosterReport
from autograder.grading.roster import read_roster
from autograder.grading.roster import reconcile
from autograder.grading.store import Stored


@dataclass(frozen=True)
class Entry:
    """One student and assignment: the score that counts and the results behind it."""

    standing: Standing
    results: tuple[Result, ...] = ()

    @property
    def counting(self) -> Result | None:
        """The result of the attempt that counts; the last one when none does."""
        for result in self.results:
            if result.attempt == self.standing.attempt:
                return result
        return self.results[-1] if self.results else None

    @property
    def status(self) -> str:
        """The status shown: that of the attempt that counts, or why there is none."""
        if self.standing.excused:
            return "excused"
        return self.counting.status if self.counting else "not_submitted"


@dataclass(frozen=True)
class Row:
    """One student over the assignments of the run."""

    student: str
    person: Person | None
    entries: dict[str, Entry] = field(default_factory=dict)

    @property
    def score(self) -> Fraction:
        return total(
            e.standing.score for e in self.entries.values() if e.standing.score is not None
        )

    @property
    def max_score(self) -> Fraction:
        return total(e.standing.max_score for e in self.entries.values() if not e.standing.excused)

    @property
    def complete(self) -> bool:
        """False while a grader's own fault leaves a score open."""
        return all(e.status != "grader_error" for e in self.entries.values())


@dataclass(frozen=True)
class ClassBook:
    """Everybody who is on the roster or handed something in, each exactly once."""

    assignments: tuple[Assignment, ...]
    rows: tuple[Row, ...]
    warnings: tuple[str, ...] = ()


def policy_of(course: Course) -> Policy:
    """The rules of course.toml."""
    tables = {
        "policy": course.policy,
        "deadlines": course.deadlines,
        "extensions": course.extensions,
        "excused": course.excused,
        "adjustments": list(course.adjustments),
    }
    return read_policy(tables, course.slugs)


def class_book(
    course: Course,
    stored: Sequence[Stored],
    slugs: Iterable[str] = (),
    students: Iterable[str] = (),
) -> ClassBook:
    """The class over `slugs` (by default the assignments anybody handed in).

    `students` are people seen without any result; they and everybody on the roster get a
    row, too.
    """
    policy = policy_of(course)
    by_student: dict[str, dict[str, list[Stored]]] = defaultdict(lambda: defaultdict(list))
    for one in stored:
        by_student[one.result.student][one.result.assignment].append(one)
    wanted = set(slugs) or {one.result.assignment for one in stored}
    known = [a for a in course.slugs if a in wanted]
    assignments = tuple(sorted(map(course.assignment, known), key=lambda a: (a.order, a.slug)))
    names = {*by_student, *students}
    report = _roster_report(course, names)
    rows = [
        _row(name, report.matched.get(name) if report else None, assignments, by_student, policy)
        for name in sorted(names)
    ]
    if report is not None:
        absent = (*report.missing, *report.contested)
        rows += [_row(p.id, p, assignments, by_student, policy) for p in absent]
    return ClassBook(assignments, tuple(rows), report.warnings if report else ())


def _roster_report(course: Course, names: set[str]) -> RosterReport | None:
    return reconcile(read_roster(course.roster), names) if course.roster else None


def _row(
    student: str,
    person: Person | None,
    assignments: tuple[Assignment, ...],
    stored: dict[str, dict[str, list[Stored]]],
    policy: Policy,
) -> Row:
    of_student = stored.get(student, {})
    # rules may name a student by roster id or by the name of the hand-in
    ruled = person.id if person else student
    entries = {
        a.slug: _entry(policy, ruled, a, of_student.get(a.slug, []) if of_student else [])
        for a in assignments
    }
    return Row(student, person, entries)


def _entry(policy: Policy, student: str, assignment: Assignment, stored: list[Stored]) -> Entry:
    attempts = [
        Attempt(
            one.result.attempt,
            one.result.score,
            one.content,
            datetime.fromisoformat(one.result.submitted_at) if one.result.submitted_at else None,
        )
        for one in stored
    ]
    standing = settle(policy, student, assignment.slug, attempts, max_score(assignment))
    return Entry(standing, tuple(one.result for one in stored))
