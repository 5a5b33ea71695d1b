"""autograded/: the notebook that nbgrader turns into feedback and that formgrader shows.

It is made of the cells that were handed out and of the text of the student's cells, so no
hidden test, no output and no metadata of a student's making is in it.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from autograder.course.release import write_folder
from autograder.errors import UserError
from autograder.grading.result import Result
from autograder.grading.result import TestOutcome
from autograder.grading.result import shown
from autograder.nbgrader.notebook import Placed
from autograder.nbgrader.submitted import SECRET
from autograder.nbgrader.submitted import STAMP
from autograder.nbgrader.submitted import HandedIn
from autograder.reports.feedback import plain

_PYTHON = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def write_autograded(folder: Path, one: HandedIn, result: Result, mode: int) -> None:
    """Bring autograded/<student>/<assignment> up to date; files that say the same are kept."""
    name = f"{result.assignment}.ipynb"
    notebook = notebook_text(one, result)
    files = {
        name: notebook.encode(),
        STAMP: one.stamp.encode() if one.time else b"",
        # Without one, release_feedback would stop for the whole class.
        SECRET: (one.secret or _former(folder / SECRET) or secrets.token_hex(64)).encode(),
    }
    if all(_content(folder / name) == content for name, content in files.items()):
        return
    try:
        write_folder(folder, files)
        for name in files:
            (folder / name).chmod(mode)
    except OSError as error:
        raise UserError(
            f"{folder} cannot be written: {error.strerror}. The scores are safe; run the same "
            "command again."
        ) from error


def notebook_text(one: HandedIn, result: Result) -> str:
    """The notebook with the outcome of each criterion as the output of its cell."""
    outcomes = {f"{result.assignment}-{test.id}": test for test in result.tests}
    cells = [_cell(cell, number, outcomes) for number, cell in enumerate(one.rebuilt.cells, 1)]
    remarks = list(_remarks(result))
    if remarks:
        text = "**From the grader**\n\n" + "\n".join(f"- {plain(remark)}" for remark in remarks)
        cells.append(_raw_cell("markdown", "graders-remarks", text))
    return json.dumps(
        {"cells": cells, "metadata": _PYTHON, "nbformat": 4, "nbformat_minor": 5},
        ensure_ascii=False,
        indent=1,
    )


def _remarks(result: Result) -> Iterator[str]:
    if result.status == "refused":
        yield f"This submission could not be graded: {result.problem}."
    yield from result.notes


def _cell(cell: Placed, number: int, outcomes: dict[str, TestOutcome]) -> dict[str, Any]:
    if cell.master is None:
        source = cell.source if cell.cell_type == "code" else _harmless(cell.source)
        return _raw_cell(cell.cell_type, f"cell-{number}", source)
    foreign = cell.master.solution and cell.cell_type == "markdown"
    source = _harmless(cell.source) if foreign else cell.source
    made = _raw_cell(cell.cell_type, cell.master.cell_id or f"cell-{number}", source)
    made["metadata"] = cell.master.metadata
    outcome = outcomes.get(cell.master.grade_id)
    if outcome is not None and cell.cell_type == "code":
        made["outputs"] = [_output(outcome)]
    return made


def _raw_cell(cell_type: str, name: str, source: str) -> dict[str, Any]:
    cell = {"cell_type": cell_type, "id": name, "metadata": {}, "source": source}
    return {**cell, "execution_count": None, "outputs": []} if cell_type == "code" else cell


def _harmless(text: str) -> str:
    """A student's text without HTML: formgrader would run its scripts as the instructor."""
    return text.replace("<", "&lt;")


def _output(outcome: TestOutcome) -> dict[str, Any]:
    passed = outcome.status == "passed"
    points = f"{shown(outcome.earned):g} of {shown(outcome.points):g}"
    lines = [f"{'✓' if passed else '✗'} {points}: {outcome.says}"]
    if not passed and outcome.message:
        lines.append(outcome.message)
    if outcome.diagnosis is not None:
        lines.append(f"Likely mistake: {outcome.diagnosis.says}")
    return {"name": "stdout", "output_type": "stream", "text": "\n".join(lines) + "\n"}


def _content(file: Path) -> bytes | None:
    return file.read_bytes() if file.is_file() else None


def _former(file: Path) -> str:
    return (_content(file) or b"").decode()
