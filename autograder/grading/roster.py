"""Who should be there, and how that compares with who handed in.

Ids are text: leading zeros count, and nothing is ever made a number. Two people are never
merged: a hand-in is matched to a row by the id as it is, else by a looser reading (name,
upper and lower case, lost leading zeros, the name as Canvas squashes it) only when that leaves
exactly one row and one student.
"""

from __future__ import annotations

import csv
import io
import re
from collections import defaultdict
from collections.abc import Callable
from collections.abc import Iterable
from collections.abc import Iterator
from collections.abc import Mapping
from collections.abc import Sized
from dataclasses import dataclass
from dataclasses import field
from pathlib import Path

from autograder.errors import UserError
from autograder.grading.layouts import canvas_spellings
from autograder.grading.layouts import composed
from autograder.grading.layouts import squashed
from autograder.grading.tables import table_text
from autograder.wording import named

_COLUMNS = {
    "id": ("id", "student_id", "student", "username", "sis user id"),
    "name": ("name", "full name", "student name"),
    "email": ("email", "e-mail", "email address"),
    "section": ("section", "group"),
    "extension": ("extension", "extension_days"),
    "username": ("username", "login"),
    "canvas_id": ("canvas_id", "canvas id"),
}
_SHORTENED = re.compile(r"\d(?:[.,]\d+)?E\+\d+", re.IGNORECASE)


@dataclass(frozen=True)
class Person:
    """One row of the roster."""

    id: str
    name: str = ""
    email: str = ""
    section: str = ""
    extension: str = ""
    username: str = ""
    canvas_id: str = ""
    line: int = 0

    @property
    def emails(self) -> tuple[str, ...]:
        """The addresses in the cell, the first one first."""
        return tuple(filter(None, re.split(r"[;,\s]+", self.email)))


@dataclass(frozen=True)
class RosterReport:
    """How the roster and the hand-ins agree. Every student and every row is in exactly one place.

    `matched` maps the student's name in the hand-ins to the row; `missing` are rows without
    a hand-in; `strangers` are students without a row, graded all the same. `unclear` are
    students and `contested` rows that fit each other in more than one way: they stay
    apart until the roster is mended.
    """

    matched: dict[str, Person]
    missing: tuple[Person, ...]
    strangers: tuple[str, ...]
    unclear: tuple[str, ...]
    contested: tuple[Person, ...]
    warnings: tuple[str, ...]


def read_roster(path: Path) -> tuple[Person, ...]:
    """The rows of a CSV file with a column `id`; UserError when it has none or is no UTF-8.

    Columns may be separated by commas, semicolons or tabs and stand in any order; unknown
    ones are ignored. A byte order mark is no part of the first name.
    """
    text = table_text(path, "the roster")
    header = text.partition("\n")[0]
    delimiter = max(",;\t", key=header.count)
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    columns = _columns(next(rows, []), path)
    people = []
    for row in rows:
        cells = {key: row[at].strip() if at < len(row) else "" for key, at in columns.items()}
        if any(cells.values()):
            people.append(Person(**cells, line=rows.line_num))
    nameless = [str(person.line) for person in people if not person.id]
    if nameless:
        raise UserError(f"the roster {path} has rows without an id: line {', '.join(nameless)}")
    return tuple(people)


def _columns(header: list[str], path: Path) -> dict[str, int]:
    spelled = [cell.strip().casefold() for cell in header]
    found = {}
    for key, names in _COLUMNS.items():
        at = next((spelled.index(name) for name in names if name in spelled), None)
        if at is not None:
            found[key] = at
    if "id" not in found:
        raise UserError(
            f"the roster {path} needs a column called id; its first line has: "
            f"{', '.join(header) or 'nothing'}"
        )
    return found


def reconcile(
    roster: tuple[Person, ...],
    students: Iterable[str],
    canvas_ids: Mapping[str, str] | None = None,
) -> RosterReport:
    """Match students to rows, strictest reading first.

    `canvas_ids` are the numbers in Canvas of students whose hand-ins came from there.
    """
    matching = _Matching(list(roster), sorted(set(students)))
    for reading in (*_READINGS, *_canvas_readings(canvas_ids or {})):
        matching.read(*reading)
    return RosterReport(
        matched=matching.matched,
        missing=tuple(matching.rows),
        strangers=tuple(matching.students),
        unclear=tuple(matching.unclear),
        contested=tuple(matching.contested),
        warnings=(*_suspicious(roster), *matching.warnings()),
    )


@dataclass
class _Matching:
    """Rows and students that no reading has settled yet, and what the readings settled."""

    rows: list[Person]
    students: list[str]
    matched: dict[str, Person] = field(default_factory=dict)
    unclear: list[str] = field(default_factory=list)
    contested: list[Person] = field(default_factory=list)
    loosely: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    conflicts: list[str] = field(default_factory=list)

    def warnings(self) -> Iterator[str]:
        """One sentence a kind, however many people it is about."""
        for what, pairs in self.loosely.items():
            yield f"roster: matched {what}: {named(pairs)}"
        if self.conflicts:
            yield (
                f"roster: nobody was matched where several fit, mend the roster: "
                f"{named(self.conflicts)}"
            )
        if self.students:
            yield (
                "roster: handed in, but not on the roster: "
                f"{named(map(repr, self.students))}{_count(self.students)}"
            )
        if self.rows:
            rows = (f"{row.id!r} {row.name}".rstrip() for row in self.rows)
            yield f"roster: no submission of {named(rows)}{_count(self.rows)}"

    def read(
        self, what: str, of_text: Callable[[str], str], texts: Callable[[Person], tuple[str, ...]]
    ) -> None:
        """Settle every student that some row fits when both are read by `of_text`."""
        by_key: dict[str, list[Person]] = defaultdict(list)
        for row in self.rows:
            for key in {of_text(text) for text in texts(row) if text}:
                by_key[key].append(row)
        rivals: dict[str, list[str]] = defaultdict(list)
        for student in self.students:
            rivals[of_text(student)].append(student)
        for key, alike in rivals.items():
            if key in by_key:
                self._settle(alike, by_key[key], what)

    def _settle(self, alike: list[str], fitting: list[Person], what: str) -> None:
        self.students = [student for student in self.students if student not in alike]
        self.rows = [row for row in self.rows if row not in fitting]
        if len(alike) == len(fitting) == 1:
            self.matched[alike[0]] = row = fitting[0]
            if what:
                self.loosely[what].append(f"{alike[0]!r} to {row.id!r} (line {row.line})")
            return
        self.unclear += alike
        self.contested += fitting
        lines = ", ".join(str(row.line) for row in fitting)
        names = ", ".join(map(repr, alike))
        self.conflicts.append(f"{names} may be line {lines}")


def _count(many: Sized) -> str:
    return f" ({len(many)} in all; grades.csv has a row for each)" if len(many) > 1 else ""


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


def _exactly(text: str) -> str:
    return composed(text)


def _loosely(text: str) -> str:
    return composed(text).casefold().strip()


def _without_zeros(text: str) -> str:
    return _loosely(text).lstrip("0") or "0"


_Reading = tuple[str, Callable[[str], str], Callable[[Person], tuple[str, ...]]]
_READINGS: tuple[_Reading, ...] = (
    ("", _exactly, lambda row: (row.id,)),
    ("", _exactly, lambda row: (row.name, *row.emails)),
    ("by upper and lower case", _loosely, lambda row: (row.id, row.name, *row.emails)),
    ("by leading zeros", _without_zeros, lambda row: (row.id,)),
)


def _canvas_readings(ids: Mapping[str, str]) -> tuple[_Reading, ...]:
    """The number in Canvas, then the squashed name.

    A roster's own ids may equal somebody else's number in Canvas: there the name must agree,
    too, if the row has one.
    """

    def number(text: str) -> str:
        return ids.get(text, text)

    def name(text: str) -> str:
        return squashed(text.removesuffix(f" ({ids[text]})")) if text in ids else text

    def both(text: str) -> str:
        return f"{ids[text]} {name(text)}" if text in ids else text

    return (
        ("", number, lambda row: (row.canvas_id,)),
        ("", both, lambda row: tuple(f"{row.id} {word}" for word in canvas_spellings(row.name))),
        ("", number, lambda row: () if row.name else (row.id,)),
        ("", name, lambda row: () if row.canvas_id else tuple(canvas_spellings(row.name))),
    )
