"""CSV text taken apart without losing a byte: where every cell begins and ends."""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Cell:
    """One cell: what it says, and the span of the file in which that is written."""

    text: str
    start: int
    end: int
    quoted: bool


def cells_of(raw: str, delimiter: str) -> list[list[Cell]]:
    """Every row of a CSV text; quoted cells may hold delimiters, quotes and line ends."""
    # text after a closing quote belongs to the cell, as spreadsheets read it
    plain = rf"[^{re.escape(delimiter)}\r\n]*"
    pattern = re.compile(
        rf'(?P<quoted>"(?:[^"]|"")*+")?(?P<plain>{plain})'
        rf"(?P<end>{re.escape(delimiter)}|\r\n|\n|\r|\Z)"
    )
    rows: list[list[Cell]] = [[]]
    at = 0
    while at < len(raw) or rows[-1]:
        found = pattern.match(raw, at)
        assert found is not None, "without a quote the pattern matches any text"
        rows[-1].append(_cell(found))
        at = found.end()
        if found["end"] != delimiter:
            rows.append([])
    return [row for row in rows if any(cell.end > cell.start for cell in row)]


def delimiter_of(raw: str) -> str:
    """`,` or `;`: the one that splits the first three lines into equally many, most cells."""
    lines = raw.splitlines()[:3]
    counts = {}
    for delimiter in ",;":
        sizes = {len(row) for row in csv.reader(lines, delimiter=delimiter)}
        counts[delimiter] = sizes.pop() if len(sizes) == 1 else 0
    return ";" if counts[";"] > counts[","] else ","


def replaced(raw: str, changes: dict[tuple[int, int], str]) -> str:
    """The text with some spans written anew, and everything else as it was."""
    parts, at = [], 0
    for (start, end), text in sorted(changes.items()):
        parts += [raw[at:start], text]
        at = end
    return "".join([*parts, raw[at:]])


def _cell(found: re.Match[str]) -> Cell:
    quoted = found["quoted"] or ""
    text = quoted[1:-1].replace('""', '"') + found["plain"]
    return Cell(text, found.start(), found.start("end"), bool(quoted))
