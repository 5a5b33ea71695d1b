"""Rows of a page's table by assignment, so that those of one can be written anew."""

from __future__ import annotations

from collections.abc import Sequence

Rows = dict[str, list[str]]


def rows_of(text: str) -> Rows:
    """The rows of the tables in `text`, by the assignment in their first cell."""
    found: Rows = {}
    for line in text.splitlines():
        if line.startswith("| "):
            found.setdefault(line.split(" ")[1], []).append(line)
    return found


def in_order(rows: Rows, slugs: Sequence[str]) -> str:
    """The rows of `slugs`, in their order; others are of assignments that are gone."""
    return "".join(f"{row}\n" for slug in slugs for row in rows.get(slug, ()))


def quoted(code: str) -> str:
    """Code as a cell of a table shows it."""
    return f"`{code}`".replace("|", r"\|")
