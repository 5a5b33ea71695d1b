"""`grade margins`: are right answers safe from every tolerance, under any secret?"""

from __future__ import annotations

from pathlib import Path

import click
from rich.console import Console
from rich.markup import escape

from autograder.cli.options import course_of
from autograder.cli.options import jobs_of
from autograder.errors import CourseError
from autograder.proof.margins import Margins
from autograder.proof.margins import margins
from autograder.proof.margins_page import write_margins
from autograder.proof.rehearsal import fresh_processes


@click.command()
@click.argument("slugs", nargs=-1, metavar="[SLUG]...")
@click.option("--secrets", type=click.IntRange(1), default=200, show_default=True)
@click.option(
    "--write",
    "page",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write the table to this Markdown file; rows of other assignments stay.",
)
@click.option("--jobs", type=click.IntRange(1), help="Assignments measured at the same time.")
@click.pass_obj
def command(
    course_folder: Path | None,
    slugs: tuple[str, ...],
    secrets: int,
    page: Path | None,
    jobs: int | None,
) -> int:
    """Run right answers under many secrets: full marks, and errors far below the tolerance.

    \b
    grade margins softmax --secrets 20
    grade margins --write docs/margins.md

    The reference and the alternatives run in processes of this user's own: they are trusted.
    """
    course = course_of(course_folder)
    chosen = [course.assignment(slug) for slug in slugs] or list(course.assignments)
    console = Console(highlight=False, soft_wrap=True)
    failed = False
    console.print(
        "assignment  criteria  secrets  largest error / tolerance, and where", style="bold"
    )
    with fresh_processes(jobs_of(jobs)) as elsewhere:
        waiting = [elsewhere.submit(margins, assignment, secrets) for assignment in chosen]
        for answer in waiting:
            try:
                found = answer.result()
            except CourseError as error:
                console.print(f"[red]{escape(str(error))}[/]")
                failed = True
                continue
            _show(found, console)
            failed |= bool(found.problems())
            if page is not None and not found.failures:
                write_margins(page, found, course.slugs)
    return int(failed)


def _show(found: Margins, console: Console) -> None:
    where = f"{found.largest:.1e}  {found.where}" if found.where else "0"
    console.print(f"[bold]{found.slug}[/]  {found.criteria}  {found.secrets}  {escape(where)}")
    for problem in found.problems():
        console.print(f"  [red]{escape(problem)}[/]")
