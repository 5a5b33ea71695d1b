"""One submission, graded where Gradescope has put it."""

from __future__ import annotations

import json
import shutil
import tempfile
from dataclasses import replace
from datetime import UTC
from datetime import datetime
from pathlib import Path
from typing import Any

from autograder.course.assignment import Assignment
from autograder.course.course import Course
from autograder.errors import GraderFault
from autograder.exports.gradescope import gradescope_results
from autograder.grading.class_book import Entry
from autograder.grading.class_book import class_book
from autograder.grading.intake import Handed
from autograder.grading.intake import discover
from autograder.grading.result import Result
from autograder.grading.run import ClassRun
from autograder.grading.store import Store
from autograder.grading.times import Times
from autograder.grading.times import parse_time
from autograder.isolation import Level

_FOLDER = "submission"


def gradescope_grade(root: Path, level: Level) -> dict[str, Any]:
    """The content of results.json for `root`/submission, graded at `level`.

    Raises GraderFault when the grader itself failed: no results are better than wrong ones.
    """
    course = Course.load(root / "source" / "course")
    assignment = course.assignment(course.slugs[0])
    student, at = _metadata(root / "submission_metadata.json")
    with tempfile.TemporaryDirectory(prefix="gradescope-") as name:
        pile = Path(name) / "pile"
        shutil.copytree(root / _FOLDER, pile / _FOLDER, symlinks=True)
        times = Times({(_FOLDER, "", ""): at} if at else {})
        intake = discover(pile, course.slugs, times=times)
        handed = [replace(one, student=student) for one in intake.found]
        if not handed:
            return _nothing(assignment, list(map(str, intake.ignored)))
        entry = _entry(course, student, handed, level, Path(name) / "out")
    results = gradescope_results(assignment.title, student, entry)
    if results is None:
        raise GraderFault(entry.counting.problem if entry.counting else "there is no result")
    return results


def _entry(course: Course, student: str, handed: list[Handed], level: Level, out: Path) -> Entry:
    store = Store(out)
    try:
        run = ClassRun(course, store, level, jobs=1)
        plan = run.plan(handed)
        if plan.broken:
            raise GraderFault("; ".join(plan.broken.values()))
        for _ in run.grade(plan, _Quiet()):
            pass
        book = class_book(course, store.all(), course.slugs, [student])
    finally:
        store.close()
    return book.rows[0].entries[course.slugs[0]]


class _Quiet:
    """Nobody watches."""

    def begin(self, total: int, unchanged: int) -> None:
        pass

    def done(self, result: Result) -> None:
        pass


def _metadata(path: Path) -> tuple[str, datetime | None]:
    """Who handed in, and when; a group is named together."""
    try:
        facts = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return _FOLDER, None
    names = [user.get("name") or user.get("email") or "" for user in facts.get("users", ())]
    created = facts.get("created_at")
    return ", ".join(filter(None, names)) or _FOLDER, parse_time(created, UTC) if created else None


def _nothing(assignment: Assignment, ignored: list[str]) -> dict[str, Any]:
    wanted = f"Hand in {assignment.slug}.py or {assignment.slug}.ipynb."
    return {
        "score": 0.0,
        "output": "\n".join([f"There was nothing to grade. {wanted}", *ignored]),
        "output_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": [],
    }
