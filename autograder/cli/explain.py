"""`grade explain`: everything known about one result, for a dispute."""

from __future__ import annotations

from pathlib import Path

import click
from rich.console import Console
from rich.markup import escape

from autograder.errors import UserError
from autograder.grading.result import Result
from autograder.grading.result import TestOutcome
from autograder.grading.result import exact_text
from autograder.grading.store import DATABASE
from autograder.grading.store import Store


@click.command()
@click.argument("student")
@click.argument("slug")
@click.option("--out", type=click.Path(path_type=Path), default=Path("out"), show_default=True)
@click.option("--attempt", help="One attempt; all of them by default.")
def command(student: str, slug: str, out: Path, attempt: str | None) -> int:
    """Show everything known about STUDENT's results for SLUG, hidden details included.

    For the instructor's eyes: inputs, expected values and the student's output are shown.

    \b
    grade explain 'Zoë Müller' softmax --out out/week1
    """
    if not (out / DATABASE).is_file():
        raise UserError(f"{out} holds no {DATABASE}: name the folder of a `grade run` by --out.")
    store = Store(out)
    try:
        stored = store.all(student, slug)
        moves = [
            move for move in store.moves() if (move.student, move.assignment) == (student, slug)
        ]
        if not stored:
            raise UserError(_unknown(store, student, slug))
    finally:
        store.close()
    console = Console(highlight=False, soft_wrap=True)
    for one in stored:
        if attempt in (None, one.result.attempt):
            _show(console, one.result, one.content, one.graded_at)
    for move in moves:
        console.print(
            f"Moved from {exact_text(move.old_score) or 'no score'} to "
            f"{exact_text(move.new_score) or 'no score'}: {escape(move.reason)}."
        )
    return 0


def _unknown(store: Store, student: str, slug: str) -> str:
    known = store.all()
    students = sorted({one.result.student for one in known})
    slugs = sorted({one.result.assignment for one in known if one.result.student == student})
    if student in students:
        return f"{student} has no result for {slug}; there are results for: {', '.join(slugs)}."
    return f"No result of {student!r}. Students here: {', '.join(students[:40])}."


def _show(console: Console, result: Result, content: str, graded_at: str) -> None:
    score = exact_text(result.score) or "no score"
    console.print(
        f"[bold]{escape(result.student)}, {result.assignment}, attempt {escape(result.attempt)}[/]"
    )
    console.print(f"{result.status}: {score} of {exact_text(result.max_score)}")
    console.print(f"submitted {result.submitted_at or 'at an unknown time'}, graded {graded_at}")
    console.print(f"isolation {result.isolation}, submission {content}")
    versions = ", ".join(f"{name} {value}" for name, value in result.versions.items())
    console.print(f"{versions}, secret {result.secret_fingerprint}")
    timings = ", ".join(f"{name} {seconds:.3f} s" for name, seconds in result.timings.items())
    console.print(f"timings: {timings or 'none'}")
    for note in result.notes:
        console.print(f"- {escape(note)}")
    if result.problem:
        console.print(f"[red]{escape(result.problem)}[/]")
    for test in result.tests:
        _show_test(console, test)
    if result.output:
        console.print("[bold]printed by the student's code[/]")
        console.print(escape(_printable(result.output)))
    console.print()


def _show_test(console: Console, test: TestOutcome) -> None:
    colour = "green" if test.status == "passed" else "red"
    points = f"{exact_text(test.earned)} of {exact_text(test.points)}"
    console.print(
        f"[{colour}]{test.status:8}[/] {test.id} ({test.of}, {points}): {escape(test.says)}"
    )
    for label, text in (("told", test.message), ("place", test.place), ("detail", test.detail)):
        if text:
            console.print(f"         {label}: {escape(_printable(text))}")
    if test.diagnosis:
        said = f"{test.diagnosis.misconception}, {test.diagnosis.evidence} bits of evidence"
        console.print(f"         diagnosis: {said}: {escape(test.diagnosis.says)}")


def _printable(text: str) -> str:
    """No escape sequence of a student's reaches the instructor's terminal."""
    return "".join(c if c.isprintable() or c in "\n\t" else "?" for c in text)
