"""Sentences about many things at once, and sentences that quote what a student has chosen."""

from __future__ import annotations

from collections.abc import Iterable

_KEPT = "\n\t\N{NO-BREAK SPACE}"
_NAMED = 10


def named(names: Iterable[str], most: int = _NAMED) -> str:
    """The names in a row; of more than `most` the first ones, and how many there are besides."""
    known = list(names)
    said = ", ".join(known[:most])
    return f"{said} and {len(known) - most} more" if len(known) > most else said


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun: "1 result", "2 results"."""
    return f"{number} {one if number == 1 else many or f'{one}s'}"


def readable(text: str) -> str:
    """Text that no terminal takes for a command: white space is kept, "?" stands for the rest."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in _KEPT else "?" for c in text)
