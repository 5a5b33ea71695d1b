"""Courses and classes made up for tests: a real course folder, a real results.db."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from autograder.authoring import Criterion
from autograder.course.assignment import Assignment
from autograder.course.assignment import criteria
from autograder.course.course import Course
from autograder.grading.class_book import ClassBook
from autograder.grading.class_book import class_book
from autograder.grading.result import Diagnosis
from autograder.grading.result import Result
from autograder.grading.result import TestOutcome
from autograder.grading.result import TestStatus
from autograder.grading.store import Store

_WORDS: dict[str, TestStatus] = {
    "p": "passed",
    "f": "failed",
    "e": "error",
    "t": "timeout",
    "c": "crashed",
    "m": "missing",
    "w": "waiting",
    "n": "not_run",
}
_CRITERION = """
@criterion(of="{of}", points="{points}", says="Criterion {number} holds.")
def test_{number}(student):
    assert student.{of}() == {number}

"""
_MISTAKE = """
@misconception(of="double", killed_by="test_0", says="You forgot to double.")
def forgets():
    return 0


@misconception(of="double", killed_by="test_1", says="You doubled twice.")
def doubles_twice():
    return 4
"""


def make_course(root: Path, number: int = 5, slugs: Iterable[str] = ("quiz",)) -> Course:
    """A course whose assignments have `number` criteria each, of two functions, 1 point each."""
    root.mkdir(parents=True, exist_ok=True)
    (root / "course.toml").write_text('title = "A course <of> tests & more"\n', "utf-8")
    for slug in slugs:
        folder = root / "solutions" / slug
        folder.mkdir(parents=True)
        (folder / "assignment.toml").write_text(
            f'title = "The {slug}, or: a <test>"\nsource = "book 1"\n', "utf-8"
        )
        (folder / f"{slug}.py").write_text(
            "".join(
                f"def {name}():\n    ### BEGIN SOLUTION\n    return 2\n    ### END SOLUTION\n\n\n"
                for name in ("double", "halve")
            )
        )
        tests = [
            _CRITERION.format(of="double" if i < (number + 1) // 2 else "halve", number=i, points=1)
            for i in range(number)
        ]
        (folder / "test_hidden.py").write_text(
            "from autograder import criterion\n" + "".join(tests)
        )
        (folder / "test_public.py").write_text("def test_nothing(student):\n    pass\n")
        (folder / "handout.md").write_text("# A test\n")
        (folder / "misconceptions.py").write_text(
            "from autograder import misconception\n\n" + _MISTAKE
        )
    return Course.load(root)


@cache
def _criteria(folder: Path) -> tuple[Criterion, ...]:
    return criteria(Assignment.load(folder))


def make_result(
    assignment: Assignment, student: str, letters: str, *, mistakes: str = "", **facts: Any
) -> Result:
    """A graded result with one letter a criterion (p, f, e, t, c, m, w, n).

    `mistakes` has one letter a criterion, too: f and d stand for the two misconceptions.
    """
    names = {"f": Diagnosis("forgets", "You forgot to double.", 9)}
    names["d"] = Diagnosis("doubles_twice", "You doubled twice.", 12)
    tests = tuple(
        TestOutcome(
            criterion.id,
            criterion.of,
            criterion.says,
            criterion.points,
            criterion.points if letter == "p" else Fraction(0),
            _WORDS[letter],
            message="" if letter == "p" else f"{criterion.of}() is too small by one.",
            detail="" if letter == "p" else f"{criterion.of}() = 1, expected 2",
            diagnosis=names.get(mistake),
        )
        for criterion, letter, mistake in zip(
            _criteria(assignment.folder) if letters else (),
            letters,
            mistakes.ljust(len(letters)),
            strict=True,
        )
    )
    known: dict[str, Any] = {
        "attempt": "1",
        "status": "graded",
        "score": sum((test.earned for test in tests), Fraction(0)),
        "submitted_at": "2026-03-01T12:00:00+00:00",
        "timings": {"wall": 0.25, "worker_cpu": 0.125},
        "isolation": "sealed",
    }
    return Result(
        student=student,
        assignment=assignment.slug,
        max_score=sum((c.points for c in _criteria(assignment.folder)), Fraction(0)),
        tests=tests,
        **{**known, **facts},
    )


def keep(folder: Path, results: Iterable[Result]) -> None:
    """Put results into the store of an output folder."""
    store = Store(folder)
    store._db.execute("PRAGMA synchronous = OFF")  # thousands at once, and nothing to lose
    for result in results:
        store.put(result, key=repr(result), content=repr(result.tests))
    store.close()


def book_of(course: Course, folder: Path) -> ClassBook:
    """The class of an output folder."""
    store = Store(folder)
    try:
        return class_book(course, store.all())
    finally:
        store.close()
