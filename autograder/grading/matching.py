"""How the roster compares with who handed in.

Two people are never merged: a hand-in is matched to a row by the id as it is, else by a looser
reading only when that leaves exactly one row and one student.
"""

from __future__ import annotations

import re
from collections import Counter
from collections import defaultdict
from collections.abc import Iterable
from collections.abc import Iterator
from collections.abc import Mapping
from collections.abc import Sequence
from collections.abc import Sized
from dataclasses import dataclass
from dataclasses import field

from autograder.grading.layouts import canvas_spellings
from autograder.grading.layouts import squashed
from autograder.grading.readings import Numbers
from autograder.grading.readings import Reading
from autograder.grading.readings import readings
from autograder.grading.roster import Person
from autograder.wording import named

_SHORTENED = re.compile(r"\d(?:[.,]\d+)?E\+\d+", re.IGNORECASE)


@dataclass(frozen=True)
class RosterReport:
    """How the roster and the hand-ins agree. Every student and every row is in exactly one place.

    `matched` maps the student's name in the hand-ins to the row; `missing` are rows without
    a hand-in; `strangers` are students without a row, graded all the same. `unclear` are
    students and `contested` rows that fit each other in more than one way: they stay
    apart until the roster is mended. Somebody in `doubted` is matched, but may have handed in
    under those other names, too. Several students are `matched` to one row where every one of
    the spellings can mean nobody else. `lookalikes` are strangers, each with those who may be
    the same person in the spelling of another platform.
    """

    matched: dict[str, Person]
    missing: tuple[Person, ...]
    strangers: tuple[str, ...]
    unclear: tuple[str, ...]
    contested: tuple[Person, ...]
    doubted: Mapping[Person, list[str]]
    lookalikes: Mapping[str, list[str]]
    warnings: tuple[str, ...]

    @property
    def also(self) -> dict[str, list[str]]:
        """Name of a row -> the other names that the person handed in under, looser ones last."""
        names: dict[Person, list[str]] = defaultdict(list)
        for name, person in self.matched.items():
            names[person].append(name)
        return {name: others for name, *others in names.values() if others}

    @property
    def people(self) -> dict[str, Person | None]:
        """Everybody once, by the name of a hand-in or else the id, with their row of the roster."""
        students = {*self.matched, *self.strangers, *self.unclear}
        students -= {name for others in self.also.values() for name in others}
        missing = {person.id: person for person in self.missing}
        return {**{name: self.matched.get(name) for name in sorted(students)}, **missing}


def reconcile(
    roster: tuple[Person, ...] | None,
    students: Iterable[str],
    canvas_ids: Mapping[str, str] | None = None,
    moodle_ids: Mapping[str, frozenset[str]] | None = None,
) -> RosterReport:
    """Match students to rows, strictest reading first.

    Without a roster everybody is a stranger, and nothing is said of it. `canvas_ids` and
    `moodle_ids` are the numbers there of students whose hand-ins came from there.
    """
    known = Numbers(canvas_ids or {}, moodle_ids or {})
    matching = _Matching(roster or (), known, sorted(set(students)))
    for reading in readings(known):
        matching.read(reading)
    settled = {*matching.names, *matching.contested}
    missing = [row for row in roster or () if row not in settled]
    strangers = matching.students if roster is not None else []
    alike = lookalikes(matching.students, known)
    return RosterReport(
        matched={student: row for row, alike in matching.names.items() for student in alike},
        missing=tuple(missing),
        strangers=tuple(matching.students),
        unclear=tuple(matching.unclear),
        contested=tuple(row for row in roster or () if row in matching.contested),
        doubted=matching.doubted,
        lookalikes=alike,
        warnings=(
            *_suspicious(roster or ()),
            *matching.warnings(),
            *_about_strangers(strangers),
            *_about_lookalikes(alike),
            *_about_missing(missing),
        ),
    )


def lookalikes(students: Iterable[str], numbers: Numbers) -> dict[str, list[str]]:
    """Students whose name in Canvas and name elsewhere agree, each with the others."""
    squashed_names: dict[str, list[str]] = defaultdict(list)
    others = []
    for student in students:
        if student in numbers.canvas:
            squashed_names[squashed(numbers.bare(student))].append(student)
        else:
            others.append(student)
    found: dict[str, list[str]] = defaultdict(list)
    for student in others:
        for spelling in canvas_spellings(numbers.bare(student)):
            for twin in squashed_names.get(spelling, ()):
                found[student].append(twin)
                found[twin].append(student)
    return dict(found)


def _about_strangers(students: Sequence[str]) -> Iterator[str]:
    if students:
        yield (
            "roster: handed in, but not on the roster: "
            f"{named(map(repr, students))}{_count(students)}"
        )


def _about_missing(rows: Sequence[Person]) -> Iterator[str]:
    if rows:
        who = (f"{row.id!r} {row.name}".rstrip() for row in rows)
        yield f"roster: no submission of {named(who)}{_count(rows)}"


def _count(many: Sized) -> str:
    return f" ({len(many)} in all; grades.csv has a row for each)" if len(many) > 1 else ""


def _about_lookalikes(alike: Mapping[str, list[str]]) -> Iterator[str]:
    pairs = sorted({tuple(sorted((one, *others))) for one, others in alike.items()})
    if pairs:
        who = named(" and ".join(map(repr, pair)) for pair in pairs)
        yield (
            f"may be one person under two names, no 0 was given for what only one of them handed "
            f"in: {who}. A roster with the column name, and perhaps canvas_id, settles it"
        )


@dataclass
class _Matching:
    """Students that no reading has settled yet, and what the readings settled."""

    roster: tuple[Person, ...]
    numbers: Numbers
    students: list[str]
    names: dict[Person, list[str]] = field(default_factory=lambda: defaultdict(list))
    unclear: list[str] = field(default_factory=list)
    contested: set[Person] = field(default_factory=set)
    doubted: dict[Person, list[str]] = field(default_factory=lambda: defaultdict(list))
    loosely: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    conflicts: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def warnings(self) -> Iterator[str]:
        """One sentence a kind, however many people it is about."""
        for what, pairs in self.loosely.items():
            yield f"roster: matched {what}: {named(pairs)}"
        for remedy, pairs in self.conflicts.items():
            yield (
                f"roster: nobody was matched where several fit, mend the roster{remedy}: "
                f"{named(pairs)}"
            )
        several = [
            f"{' and '.join(map(repr, alike))} (line {row.line})"
            for row, alike in self.names.items()
            if len(alike) > 1
        ]
        if several:
            yield f"roster: one person under several names, counted as one: {named(several)}"

    def read(self, reading: Reading) -> None:
        """Settle every student that some row fits."""
        by_key: dict[str, list[Person]] = defaultdict(list)
        for row in self.roster:
            for key in reading.of_row(row):
                by_key[key].append(row)
        claims: dict[frozenset[Person], list[str]] = defaultdict(list)
        for student in self.students:
            rows = {row for key in reading.of_student(student) for row in by_key.get(key, ())}
            claims[frozenset(r for r in rows if not self._is_another(student, r))].append(student)
        self.students = claims.pop(frozenset(), [])
        wanted = Counter(row for fitting, alike in claims.items() for row in fitting for _ in alike)
        for fitting, alike in claims.items():
            row = min(fitting, key=lambda row: row.line)
            free = row not in self.contested and (reading.sure or row not in self.names)
            if len(fitting) == wanted[row] == 1 and free:
                self._match(alike[0], row, reading)
            else:
                self._leave_open(alike, fitting)

    def _is_another(self, student: str, row: Person) -> bool:
        """Whether numbers in Canvas, which are for life, say that the row is somebody else's."""
        number = self.numbers.canvas.get(student)
        known = {self.numbers.canvas.get(one, number) for one in self.names.get(row, ())}
        return number is not None and bool(known - {number})

    def _match(self, student: str, row: Person, reading: Reading) -> None:
        self.names[row].append(student)
        if reading.told:
            self.loosely[reading.told].append(f"{student!r} to {row.id!r} (line {row.line})")

    def _leave_open(self, alike: list[str], fitting: Iterable[Person]) -> None:
        rows = sorted(fitting, key=lambda row: row.line)
        self.unclear += alike
        for row in rows:
            if row in self.names:
                self.doubted[row] += alike
            else:
                self.contested.add(row)
        names = " and ".join(map(repr, alike))
        lines = " or ".join(str(row.line) for row in rows)
        self.conflicts[self.numbers.remedy(alike)].append(f"{names} may be line {lines}")


def _suspicious(roster: tuple[Person, ...]) -> Iterator[str]:
    lines: dict[str, list[int]] = defaultdict(list)
    for person in roster:
        lines[person.id].append(person.line)
    twice = [
        f"{key!r} (lines {', '.join(map(str, at))})" for key, at in lines.items() if len(at) > 1
    ]
    if twice:
        yield f"roster: ids that are there more than once, their rows not merged: {named(twice)}"
    shortened = [
        f"{person.id!r} (line {person.line})"
        for person in roster
        if _SHORTENED.fullmatch(person.id)
    ]
    if shortened:
        yield (
            "roster: ids that look like numbers a spreadsheet has shortened, export them as text: "
            f"{named(shortened)}"
        )
