"""Where the hand-ins of a `grade run` come from."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from autograder.cli.nbgrader import nbgrader_class
from autograder.course.course import Course
from autograder.errors import UserError
from autograder.grading.class_book import roster_report
from autograder.grading.intake import Handed
from autograder.grading.intake import Intake
from autograder.grading.intake import discover_some
from autograder.grading.people import People
from autograder.grading.policy_table import read_zone
from autograder.grading.store import DATABASE
from autograder.grading.strays import for_instructors
from autograder.grading.strays import for_students
from autograder.grading.times import Times
from autograder.grading.times import read_times
from autograder.wording import named

if TYPE_CHECKING:
    from autograder.nbgrader.run import NbgraderClass

_WRITTEN = ("feedback", "results", "report", "bundles", "exports")
"""The folders in an output folder."""


@dataclass(frozen=True)
class Source:
    """Where the hand-ins come from: a folder with times, or an nbgrader course."""

    course: Course
    slugs: tuple[str, ...]
    intake: Intake
    where: Path
    times: Times | None = None
    gradebook: NbgraderClass | None = None

    def of_student(self, student: str | None) -> list[Handed]:
        """The hand-ins of one student, by any name in them or on the roster, or of all."""
        found = list(self.intake.found)
        if student is None:
            return found
        report = roster_report(self.course, {*self.intake.students}, found)
        row = People(report.people, report.also).one(student)
        names = [row, *report.also.get(row, ())]
        theirs = [one for one in found if one.student in names]
        if not theirs:
            files = [file for name in names for file in self.intake.unmatched.get(name, ())]
            slug = self.slugs[0] if len(self.slugs) == 1 else ""
            why = f" Found, but {for_students(files, slug)}." if files else ""
            raise UserError(f"There is no hand-in of {row} for {named(self.slugs, 5)}.{why}")
        return theirs


def nbgrader_source(course: Course, course_dir: Path, slugs: tuple[str, ...], out: Path) -> Source:
    """What lies in submitted/ of an nbgrader course."""
    gradebook = nbgrader_class(course, course_dir, slugs)
    for folder in gradebook.folders:
        _refuse_inside(folder, out, f"{folder}, which nbgrader itself reads and writes")
    return Source(course, slugs, gradebook.intake, gradebook.submitted, gradebook=gradebook)


def folder_source(
    course: Course,
    submissions: Path | None,
    slugs: tuple[str, ...],
    out: Path,
    times: Path | None,
) -> Source:
    """The hand-ins in a folder; a wrong path must not look like a class that handed in nothing."""
    if submissions is None or not submissions.exists():
        raise click.UsageError(f"SUBMISSIONS is no file or folder: {submissions or 'none named'}.")
    _refuse_our_own(submissions)
    pile = f"the submissions folder {submissions}, where the next run would take it for hand-ins"
    _refuse_inside(submissions, out, pile)
    zone = read_zone(course.policy.get("zone", "UTC"))
    listed = read_times(times, zone) if times else None
    intake = discover_some(submissions, slugs, course.slugs, times=listed, zone=zone)
    if not intake.found:
        lines = [*map(str, intake.ignored), *for_instructors(intake.unmatched, {})]
        looked_at = "".join(f"\n  {line}" for line in lines[:10])
        others = " or any other assignment" if len(slugs) > 5 else ""
        raise UserError(
            f"{submissions} holds no hand-in for {', '.join(slugs[:5])}{others}. Expected a folder "
            "or archive for each student with a file named after the assignment, such as "
            f"{slugs[0]}.py.{looked_at}"
        )
    return Source(course, slugs, intake, submissions, listed)


def _refuse_our_own(submissions: Path) -> None:
    """Refuse what an earlier run wrote: its folders would pass for students."""
    whole = submissions.resolve()
    for folder in (whole, *whole.parents):
        inside = whole.relative_to(folder).parts
        if (folder / DATABASE).is_file() and (not inside or inside[0] in _WRITTEN):
            raise UserError(
                f"{submissions} is {'in ' if inside else ''}the output folder of a `grade run`: it "
                "holds results, not hand-ins. Name the folder or archive of what was handed in."
            )


def _refuse_inside(folder: Path, out: Path, where: str) -> None:
    if out.resolve().is_relative_to(folder.resolve()):
        raise UserError(f"--out {out} lies in {where}: name a folder beside it.")
