"""An assignment as an nbgrader notebook: the author's version and the released one.

Both are made from the same cells. The released one is what `nbgrader
generate_assignment` makes of the author's when its code stub is that of this package;
so an instructor may release with either tool.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from typing import Literal

from autograder.authoring import Criterion
from autograder.course.assignment import Assignment
from autograder.course.assignment import criteria
from autograder.course.assignment import points_text
from autograder.course.pieces import Piece
from autograder.course.pieces import VisibleTest
from autograder.course.pieces import pieces
from autograder.course.pieces import visible_tests
from autograder.course.reading import read_text
from autograder.course.stub import stub

SCHEMA_VERSION = 3
# The value of a graded cell's last expression is its score to nbgrader.
HIDDEN = """\
### BEGIN HIDDEN TESTS
from autograder.nbgrader import points_for

points_for("{grade_id}")
### END HIDDEN TESTS"""
# `student` is the notebook itself, so a visible test reads the same here and in its file.
SETUP = "import sys\n{imports}\nstudent = sys.modules[__name__]"
DRAWS = "\nfrom numpy.random import default_rng\n"
_ID_LENGTH = 64

Form = Literal["source", "released"]


@dataclass(frozen=True)
class Cell:
    """One cell in both forms; `points` is None unless it is graded."""

    grade_id: str
    source: str
    released: str
    cell_type: Literal["code", "markdown"] = "code"
    solution: bool = False
    points: float | None = None

    @property
    def locked(self) -> bool:
        """Whether students may not edit it."""
        return not self.solution


def source_notebook(assignment: Assignment) -> str:
    """The author's notebook as JSON text: solutions, and the hidden part of graded cells."""
    return _notebook(assignment, "source")


def released_notebook(assignment: Assignment) -> str:
    """The students' notebook as JSON text: stubs, and comments that say what earns points."""
    return _notebook(assignment, "released")


def cells(assignment: Assignment) -> tuple[Cell, ...]:
    """Every cell, in order: handout, given code, then each function with its tests."""
    return tuple(_cells(assignment))


def grade_id(assignment: Assignment, criterion: Criterion) -> str:
    """The name of a criterion's cell in notebooks and in nbgrader's gradebook."""
    return f"{assignment.slug}-{criterion.id}"


def _cells(assignment: Assignment) -> Iterator[Cell]:
    slug = assignment.slug
    handout = read_text(assignment.handout, "what students read").strip()
    yield Cell(f"{slug}-handout", handout, handout, "markdown")
    cut = pieces(assignment.reference_source(), str(assignment.reference))
    public = read_text(assignment.public, "the visible tests")
    company, tests = visible_tests(public, str(assignment.public))
    imports = DRAWS if any("default_rng" in test.source for test in tests) else ""
    setup = f"{company}\n\n{SETUP.format(imports=imports)}".strip()
    yield Cell(f"{slug}-setup", setup, setup)
    order = [piece.name for piece in cut if piece.name]
    graded = criteria(assignment)
    given = 0
    for piece in cut:
        if piece.name:
            yield _solution(slug, piece)
            yield from _visible(slug, tests, piece.name, order)
            yield from (_graded(assignment, c) for c in graded if c.of == piece.name)
        else:
            given += 1
            yield Cell(f"{slug}-given-{given}", piece.source, piece.source)


def _solution(slug: str, piece: Piece) -> Cell:
    released = stub(piece.source, piece.name).rstrip("\n")
    return Cell(f"{slug}-{piece.name}", piece.source, released, solution=True)


def _visible(
    slug: str, tests: tuple[VisibleTest, ...], name: str, order: list[str]
) -> Iterator[Cell]:
    """The tests for which `name` is the last of the functions they need."""
    for test in tests:
        needs = [n for n in order if n in test.uses] or order
        if needs[-1] == name:
            yield Cell(f"{slug}-visible-{test.name}", test.source, test.source)


def _graded(assignment: Assignment, criterion: Criterion) -> Cell:
    unit = "point" if criterion.points == 1 else "points"
    extra = ", extra credit" if criterion.extra_credit else ""
    says = f"# {points_text(criterion.points)} {unit}{extra}: {criterion.says}"
    name = grade_id(assignment, criterion)
    # nbgrader sums the points of all cells into its maximum, so extra credit counts as 0 there.
    points = 0.0 if criterion.extra_credit else float(criterion.points)
    return Cell(name, f"{says}\n{HIDDEN.format(grade_id=name)}", says, points=points)


def _notebook(assignment: Assignment, form: Form) -> str:
    import nbformat
    from nbformat import v4

    notebook = v4.new_notebook(  # type: ignore[no-untyped-call]
        cells=[_rendered(cell, form) for cell in cells(assignment)],
        metadata={
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        },
    )
    nbformat.validate(notebook)
    text: str = nbformat.writes(notebook)  # type: ignore[no-untyped-call]
    return text + "\n"


def _rendered(cell: Cell, form: Form) -> Any:
    from nbformat import v4

    make = v4.new_code_cell if cell.cell_type == "code" else v4.new_markdown_cell
    text = cell.source if form == "source" else cell.released
    name = _cell_id(cell.grade_id)
    return make(text, id=name, metadata=_metadata(cell, form))  # type: ignore[no-untyped-call]


def _metadata(cell: Cell, form: Form) -> dict[str, Any]:
    nbgrader: dict[str, Any] = {
        "grade": cell.points is not None,
        "grade_id": cell.grade_id,
        "locked": cell.locked,
        "schema_version": SCHEMA_VERSION,
        "solution": cell.solution,
        "task": False,
    }
    if cell.points is not None:
        nbgrader["points"] = cell.points
    if form == "source":
        return {"nbgrader": nbgrader}
    nbgrader["cell_type"] = cell.cell_type
    nbgrader["checksum"] = _checksum(cell)
    frozen = {"editable": False} if cell.locked else {}
    return {"deletable": False, **frozen, "nbgrader": nbgrader}


def _checksum(cell: Cell) -> str:
    """The md5 by which nbgrader recognises that a student changed a cell."""
    parts = [cell.released, cell.cell_type]
    parts += [str(cell.points is not None), str(cell.solution), str(cell.locked), cell.grade_id]
    if cell.points is not None:
        parts.append(str(cell.points))
    return hashlib.md5("".join(parts).encode(), usedforsecurity=False).hexdigest()


def _cell_id(name: str) -> str:
    """A valid and stable cell id; long names keep their start and end in a digest."""
    if len(name) <= _ID_LENGTH:
        return name
    digest = hashlib.blake2b(name.encode(), digest_size=4).hexdigest()
    return f"{name[: _ID_LENGTH - 9]}-{digest}"
