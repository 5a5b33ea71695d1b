"""Options and look-ups that several commands share."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from autograder.course.course import Course
from autograder.course.secret import FILE
from autograder.course.secret import existing_secret
from autograder.errors import UserError

if TYPE_CHECKING:
    from autograder.isolation import Level


def course_of(folder: Path | None) -> Course:
    """The course named by --course, or the nearest one upward."""
    return Course.load(folder) if folder is not None else Course.find()


def level_of(wanted: str | None, required: str | None) -> Level:
    """The isolation level to use: as asked, else the strongest this machine has.

    `required` (or $GRADE_REQUIRE_LEVEL) fails closed.
    """
    from autograder.isolation import Level  # a student's commands never need it
    from autograder.isolation import probe

    required = required or os.environ.get("GRADE_REQUIRE_LEVEL") or None
    found = probe()
    level = Level.parse(wanted) if wanted else found.level
    if level is Level.INLINE:
        raise UserError(
            "Level inline runs the student's code in the grader's own process: it is there for "
            "`pytest --submission`, not for grading."
        )
    if level > found.level:
        raise UserError(f"Level {level.value} does not work here: {found.gaps[level]}")
    if wanted is None and level is Level.PROCESS and not required:
        raise UserError(
            "This machine offers no isolation beyond a separate process. Read `grade doctor`, then "
            "say --isolation process if that is what you want."
        )
    if required and level < Level.parse(required):
        reason = found.gaps.get(Level.parse(required), "another level was asked for.")
        raise UserError(f"Level {required} is required, but only {level.value} is used: {reason}")
    return level


def tell_new_secret(root: Path) -> None:
    """Told on standard error before anything else is done, which an interruption may cut short."""
    if existing_secret(root) is None:
        click.echo(
            f"! {root / FILE} did not exist: a new course secret is made there. Keep it: everybody "
            "who grades this course needs the same one.",
            err=True,
        )


def jobs_of(jobs: int | None) -> int:
    """Submissions graded at the same time: as asked, else one for each processor."""
    return jobs or len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else jobs or 1
