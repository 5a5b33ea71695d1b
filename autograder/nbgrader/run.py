"""Grading submitted/: hand-ins for the grader, and its results into gradebook and autograded/."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from typing import get_args

from autograder.course.course import Course
from autograder.grading.class_book import policy_of
from autograder.grading.intake import Intake
from autograder.grading.result import Result
from autograder.grading.store import Stored
from autograder.nbgrader.autograded import write_autograded
from autograder.nbgrader.gradebook import Recorder
from autograder.nbgrader.submitted import HandedIn
from autograder.nbgrader.submitted import read_submitted
from autograder.nbgrader.workspace import Step
from autograder.nbgrader.workspace import Workspace


class NbgraderClass:
    """The submissions of a course directory, from reading them to writing their scores."""

    def __init__(self, course: Course, workspace: Workspace, slugs: Iterable[str]) -> None:
        self._course = course
        self._workspace = workspace
        self._by_slug: dict[str, list[HandedIn]] = {}
        for slug in slugs:
            found = read_submitted(workspace, slug)
            if found:
                self._by_slug[slug] = found
        with workspace.gradebook() as book:
            for recorder in self._recorders(book):
                recorder.check()

    @property
    def submitted(self) -> Path:
        """Where the submissions lie."""
        return self._folder("submitted")

    @property
    def folders(self) -> list[Path]:
        """All that nbgrader reads, hands out or writes itself."""
        return [self._folder(step) for step in get_args(Step)]

    def _folder(self, step: Step) -> Path:
        name: str = getattr(self._workspace.coursedir, f"{step}_directory")
        return self._workspace.root / name

    @property
    def intake(self) -> Intake:
        """What there is to grade."""
        handed = [one.handed for found in self._by_slug.values() for one in found]
        students = tuple(sorted({one.student for one in handed}))
        return Intake(tuple(handed), (), students)

    def record(self, stored: Sequence[Stored]) -> None:
        """Write scores, comments and notebooks of what is in submitted/ and has a result."""
        results = {(one.result.student, one.result.assignment): one.result for one in stored}
        with self._workspace.gradebook() as book:
            for recorder in self._recorders(book):
                slug = recorder.assignment.slug
                for one in self._by_slug[slug]:
                    result = results.get((one.handed.student, slug))
                    if result is not None:
                        recorder.record(one, result)
                        self._show(one, result)

    def _show(self, one: HandedIn, result: Result) -> None:
        folder = self._workspace.path("autograded", result.student, result.assignment)
        if result.score is None:
            # formgrader calls graded what lies there; this has to be graded again.
            shutil.rmtree(folder, ignore_errors=True)
        else:
            write_autograded(folder, one, result, self._workspace.permissions)

    def _recorders(self, book: Any) -> list[Recorder]:
        policy = policy_of(self._course)
        return [
            Recorder(self._workspace, book, self._course.assignment(slug), policy)
            for slug in self._by_slug
        ]
