"""A small class with a roster, awkward names, and every status there is."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from autograder.course.course import Course
from autograder.grading.class_book import ClassBook
from tests.reports.classes import book_of
from tests.reports.classes import keep
from tests.reports.classes import make_course
from tests.reports.classes import make_result

ROSTER = """\
id,name,email,section
007,"Müller, Zoë",zoe@example.org,A
u2,"=HYPERLINK(""http://x"")",two@example.org,A
u3,"O'Neill ""Sam""
Junior",sam@example.org,"B;1"
u4,김서연,four@example.org,B
u5,Eve Late,eve@example.org,B
u6,Fay Fault,fay@example.org,B
u7,Max Excused,max@example.org,B
"""


@pytest.fixture
def course(tmp_path: Path) -> Course:
    root = tmp_path / "course"
    make_course(root, slugs=("quiz", "essay"))
    (root / "roster.csv").write_text(ROSTER, "utf-8")
    (root / "course.toml").write_text(
        'title = "A course"\nroster = "roster.csv"\n[excused]\nu7 = ["quiz"]\n', "utf-8"
    )
    return Course.load(root)


@pytest.fixture
def out(course: Course, tmp_path: Path) -> Path:
    quiz, essay = course.assignment("quiz"), course.assignment("essay")
    folder = tmp_path / "out"
    keep(
        folder,
        [
            make_result(quiz, "007", "ppppp"),
            make_result(essay, "007", "ppfff", score=Fraction(5, 3)),
            make_result(quiz, "u2", "ffppp", mistakes="fd"),
            make_result(quiz, "u3", "pptcm"),
            make_result(quiz, "u4", "pwnnn"),
            make_result(quiz, "u5", "", status="refused", score=Fraction(0), problem="No file."),
            make_result(quiz, "u6", "", status="grader_error", score=None, problem="Disk full."),
            make_result(quiz, "u7", "fffff"),
        ],
    )
    return folder


@pytest.fixture
def book(course: Course, out: Path) -> ClassBook:
    return book_of(course, out)
