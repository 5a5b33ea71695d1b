"""One assignment: its settings, its files, and the criteria of its hidden suite."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from dataclasses import field
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

from autograder.authoring import SHOW_LEVELS
from autograder.authoring import Criterion
from autograder.authoring import exact_points
from autograder.course.config import build
from autograder.course.config import closest
from autograder.course.config import read_toml
from autograder.course.reading import Marked
from autograder.course.reading import marked
from autograder.course.reading import read_text
from autograder.course.reading import refuse_twins
from autograder.course.reading import required
from autograder.course.stub import students_names
from autograder.errors import CourseError
from autograder.limits import Limits

CONFIG = "assignment.toml"
_CRITERION_KEYS = {
    "of": str,
    "points": str,
    "says": str,
    "show": str,
    "after": tuple,
    "extra_credit": bool,
}


@dataclass(frozen=True)
class Assignment:
    """One exercise, as assignment.toml states it; docs/authoring.md explains every key.

    `folder` is solutions/<slug>, or assignments/<slug> in a student kit, which has no
    solutions: there `reference` is the student's own file and `criteria` are unknown, and
    `stubs` holds the fingerprints of the released files.
    """

    slug: str
    folder: Path
    title: str
    unit: str = ""
    order: int = 0
    source: str = ""
    libraries: tuple[str, ...] = ("numpy",)
    data: tuple[str, ...] = ()
    forbid: tuple[str, ...] = ()
    limits: Limits = field(default_factory=Limits)
    difficulty: int = 1
    minutes: int = 60
    needs: tuple[str, ...] = ()
    core: bool = True
    hints: tuple[str, ...] = ()
    kit: bool = False
    published_names: tuple[str, ...] = ()
    stubs: dict[str, str] = field(default_factory=dict, hash=False)

    @classmethod
    def load(cls, folder: Path) -> Assignment:
        """The assignment of solutions/<slug>. Raises CourseError for a wrong assignment.toml."""
        file = folder / CONFIG
        ours: dict[str, Any] = {"kit": False, "published_names": (), "stubs": {}}
        return cls.from_table(read_toml(file), file, slug=folder.name, folder=folder, **ours)

    @classmethod
    def from_table(cls, table: dict[str, Any], file: Path, **given: Any) -> Assignment:
        """An assignment from a table of `file`; `given` are fields that are no keys there."""
        assignment = build(cls, table, file, **given)
        if not assignment.slug.isidentifier():
            raise CourseError(
                f"{file}: {assignment.slug!r} must be the name of a Python module: "
                "letters, digits and underscores."
            )
        for name in assignment.data:
            if name.startswith("/") or ".." in name.split("/"):
                raise CourseError(f"{file}: 'data' must name files inside data/, found {name!r}.")
        if not 1 <= assignment.difficulty <= 5:
            raise CourseError(
                f"{file}: 'difficulty' must be 1 to 5, found {assignment.difficulty}."
            )
        return assignment

    @property
    def root(self) -> Path:
        """The course folder."""
        return self.folder.parent.parent

    @property
    def reference(self) -> Path:
        """The right answer with solution markers; in a kit the student's own file."""
        return self.folder / f"{self.slug}.py"

    @property
    def hidden(self) -> Path:
        """The criteria."""
        return self.folder / "test_hidden.py"

    @property
    def public(self) -> Path:
        """The tests students run themselves."""
        return self.folder / "test_public.py"

    @property
    def handout(self) -> Path:
        """What students read."""
        return self.folder / ("README.md" if self.kit else "handout.md")

    @property
    def misconceptions(self) -> Path:
        """The runnable wrong answers."""
        return self.folder / "misconceptions.py"

    @property
    def alternatives(self) -> tuple[Path, ...]:
        """Whole files that are right in another way, by name."""
        return tuple(sorted((self.folder / "alternatives").glob("*.py")))

    @property
    def released(self) -> Path:
        """What students get, assignments/<slug>: generated, never edited by hand."""
        return self.root / "assignments" / self.slug

    @property
    def data_files(self) -> tuple[Path, ...]:
        """The listed data files, where they lie on this machine."""
        data = self.folder / "data" if self.kit else self.root / "data"
        return tuple(data / name for name in self.data)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The functions and classes students write, in file order."""
        if self.kit:
            return self.published_names
        return students_names(self.reference_source(), str(self.reference))

    def reference_source(self) -> str:
        """The text of the reference, with its solution markers."""
        return read_text(self.reference, "the reference solution")


def criteria(assignment: Assignment) -> tuple[Criterion, ...]:
    """What earns points, in file order: the hidden tests, read without running them.

    Raises CourseError, with file and line, for a test without @criterion, a criterion
    that is incomplete or not literal, an `of` or `after` that names nothing, twins.
    """
    if assignment.kit:
        raise CourseError(f"{assignment.slug}: this is a student kit; it knows no criteria.")
    source = read_text(assignment.hidden, "the hidden tests")
    path = assignment.hidden
    items = list(marked(path, source, "criterion", _CRITERION_KEYS))
    _refuse_unmarked(items)
    tests = [item for item in items if item.arguments is not None]
    refuse_twins(tests)
    earlier: dict[str, Criterion] = {}
    for item in tests:
        earlier[item.name] = _criterion(item, assignment, earlier)
    return tuple(earlier.values())


def max_score(assignment: Assignment) -> Fraction:
    """The points of all criteria, extra credit apart."""
    return sum((c.points for c in criteria(assignment) if not c.extra_credit), Fraction(0))


def points_text(points: Fraction) -> str:
    """Points as people write them: "2", "1.5", and "1/3" where no decimal is exact."""
    decimal = f"{float(points):g}"
    return decimal if Fraction(decimal) == points else str(points)


def _refuse_unmarked(items: list[Marked]) -> None:
    for item in items:
        is_test = item.name.startswith("test")
        if isinstance(item.node, ast.ClassDef) and item.name.startswith("Test"):
            raise CourseError(
                f"{item.place}: {item.name} is a class: write each criterion as a function."
            )
        if is_test and item.arguments is None:
            raise CourseError(
                f"{item.place}: {item.name} has no @criterion, so it would earn nothing; "
                "add one, or rename the function if it is a helper."
            )
        if item.arguments is not None and not is_test:
            raise CourseError(
                f"{item.place}: {item.name} is a criterion that pytest will not run; "
                "begin its name with test_."
            )


def _criterion(item: Marked, assignment: Assignment, earlier: dict[str, Criterion]) -> Criterion:
    found = required(item, "of", "points", "says")
    if found["of"] not in assignment.names:
        raise CourseError(
            f"{item.place}: of={found['of']!r} names nothing students write in "
            f"{assignment.reference.name}.{closest(found['of'], assignment.names)}"
        )
    show = found.get("show", "message")
    if show not in SHOW_LEVELS:
        raise CourseError(f"{item.place}: show={show!r} is not known.{closest(show, SHOW_LEVELS)}")
    after = found.get("after", ())
    after = (after,) if isinstance(after, str) else after
    for name in after:
        if name not in earlier:
            raise CourseError(
                f"{item.place}: after={name!r} names no criterion above {item.name}."
                f"{closest(str(name), earlier)}"
            )
    return Criterion(
        id=item.name,
        of=found["of"],
        points=exact_points(found["points"], item.place),
        says=found["says"],
        show=show,
        after=after,
        extra_credit=found.get("extra_credit", False),
    )
