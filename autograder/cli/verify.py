"""`grade verify`: prove assignments."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from autograder.cli.options import course_of
from autograder.cli.options import jobs_of
from autograder.cli.options import level_of
from autograder.cli.options import tell_new_secret
from autograder.course.course import Course
from autograder.course.leaks import leaks
from autograder.course.release import release
from autograder.course.release import stale
from autograder.course.secret import course_secret
from autograder.engine.pool import Pool
from autograder.errors import CourseError
from autograder.grading.verify import Proof
from autograder.grading.verify import diagnosed_as
from autograder.grading.verify import verify


@click.command()
@click.argument("slugs", nargs=-1, metavar="[SLUG]...")
@click.option("--json", "as_json", is_flag=True, help="Print the documented JSON.")
@click.option("--jobs", type=click.IntRange(1), help="Files graded at the same time.")
@click.option("--isolation", metavar="LEVEL", help="process, locked or sealed.")
@click.pass_obj
def command(
    course_folder: Path | None,
    slugs: tuple[str, ...],
    as_json: bool,
    jobs: int | None,
    isolation: str | None,
) -> int:
    """Prove that hidden suites accept right answers and name wrong ones.

    \b
    grade verify                 the whole course
    grade verify softmax mlp     two assignments
    grade verify --json          for a program
    """
    course = course_of(course_folder)
    chosen = [course.assignment(slug) for slug in slugs] or list(course.assignments)
    console = Console(highlight=False)
    proofs: dict[str, Proof] = {}
    tell_new_secret(course.root)
    with Pool(level_of(isolation, None), jobs_of(jobs), course_secret(course.root)) as pool:
        for assignment in chosen:
            proof = verify(assignment, pool)
            of_the_kit = _kit_problems(course, assignment.slug)
            # what cannot be read is in the way of both
            proof.problems += [found for found in of_the_kit if found not in proof.problems]
            proofs[assignment.slug] = proof
            if not as_json:
                _show(proof, console)
    if as_json:
        click.echo(json.dumps({slug: p.to_json() for slug, p in proofs.items()}, indent=2))
    return 1 if any(proof.problems for proof in proofs.values()) else 0


def _kit_problems(course: Course, slug: str) -> list[str]:
    """What is wrong with the files that students get of one assignment."""
    try:
        old = [f"{found}: run `grade release {slug}`." for found in stale(course, [slug])]
        with tempfile.TemporaryDirectory() as folder:
            kit = release(course, Path(folder) / "kit", [slug])
            return old + [f"student kit: {leak}" for leak in leaks(course, kit, [slug])]
    except CourseError as error:
        return [str(error)]


def _show(proof: Proof, console: Console) -> None:
    """The kill matrix, if anything was graded, then what is wrong."""
    if proof.trials:
        console.print(_matrix(proof))
    for problem in proof.problems:
        console.print(f"[red]{proof.slug}: {escape(problem)}[/]", soft_wrap=True)
    for advice in proof.advice:
        console.print(f"[yellow]{proof.slug}: {advice}[/]", soft_wrap=True)
    if not proof.problems:
        console.print(f"[green]{proof.slug}: proven.[/]")
    console.print()


def _matrix(proof: Proof) -> Table:
    table = Table(title=proof.slug, title_justify="left", box=None, pad_edge=False)
    for heading in ("file", "points", "fails", "named"):
        table.add_column(heading)
    wanted = {m.name: m.killed_by for m in proof.misconceptions}
    for trial in proof.trials:
        killed_by = wanted.get(trial.name, "") if trial.kind == "misconception" else ""
        failed = ", ".join(f"[bold]{t}[/]" if t == killed_by else t for t in trial.failed())
        table.add_row(
            f"{trial.kind} {trial.name}" if trial.name != trial.kind else trial.kind,
            f"{float(trial.score):g}/{float(proof.max_score):g}",
            failed,
            diagnosed_as(trial, killed_by) or "",
        )
    return table
