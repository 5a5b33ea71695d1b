"""`grade release`: what students get."""

from __future__ import annotations

from pathlib import Path

import click

from autograder.cli.options import course_of
from autograder.course.leaks import leaks
from autograder.course.release import release
from autograder.errors import CourseError


@click.command()
@click.argument("slugs", nargs=-1, metavar="[SLUG]...")
@click.option("--out", type=click.Path(path_type=Path), help="Write a student kit to this folder.")
@click.pass_obj
def command(course_folder: Path | None, slugs: tuple[str, ...], out: Path | None) -> int:
    """Generate assignments/ from solutions/, or a whole student kit.

    \b
    grade release                       refresh assignments/
    grade release --out kit             the folder to give to students
    grade release softmax mlp --out kit
    """
    course = course_of(course_folder)
    folder = release(course, out, slugs or None)
    found = leaks(course, folder, slugs or None)
    if found:
        raise CourseError("These files must not reach students:\n  " + "\n  ".join(found))
    click.echo(f"Wrote {folder}: no solution, hidden test or secret is in it.")
    return 0
