"""`grade list`: the assignments of a course."""

from __future__ import annotations

from pathlib import Path

import click
from rich.box import SIMPLE_HEAD
from rich.markup import escape
from rich.table import Table

from autograder.cli.options import course_of
from autograder.course.course import Course
from autograder.student.exercises import Workspace
from autograder.student.render import console
from autograder.student.render import progress_bar


@click.command()
@click.option("--track", help="Only the assignments of this track.")
@click.pass_obj
def command(course_folder: Path | None, track: str | None) -> int:
    """List the assignments: minutes, what to do before, core or optional.

    \b
    grade list
    grade list --track cnn
    """
    course = course_of(course_folder)
    chosen = course.track(track) if track else course.assignments
    marks = _marks(course) if course.kit else {}
    table = Table(title=escape(course.title), title_justify="left", box=SIMPLE_HEAD, pad_edge=False)
    for heading in ("", "assignment", "title", "min", "", "do first"):
        # what has to be typed is never cut
        table.add_column(heading, no_wrap=heading == "assignment", overflow="fold")
    unit = None
    for assignment in chosen:
        if assignment.unit != unit:
            unit = assignment.unit
            table.add_row("", f"[bold]{escape(unit)}[/]" if unit else "")
        table.add_row(
            marks.get(assignment.slug, ""),
            assignment.slug,
            escape(assignment.title),
            str(assignment.minutes),
            "" if assignment.core else "optional",
            ", ".join(assignment.needs),
        )
    screen = console()
    screen.print(table)
    if course.kit:
        screen.print(progress_bar(Workspace(course)))
    return 0


def _marks(course: Course) -> dict[str, str]:
    """How far the student is with each exercise of a kit."""
    workspace = Workspace(course)
    signs = {"done": "[green]done[/]", "started": "started", "untouched": "[dim]untouched[/]"}
    return {e.slug: signs[workspace.progress(e)] for e in workspace.exercises}
