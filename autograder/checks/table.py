"""Expected and found values beside each other, a few rows around the first difference."""

from __future__ import annotations

import numpy as np

from autograder.checks.describe import shown
from autograder.checks.failure import clipped
from autograder.checks.tolerance import Numbers

_ROWS = 6
_CELL = 24


def table(found: Numbers, expected: Numbers, first: int) -> str:
    """At most six rows of index, expected and found; ">" marks flat position `first`."""
    start = max(0, min(first - 1, found.size - _ROWS))
    left, right = found.reshape(-1), expected.reshape(-1)
    rows = [("", "index", "expected", "found")]
    for flat in range(start, min(start + _ROWS, found.size)):
        index = ", ".join(str(int(i)) for i in np.unravel_index(flat, found.shape))
        place = clipped(f"[{index}]", _CELL)
        mark = ">" if flat == first else ""
        rows.append((mark, place, _cell(right[flat]), _cell(left[flat])))
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    return "\n".join(
        " ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )


def side_by_side(found: Numbers, expected: Numbers) -> str:
    """Two numbers without axes, on one line, with as many digits as tell them apart."""
    left, right = _cell(found[()]), _cell(expected[()])
    if left == right:
        left, right = shown(found[()], _CELL), shown(expected[()], _CELL)
    return f"expected {right}, found {left}"


def _cell(value: object) -> str:
    return f"{value:.10g}" if isinstance(value, np.inexact) else shown(value, _CELL)
