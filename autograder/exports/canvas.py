"""Grades for the Canvas gradebook: a file of our own, or the instructor's export filled in.

Canvas finds a student by ID, SIS User ID, SIS Login ID, then name, and an assignment by the
number in parentheses, then the exact title; a title it does not find makes a new assignment.
"""

from __future__ import annotations

from collections import Counter
from collections import defaultdict
from collections.abc import Callable
from collections.abc import Iterator
from dataclasses import dataclass
from dataclasses import field

from autograder.course.assignment import Assignment
from autograder.errors import UserError
from autograder.exports.spans import Cell
from autograder.exports.spans import cells_of
from autograder.exports.spans import delimiter_of
from autograder.exports.spans import replaced
from autograder.exports.table import NUMBERED
from autograder.exports.table import most
from autograder.exports.table import score_text
from autograder.exports.table import titles
from autograder.exports.table import written
from autograder.grading.class_book import ClassBook
from autograder.grading.class_book import Entry
from autograder.grading.class_book import Row
from autograder.grading.layouts import canvas_spellings
from autograder.grading.layouts import natural_name
from autograder.grading.layouts import squashed

_POINTS = "    Points Possible"
_NAMES = ("Student",)
_IDS = ("SIS User ID", "SIS Login ID")
# Canvas's own number of a student may equal somebody else's number here, so it is a last resort.
_CANVAS_ID = ("ID",)
_RISKY = ("=", "+", "-", "@", "\t", "\r")


def canvas_csv(book: ClassBook) -> str:
    """A gradebook to import: one row a student, one column an assignment."""
    slugs = [assignment.slug for assignment in book.assignments]
    heading = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", *titles(book).values()]
    possible = [_POINTS, "", "", "", "", *(most(book, slug) for slug in slugs)]
    rows = [[*_who(row), *(_grade(row.entries[slug]) for slug in slugs)] for row in book.rows]
    return written([heading, possible, *rows])


@dataclass
class Filled:
    """A gradebook after the round trip: its text, how many cells changed, and remarks."""

    text: str
    changed: int = 0
    remarks: list[str] = field(default_factory=list)


def filled(gradebook: str, book: ClassBook, columns: dict[str, str]) -> Filled:
    """The instructor's exported gradebook with our scores in the right cells.

    `columns` names the heading of an assignment where its title does not. Everything else stays
    as it is, character by character, also a cell that says the same score already, the cells
    of students without a score, and those of students without a hand-in while there is one that
    may be theirs. Raises UserError for a file or a column that does not fit.
    """
    table = cells_of(gradebook.removeprefix("\ufeff"), delimiter_of(gradebook))
    offset = len(gradebook) - len(gradebook.removeprefix("\ufeff"))
    heading = _heading(table)
    places = {a.slug: _column(heading, a, columns.get(a.slug)) for a in book.assignments}
    done = Filled(gradebook)
    found = _matched(table[1:], heading, book, done.remarks)
    nobodys = _nobodys(book, list(found.values()))
    open_cells: Counter[str] = Counter()
    changes: dict[tuple[int, int], str] = {}
    for cells in table[1:]:
        if cells[0].text.strip() == _POINTS.strip():
            done.remarks += _about_points(cells, places, book)
        row = found.get(cells[0].start)
        if row is None:
            continue
        for slug, column in places.items():
            grade = _grade(row.entries[slug])
            if column >= len(cells):
                done.remarks.append(f"{row.student}: the row ends before the column of {slug}")
            elif grade == "0" and nobodys[slug] and row.entries[slug].status == "not_submitted":
                open_cells[slug] += 1
            elif grade and not _same(cells[column].text, grade):
                cell = cells[column]
                span = (cell.start + offset, cell.end + offset)
                changes[span] = f'"{grade}"' if cell.quoted else grade
    done.remarks += [
        f"{slug}: no 0 was written for students without a hand-in ({number}), their cells stay as "
        f"they are: hand-ins of students unknown to the gradebook ({nobodys[slug]}) may be theirs"
        for slug, number in open_cells.items()
    ]
    done.text, done.changed = replaced(gradebook, changes), len(changes)
    return done


def _nobodys(book: ClassBook, found: list[Row]) -> dict[str, int]:
    """Slug -> how many students with a hand-in are neither in the gradebook nor on the roster."""
    unknown = [row for row in book.rows if row.person is None and row not in found]
    return {
        a.slug: sum(bool(row.entries[a.slug].results) for row in unknown) for a in book.assignments
    }


def _heading(table: list[list[Cell]]) -> list[str]:
    heading = [cell.text for cell in table[0]] if table else []
    if len(heading) > 3 and "Student" in heading[0] and "ID" in heading[1]:
        return heading
    raise UserError(
        "This is no gradebook of Canvas: its first line must begin with Student,ID and have more "
        f"than three columns, found: {','.join(heading[:6]) or 'nothing'}. Export it by Grades, "
        "Export, Entire Gradebook, with student names in one column."
    )


def _column(heading: list[str], assignment: Assignment, named: str | None) -> int:
    """Where the grades of an assignment belong."""
    wanted = {named} if named else {assignment.title, assignment.slug}
    places = [at for at, title in enumerate(heading) if title in wanted or _title(title) in wanted]
    if len(places) == 1:
        return places[0]
    several = "no column is" if not places else f"{len(places)} columns are"
    choices = ", ".join(repr(title) for title in heading if NUMBERED.fullmatch(title))
    raise UserError(
        f"{assignment.slug}: {several} called {' or '.join(map(repr, sorted(wanted)))}. Name it by "
        f"--column {assignment.slug}='TITLE (123)'; there are: {choices or 'none'}."
    )


def _title(heading: str) -> str:
    found = NUMBERED.fullmatch(heading)
    return found["title"] if found else heading


def _matched(
    table: list[list[Cell]], heading: list[str], book: ClassBook, remarks: list[str]
) -> dict[int, Row]:
    """Gradebook row (by the place it begins at) -> student; nobody who could be two people."""
    texts = {
        cells[0].start: dict(zip(heading, (cell.text.strip() for cell in cells), strict=False))
        for cells in table
    }
    left = {at: names for at, names in texts.items() if names.get("Student") != _POINTS.strip()}
    open_rows = list(book.rows)
    ids = _IDS if set(_IDS) & set(heading) else _CANVAS_ID
    numbered = _settled(left, open_rows, _CANVAS_ID, lambda row: row.canvas_ids)
    # where numbers do agree, a student with one that fits nobody is not in the gradebook
    away = [row for row in open_rows if numbered and row.canvas_ids]
    open_rows = [row for row in open_rows if row not in away]
    found = _settled(left, open_rows, ids, _spellings)
    # where ids do agree, one that fits nobody is another person, whatever the name
    by_name = {at: names for at, names in left.items() if not found or not _has(names, _IDS)}
    found |= _settled(by_name, open_rows, _NAMES, _spellings)
    found |= _settled(by_name, open_rows, _NAMES, _squashed, canvas_spellings)
    found |= numbered
    remarks += [f"not in the gradebook: {row.student}" for row in (*away, *open_rows)]
    remarks += [
        f"in the gradebook, but not in the class: {names['Student']}"
        for at, names in left.items()
        if at not in found and names.get("Student") and "Test" not in names["Student"]
    ]
    return found


def _has(cells: dict[str, str], names: tuple[str, ...]) -> bool:
    return any(cells.get(name) for name in names)


def _settled(
    left: dict[int, dict[str, str]],
    rows: list[Row],
    names: tuple[str, ...],
    ours_of: Callable[[Row], set[str]],
    theirs_of: Callable[[str], set[str]] = lambda text: {_spelling(text)},
) -> dict[int, Row]:
    """Pairs that agree in a column of `names`, taken out of both lists.

    Only where neither of the two agrees with anybody else.
    """
    ours: dict[str, set[int]] = defaultdict(set)
    for number, row in enumerate(rows):
        for text in ours_of(row):
            ours[text].add(number)
    fits = {
        at: set().union(
            *(ours.get(t, set()) for name in names for t in theirs_of(cells.get(name, "")))
        )
        for at, cells in left.items()
    }
    wanted: dict[int, int] = defaultdict(int)
    for numbers in fits.values():
        for number in numbers:
            wanted[number] += 1
    pairs = {
        at: rows[number]
        for at, numbers in fits.items()
        for number in numbers
        if len(numbers) == wanted[number] == 1
    }
    for at, row in pairs.items():
        del left[at]
        rows.remove(row)
    return pairs


def _spellings(row: Row) -> set[str]:
    names = (row.student, *(row.person.names if row.person else ()))
    return {_spelling(name) for name in names}


def _squashed(row: Row) -> set[str]:
    """The student as in the file names of Canvas, also one told apart as `rightanna (100)`."""
    name = row.student
    for number in row.canvas_ids:
        name = name.removesuffix(f" ({number})")
    return {squashed(name)} - {""}


def _spelling(name: str) -> str:
    """`Last, First` and `First Last` are one spelling, so is Canvas's guard ="name"."""
    if name.startswith('="') and name.endswith('"'):
        name = name[2:-1]
    return natural_name(name)


def _about_points(cells: list[Cell], places: dict[str, int], book: ClassBook) -> Iterator[str]:
    for slug, column in places.items():
        said = cells[column].text.strip() if column < len(cells) else ""
        if "read only" in said:
            raise UserError(f"{slug}: Canvas computes that column itself; name another one.")
        ours = most(book, slug)
        if said and not _same(said, ours):
            yield f"{slug}: Canvas expects {said} points, here there are {ours}"


def _grade(entry: Entry) -> str:
    return "EX" if entry.standing.excused else score_text(entry)


def _same(text: str, grade: str) -> bool:
    """Whether two cells say the same; Canvas itself shows two places, with a point or a comma."""
    try:
        return round(float(text.replace(",", ".")), 2) == round(float(grade), 2)
    except ValueError:
        return text.strip().upper() == grade


def _who(row: Row) -> list[str]:
    person = row.person
    name = (person.name if person else "") or row.student
    # what Canvas itself writes, so that a spreadsheet does not run it
    name = f'="{name}"' if name.startswith(_RISKY) else name
    ids = [person.id, "".join(person.emails[:1])] if person else ["", ""]
    return [name, "", *ids, person.section if person else ""]
