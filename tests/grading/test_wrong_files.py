"""Hand-ins that are no code, or code under a name nobody expects: seen, and said so."""

from __future__ import annotations

import html
import json
import os
import subprocess
import time
from pathlib import Path

import pytest

from autograder.grading.layouts import flat_name
from autograder.grading.layouts import named_slug
from tests.grading.test_downloads import right
from tests.grading.test_downloads import run
from tests.grading.test_downloads import table
from tests.runs import GRADE
from tests.runs import Run
from tests.runs import grade
from tests.runs import tree

BOTH = ("double", "triple")


def put(root: Path, **files: str) -> None:
    for name, text in files.items():
        file = root / "class" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)


@pytest.fixture
def done(tmp_path: Path) -> Run:
    put(
        tmp_path,
        **{
            "ada/double.py": right(),
            "ada/triple.py": right("triple"),
            "hans/double.pdf": "%PDF",
            "jo/a.py": "x = 1\n",
            "jo/b.py": "x = 2\n",
            "kim/hw1_final_v2.py": right(),
            "lea/double.py": right(),
            "lea/triple.docx": "PK",
            "lea/report.pdf": "%PDF",
            "max/double.py": "from util import f\n" + right(),
            "max/util.py": "f = 1\n",
            "max/second.py": right("triple"),
        },
    )
    (tmp_path / "class" / "quin").mkdir()
    return run(tmp_path, *BOTH)


def test_nobody_vanishes_when_several_assignments_are_graded(done: Run) -> None:
    status = table(done, "double status", "triple status")
    assert status == {
        "ada": "graded graded",
        "hans": "refused not_submitted",
        "jo": "refused refused",
        "kim": "refused refused",
        "lea": "graded refused",
        "max": "graded not_submitted",
        "quin": "refused refused",
    }
    problems = {
        (one["student"], one["assignment"]): one["problem"]
        for file in done.out.glob("results/*/*/*.json")
        for one in [json.loads(file.read_text("utf-8"))]
    }
    assert problems["jo", "triple"] == (
        "expected triple.py or triple.ipynb, found 'a.py', 'b.py': rename the file and hand it in "
        "again"
    )
    assert "found 'hw1_final_v2.py': rename" in problems["kim", "double"]
    assert "no file at all" in problems["quin", "triple"]


def test_what_was_found_is_called_by_its_kind(done: Run) -> None:
    page = (done.out / "feedback" / "hans" / "double.md").read_text("utf-8")
    assert "expected double.py or double.ipynb, found 'double.pdf' (a PDF document)" in page
    assert "rename" not in page
    page = (done.out / "feedback" / "lea" / "triple.md").read_text("utf-8")
    assert "'triple.docx' (a Word document)" in page
    assert "hand in the Python file or the notebook itself" in page


def test_code_that_may_be_a_missing_answer_is_told_a_helper_is_not(done: Run) -> None:
    assert (
        "max/second.py: names no assignment and was not graded, and its student handed in nothing "
        "for triple: call it triple.py if it is the answer"
    ) in done.stdout
    assert "util.py" not in done.stdout


def test_a_wrong_name_is_told_wherever_somebody_looks(done: Run, tmp_path: Path) -> None:
    said = "not graded, because it names no assignment: 'second.py'. If it is the answer, call it"
    assert f"- {said} triple.py and hand it in again" in explain(tmp_path, "max", "triple")
    ask(tmp_path, "report")
    report = (done.out / "report" / "index.html").read_text("utf-8")
    assert "max/second.py: names no assignment" in report
    page = (done.out / "feedback" / "max" / "triple.html").read_text("utf-8")
    assert said in html.unescape(page)
    index = (done.out / "feedback" / "max" / "index.html").read_text("utf-8")
    assert "&#39;second.py&#39;" in index
    # handed in again under the right name it is a remark no more
    (tmp_path / "class" / "max" / "second.py").rename(tmp_path / "class" / "max" / "triple.py")
    again = run(tmp_path, *BOTH)
    assert table(again, "triple status")["max"] == "graded"
    assert "second.py" not in again.stdout + explain(tmp_path, "max", "triple")


def test_a_wrong_name_is_told_when_nobody_has_the_right_one(tmp_path: Path) -> None:
    put(tmp_path, **{"stu/double.py": right(), "stu/answer.py": right("triple")})
    done = run(tmp_path)
    assert "stu/answer.py: names no assignment and was not graded" in done.stdout
    assert "'answer.py'. If it is the answer, call it triple.py" in explain(
        tmp_path, "stu", "triple"
    )
    ask(tmp_path, "report")
    assert "answer.py" in (done.out / "feedback" / "stu" / "index.html").read_text("utf-8")
    alone = run(tmp_path, "triple")
    assert (alone.status, "stu/answer.py: names no" in alone.stderr) == (1, True)
    put(tmp_path, **{"ada/triple.py": right("triple")})
    asked = run(tmp_path, "triple", "--student", "stu")
    assert (asked.status, "answer.py" in asked.stderr) == (1, True)


def test_a_wrong_name_that_is_no_text_is_told(tmp_path: Path) -> None:
    put(tmp_path, **{"stu/double.py": right(), os.fsdecode(b"stu/caf\xe9.py"): "x = 1\n"})
    done = run(tmp_path)
    assert (done.status, r"stu/caf\xe9.py: names no assignment" in done.stdout) == (0, True)
    (tmp_path / "class" / "stu" / "double.py").unlink()
    assert r"no file names one of the assignments: caf\xe9.py" in run(tmp_path).stderr


def test_a_folder_without_any_name_of_an_assignment_is_told_by_its_files(tmp_path: Path) -> None:
    put(tmp_path, **{"stu/answer.py": right(), "stu/more.py": "x = 1\n", "bo/b.py": "x = 1\n"})
    done = run(tmp_path)
    assert "stu: no file names one of the assignments: answer.py, more.py" in done.stderr


@pytest.mark.parametrize("asked", ["17", "Anna Test", "anna@example.org", "ANNA TEST"])
def test_one_student_is_named_as_everywhere(tmp_path: Path, asked: str) -> None:
    put(tmp_path, **{"17/double.py": right(), "bo/double.py": right()})
    roster = "id,name,email\n17,Anna Test,anna@example.org\nbo,Bo Roy,bo@example.org\n"
    (tmp_path / "roster.csv").write_text(roster)
    done = run(tmp_path, "--student", asked, settings='roster = "../roster.csv"')
    assert (done.status, "1 graded now" in done.stdout) == (0, True), done.stderr
    assert table(done, "double status") == {"17": "graded", "bo": "not_submitted"}
    slip = run(tmp_path, "--student", "Ana Test", settings='roster = "../roster.csv"')
    assert "'Ana Test' may be: 17 = Anna Test" in slip.stderr


def explain(root: Path, *words: str) -> str:
    return ask(root, "explain", *words)


def ask(root: Path, *words: str) -> str:
    done = subprocess.run(
        [GRADE, "--course", root / "course", *words, "--out", root / "out"],
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr


def test_a_document_is_seen_beside_the_answer_to_another_assignment(tmp_path: Path) -> None:
    put(tmp_path, **{"hans/double.pdf": "%PDF", "hans/triple.py": right("triple")})
    put(tmp_path, **{"ada/double.py": right()})
    done = run(tmp_path, "double")
    assert table(done, "double status") == {"ada": "graded", "hans": "refused"}


def test_kinds_inside_archives_and_of_archives(tmp_path: Path) -> None:
    put(tmp_path, **{"ada/double.py": right(), "bo/work.rar": "Rar!", "cy/onlinetext.html": "<p>"})
    done = run(tmp_path, "double")
    assert "an archive of a kind that is not opened" in done.feedback["bo"]
    assert "a web page, as of text typed into the platform" in done.feedback["cy"]
    assert "rename" not in done.feedback["bo"] + done.feedback["cy"]


def test_a_refusal_is_a_result_and_ends_with_status_0(tmp_path: Path) -> None:
    put(tmp_path, **{"ada/double.py": right(), "hans/double.pdf": "%PDF"})
    assert run(tmp_path, "double").status == 0
    put(tmp_path, **{"ada/double.py": "import os\n" + right()})
    suite = tmp_path / "course" / "solutions" / "double" / "test_hidden.py"
    suite.write_text("import nothing_of_this_name\n" + suite.read_text())
    done = run(tmp_path, "double")
    assert (done.status, "the grader itself failed" in done.stdout) == (1, True)


@pytest.mark.parametrize("inside", ["", "feedback", "results/double"])
def test_what_a_run_wrote_is_not_graded(tmp_path: Path, inside: str) -> None:
    put(tmp_path, **{"ada/double.py": right(), "bo/double.py": right()})
    run(tmp_path, "double")
    before = tree(tmp_path / "out")
    done = grade(tmp_path / "out" / inside, "--out", tmp_path / "new", course=tmp_path / "course")
    assert (done.status, "the output folder of a `grade run`" in done.stderr) == (1, True)
    assert tree(tmp_path / "out") == before


def test_attempts_are_listed_for_people(tmp_path: Path) -> None:
    put(tmp_path, **{"ada/2024-05-01T20-00-00.458304Z/double.py": right()})
    put(tmp_path, **{"ada/2024-05-02T20-00-00Z/double.py": "x = 1\n"})
    put(tmp_path, **{"bo/double.py": " "})
    done = run(tmp_path, "double")
    page = (tmp_path / "out" / "feedback" / "ada" / "double.md").read_text("utf-8")
    first, second = (line for line in page.splitlines() if line.startswith("- attempt 2024"))
    assert first.endswith(": 3, handed in 2024-05-01 20:00:00 UTC, counts")
    assert second.endswith(": 0, handed in 2024-05-02 20:00:00 UTC")
    assert "double.py holds nothing but blanks: hand in" in done.feedback["bo"]


def test_a_name_that_no_file_system_keeps_takes_no_time() -> None:
    name = "_" * 60_000 + "a " * 30_000 + "_output_size.py"
    assert named_slug(name, ("output_size",)) is None
    assert flat_name(name, ("output_size",)) is None


@pytest.mark.parametrize("mark", ["_copy_1", " copy(1)", "-kopie 2"])
def test_a_copy_of_a_copy_of_a_copy_takes_no_time(mark: str) -> None:
    name = "double" + mark * 24
    began = time.perf_counter()
    assert flat_name(f"ada_{name}.py", BOTH) == ("ada", "double", f"{name}.py")
    assert flat_name(f"ada_{name}x.py", BOTH) is None
    assert time.perf_counter() - began < 1
