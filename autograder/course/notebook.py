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
# The first value that a graded cell shows is its score to nbgrader, so the visible tests below it
# have no say there: a criterion is judged by its hidden test alone, as everywhere.
HIDDEN = """\
### BEGIN HIDDEN TESTS
import sys

from autograder.nbgrader import points_for

sys.displayhook(points_for("{grade_id}"))
### END HIDDEN TESTS"""
# `nbgrader validate` looks at nothing but cells that are worth points.
VISIBLE = "# The visible tests of {name}. They earn no points; `nbgrader validate` runs them."
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
            own = _own(tests, piece.name, order)
            yield _solution(slug, piece)
            yield from _tested(
                assignment, piece.name, own, [c for c in graded if c.of == piece.name]
            )
        else:
            given += 1
            yield Cell(f"{slug}-given-{given}", piece.source, piece.source)


def _solution(slug: str, piece: Piece) -> Cell:
    released = stub(piece.source, piece.name).rstrip("\n")
    return Cell(f"{slug}-{piece.name}", piece.source, released, solution=True)


def _own(tests: tuple[VisibleTest, ...], name: str, order: list[str]) -> list[VisibleTest]:
    """The tests for which `name` is the last of the functions they need."""
    needs = {test: [n for n in order if n in test.uses] or order for test in tests}
    return [test for test, functions in needs.items() if functions[-1] == name]


def _tested(
    assignment: Assignment, name: str, tests: list[VisibleTest], graded: list[Criterion]
) -> Iterator[Cell]:
    """A cell a criterion of one function, the visible tests in the first that is worth points."""
    host = next((criterion for criterion in graded if _points(criterion)), None)
    visible = "\n\n\n".join([VISIBLE.format(name=name), *(test.source for test in tests)])
    if tests and host is None:
        yield Cell(f"{assignment.slug}-visible-{name}", visible, visible)
    for criterion in graded:
        below = f"\n\n{visible}" if tests and criterion is host else ""
        yield _graded(assignment, criterion, below)


def _graded(assignment: Assignment, criterion: Criterion, below: str) -> Cell:
    unit = "point" if criterion.points == 1 else "points"
    extra = ", extra credit" if criterion.extra_credit else ""
    says = f"# {points_text(criterion.points)} {unit}{extra}: {criterion.says}"
    name = grade_id(assignment, criterion)
    hidden = HIDDEN.format(grade_id=name)
    return Cell(name, f"{says}\n{hidden}{below}", f"{says}{below}", points=_points(criterion))


def _points(criterion: Criterion) -> float:
    """What it adds to nbgrader's maximum, the sum over all cells: extra credit adds nothing."""
    return 0.0 if criterion.extra_credit else float(criterion.points)


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
