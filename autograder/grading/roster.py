"""Who should be there: the rows of a roster.

Ids are text: leading zeros count, and nothing is ever made a number.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from autograder.errors import UserError
from autograder.grading.sheets import cell
from autograder.grading.sheets import columns
from autograder.grading.sheets import plain_heading
from autograder.grading.sheets import read_sheet

_COLUMNS = {
    "id": (
        "id",
        "student id",
        "student number",
        "sid",
        "sis user id",
        "id number",
        "matrikelnummer",
        "matrikelnr.",
        "id-nummer",
        "student",
        "username",
        "anmeldename",
        "sis login id",
    ),
    "name": ("name", "full name", "student name", "vollständiger name"),
    "last": ("last name", "surname", "family name", "nachname", "familienname"),
    "first": ("first name", "given name", "vorname"),
    "email": ("email", "e-mail", "email address", "e-mail address", "e-mail-adresse"),
    "section": ("section", "sections", "group", "gruppe"),
    "extension": ("extension", "extension days"),
    "username": ("username", "login", "anmeldename", "sis login id"),
    "canvas_id": ("canvas id",),
    "moodle_id": ("moodle id", "identifier"),
}
# In a gradebook of Canvas `Student` is a name and `ID` the number in Canvas.
_CANVAS_COLUMNS = {
    **_COLUMNS,
    "id": ("sis user id", "sis login id", "id"),
    "name": ("student",),
    "canvas_id": ("id",),
}
_NOBODY = ("points possible", "student, test", "test student")


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
    moodle_id: str = ""
    line: int = 0

    @property
    def emails(self) -> tuple[str, ...]:
        """The addresses in the cell, the first one first."""
        return _addresses(self.email)

    @property
    def names(self) -> tuple[str, ...]:
        """All that the person may be called by, and nobody else: id, name, addresses, account."""
        return tuple(filter(None, (self.id, self.name, *self.emails, self.username)))

    @property
    def moodle_ids(self) -> frozenset[str]:
        """The numbers in Moodle: a participant has another one in each assignment."""
        return frozenset(re.findall(r"\d+", self.moodle_id))


def read_roster(path: Path) -> tuple[Person, ...]:
    """The rows of a CSV file, also as Canvas, Moodle or Gradescope export it.

    Columns stand in any order, and unknown ones are ignored. Where the ids are blank, the e-mail
    address is the id. UserError when there is no file, or no column for either.
    """
    headings, rows = read_sheet(path, "the roster")
    places = _columns(headings, path)
    people = [_person(places, cells, line) for line, cells in rows if any(cells)]
    people = [one for one in people if one.name.casefold() not in _NOBODY and _is_somebody(one)]
    nameless = [str(person.line) for person in people if not person.id]
    if nameless:
        raise UserError(f"the roster {path} has rows without an id: line {', '.join(nameless)}")
    return tuple(people)


def _person(places: Mapping[str, list[int]], row: Sequence[str], line: int) -> Person:
    said = {key: cell(row, at) for key, at in places.items()}
    first, last = said.pop("first"), said.pop("last")
    said["id"] = said["id"] or "".join(_addresses(said["email"])[:1])
    said["name"] = said["name"] or f"{first} {last}".strip()
    return Person(**said, line=line)


def _addresses(text: str) -> tuple[str, ...]:
    return tuple(filter(None, re.split(r"[;,\s]+", text)))


def _is_somebody(person: Person) -> bool:
    return any((*person.names, person.canvas_id, person.moodle_id))


def _columns(headings: Sequence[str], path: Path) -> dict[str, list[int]]:
    spelled = [plain_heading(heading) for heading in headings]
    canvas = spelled[:2] == ["student", "id"] and len(spelled) > 2
    found = columns(headings, _CANVAS_COLUMNS if canvas else _COLUMNS)
    if not found["id"] and not found["email"]:
        raise UserError(
            f"the roster {path} needs a column called id; its first line has: "
            f"{', '.join(filter(None, headings)) or 'nothing'}. Headings that are understood: "
            + "; ".join(f"{key}: {', '.join(names)}" for key, names in _COLUMNS.items())
        )
    return found
