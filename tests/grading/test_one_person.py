"""One person is one row, two people are two, and what is not known costs nobody a point."""

from __future__ import annotations

import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

from tests.grading.test_downloads import pack
from tests.grading.test_downloads import right
from tests.grading.test_downloads import run
from tests.grading.test_downloads import table
from tests.runs import GRADE
from tests.small_course import WRONG
from tests.small_course import hand_in

OVER = "[deadlines]\ndouble = 2020-05-01\ntriple = 2020-05-01\n"
ROSTER = 'roster = "../roster.csv"\n'
KIMS = ("Kim Lee_200011_assignsubmission_file_/", "Kim Lee_200012_assignsubmission_file_/")


def kims(root: Path, *, roster: str) -> None:
    first, second = KIMS
    pack(root / "class.zip", **{f"{first}double.py": right(), f"{second}double.py": WRONG})
    (root / "roster.csv").write_text(roster)


def test_two_of_one_name_have_no_score_until_the_roster_is_mended(tmp_path: Path) -> None:
    kims(tmp_path, roster="id,name\n0012350,Kim Lee\n0012351,Kim Lee\n")
    done = run(tmp_path, "double", settings=ROSTER + OVER, source="class.zip")
    assert table(done, "id", "double", "double status") == {
        "Kim Lee (200011)": " 3 graded",
        "Kim Lee (200012)": " 0 graded",
        "0012350": "0012350  unmatched",
        "0012351": "0012351  unmatched",
    }
    assert (
        "nobody was matched where several fit, mend the roster by a column moodle_id with the "
        "number in the names of their files: 'Kim Lee (200011)' and 'Kim Lee (200012)' may be line "
        "2 or 3"
    ) in done.stdout
    assert "not on the roster" not in done.stdout
    assert "no submission of" not in done.stdout


def test_the_number_in_moodle_tells_two_of_one_name_apart(tmp_path: Path) -> None:
    roster = "id,name,moodle_id\n0012350,Kim Lee,200012\n0012351,Kim Lee,7 200011\n"
    kims(tmp_path, roster=roster)
    done = run(tmp_path, "double", settings=ROSTER + OVER, source="class.zip")
    assert table(done, "id", "double") == {
        "Kim Lee (200011)": "0012351 3",
        "Kim Lee (200012)": "0012350 0",
    }
    assert "roster:" not in done.stdout


def test_a_number_the_roster_does_not_know_is_nobodys_by_elimination(tmp_path: Path) -> None:
    kims(tmp_path, roster="id,name,moodle_id\n1,Kim Lee,200011\n2,Kim Lee,\n")
    done = run(tmp_path, "double", settings=ROSTER + OVER, source="class.zip")
    assert table(done, "double status") == {
        "Kim Lee (200011)": "graded",
        "Kim Lee (200012)": "graded",
        "2": "unmatched",
    }


def test_moodles_other_number_in_another_assignment_is_no_other_person(tmp_path: Path) -> None:
    pack(tmp_path / "class" / "double.zip", "Cy Young_200011_assignsubmission_file_/double.py")
    pack(tmp_path / "class" / "triple.zip", "Cy Young_300055_assignsubmission_file_/triple.py")
    assert table(run(tmp_path), "double", "triple") == {"Cy Young": "3 3"}


def weeks(root: Path, **options: str) -> dict[str, str]:
    """Anna hands in `double` by Moodle and, a week later, `triple` by Canvas."""
    week = "Anna Right_200011_assignsubmission_file_/double.py"
    pack(root / "week1.zip", week, "Bo Lee_200012_assignsubmission_file_/double.py")
    run(root, "double", source="week1.zip", **options)
    pack(root / "week2.zip", "rightanna_100_9011_triple.py")
    done = run(root, "triple", source="week2.zip", **options)
    return {"said": done.stdout, **table(done, "double", "triple", "triple status")}


def test_one_person_in_two_weeks_by_two_platforms(tmp_path: Path) -> None:
    (tmp_path / "roster.csv").write_text("id,name\n1,Anna Right\n2,Bo Lee\n")
    rules = '[excused]\nrightanna = ["double"]\n'
    found = weeks(tmp_path, settings=ROSTER + OVER)
    said = found.pop("said")
    assert found == {"Anna Right": "3 3 graded", "Bo Lee": "3 0 not_submitted"}
    assert "one person under several names, counted as one: 'Anna Right' and 'rightanna'" in said
    done = run(tmp_path, source="week2.zip", settings=ROSTER + OVER + rules)
    assert table(done, "double status")["Anna Right"] == "excused"


def test_without_a_roster_two_spellings_get_no_zero(tmp_path: Path) -> None:
    found = weeks(tmp_path, settings=OVER)
    said = found.pop("said")
    assert found == {
        "Anna Right": "3  unmatched",
        "Bo Lee": "3 0 not_submitted",
        "rightanna": " 3 graded",
    }
    assert "may be one person under two names" in said


def test_both_spellings_in_one_assignment_are_two_attempts(tmp_path: Path) -> None:
    (tmp_path / "roster.csv").write_text("id;Nachname;Vorname\n1;Right;Anna\n")
    pack(tmp_path / "class" / "c.zip", **{"rightanna_100_9011_double.py": "x = 1\n"})
    pack(tmp_path / "class" / "m.zip", "Anna Right_200011_assignsubmission_file_/double.py")
    done = run(tmp_path, "double", settings=ROSTER)
    assert table(done, "double") == {"Anna Right": "3"}
    page = (tmp_path / "out" / "feedback" / "Anna Right" / "double.md").read_text("utf-8")
    assert "- attempt 1 (rightanna): 0" in page
    for name in ("Anna Right", "rightanna", "1"):
        said = explain(tmp_path, name)
        assert said.startswith("Anna Right, double: 3 of 3 counts")
        assert "rightanna, double, attempt 1 (rightanna)\n" in said


def explain(root: Path, student: str) -> str:
    return subprocess.run(
        [GRADE, "--course", root / "course", "explain", student, "double", "--out", root / "out"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout


def test_a_broken_suite_takes_nothing_away(tmp_path: Path) -> None:
    for student in ("ada", "bo"):
        hand_in(tmp_path / "class", student)
    for student in ("ada", "dee"):
        hand_in(tmp_path / "class", student, "triple")
    run(tmp_path, settings=OVER)
    before = results(tmp_path)
    hand_in(tmp_path / "class", "cy")
    suite = tmp_path / "course" / "solutions" / "double" / "test_hidden.py"
    suite.write_text(suite.read_text() + "def broken(:\n")
    done = run(tmp_path, "double", settings=OVER)
    assert table(done, "double", "total", "maximum") == {
        "ada": "3 6 6",
        "bo": "3 3 6",
        "cy": "  6",
        "dee": "  6",
    }
    assert done.status == 1
    assert "double was not graded" in done.stderr
    assert "double: its files are broken, scores are those of earlier runs" in done.stdout
    assert results(tmp_path) == before
    assert "\nmoved " not in done.stdout
    assert "cy" in grade_report(tmp_path)
    suite.write_text(suite.read_text().replace("def broken(:\n", ""))
    done = run(tmp_path, settings=OVER)
    assert table(done, "double", "triple") == {
        "ada": "3 3",
        "bo": "3 0",
        "cy": "3 0",
        "dee": "0 3",
    }
    assert "\nmoved " not in done.stdout


def results(root: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(root / "out" / "results.db")) as database:
        return database.execute("SELECT * FROM results ORDER BY 1, 2, 3").fetchall()


def grade_report(root: Path) -> str:
    subprocess.run(
        [GRADE, "--course", root / "course", "report", "--out", root / "out"],
        check=True,
        capture_output=True,
    )
    return (root / "out" / "report" / "index.html").read_text("utf-8")


def test_of_two_who_look_alike_each_can_be_named(tmp_path: Path) -> None:
    for form in ("Zo\u00eb", "Zoe\u0308"):
        hand_in(tmp_path / "class", form)
    for form in ("Zo\u00eb", "Zoe\u0308"):
        done = run(tmp_path, "double", "--student", form, "--regrade")
        assert (done.status, "1 graded now" in done.stdout) == (0, True), done.stderr
