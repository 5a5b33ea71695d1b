"""`autograder.load_results`: its columns, its types, and what it costs who does not use it."""

from __future__ import annotations

import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

import autograder
from autograder.course.course import Course
from autograder.errors import UserError
from autograder.reports.frames import load_moves
from autograder.reports.frames import load_timings
from tests.reports.classes import keep
from tests.reports.classes import make_result


def test_columns_and_types_are_those_documented(out: Path) -> None:
    lines = (autograder.load_results.__doc__ or "").splitlines()
    rules = [i for i, line in enumerate(lines) if line.strip().startswith("====")]
    documented: dict[str, str] = {}
    for line in lines[rules[1] + 1 : rules[2]]:
        found = re.match(r" {4}(\w+(?:, \w+)*) +(\S+(?: UTC\])?)", line)
        assert found, line
        documented |= dict.fromkeys(found[1].split(", "), found[2].replace(", ", ","))
    table = autograder.load_results(out)
    actual = {name: str(kind).replace(", ", ",") for name, kind in table.dtypes.items()}
    assert actual == documented


def test_one_row_a_criterion_and_one_for_a_result_without_any(out: Path) -> None:
    table = autograder.load_results(str(out))
    counts = table.groupby("student").size()
    assert counts.to_dict() == {
        "<b>Dia</b>": 5, "Ada": 5, "Ben": 5, "Cem": 5, "Eve": 1, "Fay": 1,
    }  # fmt: skip
    assert table.loc[table["student"] == "Fay", "score"].isna().all()
    assert (table.loc[table["student"] == "Eve", "score"] == 0).all()
    assert table.loc[table["student"] == "Eve", "criterion"].isna().all()
    ben = table[table["student"] == "Ben"]
    assert ben["earned"].sum() == ben["score"].iloc[0] == 3
    assert list(ben["misconception"].dropna()) == ["forgets", "doubles_twice"]


def test_a_third_of_a_point_is_a_third(course: Course, tmp_path: Path) -> None:
    quiz = course.assignment("quiz")
    keep(tmp_path / "thirds", [make_result(quiz, "Ada", "ppppp", score=Fraction(10, 3))])
    assert autograder.load_results(tmp_path / "thirds")["score"].iloc[0] == 10 / 3


def test_timings_and_moves(out: Path) -> None:
    timings = load_timings(out)
    assert set(timings["phase"]) == {"wall", "worker_cpu"}
    moves = load_moves(out)
    assert moves[["student", "old_score", "new_score"]].to_numpy().tolist() == [["Ada", 5.0, 4.0]]


def test_a_folder_without_results_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"holds no results\.db"):
        autograder.load_results(tmp_path)
    assert not any(tmp_path.iterdir()), "looking must create nothing"


def test_the_package_is_light_until_tables_are_wanted() -> None:
    script = "import sys, autograder; print({'pandas', 'numpy', 'jinja2'} & set(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "set()"
    assert "load_results" in autograder.__all__
    with pytest.raises(AttributeError, match="no attribute 'load_result'"):
        _ = autograder.load_result
