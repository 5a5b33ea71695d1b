"""`grade release`: what students get."""

from __future__ import annotations

from pathlib import Path

import click

from autograder.cli.nbgrader import nbgrader_option
from autograder.cli.nbgrader import workspace_of
from autograder.cli.options import course_of
from autograder.course.course import Course
from autograder.course.leaks import leaks
from autograder.course.release import release
from autograder.errors import CourseError


@click.command()
@click.argument("slugs", nargs=-1, metavar="[SLUG]...")
@click.option("--out", type=click.Path(path_type=Path), help="Write a student kit to this folder.")
@nbgrader_option("Write source/ and release/ of this nbgrader course directory.")
@click.option("--exchange", is_flag=True, help="With --nbgrader: hand out in its exchange, too.")
@click.pass_obj
def command(
    course_folder: Path | None,
    slugs: tuple[str, ...],
    out: Path | None,
    course_dir: Path | None,
    exchange: bool,
) -> int:
    """Generate assignments/ from solutions/, or a whole student kit.

    \b
    grade release                       refresh assignments/
    grade release --out kit             the folder to give to students
    grade release softmax mlp --out kit
    grade release softmax --nbgrader nn101 --exchange
    """
    course = course_of(course_folder)
    if course_dir is not None:
        return _into_nbgrader(course, course_dir, slugs, exchange=exchange)
    if exchange:
        raise click.UsageError("--exchange needs --nbgrader COURSE_DIR.")
    folder = release(course, out, slugs or None)
    found = leaks(course, folder, slugs or None)
    if found:
        raise CourseError("These files must not reach students:\n  " + "\n  ".join(found))
    click.echo(f"Wrote {folder}: no solution, hidden test or secret is in it.")
    return 0


def _into_nbgrader(course: Course, folder: Path, slugs: tuple[str, ...], *, exchange: bool) -> int:
    workspace = workspace_of(folder)
    from autograder.nbgrader.release import release_to

    for sentence in release_to(course, workspace, slugs or course.slugs, exchange=exchange):
        click.echo(sentence)
    return 0
