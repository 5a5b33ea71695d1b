"""`grade run`: grade a class."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from typing import Self

import click
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn
from rich.progress import MofNCompleteColumn
from rich.progress import Progress
from rich.progress import TextColumn
from rich.progress import TimeRemainingColumn

from autograder.cli.nbgrader import nbgrader_class
from autograder.cli.nbgrader import nbgrader_option
from autograder.cli.options import course_of
from autograder.cli.options import jobs_of
from autograder.cli.options import level_of
from autograder.grading.class_book import ClassBook
from autograder.grading.class_book import class_book
from autograder.grading.intake import discover
from autograder.grading.policy_table import read_zone
from autograder.grading.result import Result
from autograder.grading.run import ClassRun
from autograder.grading.store import Store
from autograder.grading.store import Stored
from autograder.grading.store import locked_folder
from autograder.grading.times import read_times
from autograder.reports.files import has_faults
from autograder.reports.files import write_reports
from autograder.reports.tables import class_table


@click.command()
@click.argument("submissions", type=click.Path(path_type=Path), required=False)
@click.argument("slugs", nargs=-1, metavar="[SLUG]...")
@click.option("--out", type=click.Path(path_type=Path), help="Default: out, or out in COURSE_DIR.")
@nbgrader_option("Grade submitted/ of this nbgrader course directory, into its gradebook.")
@click.option("--jobs", type=click.IntRange(1), help="Submissions graded at the same time.")
@click.option("--isolation", metavar="LEVEL", help="process, locked or sealed.")
@click.option("--require", metavar="LEVEL", help="Refuse to grade below this level.")
@click.option("--student", help="Grade this student alone.")
@click.option("--times", type=click.Path(path_type=Path, exists=True), help="CSV: student, time.")
@click.option("--regrade", is_flag=True, help="Grade again what has not changed, too.")
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON.")
@click.pass_obj
def command(
    course_folder: Path | None,
    submissions: Path | None,
    slugs: tuple[str, ...],
    out: Path | None,
    course_dir: Path | None,
    jobs: int | None,
    isolation: str | None,
    require: str | None,
    student: str | None,
    times: Path | None,
    regrade: bool,
    as_json: bool,
) -> int:
    """Grade the hand-ins in SUBMISSIONS (a folder or an archive).

    Finished results are kept in OUT; the same command again grades only what is new.

    \b
    grade run submissions/ --out out/week1
    grade run moodle.zip softmax mlp --jobs 4 --require sealed
    grade run submissions/ --student 'Zoë Müller' --regrade
    grade run --nbgrader nn101 softmax
    """
    if course_dir is not None:
        # there is no SUBMISSIONS then: the first word is a slug like the others
        slugs = (str(submissions), *slugs) if submissions is not None else slugs
    elif submissions is None or not submissions.exists():
        raise click.UsageError(f"SUBMISSIONS is no file or folder: {submissions or 'none named'}.")
    out = out or (course_dir or Path()) / "out"
    course = course_of(course_folder)
    chosen = tuple(course.assignment(slug).slug for slug in slugs) or course.slugs
    level = level_of(isolation, require)
    zone = read_zone(course.policy.get("zone", "UTC"))
    listed = read_times(times, zone) if times else None
    gradebook = None
    if course_dir is not None:
        gradebook = nbgrader_class(course, course_dir, chosen)
        intake = gradebook.intake
    else:
        assert submissions is not None
        intake = discover(submissions, chosen, times=listed, zone=zone)
    handed = [one for one in intake.found if student in (None, one.student)]
    console = Console(highlight=False)
    with locked_folder(out):
        store = Store(out)
        try:
            run = ClassRun(course, store, level, jobs_of(jobs))
            with _Progress(shown=not as_json) as progress:
                fresh = list(run.grade(run.plan(handed, regrade=regrade), progress))
            stored = store.all()
            book = class_book(course, stored, slugs, intake.students)
            write_reports(out, book)
            if gradebook is not None:
                gradebook.record(stored)
        finally:
            store.close()
    warnings = [*intake.ignored, *book.warnings]
    if as_json:
        click.echo(json.dumps(_as_json(stored, warnings), indent=1))
    else:
        _show(console, book, warnings, out, len(fresh), level.value)
    faulty = any(has_faults(entry) for row in book.rows for entry in row.entries.values())
    return 1 if faulty else 0


class _Progress:
    """A bar on standard error; nothing when it is not a terminal or not wanted."""

    def __init__(self, *, shown: bool) -> None:
        console = Console(stderr=True)
        self._bar = Progress(
            TextColumn("grading"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[last]}"),
            TimeRemainingColumn(),
            console=console,
            transient=True,
            disable=not shown or not console.is_terminal,
        )

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._bar.stop()

    def begin(self, total: int, unchanged: int) -> None:
        said = f"{unchanged} unchanged" if unchanged else ""
        self._task = self._bar.add_task("grade", total=total, last=said)

    def done(self, result: Result) -> None:
        last = f"{result.assignment} {escape(result.student)}"
        self._bar.update(self._task, advance=1, last=last[:40])


def _as_json(stored: list[Stored], warnings: list[str]) -> dict[str, Any]:
    return {"results": [one.result.to_json() for one in stored], "warnings": warnings}


def _show(
    console: Console, book: ClassBook, warnings: list[str], out: Path, fresh: int, level: str
) -> None:
    console.print(class_table(book, "Class"))
    for row in book.rows:
        for entry in row.entries.values():
            if has_faults(entry) and entry.counting is not None:
                _show_fault(console, entry.counting)
    for warning in warnings:
        console.print(f"[yellow]![/] {escape(warning)}", soft_wrap=True)
    console.print(
        f"{fresh} graded now, isolation level {level}. Scores: {escape(str(out / 'grades.csv'))}; "
        f"feedback for students: {escape(str(out / 'feedback'))}/",
        soft_wrap=True,
    )


def _show_fault(console: Console, result: Result) -> None:
    who = escape(f"{result.student}, {result.assignment}")
    why = escape((result.problem.strip().splitlines() or ["no reason given"])[-1][:300])
    said = "the grader itself failed" if result.status == "grader_error" else "refused"
    console.print(f"[red]{who}: {said}:[/] {why}", soft_wrap=True)
