"""What the class report says, as facts and as text."""

from __future__ import annotations

import html
import json
import os
import re
from fractions import Fraction
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import numpy as np
import pytest

from autograder.cli.main import main
from autograder.course.course import Course
from autograder.grading.store import locked_folder
from autograder.reports.charts import histogram
from autograder.reports.class_frame import ClassFrame
from autograder.reports.class_report import assignment_facts
from autograder.reports.class_report import class_report
from tests.reports.classes import book_of
from tests.reports.classes import keep
from tests.reports.classes import make_result
from tests.reports.conftest import reported


@pytest.fixture
def facts(course: Course, out: Path) -> dict[str, Any]:
    frame = ClassFrame.of(out, book_of(course, out))
    return assignment_facts(course.assignment("quiz"), frame.part("quiz"))


def _data(page: Path) -> dict[str, Any]:
    found = re.search(
        r'<script type="application/json" id="data">(.*?)</script>',
        page.read_text("utf-8"),
        re.DOTALL,
    )
    assert found
    data: dict[str, Any] = json.loads(found[1])
    return data


def test_who_has_which_mistake_most_frequent_first(facts: dict[str, Any]) -> None:
    first, second = facts["mistakes"]
    assert (first.name, first.count, second.name, second.count) == (
        "forgets", 2, "doubles_twice", 1,
    )  # fmt: skip
    assert [who.name for who in first.students] == ["Ben", "Cem"]
    assert first.share == 2 / 4
    assert first.asked == "Criterion 0 holds."
    assert first.program == "def forgets():\n    return 0"
    assert first.detail == "double() = 1, expected 2"
    assert first.example_of.href == "../feedback/Ben/quiz.html#test_0"
    assert first.source == "book 1"


def test_only_graded_hand_ins_are_in_the_statistics(facts: dict[str, Any]) -> None:
    assert facts["summary"].students == 4
    assert facts["summary"].mean == (4 + 3 + 4 + 2) / 4
    assert [item["facility"] for item in facts["items"]] == [0.5, 0.75, 0.75, 0.75, 0.5]


def test_what_needs_a_person_is_on_top_the_grader_s_own_faults_first(
    facts: dict[str, Any], course: Course, out: Path
) -> None:
    assert [fault.students[0][0] for fault in facts["faults"]] == ["Fay", "Eve"]
    reported(course, out)
    for name in ("index.html", "quiz.html"):
        page = (out / "report" / name).read_text("utf-8")
        assert page.index("Disk full.") < page.index("No file.") < page.index('id="scores"')


def test_a_reason_that_many_share_is_told_once(course: Course, tmp_path: Path) -> None:
    quiz = course.assignment("quiz")
    refused: dict[str, Any] = {"status": "refused", "score": Fraction(0), "problem": "No <file>."}
    names = [f"s{number:03d}" for number in range(300)]
    keep(tmp_path / "out", [make_result(quiz, name, "", **refused) for name in names])
    reported(course, tmp_path / "out")
    for name in ("index.html", "quiz.html"):
        page = (tmp_path / "out" / "report" / name).read_text("utf-8")
        section = page.partition("Look at these first")[2].partition("</section>")[0]
        assert "300 students, <code>quiz</code>: refused" in section
        assert section.count("No &lt;file&gt;.") == 1
        assert section.count("../feedback/") == 10
        assert '<a href="quiz.html#show=status:refused">and 290 more, in the table</a>' in section


def test_whose_score_moved_and_why(facts: dict[str, Any], course: Course, out: Path) -> None:
    (move,) = facts["moved"]
    assert (move["student"], move["old_score"], move["new_score"]) == ("Ada", 5.0, 4.0)
    reported(course, out)
    assert "the hidden suite changed" in (out / "report" / "quiz.html").read_text("utf-8")


def test_timing_names_the_slowest(course: Course, tmp_path: Path) -> None:
    quiz = course.assignment("quiz")
    names = ("Ada", "Ben", "Cem")
    keep(
        tmp_path / "out",
        [make_result(quiz, who, "ppppp", timings={"wall": 1.0 + i}) for i, who in enumerate(names)],
    )
    frame = ClassFrame.of(tmp_path / "out", book_of(course, tmp_path / "out"))
    (phase,) = assignment_facts(quiz, frame.part("quiz"))["phases"]
    assert (phase["median"], phase["longest"], phase["student"]) == (2.0, 3.0, "Cem")


def test_the_data_of_the_table(course: Course, out: Path) -> None:
    reported(course, out)
    data = _data(out / "report" / "quiz.html")
    row = data["students"].index("<b>Dia</b>")
    assert data["marks"]["words"][row] == "pptcm"
    assert data["marks"]["words"][data["students"].index("Fay")] == "....."
    at = list(zip(data["diagnosed"]["row"], data["diagnosed"]["column"], strict=True))
    assert at == [(data["students"].index("Ben"), 0), (data["students"].index("Ben"), 1),
                  (data["students"].index("Cem"), 0)]  # fmt: skip
    assert data["columns"][0]["cells"][data["students"].index("Fay")] is None
    index = _data(out / "report" / "index.html")
    totals = dict(zip(index["students"], index["columns"][0]["cells"], strict=True))
    assert totals == {"Ada": 4, "Ben": 3, "Cem": 4, "<b>Dia</b>": 2, "Eve": 0, "Fay": None}


def test_every_link_leads_somewhere(course: Course, out: Path) -> None:
    reported(course, out)
    pages = [*out.glob("report/*.html"), *out.glob("feedback/*/*.html")]
    assert len(pages) == 2 + 2 * 6
    for page in pages:
        text = page.read_text("utf-8")
        links = re.findall(r'href="([^"]*)"', text)
        links += _data(page)["href"] if page.parent.name == "report" else []
        for link in map(html.unescape, links):
            path, _, fragment = link.partition("#")
            if path == "data:,":
                continue
            target = (page.parent / unquote(path)) if path else page
            assert target.is_file(), (page, link)
            if fragment and "=" not in fragment:
                assert f'id="{fragment}"' in target.read_text("utf-8"), (page, link)


def test_nothing_is_fetched_and_no_name_is_markup(course: Course, out: Path) -> None:
    reported(course, out)
    for page in out.glob("report/*.html"):
        text = page.read_text("utf-8")
        assert "<b>" not in text
        assert not re.search(r'(?:src|href)="(?:https?:)?//', text)
        assert "url(" not in text
        assert "default-src 'none'" in html.unescape(text)


def test_an_empty_class_and_an_empty_assignment_are_no_error(
    course: Course, tmp_path: Path
) -> None:
    refused = make_result(
        course.assignment("quiz"), "Eve", "", status="refused", problem="No file."
    )
    keep(tmp_path / "refused", [refused])
    reported(course, tmp_path / "refused", "--bundle")
    keep(tmp_path / "empty", [])
    book = book_of(course, tmp_path / "empty")
    assert [name for name, _ in class_report(tmp_path / "empty", book, "Nobody")] == ["index.html"]


def test_without_a_run_there_is_a_sentence(
    course: Course, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--course", str(course.root), "report", "--out", str(tmp_path / "nothing")])
    assert ended.value.code == 1
    assert "name the folder of a `grade run` by --out" in capsys.readouterr().err


def test_a_run_still_at_work_is_told(
    course: Course, out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with locked_folder(out):
        reported(course, out)
    assert f"(pid {os.getpid()}) is at work on {out}" in capsys.readouterr().err
    reported(course, out)
    assert capsys.readouterr().err == ""


def test_histogram_counts_everybody_once() -> None:
    shares = np.array([0, 0.0999, 0.1, 0.5, 0.999, 1.0, 1.2, -0.1, np.nan])
    bars = histogram(shares)
    assert [bar.count for bar in bars] == [3, 1, 0, 0, 0, 1, 0, 0, 0, 3]
    assert max(bar.height for bar in bars) == 1
    assert [bar.count for bar in histogram(np.array([]))] == [0] * 10
