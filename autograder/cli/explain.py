"""`grade explain`: everything known about one result, for a dispute."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import click
from rich.console import Console
from rich.markup import escape

from autograder.cli.finished import finished_book
from autograder.cli.options import course_of
from autograder.errors import UserError
from autograder.grading.class_book import ClassBook
from autograder.grading.class_book import Entry
from autograder.grading.class_book import Row
from autograder.grading.class_book import policy_of
from autograder.grading.class_book import under_one_name
from autograder.grading.people import People
from autograder.grading.policy import Counted
from autograder.grading.policy import Policy
from autograder.grading.result import Result
from autograder.grading.result import TestOutcome
from autograder.grading.result import points_text
from autograder.grading.store import Store
from autograder.grading.strays import for_students


@click.command()
@click.argument("student")
@click.argument("slug")
@click.option("--out", type=click.Path(path_type=Path), default=Path("out"), show_default=True)
@click.option("--attempt", help="One attempt; all of them by default.")
@click.pass_obj
def command(
    course_folder: Path | None, student: str, slug: str, out: Path, attempt: str | None
) -> int:
    """Show everything known about STUDENT's results for SLUG, hidden details included.

    STUDENT is the name of the hand-in, or the roster's id, name, e-mail address or account. For
    the instructor's eyes: inputs, expected values and the student's output are shown.

    \b
    grade explain 'Zoë Müller' softmax --out out/week1
    grade explain zoe@example.org softmax --out out/week1
    """
    course = course_of(course_folder)
    row = _row_of(finished_book(course, out), student)
    with closing(Store(out)) as store:
        names = (row.student, *row.also)
        stored = under_one_name(one for name in names for one in store.all(name, slug))
        moves = [m for m in store.moves() if m.student in names and m.assignment == slug]
        others = sorted({one.result.assignment for name in names for one in store.all(name)})
    entry = row.entries.get(slug)
    if entry is None and not stored:
        raise UserError(
            f"{row.student} has no result for {slug}; there are results for: "
            f"{', '.join(others) or 'nothing'}.{_unmatched(row, slug)}"
        )
    attempts = [one.result.attempt for one in stored]
    if attempt is not None and attempt not in attempts:
        raise UserError(
            f"{row.student} has no attempt {attempt!r} at {slug}; there are: "
            f"{', '.join(attempts) or 'none'}."
        )
    console = Console(highlight=False, soft_wrap=True)
    if entry is not None:
        for line in _standing(row, slug, entry, policy_of(course)):
            console.print(escape(_printable(line)))
        console.print()
    for one in stored:
        if attempt in (None, one.result.attempt):
            late = entry.counted.get(one.result.attempt) if entry else None
            _show(console, one.result, one.content, one.graded_at, late)
    for move in moves:
        console.print(
            f"Moved from {points_text(move.old_score)} to {points_text(move.new_score)}: "
            f"{escape(move.reason)}."
        )
    return 0


def _row_of(book: ClassBook, student: str) -> Row:
    """The only row that the name can mean."""
    # of rows that share a name the first is the one with a hand-in
    rows = {row.student: row for row in reversed(book.rows)}
    names = {name: row.person for name, row in rows.items()}
    also = {name: row.also for name, row in rows.items()}
    return rows[People(names, also).one(student)]


def _unmatched(row: Row, slug: str) -> str:
    """What may be the answer to an assignment that nobody handed in by name."""
    return f"\nFound, but {for_students(row.unmatched, slug)}." if row.unmatched else ""


def _standing(row: Row, slug: str, entry: Entry, policy: Policy) -> Iterator[str]:
    """What counts, and every rule that had a say in it."""
    standing = entry.standing
    score, most = points_text(standing.score), points_text(standing.max_score)
    yield f"{row.student}, {slug}: {score} of {most} counts"
    yield f"status: {entry.status.replace('_', ' ')}"
    if row.person is not None:
        person = row.person
        known = filter(None, (person.id, person.name, person.email, person.section))
        yield f"roster, line {person.line}: {', '.join(known)}"
    yield f"deadline: {entry.due}"
    if standing.attempt:
        limit = f", attempt_limit = {policy.attempt_limit}" if policy.attempt_limit else ""
        rule = f'attempts = "{policy.attempts}"{limit}'
        yield f"attempt that counts: {standing.attempt} of {len(entry.results)} ({rule})"
    for note in filter(None, [entry.unmatched, *standing.notes]):
        yield f"- {note}"


def _show(
    console: Console, result: Result, content: str, graded_at: str, counted: Counted | None
) -> None:
    score = points_text(result.score)
    console.print(
        f"[bold]{escape(result.student)}, {result.assignment}, attempt {escape(result.attempt)}[/]"
    )
    console.print(f"{result.status}: {score} of {points_text(result.max_score)}")
    console.print(f"submitted {result.submitted_at or 'at an unknown time'}, graded {graded_at}")
    if counted is not None and counted.note:
        console.print(f"{counted.note}: {points_text(counted.score)} of {score} left")
    console.print(f"isolation {result.isolation}, submission {content}")
    versions = ", ".join(f"{name} {value}" for name, value in result.versions.items())
    console.print(f"{versions}, secret {result.secret_fingerprint}")
    timings = ", ".join(f"{name} {seconds:.3f} s" for name, seconds in result.timings.items())
    console.print(f"timings: {timings or 'none'}")
    for note in result.notes:
        console.print(f"- {escape(note)}")
    if result.problem:
        console.print(f"[red]{escape(result.problem)}[/]")
    said: tuple[str, ...] = ()
    for test in result.tests:
        _show_test(console, test)
        details = tuple(_details(test))
        # one cause often fails all criteria: its sentences are read once
        for line in ("as above",) if details and details == said else details:
            console.print(f"         {escape(_printable(line))}")
        said = details or said
    if result.output:
        console.print("[bold]printed by the student's code[/]")
        console.print(escape(_printable(result.output)))
    console.print()


def _show_test(console: Console, test: TestOutcome) -> None:
    colour = "green" if test.status == "passed" else "red"
    points = f"{points_text(test.earned)} of {points_text(test.points)}"
    console.print(
        f"[{colour}]{test.status:8}[/] {test.id} ({test.of}, {points}): {escape(test.says)}"
    )


def _details(test: TestOutcome) -> Iterator[str]:
    for label, text in (("told", test.message), ("place", test.place), ("detail", test.detail)):
        if text:
            yield f"{label}: {text}"
    if test.diagnosis:
        said = f"{test.diagnosis.misconception}, {test.diagnosis.evidence} bits of evidence"
        yield f"diagnosis: {said}: {test.diagnosis.says}"


def _printable(text: str) -> str:
    """No escape sequence of a student's reaches the instructor's terminal."""
    return "".join(c if c.isprintable() or c in "\n\t" else "?" for c in text)
