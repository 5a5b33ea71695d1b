"""Who should be there: the rows of a roster.

Ids are text: leading zeros count, and nothing is ever made a number.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from autograder.errors import UserError
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
    def moodle_ids(self) -> frozenset[str]:
        """The numbers in Moodle: a participant has another one in each assignment."""
        return frozenset(re.findall(r"\d+", self.moodle_id))


def read_roster(path: Path) -> tuple[Person, ...]:
    """The rows of a CSV file, also as Canvas, Moodle or Gradescope export it.

    Columns stand in any order, and unknown ones are ignored. Where the ids are blank, the e-mail
    address is the id. UserError when there is no file, or no column for either.
    """
    (_, header), *rows = read_sheet(path, "the roster") or [(1, [])]
    columns = _columns(header, path)
    people = [_person(columns, cells, line) for line, cells in rows if any(cells)]
    people = [one for one in people if one.name.casefold() not in _NOBODY and _is_somebody(one)]
    nameless = [str(person.line) for person in people if not person.id]
    if nameless:
        raise UserError(f"the roster {path} has rows without an id: line {', '.join(nameless)}")
    return tuple(people)


def _person(columns: Mapping[str, list[int]], row: list[str], line: int) -> Person:
    def cell(key: str) -> str:
        return next((row[at] for at in columns[key] if at < len(row) and row[at]), "")

    keys = ("section", "extension", "username", "canvas_id", "moodle_id")
    return Person(
        id=cell("id") or cell("email"),
        name=cell("name") or f"{cell('first')} {cell('last')}".strip(),
        email=cell("email"),
        **{key: cell(key) for key in keys},
        line=line,
    )


def _is_somebody(person: Person) -> bool:
    return any((person.id, person.name, person.email, person.canvas_id, person.moodle_id))


def _columns(header: list[str], path: Path) -> dict[str, list[int]]:
    """Where the columns of each kind stand, the better heading first."""
    spelled = [re.sub(r"[\s_]+", " ", cell).casefold() for cell in header]
    canvas = spelled[:2] == ["student", "id"] and len(spelled) > 2
    known = _CANVAS_COLUMNS if canvas else _COLUMNS
    found = {
        key: [spelled.index(name) for name in names if name in spelled]
        for key, names in known.items()
    }
    if not found["id"] and not found["email"]:
        raise UserError(
            f"the roster {path} needs a column called id; its first line has: "
            f"{', '.join(filter(None, header)) or 'nothing'}. Headings that are understood: "
            + "; ".join(f"{key}: {', '.join(names)}" for key, names in _COLUMNS.items())
        )
    return found
