"""What several tests look at: a small made-up class, the sample class, and a browser."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from autograder.cli.main import main
from autograder.cli.options import level_of
from autograder.course.course import Course
from autograder.course.secret import VARIABLE
from autograder.grading.intake import discover
from autograder.grading.result import Result
from autograder.grading.run import ClassRun
from autograder.grading.store import Store
from tests.reports.browser import ROOT
from tests.reports.browser import Browser
from tests.reports.classes import keep
from tests.reports.classes import make_course
from tests.reports.classes import make_result

SAMPLE = ("output_size", "attention_shapes")


class _Quiet:
    def begin(self, total: int, unchanged: int) -> None:
        pass

    def done(self, result: Result) -> None:
        pass


def reported(course: Course, out: Path, *options: str) -> Path:
    """`out` after a `grade report`."""
    with pytest.raises(SystemExit) as ended:
        main(["--course", str(course.root), "report", "--out", str(out), *options])
    assert ended.value.code == 0
    return out


@pytest.fixture
def course(tmp_path: Path) -> Course:
    return make_course(tmp_path / "course")


@pytest.fixture
def out(course: Course, tmp_path: Path) -> Path:
    """Six students of every kind, one of them graded again since; not yet reported."""
    quiz = course.assignment("quiz")
    folder = tmp_path / "out"
    keep(
        folder,
        [
            make_result(quiz, "Ada", "ppppp"),
            make_result(quiz, "Ben", "ffppp", mistakes="fd"),
            make_result(quiz, "Cem", "fpppp", mistakes="f"),
            make_result(quiz, "<b>Dia</b>", "pptcm"),
            make_result(quiz, "Eve", "", status="refused", score=Fraction(0), problem="No file."),
            make_result(quiz, "Fay", "", status="grader_error", score=None, problem="Disk full."),
        ],
    )
    keep(folder, [make_result(quiz, "Ada", "ppppf", versions={"suite": "new"})])
    return folder


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two assignments of the sample class, graded for real and reported."""
    course = Course.load(ROOT)
    out = tmp_path_factory.mktemp("sample")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, "sample")
        found = discover(ROOT / "data" / "sample_class", course.slugs).found
        store = Store(out)
        run = ClassRun(course, store, level_of(None, None), 2)
        for _ in run.grade(run.plan(one for one in found if one.slug in SAMPLE), _Quiet()):
            pass
        store.close()
    return reported(course, out, "--bundle")


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with Browser(tmp_path_factory.mktemp("chromium")) as opened:
        yield opened
