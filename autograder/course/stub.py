"""From a reference with solution markers to the stub students start from."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from autograder.errors import CourseError

BEGIN = "### BEGIN SOLUTION"
END = "### END SOLUTION"
PLACEHOLDER = "raise NotImplementedError"

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@dataclass(frozen=True)
class Region:
    """The lines between a pair of markers, the markers included (from 1)."""

    begin: int
    end: int
    indent: str

    def __contains__(self, line: object) -> bool:
        return isinstance(line, int) and self.begin <= line <= self.end


def regions(source: str, name: str = "reference") -> tuple[Region, ...]:
    """Every solution region, in file order. CourseError for nested or unpaired markers."""
    found: list[Region] = []
    opened: tuple[int, str] | None = None
    for number, line in enumerate(source.splitlines(), start=1):
        marker = _marker(line, name, number)
        if marker == BEGIN:
            if opened:
                raise CourseError(
                    f"{name}, line {number}: a solution begins inside the one of line {opened[0]}; "
                    f"close that one with {END!r} first."
                )
            opened = (number, line[: len(line) - len(line.lstrip())])
        elif marker == END:
            if not opened:
                raise CourseError(f"{name}, line {number}: {END!r} without {BEGIN!r} before it.")
            found.append(Region(opened[0], number, opened[1]))
            opened = None
    if opened:
        raise CourseError(f"{name}, line {opened[0]}: this solution is never closed by {END!r}.")
    return tuple(found)


def stub(source: str, name: str = "reference") -> str:
    """The source with every solution taken out.

    A region inside a function becomes `raise NotImplementedError` at the indentation
    of its marker; one at module level (imports and helpers only the reference needs)
    disappears. Raises CourseError when what remains is not Python.
    """
    found = regions(source, name)
    _check_places(parse(source, name), found, name)
    lines = source.splitlines()
    kept: list[str] = []
    start = 0
    for region in found:
        kept += lines[start : region.begin - 1]
        start = region.end
        if region.indent:
            kept.append(region.indent + PLACEHOLDER)
        else:
            _close_gap(kept, lines[start:])
    kept += lines[start:]
    text = "\n".join(kept).strip("\n") + "\n"
    parse(text, f"the stub of {name}")
    return text


def students_names(source: str, name: str = "reference") -> tuple[str, ...]:
    """The functions and classes students write: top-level definitions with a region inside."""
    marked = [r for r in regions(source, name) if r.indent]
    return tuple(
        node.name
        for node in parse(source, name).body
        if isinstance(node, Definition) and any(r.begin in _span(node) for r in marked)
    )


def signatures(source: str, name: str = "reference") -> dict[str, str]:
    """What students write, each with its head as text: `{"f": "def f(x: int) -> int"}`."""
    wanted = set(students_names(source, name))
    return {
        node.name: _head(node)
        for node in parse(source, name).body
        if isinstance(node, Definition) and node.name in wanted
    }


def parse(source: str, name: str) -> ast.Module:
    """The syntax tree; CourseError with the line when `source` is not Python."""
    try:
        return ast.parse(source)
    except SyntaxError as problem:
        raise CourseError(
            f"{name}, line {problem.lineno}: not valid Python: {problem.msg}."
        ) from None


def _marker(line: str, name: str, number: int) -> str | None:
    text = line.strip()
    if text in (BEGIN, END):
        return text
    # nbgrader finds its markers anywhere in a line, so the two readings must not differ.
    for marker in (BEGIN, END):
        if marker in line:
            raise CourseError(f"{name}, line {number}: {marker!r} must stand alone on its line.")
    return None


def _check_places(tree: ast.Module, found: tuple[Region, ...], name: str) -> None:
    """Refuse a region whose placeholder would run on import, or vanish out of a function."""
    functions = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]
    for region in found:
        inside = any(region.begin in _span(function) for function in functions)
        if region.indent and not inside:
            raise CourseError(
                f"{name}, line {region.begin}: an indented solution must hold statements of a "
                "function; in a class each method has its own pair of markers."
            )
        if inside and not region.indent:
            raise CourseError(
                f"{name}, line {region.begin}: indent this marker like the statements it opens."
            )


def _span(node: Definition) -> range:
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


def _head(node: Definition) -> str:
    bare = ast.parse(ast.unparse(node)).body[0]
    assert isinstance(bare, Definition)
    bare.body = [ast.Pass()]
    bare.decorator_list = []
    return ast.unparse(bare).rsplit(":", 1)[0]


def _close_gap(before: list[str], after: list[str]) -> None:
    """Drop the blank lines above a vanished region that also stand below it."""
    blank_below = next((i for i, line in enumerate(after) if line.strip()), len(after))
    blank_above = next((i for i, line in enumerate(reversed(before)) if line.strip()), len(before))
    surplus = min(blank_above, blank_below)
    if surplus:
        del before[-surplus:]
