"""`grade run`: grade a class."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console

from autograder.cli.nbgrader import nbgrader_class
from autograder.cli.nbgrader import nbgrader_option
from autograder.cli.options import course_of
from autograder.cli.options import jobs_of
from autograder.cli.options import level_of
from autograder.cli.run_output import Progress
from autograder.cli.run_output import as_plain
from autograder.cli.run_output import show_class
from autograder.cli.run_output import show_end
from autograder.cli.run_output import show_moves
from autograder.cli.run_output import tell_changed_secret
from autograder.cli.run_output import tell_new_secret
from autograder.course.course import Course
from autograder.errors import UserError
from autograder.grading.class_book import ClassBook
from autograder.grading.class_book import class_book
from autograder.grading.class_book import policy_of
from autograder.grading.intake import Intake
from autograder.grading.intake import discover_some
from autograder.grading.policy_table import read_zone
from autograder.grading.run import ClassRun
from autograder.grading.store import DATABASE
from autograder.grading.store import Store
from autograder.grading.store import locked_folder
from autograder.grading.times import Times
from autograder.grading.times import read_times
from autograder.reports.files import write_reports

if TYPE_CHECKING:
    from autograder.nbgrader.run import NbgraderClass

_WRITTEN = ("feedback", "results", "report", "bundles", "exports")
"""The folders in an output folder."""


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
    *,
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
    out = out or (course_dir or Path()) / "out"
    if course_dir is not None:
        # there is no SUBMISSIONS then: the first word is a slug like the others
        slugs = (str(submissions), *slugs) if submissions is not None else slugs
        if times is not None:
            raise click.UsageError("--times has no use with --nbgrader: timestamp.txt counts.")
    course = course_of(course_folder)
    chosen = tuple(course.assignment(slug).slug for slug in slugs) or course.slugs
    level = level_of(isolation, require)
    policy_of(course)  # a rule that cannot be read is told now, not after an hour of grading
    if course_dir is not None:
        source = _nbgrader_source(course, course_dir, chosen)
    else:
        source = _folder_source(course, _checked_folder(submissions, out), chosen, times)
        _check_student(source.intake, student)
    intake = source.intake
    handed = [one for one in intake.found if student in (None, one.student)]
    console = Console(highlight=False)
    with locked_folder(out):
        store = Store(out)
        try:
            tell_new_secret(course.root)
            run = ClassRun(course, store, level, jobs_of(jobs))
            plan = run.plan(handed, regrade=regrade)
            tell_changed_secret(out, run.under_another_secret(plan))
            with Progress(shown=not as_json) as progress:
                fresh = sum(1 for _ in run.grade(plan, progress))
            stored = store.all()
            graded = {one.result.assignment for one in stored}
            book = class_book(course, stored, {*slugs, *graded}, intake.students)
            write_reports(out, book)
            if source.gradebook is not None:
                whole = [one for one in stored if one.result.assignment not in plan.broken]
                source.gradebook.record(whole)
        finally:
            store.close()
    unused = source.times.strangers(intake.students) if source.times else []
    warnings = [*intake.ignored, *book.warnings, *unused]
    if as_json:
        click.echo(json.dumps(as_plain(stored, store.moved, warnings), indent=1))
    else:
        show_class(console, book, warnings)
        show_moves(console, store.moved)
        show_end(console, out, fresh, level.value)
    for slug, why in plan.broken.items():
        click.echo(f"{slug} was not graded: {why}", err=True)
    return 1 if plan.broken or _is_faulty(book, chosen) else 0


@dataclass(frozen=True)
class _Source:
    """Where the hand-ins come from: a folder with times, or an nbgrader course."""

    intake: Intake
    times: Times | None = None
    gradebook: NbgraderClass | None = None


def _nbgrader_source(course: Course, course_dir: Path, slugs: tuple[str, ...]) -> _Source:
    gradebook = nbgrader_class(course, course_dir, slugs)
    return _Source(gradebook.intake, gradebook=gradebook)


def _folder_source(
    course: Course, submissions: Path, slugs: tuple[str, ...], times: Path | None
) -> _Source:
    """The hand-ins in a folder; a wrong path must not look like a class that handed in nothing."""
    zone = read_zone(course.policy.get("zone", "UTC"))
    listed = read_times(times, zone) if times else None
    intake = discover_some(submissions, slugs, course.slugs, times=listed, zone=zone)
    if not intake.found:
        looked_at = "".join(f"\n  {line}" for line in intake.ignored[:10])
        others = " or any other assignment" if len(slugs) > 5 else ""
        raise UserError(
            f"{submissions} holds no hand-in for {', '.join(slugs[:5])}{others}. Expected a folder "
            "or archive for each student with a file named after the assignment, such as "
            f"{slugs[0]}.py.{looked_at}"
        )
    return _Source(intake, listed)


def _is_faulty(book: ClassBook, slugs: tuple[str, ...]) -> bool:
    """Whether the grader itself failed; a refusal is a result like any other."""
    entries = [row.entries[slug] for row in book.rows for slug in slugs if slug in row.entries]
    return any(entry.status == "grader_error" for entry in entries)


def _check_student(intake: Intake, student: str | None) -> None:
    students = sorted({one.student for one in intake.found})
    if student is not None and student not in students:
        raise UserError(
            f"There is no hand-in of {student!r}. Students here: {', '.join(students[:40])}."
        )


def _checked_folder(submissions: Path | None, out: Path) -> Path:
    if submissions is None or not submissions.exists():
        raise click.UsageError(f"SUBMISSIONS is no file or folder: {submissions or 'none named'}.")
    _check_not_our_own(submissions)
    if out.resolve().is_relative_to(submissions.resolve()):
        raise UserError(
            f"--out {out} lies in the submissions folder {submissions}, where the next run would "
            "take results for hand-ins: name a folder beside it."
        )
    return submissions


def _check_not_our_own(submissions: Path) -> None:
    """Refuse what an earlier run wrote: its folders would pass for students."""
    whole = submissions.resolve()
    for folder in (whole, *whole.parents):
        inside = whole.relative_to(folder).parts
        if (folder / DATABASE).is_file() and (not inside or inside[0] in _WRITTEN):
            raise UserError(
                f"{submissions} is {'in ' if inside else ''}the output folder of a `grade run`: it "
                "holds results, not hand-ins. Name the folder or archive of what was handed in."
            )
