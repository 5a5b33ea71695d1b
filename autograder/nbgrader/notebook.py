"""A submitted notebook against the one that was handed out: what runs, and what is shown.

Cells are known by their grade_id. What an instructor locked comes back as it was handed
out; everything else a student wrote is run, in the order of the notebook, wherever it
stands. So a cell that was copied, deleted, renamed or moved costs no more than
what was in it.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from dataclasses import field
from dataclasses import replace
from pathlib import Path
from typing import Any

from autograder.errors import UserError
from autograder.grading.encodings import decode
from autograder.grading.notebooks import MAX_BYTES
from autograder.grading.notebooks import cell_text
from autograder.grading.notebooks import cells_of
from autograder.grading.notebooks import read_notebook


@dataclass(frozen=True)
class Master:
    """One cell as it was handed out; `metadata` is that of the whole cell."""

    grade_id: str
    cell_id: str
    cell_type: str
    source: str
    metadata: dict[str, Any]
    solution: bool
    graded: bool
    runs: bool


@dataclass(frozen=True)
class Placed:
    """A cell in its place. Without `master` it is the student's own.

    `runs` says whether its text is part of what is graded.
    """

    source: str
    cell_type: str
    runs: bool
    master: Master | None = None


@dataclass(frozen=True)
class Rebuilt:
    """The notebook that is graded and shown; `problem` says why nothing of it could be used."""

    cells: tuple[Placed, ...]
    notes: tuple[str, ...] = ()
    problem: str = ""


def read_masters(released: Path, slug: str) -> tuple[Master, ...]:
    """The cells of the released notebook that carry a grade_id, in order."""
    try:
        cells = json.loads(released.read_text(encoding="utf-8"))["cells"]
        return tuple(_master(cell, slug) for cell in cells if _grade_id(cell))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UserError(
            f"{released} cannot be read ({error}): run `grade release --nbgrader DIR {slug}`."
        ) from error


def _master(cell: dict[str, Any], slug: str) -> Master:
    facts = cell["metadata"]["nbgrader"]
    solution, graded = bool(facts["solution"]), bool(facts["grade"])
    # Visible tests are the student's own check; graded cells hold nothing to run here.
    test = (graded and not solution) or facts["grade_id"].startswith(f"{slug}-visible-")
    return Master(
        grade_id=facts["grade_id"],
        cell_id=str(cell.get("id", "")),
        cell_type=cell["cell_type"],
        source=cell_text(cell),
        metadata=cell["metadata"],
        solution=solution,
        graded=graded,
        runs=cell["cell_type"] == "code" and not test,
    )


def rebuild(raw: bytes, file: str, masters: tuple[Master, ...]) -> Rebuilt:
    """What is graded of the submitted notebook `raw`; nothing of it is executed."""
    cells = None if len(raw) > MAX_BYTES else _student_cells(raw, file)
    if cells is None:
        sources = read_notebook(raw, file)
        handed_out = _Builder(masters).finished()
        if sources.problem:
            return replace(handed_out, notes=(), problem=sources.problem)
        script = tuple(Placed(unit.source, "code", runs=True) for unit in sources.units)
        return Rebuilt((*handed_out.cells, *script), sources.notes)
    builder = _Builder(masters)
    for cell in cells:
        builder.add(cell)
    return builder.finished()


def _student_cells(raw: bytes, file: str) -> list[dict[str, Any]] | None:
    """The cells of a notebook as they are; None when it is none."""
    try:
        notebook = json.loads(decode(raw, file).text.lstrip("\ufeff"))
    except (ValueError, RecursionError):
        return None
    cells = cells_of(notebook)
    return None if cells is None else [cell for cell in cells if isinstance(cell, dict)]


def _grade_id(cell: Any) -> str:
    metadata = cell.get("metadata")
    facts = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    name = facts.get("grade_id") if isinstance(facts, dict) else None
    return name if isinstance(name, str) else ""


def _plain(text: str) -> str:
    """Text without what editors change by themselves."""
    return "\n".join(line.rstrip() for line in text.strip().splitlines())


@dataclass
class _Builder:
    """Places the student's cells one after the other."""

    masters: tuple[Master, ...]
    placed: list[Placed] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._by_name = {master.grade_id: master for master in self.masters}
        self._by_text: dict[str, list[Master]] = defaultdict(list)
        for master in self.masters:
            self._by_text[_plain(master.source)].append(master)
        self._seen: set[str] = set()

    def add(self, cell: dict[str, Any]) -> None:
        text = cell_text(cell)
        kind = "code" if cell.get("cell_type") == "code" else "markdown"
        master = self._by_name.get(_grade_id(cell)) or self._unnamed(text)
        if master is None:
            self.placed.append(Placed(text, kind, runs=kind == "code"))
        elif master.solution:
            self._solution(text, master)
        else:
            self._locked(text, kind, master)

    def _unnamed(self, text: str) -> Master | None:
        """The master of a cell that lost its name and kept its text."""
        alike = self._by_text.get(_plain(text), [])
        return next((m for m in alike if m.grade_id not in self._seen), alike[0] if alike else None)

    def _solution(self, text: str, master: Master) -> None:
        if master.grade_id not in self._seen:
            self._seen.add(master.grade_id)
            self.placed.append(Placed(text, master.cell_type, master.runs, master))
            return
        self.notes.append(f"the cell {master.grade_id} is there several times: all of them count")
        # A copy that was put aside before the work began must not undo the work.
        is_stub = _plain(text) == _plain(master.source)
        self.placed.append(Placed(text, master.cell_type, master.runs and not is_stub))

    def _locked(self, text: str, kind: str, master: Master) -> None:
        if master.grade_id not in self._seen:
            self._seen.add(master.grade_id)
            self.placed.append(Placed(master.source, master.cell_type, master.runs, master))
        if _plain(text) != _plain(master.source):
            self.notes.append(f"the locked cell {master.grade_id} was changed: it was put back")
            if kind == "code":
                # Colab and others let students write here, so it may hold part of an answer.
                self.placed.append(Placed(text, kind, runs=True))

    def finished(self) -> Rebuilt:
        """With the cells that are missing put back where they belong."""
        at = len(self.placed)
        for master in reversed(self.masters):
            if master.grade_id in self._seen:
                at = next(i for i, cell in enumerate(self.placed) if cell.master is master)
                continue
            back = Placed(master.source, master.cell_type, master.runs, master)
            if master.solution:
                # The answer may stand in another cell; a stub that runs would replace it.
                back = replace(back, runs=False)
            self.placed.insert(at, back)
            self.notes.append(f"the cell {master.grade_id} was missing: it was put back")
        return Rebuilt(tuple(self.placed), tuple(dict.fromkeys(self.notes)))


def graded_form(rebuilt: Rebuilt) -> bytes:
    """The notebook for the engine: every cell in its place, text where nothing is to run."""
    return json.dumps({"cells": list(_cells(rebuilt)), "nbformat": 4, "nbformat_minor": 5}).encode()


def _cells(rebuilt: Rebuilt) -> Iterator[dict[str, Any]]:
    for cell in rebuilt.cells:
        kind = "code" if cell.runs else "markdown"
        yield {"cell_type": kind, "metadata": {}, "source": cell.source if cell.runs else ""}
