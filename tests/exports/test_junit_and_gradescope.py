"""JUnit against its schema; Gradescope's results.json against its published form."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

from autograder.cli.main import main
from autograder.course.course import Course
from autograder.exports.junit import junit_xml
from autograder.grading.class_book import ClassBook
from tests.reports.classes import book_of
from tests.reports.classes import keep
from tests.reports.classes import make_result

SCHEMA = Path(__file__).parent / "junit-10.xsd"
TOP = {
    "score", "execution_time", "output", "output_format", "test_output_format",
    "test_name_format", "visibility", "stdout_visibility", "extra_data", "tests", "leaderboard",
}  # fmt: skip
TEST = {
    "score", "max_score", "status", "name", "name_format", "number", "output", "output_format",
    "tags", "visibility", "extra_data",
}  # fmt: skip
VISIBILITY = {"hidden", "after_due_date", "after_published", "visible"}
FORMATS = {"text", "html", "simple_format", "md", "ansi"}


def test_junit_is_valid_and_counts_right(book: ClassBook) -> None:
    root = etree.fromstring(junit_xml(book))
    etree.XMLSchema(etree.parse(SCHEMA)).assertValid(root)
    suites = {suite.get("name"): suite for suite in root}
    assert len(suites) == 2 * 7
    zoe, sam, late = suites["007: quiz"], suites["u3: quiz"], suites["u5: quiz"]
    assert [zoe.get(name) for name in ("tests", "failures", "skipped")] == ["5", "0", "0"]
    assert [sam.get(name) for name in ("tests", "failures", "skipped")] == ["5", "3", "0"]
    assert late.find("testcase/failure").get("type") == "refused"
    assert suites["u7: quiz"].find("testcase/skipped") is None, "excused, but handed in"
    assert suites["u4: essay"].find("testcase/skipped") is not None
    assert int(root.get("failures")) == len(root.findall(".//failure"))


def test_junit_holds_any_character(course: Course, tmp_path: Path) -> None:
    nasty = "a\x00b\x1b[31m\ufffe<&>\"'"
    quiz = course.assignment("quiz")
    problem = f"]]> {nasty}"
    keep(tmp_path / "out", [make_result(quiz, "x", "", status="refused", problem=problem)])
    root = etree.fromstring(junit_xml(book_of(course, tmp_path / "out")))
    assert "[31m" in root.find(".//failure").get("message")


@pytest.fixture
def results(course: Course, out: Path, tmp_path: Path) -> dict[str, dict[str, Any]]:
    """What `grade export gradescope quiz` writes, by file name."""
    folder = tmp_path / "gradescope"
    options = ["--out", str(out), "--to", str(folder)]
    with pytest.raises(SystemExit) as ended:
        main(["--course", str(course.root), "export", "gradescope", "quiz", *options])
    assert ended.value.code == 0
    return {file.stem: json.loads(file.read_text()) for file in folder.glob("quiz/*.json")}


def test_results_json_has_the_published_form(results: dict[str, dict[str, Any]]) -> None:
    for result in results.values():
        assert result.keys() <= TOP
        assert isinstance(result["score"], float)
        assert result["visibility"] == "visible"
        assert {result["output_format"], result["test_output_format"]} == {"text"}
        for test in result["tests"]:
            assert test.keys() <= TEST
            assert test["status"] in ("passed", "failed")
            assert 0 <= test["score"] <= test["max_score"]
            assert test["visibility"] in VISIBILITY
            assert test.get("output_format", "text") in FORMATS
        assert len(json.dumps(result)) < 1_000_000


def test_results_json_says_who_got_what(results: dict[str, dict[str, Any]]) -> None:
    assert set(results) == {"007", "u2", "u3", "u4", "u5"}, "no score, no file"
    two = results["u2"]
    assert two["score"] == sum(test["score"] for test in two["tests"]) == 3
    assert [test["number"] for test in two["tests"]] == ["1.1", "1.2", "1.3", "2.1", "2.2"]
    assert two["tests"][0]["output"] == (
        "double() is too small by one.\nLikely mistake: You forgot to double."
    )
    assert two["tests"][0]["tags"] == ["double"]
    assert two["extra_data"]["isolation"] == "sealed"
    assert "No file." in results["u5"]["output"]
    assert "expected 2" not in json.dumps(results), "details are for instructors"
