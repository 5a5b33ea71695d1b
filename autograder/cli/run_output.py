"""What `grade run` shows while it grades and when it is done."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from typing import Self

import click
import rich.progress
from rich.console import Console
from rich.markup import escape

from autograder.grading.class_book import ClassBook
from autograder.grading.result import Result
from autograder.grading.result import exact_text
from autograder.grading.result import points_text
from autograder.grading.store import Move
from autograder.grading.store import Stored
from autograder.grading.tree import LeftOut
from autograder.reports.tables import class_table
from autograder.wording import named

_MOST_ROWS = 300
_MOST_REASONS = 20
_LONGEST_REASON = 300
_MOST_MOVES = 50


class Progress:
    """A bar on standard error; nothing when it is not a terminal or not wanted."""

    def __init__(self, *, shown: bool) -> None:
        console = Console(stderr=True)
        self._bar = rich.progress.Progress(
            rich.progress.TextColumn("grading"),
            rich.progress.BarColumn(),
            rich.progress.MofNCompleteColumn(),
            rich.progress.TextColumn("{task.fields[last]}"),
            rich.progress.TimeRemainingColumn(),
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


def tell_changed_secret(out: Path, results: int) -> None:
    """Told before the grading, while there is time to stop it."""
    if results:
        click.echo(
            f"! The course secret changed: of the results in {out}, {results} made with another "
            "one are graded again. If this is not meant, stop and put the old secret back.",
            err=True,
        )


def as_plain(stored: list[Stored], moved: list[Move], warnings: list[str]) -> dict[str, Any]:
    """What `--json` prints."""
    return {
        "results": [one.result.to_json() for one in stored],
        "moved": [
            {
                "student": move.student,
                "assignment": move.assignment,
                "attempt": move.attempt,
                "from": exact_text(move.old_score),
                "to": exact_text(move.new_score),
                "reason": move.reason,
            }
            for move in moved
        ],
        "warnings": warnings,
    }


def show_class(console: Console, book: ClassBook, warnings: list[str]) -> None:
    """The table of the class, what an instructor has to look at, and all warnings."""
    if len(book.rows) <= _MOST_ROWS:
        console.print(class_table(book, "Class", console))
    else:
        console.print(f"{len(book.rows)} students: more than a screen holds, see grades.csv.")
    _show_faults(console, book)
    for warning in warnings:
        console.print(f"[yellow]![/] {escape(warning)}", soft_wrap=True)


def show_moves(console: Console, moved: list[Move]) -> None:
    """Whose score moved, and why."""
    for move in moved[:_MOST_MOVES]:
        old, new = points_text(move.old_score), points_text(move.new_score)
        attempt = f", attempt {move.attempt}" if move.attempt else ""
        who = escape(f"{move.student}, {move.assignment}{attempt}")
        console.print(
            f"[cyan]moved[/] {who}: {old} to {new}: {escape(move.reason)}", soft_wrap=True
        )
    if len(moved) > _MOST_MOVES:
        more = len(moved) - _MOST_MOVES
        console.print(f"[cyan]moved[/] {more} more scores: the pages of `grade report` list them.")


def show_end(console: Console, out: Path, fresh: int, level: str) -> None:
    """What was done and where the results are."""
    console.print(
        f"{fresh} graded now, isolation level {level}. Scores: {escape(str(out / 'grades.csv'))}; "
        f"feedback for students: {escape(str(out / 'feedback'))}/",
        soft_wrap=True,
    )


def by_reason(left_out: Iterable[LeftOut]) -> Iterator[str]:
    """One sentence a reason: a class of hundreds leaves hundreds of files of tools behind."""
    paths: dict[str, list[str]] = defaultdict(list)
    for one in left_out:
        paths[one.why].append(one.path)
    for why, alike in paths.items():
        many = f"{len(alike)} times: " if len(alike) > 1 else ""
        yield f"{many}{named(alike)}: {why}"


def _show_faults(console: Console, book: ClassBook) -> None:
    """One line a reason, the most frequent first."""
    alike: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    for row in book.rows:
        for slug, entry in row.entries.items():
            if entry.status in ("refused", "grader_error") and entry.counting is not None:
                why = (entry.counting.problem.strip().splitlines() or ["no reason given"])[-1]
                alike[slug, entry.status, why[:_LONGEST_REASON]].append(row.student)
    frequent = sorted(alike.items(), key=lambda item: -len(item[1]))
    for (slug, status, why), students in frequent[:_MOST_REASONS]:
        who = f"{len(students)} students" if len(students) > 1 else students[0]
        said = "the grader itself failed" if status == "grader_error" else "refused"
        names = f" ({named(students)})" if len(students) > 1 else ""
        console.print(
            f"[red]{escape(who)}, {slug}: {said}:[/] {escape(why + names)}", soft_wrap=True
        )
    if len(frequent) > _MOST_REASONS:
        more = len(frequent) - _MOST_REASONS
        console.print(f"[red]And {more} more reasons:[/] see the column of statuses in grades.csv.")
