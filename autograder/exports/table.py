"""A spreadsheet of the class: one row a student, one column a criterion."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable
from collections.abc import Iterator

from autograder.grading.class_book import ClassBook
from autograder.grading.class_book import Entry
from autograder.grading.class_book import Row
from autograder.grading.result import shown
from autograder.reports.tables import guarded

NUMBERED = re.compile(r"(?P<title>.*) \(\d+\)")
"""How Canvas writes an assignment in a heading: title and number."""

_PERSON = ("student", "id", "name", "email", "section")


def criteria_csv(book: ClassBook) -> str:
    """Who it is, then for each assignment: status, score, maximum, points of each criterion.

    Columns are named SLUG status, SLUG score, SLUG maximum and SLUG/CRITERION. A cell is blank
    where there is nothing to say: no outcome, or a score the grader's own fault left open.
    """
    columns = {a.slug: _criteria(book, a.slug) for a in book.assignments}
    heading = [*_PERSON]
    for slug, names in columns.items():
        heading += [f"{slug} status", f"{slug} score", f"{slug} maximum"]
        heading += [f"{slug}/{name}" for name in names]
    return written([heading, *(list(_cells(row, columns)) for row in book.rows)])


def written(rows: Iterable[list[str]], line_end: str = "\r\n") -> str:
    """Rows as RFC 4180 has them."""
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator=line_end).writerows(rows)
    return out.getvalue()


def score_text(entry: Entry) -> str:
    """The score that counts, to two places; "" when there is none."""
    score = shown(entry.standing.score)
    return "" if score is None else plain_number(score)


def plain_number(value: float) -> str:
    """Two places at most, a point, no thousands, no exponent."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def titles(book: ClassBook) -> dict[str, str]:
    """Slug -> the heading of its column elsewhere: the title, where that cannot be mistaken.

    Equal titles would be one column, and Canvas reads a number in parentheses as its own.
    """
    known = [assignment.title for assignment in book.assignments]
    return {
        a.slug: a.slug if known.count(a.title) > 1 or NUMBERED.fullmatch(a.title) else a.title
        for a in book.assignments
    }


def most(book: ClassBook, slug: str) -> str:
    """The points an assignment is worth; "0" in a class without students."""
    worth = next((row.entries[slug].standing.max_score for row in book.rows), 0)
    return plain_number(float(worth))


def _cells(row: Row, columns: dict[str, tuple[str, ...]]) -> Iterator[str]:
    person = row.person
    yield guarded(row.student)
    for text in (person.id, person.name, person.email, person.section) if person else [""] * 4:
        yield guarded(text)
    for slug, names in columns.items():
        entry = row.entries[slug]
        yield entry.status
        yield score_text(entry)
        yield plain_number(float(entry.standing.max_score))
        earned = {t.id: t.earned for t in entry.counting.tests} if entry.counting else {}
        for name in names:
            points = shown(earned.get(name))
            yield "" if points is None else plain_number(points)


def _criteria(book: ClassBook, slug: str) -> tuple[str, ...]:
    """Every criterion that anybody's result has, in the order of the suite."""
    names: dict[str, None] = {}
    for row in book.rows:
        for result in row.entries[slug].results:
            names |= dict.fromkeys(test.id for test in result.tests)
    return tuple(names)
