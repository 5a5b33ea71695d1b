"""`nbgrader validate`, to which docs/nbgrader.md sends students: it must not praise wrong work."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from autograder.course.course import Course
from autograder.course.notebook import cells
from tests.nbgrader.nbgrader_world import run

ROOT = Path(__file__).parents[2]
SUCCESS = "Success! Your notebook passes all the tests."


def validated(folder: Path, answers: dict[str, str]) -> str:
    """What nbgrader says to the released notebook of output_size with these cells in it."""
    notebook = json.loads((ROOT / "assignments/output_size/output_size.ipynb").read_text("utf-8"))
    for cell in notebook["cells"]:
        name = cell["metadata"]["nbgrader"]["grade_id"]
        cell["source"] = answers.get(name, cell["source"])
    (folder / "output_size.ipynb").write_text(json.dumps(notebook), "utf-8")
    return run([sys.executable, "-m", "nbgrader", "validate", "output_size.ipynb"], folder)


@pytest.fixture(scope="module")
def right() -> dict[str, str]:
    """Cell -> its text, for the reference."""
    made = cells(Course.load(ROOT).assignment("output_size"))
    return {cell.grade_id: cell.source for cell in made if cell.solution}


def test_the_stub_fails(tmp_path: Path) -> None:
    said = validated(tmp_path, {})
    assert "VALIDATION FAILED ON 4 CELL(S)!" in said  # each function's
    assert SUCCESS not in said


def test_a_wrong_answer_fails_with_what_was_expected(tmp_path: Path, right: dict[str, str]) -> None:
    wrong = "def flat_index(i, j, width):\n    return i + (j - 1) * width\n"
    said = validated(tmp_path, {**right, "output_size-flat_index": wrong})
    assert "VALIDATION FAILED ON 1 CELL(S)!" in said
    assert "flat_index(2, 3, 5): expected 8, found 12." in said
    assert "too large" not in said


def test_the_reference_passes(tmp_path: Path, right: dict[str, str]) -> None:
    assert SUCCESS in validated(tmp_path, right)
