"""Notebooks read as data: code cells in order, nothing of them executed."""

from __future__ import annotations

import json

from autograder.grading.units import Sources
from autograder.grading.units import Unit


def read_notebook(raw: bytes, file: str) -> Sources:
    """The code cells of a notebook of format 3 or 4."""
    notebook = json.loads(raw.decode("utf-8-sig"))
    cells = notebook["cells"] if "cells" in notebook else notebook["worksheets"][0]["cells"]
    units = []
    for number, cell in enumerate(cells, 1):
        if cell["cell_type"] == "code":
            source = cell.get("source", cell.get("input", ""))
            units.append(Unit(source if isinstance(source, str) else "".join(source), file, number))
    return Sources(tuple(units))
