"""Work that is not due yet is blank wherever a grade is read, and zero once it is."""

from __future__ import annotations

import csv
import io
from datetime import UTC
from datetime import datetime
from datetime import timedelta
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from autograder.course.course import Course
from autograder.exports.canvas import canvas_csv
from autograder.exports.gradescope import gradescope_results
from autograder.exports.junit import junit_xml
from autograder.exports.moodle import moodle_csv
from autograder.exports.table import criteria_csv
from autograder.grading.class_book import ClassBook
from autograder.reports.class_frame import ClassFrame
from autograder.reports.feedback import feedback
from autograder.reports.grid import totals_of
from autograder.reports.student_view import student_view
from autograder.reports.tables import grades_csv
from tests.reports.classes import book_of

DUE = datetime(2026, 3, 9, 21, 59, tzinfo=UTC)  # 22:59 in Berlin
RULES = """\
title = "A course"
roster = "roster.csv"
[policy]
zone = "Europe/Berlin"
[deadlines]
essay = 2026-03-09T22:59:00
[extensions]
u3 = 2
"""


@pytest.fixture
def due_course(course: Course) -> Course:
    course.file.write_text(RULES, "utf-8")
    return Course.load(course.root)


def book_at(moment: datetime, course: Course, out: Path, patch: pytest.MonkeyPatch) -> ClassBook:
    patch.setattr("autograder.grading.class_book.now", lambda: moment)
    return book_of(course, out)


def table(text: str) -> dict[str, dict[str, str]]:
    """Rows by the first cell."""
    return {next(iter(row.values())): row for row in csv.DictReader(io.StringIO(text, newline=""))}


def test_before_the_deadline_it_is_blank_everywhere(
    due_course: Course, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = book_at(DUE, due_course, out, monkeypatch)
    grades = table(grades_csv(book))
    assert (grades["u2"]["essay"], grades["u2"]["essay status"]) == ("", "not_due")
    assert (grades["u2"]["total"], grades["u2"]["maximum"]) == ("3", "5")
    assert grades["007"]["maximum"] == "10", "handed in early, it counts"
    cells = table(criteria_csv(book))["u2"]
    assert (cells["essay status"], cells["essay score"]) == ("not_due", "")
    row = next(row for row in book.rows if row.student == "u2")
    entry, title = row.entries["essay"], book.assignments[0].title
    said = "not due until 2026-03-09 22:59 (Europe/Berlin)"
    assert said in feedback(student_view(title, "u2", entry))
    assert gradescope_results(title, "u2", entry) is None
    moodle = next(
        r for r in csv.DictReader(io.StringIO(moodle_csv(book)[0])) if r["Username"] == "u2"
    )
    essay = "The essay, or: a <test>"
    assert moodle[essay] == ""
    assert said in moodle[f"{essay} feedback"]
    assert _canvas(book, "u2") == ""
    suites = {suite.get("name"): suite for suite in ET.fromstring(junit_xml(book))}
    assert suites["u2: essay"].find("testcase/skipped") is not None
    totals = totals_of(ClassFrame.of(out, book))
    assert totals.loc["u2"].to_list() == [3, 0.6]


def test_after_the_deadline_it_is_zero_but_for_an_extension(
    due_course: Course, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = book_at(DUE + timedelta(seconds=1), due_course, out, monkeypatch)
    grades = table(grades_csv(book))
    assert (grades["u2"]["essay"], grades["u2"]["essay status"]) == ("0", "not_submitted")
    assert grades["u2"]["maximum"] == "10"
    assert _canvas(book, "u2") == "0"
    assert (grades["u3"]["essay"], grades["u3"]["essay status"]) == ("", "not_due")
    book = book_at(DUE + timedelta(days=2, seconds=1), due_course, out, monkeypatch)
    assert table(grades_csv(book))["u3"]["essay"] == "0"


def _canvas(book: ClassBook, student: str) -> str:
    """The cell of the essay in our own file for Canvas."""
    rows = csv.DictReader(io.StringIO(canvas_csv(book), newline=""))
    return next(r["The essay, or: a <test>"] for r in rows if r["SIS User ID"] == student)
