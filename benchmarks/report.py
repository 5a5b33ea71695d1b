"""The tables, as they are printed and as docs/benchmarks.md keeps them."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

Row = Sequence[str | float]


def table(header: Row, rows: Iterable[Row]) -> str:
    """A Markdown table, columns aligned; numbers get three digits."""
    texts = [[_cell(cell) for cell in row] for row in (header, *rows)]
    widths = [max(len(row[column]) for row in texts) for column in range(len(header))]
    lines = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |"
        for row in texts
    ]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(lines)


def machine() -> str:
    """What the numbers were taken on."""
    cpus = len(os.sched_getaffinity(0))
    user = "root" if os.geteuid() == 0 else "an ordinary user"
    return (
        f"{platform.system()} {platform.release()}, {platform.machine()}, {cpus} CPUs, "
        f"{_processor()}, Python {platform.python_version()}, numpy {version('numpy')}, "
        f"torch {version('torch')}, pytest {version('pytest')}, run as {user}"
    )


def _processor() -> str:
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return "unknown processor"


def _cell(cell: str | float) -> str:
    if isinstance(cell, str):
        return cell
    return f"{cell:.0f}" if abs(cell) >= 100 else f"{cell:.3g}"
