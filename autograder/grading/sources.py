"""The student's file as text, cut into the units that are run one after the other.

Nothing here compiles or parses Python: a hostile file can exhaust a parser, so that is
left to the worker, which is expendable.
"""

from __future__ import annotations

from pathlib import Path

from autograder.grading.encodings import decode
from autograder.grading.notebooks import read_notebook
from autograder.grading.units import Sources
from autograder.grading.units import Unit

__all__ = ["Sources", "Unit", "read_sources"]


def read_sources(folder: Path, main: str) -> Sources:
    """The units of `main` in the staged `folder`: one for a script, one a code cell for a notebook."""
    raw = (folder / main).read_bytes()
    if main.endswith(".ipynb"):
        return read_notebook(raw, main)
    text, notes, problem = decode(raw, main)
    if problem:
        return Sources(problem=problem)
    return Sources((Unit(text, main),), notes)
