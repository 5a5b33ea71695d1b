"""`grade new`: begin an assignment."""

from __future__ import annotations

from pathlib import Path

import click

from autograder.cli.options import course_of
from autograder.course.scaffold import new


@click.command()
@click.argument("slug")
@click.pass_obj
def command(course_folder: Path | None, slug: str) -> int:
    """Make solutions/SLUG with everything to fill in.

    \b
    grade new softmax
    grade verify softmax      lists what is left to write
    """
    folder = new(course_of(course_folder), slug)
    click.echo(f"Wrote {folder}. `grade verify {slug}` lists what is left to write.")
    return 0
