"""`grade export`: scores for a spreadsheet, a gradebook elsewhere, or a dashboard."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import click

from autograder.cli.finished import finished_book
from autograder.cli.options import course_of
from autograder.errors import UserError
from autograder.grading.class_book import ClassBook
from autograder.reports.files import replace_file
from autograder.reports.names import safe_name
from autograder.wording import counted

# and where each lies in OUT/exports
_FORMATS = {
    "csv": "criteria.csv",
    "canvas": "canvas.csv",
    "moodle": "moodle.csv",
    "gradescope": "gradescope",
    "junit": "junit.xml",
}


@click.command()
@click.argument("format", type=click.Choice([*_FORMATS]))
@click.argument("slugs", nargs=-1, metavar="[SLUG]...")
@click.option("--out", type=click.Path(path_type=Path), default=Path("out"), show_default=True)
@click.option("--to", type=click.Path(path_type=Path), help="Default: a file in OUT/exports.")
@click.option(
    "--gradebook",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="canvas: your exported gradebook, to be filled in; it is not changed itself.",
)
@click.option(
    "--column",
    "columns",
    multiple=True,
    metavar="SLUG=TITLE",
    help="canvas: the gradebook's column of an assignment; may be repeated.",
)
@click.pass_obj
def command(
    course_folder: Path | None,
    *,
    format: str,  # noqa: A002 - the word of the command line
    slugs: tuple[str, ...],
    out: Path,
    to: Path | None,
    gradebook: Path | None,
    columns: tuple[str, ...],
) -> int:
    """Write the scores of a finished `grade run` as FORMAT: csv, canvas, moodle, gradescope, junit.

    A score is blank where the grader itself failed. Every SLUG, or all of them.

    \b
    grade export csv --out out/week1
    grade export canvas softmax --gradebook ~/Grades.csv --to filled.csv
    grade export moodle softmax mlp
    """
    if gradebook is not None and format != "canvas":
        raise click.UsageError("--gradebook goes with canvas alone.")
    course = course_of(course_folder)
    book = _chosen(finished_book(course, out), [course.assignment(slug).slug for slug in slugs])
    target = to or out / "exports" / _FORMATS[format]
    if format == "gradescope":
        return _gradescope(book, target)
    data, changed, remarks = _file(format, book, gradebook, columns)
    if gradebook is not None and target.resolve() == gradebook.resolve():
        raise UserError(f"{target} is the gradebook itself: name another file by --to.")
    replace_file(target, data)
    for remark in remarks:
        click.echo(f"! {remark}", err=True)
    filled_in = "" if changed is None else f", {counted(changed, 'cell')} filled in"
    click.echo(f"{counted(len(book.rows), 'student')}{filled_in}: {target}")
    return 0


def _chosen(book: ClassBook, slugs: Iterable[str]) -> ClassBook:
    """The book over some of its assignments."""
    wanted = set(slugs)
    known = {assignment.slug for assignment in book.assignments}
    if wanted - known:
        raise UserError(
            f"There are no results for {', '.join(sorted(wanted - known))}; there are for: "
            f"{', '.join(sorted(known)) or 'nothing'}."
        )
    kept = tuple(a for a in book.assignments if a.slug in wanted)
    return replace(book, assignments=kept) if wanted else book


def _file(
    wanted: str, book: ClassBook, gradebook: Path | None, columns: tuple[str, ...]
) -> tuple[bytes, int | None, list[str]]:
    """The file, how many cells of a gradebook changed if there is one, and remarks."""
    from autograder.exports.canvas import canvas_csv
    from autograder.exports.canvas import filled
    from autograder.exports.junit import junit_xml
    from autograder.exports.moodle import moodle_csv
    from autograder.exports.table import criteria_csv

    if wanted == "junit":
        return junit_xml(book), None, []
    if wanted == "moodle":
        text, remarks = moodle_csv(book)
        return _utf8(text), None, remarks
    if gradebook is not None:
        # whatever bytes the file holds come back as they were
        raw = gradebook.read_bytes().decode("utf-8", "surrogateescape")
        done = filled(raw, book, _named(columns))
        return done.text.encode("utf-8", "surrogateescape"), done.changed, done.remarks
    return _utf8(canvas_csv(book) if wanted == "canvas" else criteria_csv(book)), None, []


def _named(columns: tuple[str, ...]) -> dict[str, str]:
    pairs = {}
    for column in columns:
        slug, equals, title = column.partition("=")
        if not equals:
            raise click.UsageError(f"--column takes SLUG=TITLE, found {column!r}.")
        pairs[slug] = title
    return pairs


def _gradescope(book: ClassBook, folder: Path) -> int:
    from autograder.exports.gradescope import gradescope_results

    count = 0
    for row in book.rows:
        for assignment in book.assignments:
            entry = row.entries[assignment.slug]
            results = gradescope_results(assignment.title, row.student, entry)
            if results is not None:
                text = json.dumps(results, indent=1) + "\n"
                replace_file(
                    folder / assignment.slug / f"{safe_name(row.student)}.json", text.encode()
                )
                count += 1
            elif entry.results:
                click.echo(f"! {row.student}, {assignment.slug}: no score, no file", err=True)
    click.echo(f"{count} files: {folder}/")
    return 0


def _utf8(text: str) -> bytes:
    return text.encode("utf-8", "replace")
