"""What was derived from former results goes; what people put beside it stays."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.runs import GRADE
from tests.runs import Run
from tests.runs import grade
from tests.small_course import HALF_RIGHT
from tests.small_course import WRONG
from tests.small_course import hand_in
from tests.small_course import set_rules
from tests.small_course import write_course

DEADLINE = "[deadlines]\ndouble = 2024-05-01T20:00:00\n"


class World:
    """A course, a class and an output folder that has been reported."""

    def __init__(self, root: Path) -> None:
        self.course = write_course(root / "course", "double", "triple", settings=DEADLINE)
        self.submissions = root / "class"
        self.out = root / "out"
        for student in ("ada", "bob"):
            hand_in(self.submissions, student)
        assert self.run().status == 0
        self.report("--bundle")

    def run(self, *words: str | Path) -> Run:
        return grade(self.submissions, *words, "--out", self.out, course=self.course)

    def report(self, *words: str) -> str:
        done = subprocess.run(
            [GRADE, "--course", self.course, "report", "--out", self.out, *words],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        return done.stdout

    @property
    def files(self) -> set[str]:
        kinds = ("*.html", "*.zip", "*.md", "*.txt", "*.json", "*.csv")
        found = [path for kind in kinds for path in self.out.rglob(kind)]
        return {str(path.relative_to(self.out)) for path in found}


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


PAGES = {
    "report/index.html", "report/double.html", "bundles/ada.zip", "bundles/bob.zip",
    "feedback/ada/index.html", "feedback/ada/double.html",
    "feedback/bob/index.html", "feedback/bob/double.html",
}  # fmt: skip


def test_pages_of_former_scores_go_with_the_run_that_changed_them(world: World) -> None:
    assert world.files >= PAGES
    assert "removed" not in world.run().stdout
    assert world.files >= PAGES, "nothing changed"
    own = world.out / "feedback" / "ada" / "my own.html"
    own.write_text("kept")
    hand_in(world.submissions, "bob", text=HALF_RIGHT)
    said = world.run().stdout
    assert (
        "! 8 pages and archives of the last `grade report` showed former results and were "
        "removed: run it again\n"
    ) in said
    assert not world.files & PAGES
    assert own.read_text() == "kept"
    assert not (world.out / "bundles").exists()
    world.report()
    assert world.files >= PAGES - {"bundles/ada.zip", "bundles/bob.zip"}


def test_archives_are_kept_up_to_date_with_the_pages(world: World) -> None:
    before = (world.out / "bundles" / "ada.zip").read_bytes()
    rule = '[[adjustments]]\nstudent = "ada"\nassignment = "double"\npoints = 1\nreason = "R."\n'
    set_rules(world.course, DEADLINE + rule)
    assert "2 archives to hand back" in world.report()
    assert (world.out / "bundles" / "ada.zip").read_bytes() != before
    assert "+1 by hand: R." in (world.out / "feedback" / "ada" / "double.md").read_text()
    assert "ada,,,4,graded" in (world.out / "grades.csv").read_text()


def test_a_row_of_the_roster_leaves_no_page_behind_under_its_former_name(
    world: World, tmp_path: Path
) -> None:
    (tmp_path / "roster.csv").write_text("id,name\n007,Cy\nada,Ada\nbob,Bob\n")
    set_rules(world.course, f'roster = "../roster.csv"\n{DEADLINE}')
    world.report()
    assert "feedback/007/index.html" in world.files
    hand_in(world.submissions, "Cy")
    world.run()
    world.report()
    assert "feedback/Cy/double.html" in world.files
    assert not (world.out / "feedback" / "007").exists()


def test_a_run_of_one_assignment_keeps_the_others(world: World) -> None:
    hand_in(world.submissions, "bob", "triple")
    run = world.run("triple")
    assert "double" not in run.stdout.splitlines()[1], "the table shows what was asked for"
    assert {"feedback/ada/double.md", "feedback/bob/triple.md"} <= world.files
    assert run.rows[0]["double"] == "3", "grades.csv has everything"


def test_an_assignment_that_is_no_more_leaves_no_page_behind(world: World) -> None:
    hand_in(world.submissions, "bob", "triple")
    world.run()
    for file in sorted((world.course / "solutions" / "triple").iterdir(), reverse=True):
        file.unlink()
    world.run()
    assert "feedback/bob/triple.md" not in world.files
    assert "feedback/bob/double.md" in world.files


def test_results_without_a_hand_in_are_told(world: World) -> None:
    (world.submissions / "bob" / "double.py").unlink()
    (world.submissions / "bob").rmdir()
    hand_in(world.submissions, "ada", text=WRONG)
    said = world.run().stdout
    assert (
        f"! {world.submissions} holds no hand-in for 1 result of earlier runs, kept and counted: "
        "bob (double, attempt 1). If they were withdrawn, grade into a new --out folder\n"
    ) in said
    later = world.submissions.parent / "week 2"
    hand_in(later, "ada", "triple")
    other = grade(later, "--out", world.out, course=world.course)
    assert "earlier runs" not in other.stdout, "another assignment is another pile"
