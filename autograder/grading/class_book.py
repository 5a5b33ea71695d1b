"""The class as the instructor sees it: who stands where, after roster and rules."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from collections.abc import Iterator
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field
from dataclasses import replace
from datetime import datetime
from fractions import Fraction

from autograder.course.assignment import Assignment
from autograder.course.assignment import max_score
from autograder.course.course import Course
from autograder.errors import CourseError
from autograder.grading.deadlines import Deadline
from autograder.grading.deadlines import now
from autograder.grading.guessed_times import guessed_times
from autograder.grading.guessed_times import marked_late
from autograder.grading.guessed_times import without_guess
from autograder.grading.intake import Handed
from autograder.grading.matching import RosterReport
from autograder.grading.matching import reconcile
from autograder.grading.policy import Attempt
from autograder.grading.policy import Counted
from autograder.grading.policy import Policy
from autograder.grading.policy import Standing
from autograder.grading.policy import count
from autograder.grading.policy import settle
from autograder.grading.policy import total
from autograder.grading.policy_table import read_policy
from autograder.grading.policy_table import read_zone
from autograder.grading.result import Result
from autograder.grading.roster import Person
from autograder.grading.roster import read_roster
from autograder.grading.rules import Addressees
from autograder.grading.store import Stored
from autograder.grading.strays import for_instructors
from autograder.grading.strays import for_students


@dataclass(frozen=True)
class Entry:
    """One student and assignment: the score that counts and the results behind it.

    `counted` holds every attempt after the late policy, by its name; `deadline` is the
    student's own, extension included, and `general` everybody's. `unmatched` says, where
    nothing was handed in, which files may be the answer under a wrong name.
    """

    standing: Standing
    results: tuple[Result, ...] = ()
    counted: Mapping[str, Counted] = field(default_factory=dict)
    deadline: Deadline | None = None
    general: Deadline | None = None
    contested: bool = False
    ungraded: bool = False
    unmatched: str = ""

    @property
    def counting(self) -> Result | None:
        """The result of the attempt that counts; the last one when none does."""
        for result in self.results:
            if result.attempt == self.standing.attempt:
                return result
        return self.results[-1] if self.results else None

    @property
    def due(self) -> str:
        """The student's deadline, and whether that is an extension."""
        if self.deadline is None or self.general is None:
            return "none"
        extended = self.deadline != self.general
        return self.deadline.shown() + f", extended from {self.general.shown()}" * extended

    @property
    def status(self) -> str:
        """The status shown: that of the attempt that counts, or why there is none."""
        if self.standing.excused:
            return "excused"
        if self.contested:
            return "unmatched"
        if self.ungraded:
            return "grader_error"
        if self.standing.open_until is not None:
            return "not_due"
        return self.counting.status if self.counting else "not_submitted"


@dataclass(frozen=True)
class Row:
    """One student over the assignments of the run.

    `also` are other names of the hand-ins, `unmatched` files in them that name no assignment.
    """

    student: str
    person: Person | None
    entries: dict[str, Entry] = field(default_factory=dict)
    also: tuple[str, ...] = ()
    unmatched: tuple[str, ...] = ()

    @property
    def score(self) -> Fraction:
        return total(
            e.standing.score for e in self.entries.values() if e.standing.score is not None
        )

    @property
    def max_score(self) -> Fraction:
        return total(e.standing.max_score for e in self.entries.values() if e.standing.in_total)

    @property
    def canvas_ids(self) -> set[str]:
        """The student's numbers in Canvas, by the hand-ins and the roster."""
        known = {result.canvas_id for e in self.entries.values() for result in e.results}
        return (known | {self.person.canvas_id if self.person else ""}) - {""}

    @property
    def complete(self) -> bool:
        """False while a grader's own fault, or the roster, leaves a score open."""
        return all(e.status not in ("grader_error", "unmatched") for e in self.entries.values())


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
    unmatched: Mapping[str, Sequence[str]] | None = None,
) -> ClassBook:
    """The class over `slugs` (by default the assignments anybody handed in).

    `students` are people seen without any result; they and everybody on the roster get a
    row, too. `unmatched` are files of a student that name no assignment. Results of assignments
    that the course no longer has stay in the store.
    """
    by_student: dict[str, dict[str, list[Stored]]] = defaultdict(lambda: defaultdict(list))
    for one in stored:
        by_student[one.result.student][one.result.assignment].append(one)
    graded = {one.result.assignment for one in stored}
    wanted = set(slugs) or graded
    assignments, maxima, broken = _worth(course, wanted, stored)
    results = [one.result for one in stored]
    report = roster_report(course, {*by_student, *students}, results)
    people, also = report.people, report.also
    doubts = _doubts(report, by_student)
    for name, others in also.items():
        _join(by_student, name, others)
    addressees = Addressees(people, also)
    zone = read_zone(course.policy.get("zone", "UTC"))
    policy = addressees.with_roster_extensions(addressees.apply(policy_of(course)), zone)
    today = now()
    rows = [
        replace(
            _row(name, person, maxima, by_student.get(name, {}), policy, today=today),
            also=tuple(also.get(name, ())),
        )
        for name, person in people.items()
    ]
    rows = [_without_guesses(row, doubts.get(row.student, set()), broken) for row in rows]
    rows = [_with_unmatched(row, unmatched or {}) for row in rows]
    due = [
        (entry.standing, entry.counting)
        for row in rows
        for slug, entry in row.entries.items()
        if slug in policy.deadlines
    ]
    rows += [_contested_row(p, maxima) for p in report.contested]
    return ClassBook(
        assignments,
        tuple(rows),
        (
            *report.warnings,
            *addressees.warnings,
            *guessed_times(policy, due),
            *marked_late(due),
            *_unmatched(rows),
            *_strays(course, graded),
            *(f"{slug}: its files are broken, scores are those of earlier runs" for slug in broken),
        ),
    )


def _strays(course: Course, graded: set[str]) -> list[str]:
    return [
        f"there are results for {slug!r}, which is no assignment of the course any more: they are "
        "kept in results.db and left out here"
        for slug in sorted(graded - set(course.slugs))
    ]


def _worth(
    course: Course, wanted: set[str], stored: Sequence[Stored]
) -> tuple[tuple[Assignment, ...], dict[str, Fraction], set[str]]:
    """The assignments in order, the points of each, and which of them are broken.

    A broken one is worth what its kept results say; without any it is left out.
    """
    kept = {one.result.assignment: one.result.max_score for one in stored}
    known: list[Assignment] = []
    maxima: dict[str, Fraction] = {}
    broken: set[str] = set()
    for slug in course.slugs:
        if slug not in wanted:
            continue
        # stands in for settings that cannot be read
        assignment = Assignment(slug, course.solutions / slug, title=slug)
        try:
            assignment = course.assignment(slug)
            maxima[slug] = max_score(assignment)
        except (CourseError, OSError):
            if slug not in kept:
                continue
            maxima[slug] = kept[slug]
            broken.add(slug)
        known.append(assignment)
    return tuple(sorted(known, key=lambda a: (a.order, a.slug))), maxima, broken


def roster_report(course: Course, names: set[str], seen: Sequence[Handed | Result]) -> RosterReport:
    """How the roster of the course compares with students; `seen` have their platform numbers."""
    canvas = {one.student: one.canvas_id for one in seen if one.canvas_id}
    moodle: dict[str, frozenset[str]] = {}
    for one in seen:
        if one.moodle_id:
            moodle[one.student] = moodle.get(one.student, frozenset()) | {one.moodle_id}
    roster = read_roster(course.roster) if course.roster else None
    return reconcile(roster, names, canvas, moodle)


def _join(
    by_student: dict[str, dict[str, list[Stored]]], student: str, others: Iterable[str]
) -> None:
    """Put everything of one person under one name."""
    for other in others:
        for slug, more in by_student.pop(other, {}).items():
            by_student[student][slug] = under_one_name([*by_student[student][slug], *more])


def under_one_name(stored: Iterable[Stored]) -> list[Stored]:
    """The results of one person for one assignment; attempts keep names of their own."""
    taken: set[str] = set()
    found = []
    for one in stored:
        result = one.result
        if result.attempt in taken:
            result = replace(result, attempt=f"{result.attempt} ({result.student})")
        taken.add(result.attempt)
        found.append(replace(one, result=result))
    return found


def _doubts(
    report: RosterReport, by_student: Mapping[str, Mapping[str, list[Stored]]]
) -> dict[str, set[str]]:
    """Row -> assignments that the person may have handed in under another name."""
    matched = {name: report.doubted.get(person, ()) for name, person in report.matched.items()}
    found = {
        name: {slug for other in others for slug in by_student.get(other, ())}
        for name, others in {**matched, **report.lookalikes}.items()
    }
    everything = {slug for slugs in by_student.values() for slug in slugs}
    return {**found, **dict.fromkeys(report.unclear, everything)}


def _without_guesses(row: Row, doubted: set[str], broken: set[str]) -> Row:
    """The row without zeros for work that may be there after all."""
    entries = dict(row.entries)
    for slug, entry in row.entries.items():
        standing = entry.standing
        if entry.status == "not_submitted" and not standing.score and not standing.notes:
            open_ = Standing(None, standing.max_score)
            if slug in broken:
                entries[slug] = replace(entry, standing=open_, ungraded=True)
            elif slug in doubted:
                entries[slug] = replace(entry, standing=open_, contested=True)
    return replace(row, entries=entries)


def _with_unmatched(row: Row, unmatched: Mapping[str, Sequence[str]]) -> Row:
    """The row with what stands in place of an answer, wherever there is none."""
    files = [file for name in (row.student, *row.also) for file in unmatched.get(name, ())]
    if not files:
        return row
    entries = {
        slug: entry
        if entry.results or entry.standing.excused
        else replace(entry, unmatched=for_students(files, slug))
        for slug, entry in row.entries.items()
    }
    return replace(row, entries=entries, unmatched=tuple(files))


def _unmatched(rows: Iterable[Row]) -> Iterator[str]:
    found = {row.student: row.unmatched for row in rows if row.unmatched}
    missing = {
        row.student: [slug for slug, entry in row.entries.items() if entry.unmatched]
        for row in rows
    }
    return for_instructors(found, missing)


def _row(
    student: str,
    person: Person | None,
    maxima: Mapping[str, Fraction],
    stored: Mapping[str, list[Stored]],
    policy: Policy,
    *,
    today: datetime,
) -> Row:
    entries = {
        slug: _entry(policy, student, slug, maximum, stored.get(slug, []), today=today)
        for slug, maximum in maxima.items()
    }
    return Row(student, person, entries)


def _contested_row(person: Person, maxima: Mapping[str, Fraction]) -> Row:
    """A row of the roster that several hand-ins, or a hand-in that several rows, may belong to."""
    entries = {
        slug: Entry(Standing(None, maximum), contested=True) for slug, maximum in maxima.items()
    }
    return Row(person.id, person, entries)


def _entry(
    policy: Policy,
    student: str,
    slug: str,
    maximum: Fraction,
    stored: list[Stored],
    *,
    today: datetime,
) -> Entry:
    attempts = [
        Attempt(
            one.result.attempt,
            one.result.score,
            one.content,
            datetime.fromisoformat(one.result.submitted_at) if one.result.submitted_at else None,
        )
        for one in stored
    ]
    standing = settle(policy, student, slug, attempts, maximum, now=today)
    counted = {one.id: count(policy, student, slug, one) for one in attempts}
    results = [one.result for one in stored]
    if slug not in policy.deadlines:
        results = [without_guess(result) for result in results]
    own, general = policy.deadline(student, slug), policy.deadlines.get(slug)
    return Entry(standing, tuple(results), counted, own, general)
