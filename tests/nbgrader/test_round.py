"""The whole round with nbgrader's own commands: release to export, students as other users."""

from __future__ import annotations

import csv
import json
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.nbgrader.course_files import ANSWERS
from tests.nbgrader.course_files import WRONG
from tests.nbgrader.instructions import Page
from tests.nbgrader.nbgrader_world import Student
from tests.nbgrader.nbgrader_world import World
from tests.nbgrader.nbgrader_world import answer
from tests.nbgrader.nbgrader_world import at_once
from tests.nbgrader.nbgrader_world import students

SUM = {**ANSWERS, "mse": "return float(np.sum((prediction - target) ** 2))"}
WORK: list[tuple[list[dict[str, str]], float]] = [
    ([ANSWERS], 10.5),
    ([WRONG], 0.0),
    ([SUM], 7.0),
    ([{"relu": ANSWERS["relu"]}], 2.0),
    ([WRONG, ANSWERS], 10.5),
    ([SUM, {**SUM, "softmax": "return x"}], 5.0),
]
"""What each student hands in, attempt by attempt, and the score of the last one."""


@pytest.fixture(scope="module")
def round_of_six(students_python: Path) -> Iterator[tuple[World, list[Student]]]:
    # pytest's own temporary folders are closed to other accounts
    with tempfile.TemporaryDirectory(prefix="grade-test-") as name:
        yield _play(World.bare(Path(name)), students_python)


def _play(world: World, students_python: Path) -> tuple[World, list[Student]]:
    """The commands of docs/nbgrader.md, in its order, as the instructor or as every student."""
    page = Page.read()
    page.run(world, "Set up")
    page.run(world, "Hand out")
    people = students(world, students_python, len(WORK))
    fetch, submit = page.commands("What students do")
    attempts = [(p, attempts) for p, (attempts, _) in zip(people, WORK, strict=True)]
    careful, careful_work = attempts[0]
    _fetch_and_submit(careful, fetch, submit, careful_work[0])
    # The others leave out what is for one's own information, and half of the time it takes.
    fetch, submit = _last_line(fetch), _last_line(submit)
    at_once(partial(_fetch_and_submit, p, fetch, submit, tries[0]) for p, tries in attempts[1:])
    assert "nn: 6 new, 0 updated" in page.run(world, "Collect and grade")
    at_once(partial(_submit, p, submit, tries[1]) for p, tries in attempts if len(tries) > 1)
    assert "nn: 0 new, 2 updated" in page.run(world, "Collect and grade")
    (_, fetch_feedback) = page.commands("Feedback")
    page.run(world, "Feedback", 0)
    page.run(world, "Export")
    at_once(partial(p.bash, fetch_feedback) for p in people)
    return world, people


def _last_line(commands: str) -> str:
    return commands.splitlines()[-1]


def _fetch_and_submit(student: Student, fetch: str, submit: str, answers: dict[str, str]) -> None:
    student.bash(fetch)
    _submit(student, submit, answers)


def _submit(student: Student, commands: str, answers: dict[str, str]) -> None:
    file = student.home / "nn" / "nn.ipynb"
    clean = student.home / "clean.ipynb"
    if not clean.exists():
        clean.write_text(file.read_text())
    file.write_text(json.dumps(answer(json.loads(clean.read_text()), answers)))
    student.bash(commands)


def _rows(file: Path) -> dict[str, dict[str, str]]:
    with file.open(newline="") as stream:
        return {row["student_id"]: row for row in csv.DictReader(stream)}


def test_exported_scores_are_ours_and_stay_so(round_of_six: tuple[World, list[Student]]) -> None:
    world, people = round_of_six
    expected = {p.name: score for p, (_, score) in zip(people, WORK, strict=True)}
    files = sorted((world.nb / "autograded").rglob("*.ipynb"))
    before = [file.stat().st_mtime_ns for file in files]
    ours = json.loads(world.grade("run", "--nbgrader", str(world.nb), "--json"))["results"]
    assert [file.stat().st_mtime_ns for file in files] == before
    assert {r["student"]: r["score_display"] for r in ours} == expected
    for name in ("grades.csv", "criteria.csv"):
        rows = _rows(world.nb / name)
        assert {student: float(row["score"]) for student, row in rows.items()} == expected
        assert {row["max_score"] for row in rows.values()} == {"10.0"}


def test_our_exporter_has_a_column_for_each_criterion(
    round_of_six: tuple[World, list[Student]],
) -> None:
    world, people = round_of_six
    row = _rows(world.nb / "criteria.csv")[people[2].name]
    criteria = {name: value for name, value in row.items() if name.startswith("nn-")}
    assert criteria == {
        "nn-test_relu": "2.0",
        "nn-test_rows": "1.5",
        "nn-test_large": "0.5",
        "nn-test_affine": "3.0",
        "nn-test_mse": "0.0",
        "nn-test_mse_of_lists": "0.0",
    }


def test_students_read_scores_diagnosis_and_no_hidden_test(
    round_of_six: tuple[World, list[Student]],
) -> None:
    _, people = round_of_six
    for person, (attempts, score) in zip(people, WORK, strict=True):
        pages = sorted((person.home / "nn" / "feedback").rglob("nn.html"))
        assert len(pages) == 1, f"{person.name}: feedback for the last of {len(attempts)} attempts"
        page = pages[0].read_text()
        assert f"(Score: {score} / 10.0)" in page
        for hidden in ("HIDDEN_NUMBERS", "points_for", "41.5", "np.maximum", "BEGIN SOLUTION"):
            assert hidden not in page
    page = next((people[2].home / "nn" / "feedback").rglob("nn.html")).read_text()
    assert page.count("The squares are added, not averaged.") == 2  # comment and cell


def test_students_can_read_nothing_of_the_instructor(
    round_of_six: tuple[World, list[Student]],
) -> None:
    world, people = round_of_six
    with pytest.raises(AssertionError, match="Permission denied"):
        people[0].bash(f"ls {world.nb}")
