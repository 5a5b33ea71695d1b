"""`grade collect`: bring hand-ins from nbgrader's exchange."""

from __future__ import annotations

from pathlib import Path

import click

from autograder.cli.nbgrader import nbgrader_option
from autograder.cli.nbgrader import workspace_of
from autograder.cli.options import course_of


@click.command()
@click.argument("slugs", nargs=-1, metavar="[SLUG]...")
@nbgrader_option("The nbgrader course directory.", required=True)
@click.pass_obj
def command(course_folder: Path | None, slugs: tuple[str, ...], course_dir: Path) -> int:
    """Collect the newest hand-ins from nbgrader's exchange into submitted/.

    \b
    grade collect --nbgrader nn101             every assignment that was released
    grade collect --nbgrader nn101 softmax     one of them
    """
    course = course_of(course_folder)
    workspace = workspace_of(course_dir)
    from autograder.nbgrader.collect import collect

    chosen = [course.assignment(slug).slug for slug in slugs]
    chosen = chosen or [s for s in course.slugs if workspace.path("release", ".", s).is_dir()]
    if not chosen:
        click.echo("Nothing was released yet: grade release --nbgrader COURSE_DIR --exchange")
        return 1
    for done in collect(workspace, chosen):
        click.echo(f"{done.slug}: {len(done.new)} new, {len(done.updated)} updated")
        for warning in done.warnings:
            click.echo(f"  ! {warning}", err=True)
    return 0
