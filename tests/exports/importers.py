"""What gradebooks elsewhere do with a file, by their published rules."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass
from dataclasses import field

_COMPUTED = re.compile(r"(Current|Final) (Score|Points|Grade)|Override (Score|Grade|Status)")
_NUMBER = re.compile(r"-?[0-9.,]+%?")


@dataclass
class Canvas:
    """A course as the Canvas importer sees it: people and assignments by their numbers."""

    people: dict[int, dict[str, str]]
    assignments: dict[int, str]
    created: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    grades: dict[tuple[int, str], str] = field(default_factory=dict)

    def read(self, text: str) -> None:
        """Import a CSV file; ValueError for a header that Canvas refuses."""
        lines = text.splitlines()[:3]
        sizes = {
            delimiter: {len(next(csv.reader([line], delimiter=delimiter), [])) for line in lines}
            for delimiter in ",;"
        }
        widths = {d: size.pop() if len(size) == 1 else 0 for d, size in sizes.items()}
        delimiter = ";" if widths[";"] > widths[","] else ","
        rows = [
            [self._number(cell) for cell in row]
            for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
            if not re.fullmatch(r"[;, ]*", delimiter.join(row))
        ]
        heading, *rest = rows
        info = self._student_columns(heading)
        columns = {
            at: self._assignment(title)
            for at, title in enumerate(heading)
            if at >= info and not _COMPUTED.search(title)
        }
        for row in rest:
            if "Points Possible" in row[0] or all(
                re.fullmatch(r"\s*(Muted|Manual Posting.*)?\s*", cell, re.IGNORECASE)
                for cell in row
            ):
                continue
            person = self._person(dict(zip(heading[:info], row, strict=False)))
            if person is None:
                self.unknown.append(row[0])
                continue
            for at, name in columns.items():
                grade = row[at].strip() if at < len(row) else ""
                if grade not in ("", "-"):
                    self.grades[person, name] = grade

    @staticmethod
    def _number(cell: str) -> str:
        """A decimal comma becomes a point; thousands disappear."""
        if not _NUMBER.fullmatch(cell):
            return cell
        *front, last = re.split(r"[,.]", cell)
        return f"{''.join(front)}.{last}" if front else last

    @staticmethod
    def _student_columns(heading: list[str]) -> int:
        if not (len(heading) > 3 and "Student" in heading[0] and "ID" in heading[1]):
            raise ValueError("Invalid header row")
        columns = 3
        if "SIS Login ID" in heading[2]:
            columns = 4
        elif "SIS User ID" in heading[2] and "SIS Login ID" in heading[3]:
            columns = 5 + ("Integration ID" in heading[4])
            columns += "Root Account" in heading[columns - 1]
        if "Section" not in heading[columns - 1]:
            raise ValueError("Invalid header row")
        return columns

    def _assignment(self, title: str) -> str:
        numbered = re.fullmatch(r"(.*) \((\d+)\)", title)
        if numbered and int(numbered[2]) in self.assignments:
            return self.assignments[int(numbered[2])]
        if title not in self.assignments.values():
            self.created.append(numbered[1] if numbered else title)
        return title

    def _person(self, cells: dict[str, str]) -> int | None:
        if cells.get("ID", "").isdigit() and int(cells["ID"]) in self.people:
            return int(cells["ID"])
        for column in ("SIS User ID", "SIS Login ID"):
            for number, facts in self.people.items():
                if cells.get(column) and facts.get(column) == cells[column]:
                    return number
        for number, facts in self.people.items():
            if cells["Student"] in (facts["name"], facts.get("sortable")):
                return number
        return None


@dataclass
class Moodle:
    """Moodle's CSV import, with one column mapped to the user."""

    users: set[str]
    grades: dict[tuple[str, str], float] = field(default_factory=dict)
    feedback: dict[tuple[str, str], str] = field(default_factory=dict)

    def read(self, text: str, user_column: str, *, unlimited: bool = False) -> None:
        """ValueError for what makes Moodle give up on the whole file."""
        for row in csv.DictReader(io.StringIO(text, newline="")):
            user = row[user_column]
            if user not in self.users:
                raise ValueError(f"user not found: {user}")
            for title, cell in row.items():
                if title in ("Email address", "ID number", "Username"):
                    continue
                if title.endswith(" feedback"):
                    self.feedback[user, title.removesuffix(" feedback")] = cell
                elif cell not in ("", "-"):
                    grade = float(cell)
                    if grade > 100 and not unlimited:
                        raise ValueError(f"grade too large: {cell}")
                    self.grades[user, title] = grade
