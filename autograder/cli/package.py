"""`grade package`: this grader, packed for a service that runs it."""

from __future__ import annotations

from pathlib import Path

import click

from autograder.cli.options import course_of
from autograder.cli.options import tell_new_secret
from autograder.reports.files import replace_file


@click.command()
@click.argument("service", type=click.Choice(["gradescope"]))
@click.argument("slug")
@click.option("--to", type=click.Path(path_type=Path), help="Default: SLUG-gradescope.zip.")
@click.option(
    "--wheels",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Wheels of all it needs: then its installation asks no package index.",
)
@click.option(
    "--require",
    metavar="LEVEL",
    default="locked",
    show_default=True,
    help="Grade nothing below this isolation level.",
)
@click.pass_obj
def command(
    course_folder: Path | None,
    *,
    service: str,  # noqa: ARG001 - the only one so far
    slug: str,
    to: Path | None,
    wheels: Path | None,
    require: str,
) -> int:
    """Pack the assignment SLUG for SERVICE, to be uploaded as its autograder.

    The archive holds the hidden tests and the course secret: never give it to students.

    \b
    grade package gradescope softmax
    python -m pip wheel --wheel-dir wheels autograder
    grade package gradescope softmax --wheels wheels
    """
    from autograder.exports.gradescope_package import gradescope_package
    from autograder.isolation import Level

    course = course_of(course_folder)
    assignment = course.assignment(slug)
    level = Level.parse(require).value
    tell_new_secret(course.root)
    target = to or Path(f"{slug}-gradescope.zip")
    replace_file(target, gradescope_package(course, assignment, wheels, level))
    click.echo(f"Upload as autograder: {target} ({target.stat().st_size / 1e6:.1f} MB)")
    return 0
