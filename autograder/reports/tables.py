"""The class at a glance: grades.csv and the table in the terminal."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from fractions import Fraction

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from autograder.grading.class_book import ClassBook
from autograder.grading.class_book import Entry
from autograder.grading.class_book import Row
from autograder.grading.result import shown

_SHORT = {
    "not_attempted": "stub",
    "not_submitted": "-",
    "refused": "refused",
    "grader_error": "GRADER",
    "excused": "excused",
    "not_due": "not due",
    "unmatched": "unmatched",
}
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def grades_csv(book: ClassBook) -> str:
    """One row a student: score and status of each assignment, then the total.

    A score is blank where the student is excused, while nothing is due yet, and while the
    grader's own fault leaves it open.
    """
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    slugs = [a.slug for a in book.assignments]
    headings = [heading for slug in slugs for heading in (slug, f"{slug} status")]
    writer.writerow(["student", "id", "name", *headings, "total", "maximum"])
    for row in book.rows:
        writer.writerow([guarded(cell) for cell in _csv_cells(row, slugs)])
    return out.getvalue()


def guarded(cell: str) -> str:
    """A cell that a spreadsheet will not run: text that looks like a formula gets a quote."""
    number = cell.replace(".", "", 1).removeprefix("-").isdigit()
    return f"'{cell}" if cell.startswith(_FORMULA) and not number else cell


def class_table(book: ClassBook, title: str, console: Console) -> Table:
    """The class for a terminal; where the headings do not fit, numbers stand for them."""
    slugs = [assignment.slug for assignment in book.assignments]
    table = _table(book, title, slugs)
    unbounded = console.options.update(max_width=10_000)
    if console.measure(table, options=unbounded).maximum <= console.width:
        return table
    numbers = [str(number) for number, _ in enumerate(slugs, 1)]
    numbered = _table(book, title, numbers)
    # joined without a blank, at which a line could break
    numbered.caption = ", ".join(f"{n}={slug}" for n, slug in zip(numbers, slugs, strict=True))
    return numbered


def _table(book: ClassBook, title: str, headings: list[str]) -> Table:
    table = Table(
        title=title,
        title_justify="left",
        caption_justify="left",
        header_style="bold",
        box=SIMPLE_HEAD,
        pad_edge=False,
        padding=(0, 1, 0, 0),
    )
    table.add_column("student", no_wrap=True)
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    most = max((row.max_score for row in book.rows), default=Fraction(0))
    table.add_column(f"of {shown(most):g}", justify="right", style="bold", no_wrap=True)
    for row in book.rows:
        cells = [_cell(row.entries[a.slug]) for a in book.assignments]
        table.add_row(_who(row), *cells, _total(row, most))
    return table


def _who(row: Row) -> str:
    name = row.person.name if row.person else ""
    also = f" [dim]{escape(_printable(name))}[/]" if name not in ("", row.student) else ""
    return escape(_printable(row.student)) + also


def _csv_cells(row: Row, slugs: list[str]) -> Iterator[str]:
    yield row.student
    yield row.person.id if row.person else ""
    yield row.person.name if row.person else ""
    for slug in slugs:
        entry = row.entries[slug]
        yield "" if entry.standing.score is None else f"{shown(entry.standing.score):g}"
        yield entry.status
    yield f"{shown(row.score):g}" if row.complete else ""
    yield f"{shown(row.max_score):g}"


def _cell(entry: Entry) -> str:
    short = _SHORT.get(entry.status)
    if short == "GRADER":
        return f"[red]{short}[/]"
    if short:
        return f"[dim]{short}[/]"
    if entry.standing.score is None:
        return ""
    text = f"{shown(entry.standing.score):g}"
    return f"[green]{text}[/]" if entry.standing.score >= entry.standing.max_score else text


def _total(row: Row, most: Fraction) -> str:
    """The sum; what it is of, too, where something does not count for a student."""
    of = "" if row.max_score == most else f"/{shown(row.max_score):g}"
    return f"{shown(row.score):g}{of}" if row.complete else "open"


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() else "?" for c in text)
