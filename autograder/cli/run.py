"""`grade run`: grade a class."""

from __future__ import annotations

import json
from collections.abc import Iterable
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import click
from rich.console import Console

from autograder.cli.nbgrader import nbgrader_option
from autograder.cli.options import course_of
from autograder.cli.options import jobs_of
from autograder.cli.options import level_of
from autograder.cli.options import tell_new_secret
from autograder.cli.run_output import Progress
from autograder.cli.run_output import as_plain
from autograder.cli.run_output import by_reason
from autograder.cli.run_output import show_class
from autograder.cli.run_output import show_end
from autograder.cli.run_output import show_moves
from autograder.cli.run_output import tell_changed_secret
from autograder.cli.run_source import Source
from autograder.cli.run_source import folder_source
from autograder.cli.run_source import nbgrader_source
from autograder.course.course import Course
from autograder.grading.class_book import ClassBook
from autograder.grading.class_book import class_book
from autograder.grading.class_book import policy_of
from autograder.grading.roster import read_roster
from autograder.grading.run import ClassRun
from autograder.grading.run import Plan
from autograder.grading.standings import keep_standings
from autograder.grading.store import Store
from autograder.grading.store import Stored
from autograder.grading.store import locked_folder
from autograder.reports.derived import replace_derived
from autograder.reports.files import write_reports
from autograder.wording import counted
from autograder.wording import named


@click.command()
@click.argument("submissions", type=click.Path(path_type=Path), required=False)
@click.argument("slugs", nargs=-1, metavar="[SLUG]...")
@click.option("--out", type=click.Path(path_type=Path), help="Default: out, or out in COURSE_DIR.")
@nbgrader_option("Grade submitted/ of this nbgrader course directory, into its gradebook.")
@click.option("--jobs", type=click.IntRange(1), help="Submissions graded at the same time.")
@click.option("--isolation", metavar="LEVEL", help="process, locked or sealed.")
@click.option("--require", metavar="LEVEL", help="Refuse to grade below this level.")
@click.option("--student", help="Grade this student alone, by any name of theirs.")
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
    course = course_of(course_folder)
    out = out or (course_dir or Path()) / "out"
    if course_dir is not None:
        # there is no SUBMISSIONS then: the first word is a slug like the others
        slugs = (str(submissions), *slugs) if submissions is not None else slugs
        if times is not None:
            raise click.UsageError("--times has no use with --nbgrader: timestamp.txt counts.")
    slugs = tuple(dict.fromkeys(slugs))
    chosen = tuple(course.assignment(slug).slug for slug in slugs) or course.slugs
    level = level_of(isolation, require)
    _read_settings(course)
    if course_dir is not None:
        source = nbgrader_source(course, course_dir, chosen, out)
    else:
        source = folder_source(course, submissions, chosen, out, times)
    handed = source.of_student(student)
    with locked_folder(out), closing(Store(out)) as store:
        tell_new_secret(course.root)
        run = ClassRun(course, store, level, jobs_of(jobs))
        plan = run.plan(handed, regrade=regrade)
        tell_changed_secret(out, run.under_another_secret(plan))
        with Progress(shown=not as_json) as progress:
            fresh = sum(1 for _ in run.grade(plan, progress))
        kept = _keep(course, store, source, plan, slugs)
    if as_json:
        click.echo(json.dumps(as_plain(kept.stored, store.moved, kept.warnings), indent=1))
    else:
        console = Console(highlight=False)
        show_class(console, kept.book, kept.warnings)
        show_moves(console, store.moved)
        show_end(console, out, fresh, level.value)
    for slug, why in plan.broken.items():
        click.echo(f"{slug} was not graded: {why}", err=True)
    return 1 if plan.broken or _is_faulty(kept.book, chosen) else 0


def _read_settings(course: Course) -> None:
    """What cannot be read is told now, not after an hour of grading."""
    policy_of(course)
    if course.roster is not None:
        read_roster(course.roster)


@dataclass(frozen=True)
class _Kept:
    """What there is after a run: results, the class over what was asked for, and remarks."""

    stored: list[Stored]
    book: ClassBook
    warnings: list[str]


def _keep(
    course: Course, store: Store, source: Source, plan: Plan, slugs: tuple[str, ...]
) -> _Kept:
    """Write everything that is derived from the results, and take away what no longer holds."""
    stored = store.all()
    graded = {one.result.assignment for one in stored}
    students = source.intake.students
    store.keep_unmatched(students, source.intake.unmatched)
    unmatched = store.unmatched()
    book = class_book(course, stored, {*slugs, *graded}, students, unmatched)
    changed = keep_standings(store, book)
    replace_derived(store, "scores", write_reports(store.folder, book))
    pages = 0
    if changed or plan.total:
        pages = replace_derived(store, "pages", ()) + replace_derived(store, "archives", ())
    if source.gradebook is not None:
        source.gradebook.record([x for x in stored if x.result.assignment not in plan.broken])
    if slugs and graded - set(slugs):
        book = class_book(course, stored, slugs, students, unmatched)
    warnings = [*by_reason(source.intake.ignored), *book.warnings]
    warnings += source.times.unused(students, course.slugs) if source.times else []
    warnings += _without_hand_in(source, stored)
    if pages:
        warnings.append(
            f"{counted(pages, 'page or archive', 'pages and archives')} of the last `grade report` "
            "showed former results and were removed: run it again"
        )
    return _Kept(stored, book, warnings)


def _without_hand_in(source: Source, stored: Iterable[Stored]) -> Iterator[str]:
    """Results that count although this run saw no hand-in of theirs: withdrawn, or elsewhere."""
    seen = {(one.student, one.slug, one.attempt) for one in source.intake.found}
    slugs = {slug for _, slug, _ in seen}
    results = (one.result for one in stored if one.result.assignment in slugs)
    left = [one for one in results if (one.student, one.assignment, one.attempt) not in seen]
    if left:
        who = named(f"{one.student} ({one.assignment}, attempt {one.attempt})" for one in left)
        yield (
            f"{source.where} holds no hand-in for {counted(len(left), 'result')} of earlier runs, "
            f"kept and counted: {who}. If they were withdrawn, grade into a new --out folder"
        )


def _is_faulty(book: ClassBook, slugs: tuple[str, ...]) -> bool:
    """Whether the grader itself failed; a refusal is a result like any other."""
    entries = [row.entries[slug] for row in book.rows for slug in slugs if slug in row.entries]
    return any(entry.status == "grader_error" for entry in entries)
