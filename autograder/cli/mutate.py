"""`grade mutate`: does a suite notice every change of its reference?"""

from __future__ import annotations

from pathlib import Path

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from autograder.cli.options import course_of
from autograder.cli.options import jobs_of
from autograder.cli.options import level_of
from autograder.cli.options import tell_new_secret
from autograder.course.secret import course_secret
from autograder.engine.pool import Pool
from autograder.errors import CourseError
from autograder.proof.mutate import Mutation
from autograder.proof.mutate import mutate
from autograder.proof.mutation_page import write_mutation
from autograder.proof.rehearsal import fresh_processes


@click.command()
@click.argument("slugs", nargs=-1, metavar="[SLUG]...")
@click.option(
    "--write",
    "page",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write the table to this Markdown file; rows of other assignments stay.",
)
@click.option("--jobs", type=click.IntRange(1), help="Mutants graded at the same time.")
@click.option("--isolation", metavar="LEVEL", help="process, locked or sealed.")
@click.pass_obj
def command(
    course_folder: Path | None,
    slugs: tuple[str, ...],
    page: Path | None,
    jobs: int | None,
    isolation: str | None,
) -> int:
    """Change every reference in one place at a time: its suite must take points.

    \b
    grade mutate softmax
    grade mutate --write docs/mutation.md
    """
    course = course_of(course_folder)
    chosen = [course.assignment(slug) for slug in slugs] or list(course.assignments)
    console = Console(highlight=False, soft_wrap=True)
    failed = False
    tell_new_secret(course.root)
    with (
        Pool(level_of(isolation, None), jobs_of(jobs), course_secret(course.root)) as pool,
        fresh_processes(1) as elsewhere,
    ):
        for assignment in chosen:
            try:
                mutation = mutate(assignment, pool, elsewhere)
            except CourseError as error:
                console.print(f"[red]{escape(str(error))}[/]")
                failed = True
                continue
            _show(mutation, console)
            failed |= bool(mutation.problems())
            if page is not None:
                write_mutation(page, mutation, course.slugs)
    return int(failed)


def _show(mutation: Mutation, console: Console) -> None:
    equivalent = mutation.equivalent
    console.print(
        f"[bold]{mutation.slug}[/]: {mutation.mutants} mutants, {mutation.killed} killed, "
        f"{len(equivalent)} equivalent."
    )
    if equivalent:
        table = Table("line", "change", "agrees on", box=None)
        for one in equivalent:
            table.add_row(str(one.mutant.line), escape(one.mutant.change), str(one.agreement.drawn))
        console.print(table)
    for problem in mutation.problems():
        console.print(f"  [red]{escape(problem)}[/]")
