"""Moodle's import, and the spreadsheet of criteria."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from autograder.cli.main import main
from autograder.course.course import Course
from autograder.exports.moodle import moodle_csv
from autograder.exports.table import criteria_csv
from autograder.exports.table import titles
from autograder.grading.class_book import ClassBook
from tests.exports.importers import Moodle
from tests.reports.classes import book_of
from tests.reports.classes import keep
from tests.reports.classes import make_result

QUIZ = "The quiz, or: a <test>"
IDS = {"007", "u2", "u3", "u4", "u5", "u6", "u7"}


def test_moodle_accepts_the_file(book: ClassBook) -> None:
    moodle = Moodle(IDS)
    text, remarks = moodle_csv(book)
    moodle.read(text, "ID number")
    quiz = {user: grade for (user, title), grade in moodle.grades.items() if title == QUIZ}
    assert quiz == {"007": 5, "u2": 3, "u3": 2, "u4": 1, "u5": 0}
    assert remarks == []
    assert moodle.feedback["u2", QUIZ] == "3 of 5 criteria met. Next: double: Criterion 0 holds."
    assert moodle.feedback["u7", QUIZ] == "You are excused from this assignment."
    assert "not your fault" in moodle.feedback["u6", QUIZ]


def test_moodle_can_map_the_address_instead(book: ClassBook) -> None:
    addresses = {f"{name}@example.org" for name in "zoe two sam four eve fay max".split()}
    moodle = Moodle(addresses)
    moodle.read(moodle_csv(book)[0], "Email address")
    assert moodle.grades["zoe@example.org", QUIZ] == 5


def test_moodle_tells_why_points_are_missing_and_knows_no_folder_names(
    course: Course, out: Path
) -> None:
    course.file.write_text(
        course.file.read_text() + "[policy]\nlate_per_day = 0.5\n[deadlines]\nquiz = 2026-02-28\n"
        '[[adjustments]]\nstudent = "u3"\nassignment = "quiz"\npoints = 1\nreason = "Bug."\n'
    )
    (course.root / "roster.csv").write_text(
        "id,name,username\n007,Zoe Six,zsix\nu3,Sam,\nu4,E,e4\n"
    )
    quiz = course.assignment("quiz")
    late = [make_result(quiz, name, "ffppp") for name in ("Zoe Six", "u3")]
    why = "There is no quiz.py;\nexpected <one> & only one."
    bad = make_result(quiz, "u4", "", status="refused", score=Fraction(0), problem=why)
    keep(out.with_name("late"), [*late, bad])
    text = moodle_csv(book_of(Course.load(course.root), out.with_name("late")))[0]
    rows = {row["ID number"]: row for row in csv.DictReader(io.StringIO(text, newline=""))}
    assert {key: row["Username"] for key, row in rows.items()} == {
        "007": "zsix", "u3": "u3", "u4": "e4",
    }  # fmt: skip
    told = {key: row[f"{QUIZ} feedback"] for key, row in rows.items()}
    assert told["007"] == (
        "3 of 5 criteria met. Deadline: 2026-02-28 23:59 (UTC). Late by 1 day: costs 50 % of the "
        "points. "
        "Next: double: Criterion 0 holds."
    )
    assert "+1 by hand: Bug." in told["u3"]
    assert told["u4"].startswith(
        "This submission could not be graded. There is no quiz.py; expected &lt;one&gt; &amp; only "
        "one. Deadline: 2026-02-28 23:59 (UTC). Late by 1 day"
    )


def test_a_files_name_is_written_as_it_is(course: Course, out: Path) -> None:
    quiz = course.assignment("quiz")
    why = "quiz.py is empty: hand it in"
    keep(out, [make_result(quiz, "u4", "", status="refused", score=Fraction(0), problem=why)])
    assert "graded. quiz.py is empty" in moodle_csv(book_of(course, out))[0]


def test_what_moodle_may_refuse_is_told(course: Course, out: Path) -> None:
    quiz = course.assignment("quiz")
    keep(out, [make_result(quiz, "new here", "ppppp", score=Fraction(101))])
    text, remarks = moodle_csv(book_of(course, out))
    assert [remark.split(":")[0] for remark in remarks] == [
        "quiz",
        "1 student not on the roster",
    ]
    with pytest.raises(ValueError, match="grade too large"):
        Moodle({*IDS, "new here"}).read(text, "ID number")
    with pytest.raises(ValueError, match="user not found"):
        Moodle(IDS).read(text, "ID number", unlimited=True)


def test_a_row_a_student_and_a_column_a_criterion(book: ClassBook) -> None:
    heading, *rows = csv.reader(io.StringIO(criteria_csv(book), newline=""))
    assert heading[:5] == ["student", "id", "name", "email", "section"]
    quiz = heading.index("quiz status")
    assert heading[quiz : quiz + 4] == ["quiz status", "quiz score", "quiz maximum", "quiz/test_0"]
    assert len(rows) == 7
    assert {len(row) for row in rows} == {len(heading)}
    by_name = {row[0]: row for row in rows}
    assert by_name["u2"][quiz : quiz + 8] == ["graded", "3", "5", "0", "0", "1", "1", "1"]
    assert by_name["u6"][quiz : quiz + 8] == ["grader_error", "", "5", *[""] * 5]
    assert by_name["u7"][quiz : quiz + 2] == ["excused", ""]
    assert by_name["u3"][2] == 'O\'Neill "Sam"\nJunior'
    assert by_name["u2"][2] == '\'=HYPERLINK("http://x")'
    assert by_name["007"][0] == "007"


def test_columns_that_could_be_mistaken_are_called_by_their_slug(book: ClassBook) -> None:
    quiz, essay = sorted(book.assignments, key=lambda a: a.slug, reverse=True)
    assert titles(book)["quiz"] == QUIZ
    numbered = replace(book, assignments=(replace(quiz, title="Quiz (12)"), essay))
    assert titles(numbered)["quiz"] == "quiz"
    twins = replace(book, assignments=(replace(quiz, title="A"), replace(essay, title="A")))
    assert titles(twins) == {"quiz": "quiz", "essay": "essay"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["csv", "nonsense"], "there is no assignment"),
        (["moodle", "--gradebook", "x.csv"], "does not exist"),
        (["canvas", "--column", "quiz"], "--column takes SLUG=TITLE"),
    ],
)
def test_a_wrong_wish_is_a_sentence(
    course: Course,
    out: Path,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    said: str,
) -> None:
    code = _export(course, out, *arguments)
    if "--column" in arguments:
        assert code == 0, "without --gradebook there is nothing to name"
        return
    assert code != 0
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("name", ["criteria.csv", "canvas.csv", "moodle.csv", "junit.xml"])
def test_each_format_has_a_file_of_its_own(course: Course, out: Path, name: str) -> None:
    keep(out, [make_result(course.assignment("quiz"), "u4", "ppppp")])
    wanted = name.partition(".")[0].replace("criteria", "csv")
    assert _export(course, out, wanted) == 0
    assert (out / "exports" / name).is_file()


def test_what_was_filled_in_is_no_warning(
    course: Course, out: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keep(out, [make_result(course.assignment("quiz"), "Bo Lee", "ppppp")])
    gradebook = tmp_path / "Grades.csv"
    gradebook.write_text(f'Student,ID,SIS User ID,Section,"{QUIZ} (17)"\nBo Lee,2,,A,\n')
    assert _export(course, out, "canvas", "quiz", "--gradebook", str(gradebook)) == 0
    said = capsys.readouterr()
    assert ", 1 cell filled in: " in said.out
    assert "filled in" not in said.err


def _export(course: Course, out: Path, *arguments: str) -> object:
    with pytest.raises(SystemExit) as ended:
        main(["--course", str(course.root), "export", *arguments, "--out", str(out)])
    return ended.value.code
