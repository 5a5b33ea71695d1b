"""`grade list`: the assignments of a course."""

from __future__ import annotations

from pathlib import Path

import click
from rich.box import SIMPLE_HEAD
from rich.markup import escape
from rich.table import Table

from autograder.cli.options import course_of
from autograder.course.course import Course
from autograder.course.kit import due_dates
from autograder.grading.deadlines import Deadline
from autograder.student.exercises import Workspace
from autograder.student.render import console
from autograder.student.render import legend
from autograder.student.render import progress_bar
from autograder.student.render import sign

_WIDE = 110


@click.command()
@click.option("--track", help="Only the assignments of this track.")
@click.pass_obj
def command(course_folder: Path | None, track: str | None) -> int:
    """List the assignments: minutes, when they are due, what to do before, core or optional.

    \b
    grade list
    grade list --track cnn
    """
    course = course_of(course_folder)
    chosen = course.track(track) if track else course.assignments
    marks = _marks(course) if course.kit else {}
    due = due_dates(course, course.slugs)
    screen = console()
    table = Table(title=escape(course.title), title_justify="left", box=SIMPLE_HEAD, pad_edge=False)
    headings = ["", "assignment", "min", "title"]
    headings += [f"due ({next(iter(due.values())).zone})"] if due else []
    headings += ["do first"]
    if screen.width < _WIDE:  # `grade start` says it, too
        headings.remove("do first")
    for heading in headings:
        # what has to be typed is never cut
        table.add_column(heading, no_wrap=heading == "assignment", overflow="fold")
    unit = None
    for assignment in chosen:
        if assignment.unit != unit:
            unit = assignment.unit
            table.add_row("", "", "", f"[bold]{escape(unit)}[/]" if unit else "")
        row = (
            marks.get(assignment.slug, ""),
            assignment.slug,
            str(assignment.minutes),
            escape(assignment.title) + ("" if assignment.core else " (optional)"),
            *([_when(due.get(assignment.slug))] if due else []),
            ", ".join(assignment.needs),
        )
        table.add_row(*row[: len(headings)])
    screen.print(table)
    if course.kit:
        screen.print(legend())
        screen.print(progress_bar(Workspace(course)))
    return 0


def _when(deadline: Deadline | None) -> str:
    return deadline.on_the_clock() if deadline else ""


def _marks(course: Course) -> dict[str, str]:
    """How far the student is with each exercise of a kit."""
    workspace = Workspace(course)
    found = {exercise.slug: workspace.progress(exercise) for exercise in workspace.exercises}
    return {
        slug: f"[green]{sign(progress)}[/]" if progress == "done" else sign(progress)
        for slug, progress in found.items()
    }
