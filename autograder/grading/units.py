"""What `read_sources` gives: pieces of Python text with their place in the student's file."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Unit:
    """Text to be compiled and run as one piece; its lines are numbered as in `file` or in `cell`.

    `cell` counts all cells of the notebook from 1, text cells too: the number a student gets
    by counting on the page. It is None for a script.
    """

    source: str
    file: str
    cell: int | None = None


@dataclass(frozen=True)
class Sources:
    """The units in order; when `problem` is a sentence there are none."""

    units: tuple[Unit, ...] = ()
    notes: tuple[str, ...] = ()
    problem: str = ""
