"""The catalogue of runnable wrong answers, and each as a whole submission."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from autograder.course.assignment import Assignment
from autograder.course.assignment import criteria
from autograder.course.config import closest
from autograder.course.reading import Marked
from autograder.course.reading import is_named
from autograder.course.reading import marked
from autograder.course.reading import read_text
from autograder.course.reading import refuse_twins
from autograder.course.reading import required
from autograder.course.stub import Definition
from autograder.course.stub import parse
from autograder.errors import CourseError

_KEYS = {"of": str, "killed_by": str, "says": str}
_FUTURE = "from __future__ import annotations"
# The originals are captured before anything is replaced.
_ORIGINALS = """\
from types import SimpleNamespace as _Originals

reference = _Originals(**globals())"""


@dataclass(frozen=True)
class Misconception:
    """One wrong version of `of`, the test that must fail for it, and what a student reads.

    `source` is the text that defines it: the imports and helpers of the file, then the
    function or class without its decorator.
    """

    name: str
    of: str
    killed_by: str
    says: str
    source: str


def catalogue(assignment: Assignment) -> tuple[Misconception, ...]:
    """Every misconception of the assignment, in file order; none when there is no file.

    Raises CourseError, with file and line, for twins, an `of` or `killed_by` that names
    nothing, an incomplete decorator, an argument that is not a literal.
    """
    path = assignment.misconceptions
    if not path.exists():
        return ()
    source = read_text(path, "runnable wrong answers")
    items = list(marked(path, source, "misconception", _KEYS))
    refuse_twins(items)
    _refuse_shadows(items, assignment)
    tests = {criterion.id for criterion in criteria(assignment)}
    company = "\n\n".join(_company(source))
    return tuple(
        _misconception(item, source, company, assignment, tests)
        for item in items
        if item.arguments is not None
    )


def compose(reference_source: str, misconception: Misconception) -> str:
    """A whole submission: the reference with `of` replaced, also for callers inside it."""
    of, name = misconception.of, misconception.name
    replacement = f"{of} = {name}\n{of}.__name__ = {of}.__qualname__ = {of!r}"
    parts = [reference_source.rstrip(), _ORIGINALS, misconception.source, replacement]
    # Such an import may only stand at the top, whichever of the two files asks for it.
    if _FUTURE in misconception.source:
        parts[2] = misconception.source.replace(_FUTURE, "").strip()
        if _FUTURE not in reference_source:
            parts.insert(0, _FUTURE)
    return "\n\n\n".join(parts) + "\n"


def _misconception(
    item: Marked, source: str, company: str, assignment: Assignment, tests: set[str]
) -> Misconception:
    found = required(item, *_KEYS)
    of, killed_by = found["of"], found["killed_by"]
    if "." in of:
        raise CourseError(
            f"{item.place}: of={of!r} is a method; replace the whole class {of.split('.')[0]!r} "
            f"(a subclass of reference.{of.split('.')[0]} is enough)."
        )
    if of not in assignment.names:
        raise CourseError(
            f"{item.place}: of={of!r} names nothing students write in "
            f"{assignment.reference.name}.{closest(of, assignment.names)}"
        )
    if killed_by not in tests:
        raise CourseError(
            f"{item.place}: killed_by={killed_by!r} is no test of {assignment.hidden.name}."
            f"{closest(killed_by, tests)}"
        )
    text = f"{company}\n\n\n{_definition(source, item.node)}".strip()
    return Misconception(item.name, of, killed_by, found["says"], text)


def _company(source: str) -> Iterator[str]:
    """The file's imports and helpers: every statement that is no misconception."""
    for node in parse(source, "misconceptions").body:
        if isinstance(node, Definition):
            if not any(is_named(d, "misconception") for d in node.decorator_list):
                yield _lines(source, node)
        elif not _is_docstring(node) and not _imports_us(node):
            yield _lines(source, node)


def _definition(source: str, node: Definition) -> str:
    others = [d for d in node.decorator_list if not is_named(d, "misconception")]
    decorators = [f"@{ast.get_source_segment(source, d)}" for d in others]
    bare = source.splitlines()[node.lineno - 1 : node.end_lineno]
    return "\n".join([*decorators, *bare])


def _lines(source: str, node: ast.stmt) -> str:
    first = node.lineno
    if isinstance(node, Definition) and node.decorator_list:
        first = node.decorator_list[0].lineno
    return "\n".join(source.splitlines()[first - 1 : node.end_lineno])


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _imports_us(node: ast.stmt) -> bool:
    if isinstance(node, ast.ImportFrom):
        return (node.module or "").split(".")[0] == "autograder"
    return isinstance(node, ast.Import) and any(
        alias.name.split(".")[0] == "autograder" for alias in node.names
    )


def _refuse_shadows(items: list[Marked], assignment: Assignment) -> None:
    """A definition named like one of the reference's would silently replace that one too."""
    tree = parse(assignment.reference_source(), str(assignment.reference))
    taken = {node.name for node in tree.body if isinstance(node, Definition)}
    for item in items:
        own = (item.arguments or {}).get("of")
        if item.name in taken and item.name != own:
            raise CourseError(
                f"{item.place}: {item.name} is also defined in {assignment.reference.name}; "
                "give it another name."
            )
