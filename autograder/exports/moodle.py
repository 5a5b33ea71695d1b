"""Grades for Moodle's CSV import (Grades, Import, CSV file)."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from autograder.exports.table import score_text
from autograder.exports.table import titles
from autograder.exports.table import written
from autograder.grading.class_book import ClassBook
from autograder.grading.class_book import Row
from autograder.reports.student_view import StudentView
from autograder.reports.student_view import student_view
from autograder.reports.tables import guarded
from autograder.wording import counted

_HIGHEST = 100


def moodle_csv(book: ClassBook) -> tuple[str, list[str]]:
    """The file, and remarks on what Moodle may refuse.

    Columns: Email address, ID number, Username, then for each assignment its title and "TITLE
    feedback". The instructor maps one of the first three to the user: Username is the roster's,
    or its id, and never the name on a folder, which Moodle does not know. No score is an empty
    cell, which Moodle leaves alone.
    """
    headings = titles(book)
    heading = ["Email address", "ID number", "Username"]
    for title in headings.values():
        heading += [title, f"{title} feedback"]
    rows = [[*_who(row), *_grades(row, headings)] for row in book.rows]
    return written([heading, *rows]), list(_remarks(book))


def _who(row: Row) -> list[str]:
    if row.person is None:
        return ["", guarded(row.student), guarded(row.student)]
    person = row.person
    return [
        guarded("".join(person.emails[:1])),
        guarded(person.id),
        guarded(person.username or person.id),
    ]


def _grades(row: Row, headings: dict[str, str]) -> Iterator[str]:
    for slug, title in headings.items():
        entry = row.entries[slug]
        yield score_text(entry)
        yield _feedback(student_view(title, row.student, entry))


def _feedback(view: StudentView) -> str:
    """One line a student may read: what is met, why points are missing, what to do next."""
    said = [view.heading, *map(_sentence, (view.problem, *view.notes))]
    if not view.heading:
        criteria = [criterion for function in view.functions for criterion in function.criteria]
        said.insert(0, f"{sum(c.met for c in criteria)} of {len(criteria)} criteria met.")
        if view.next_step is not None:
            said.append(f"Next: {view.next_function}: {view.next_step.asked}")
    return escape(" ".join(filter(None, said)), quote=False)  # Moodle reads it as HTML


def _sentence(text: str) -> str:
    """A remark in one line, begun and ended like a sentence; a file's name stays as it is."""
    first, *rest = text.split() or [""]
    first = first[:1].upper() + first[1:] if first.rstrip(":,").isalpha() else first
    return f"{' '.join([first, *rest]).rstrip('.')}." if first else ""


def _remarks(book: ClassBook) -> Iterator[str]:
    for assignment in book.assignments:
        scores = (row.entries[assignment.slug].standing.score for row in book.rows)
        if any(score is not None and score > _HIGHEST for score in scores):
            yield (
                f"{assignment.slug}: Moodle refuses scores above {_HIGHEST} unless the site allows "
                "unlimited grades"
            )
    strangers = sum(row.person is None for row in book.rows)
    if strangers:
        yield (
            f"{counted(strangers, 'student')} not on the roster: the name stands for the ID "
            "number, and one unknown user makes Moodle refuse the whole file"
        )
