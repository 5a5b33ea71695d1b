"""The reference and the visible tests, cut where a notebook has its cells."""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass

from autograder.course.stub import BEGIN
from autograder.course.stub import Definition
from autograder.course.stub import Region
from autograder.course.stub import parse
from autograder.course.stub import regions
from autograder.errors import CourseError


@dataclass(frozen=True)
class Piece:
    """Source text of one cell: what students write (`name` says which) or are given (no name)."""

    name: str
    source: str


@dataclass(frozen=True)
class VisibleTest:
    """A visible test as a cell: its definition and the calls that run it.

    `uses` are the attributes of `student` it reads.
    """

    name: str
    source: str
    uses: frozenset[str]


def pieces(source: str, name: str) -> tuple[Piece, ...]:
    """The reference in file order: a piece for each function or class students write.

    Module-level solution regions are no piece of their own, since a notebook has no
    place for them: each moves into the solutions that use it, and so leaves with them.
    """
    lines = source.splitlines()
    found = regions(source, name)
    top = [r for r in found if not r.indent]
    helpers = [_Helper.of(source, region) for region in top]
    cut: list[Piece] = []
    start = 1
    tree = parse(source, name)
    for node in tree.body:
        inner = [r for r in found if r.indent and _first_line(node) <= r.begin <= _last_line(node)]
        if not isinstance(node, Definition) or not inner:
            continue
        first = _with_comments(lines, _first_line(node))
        cut += _given(lines, range(start, first), top)
        # The tree knows no comments, so a closing marker lies beyond the definition's end.
        last = max(_last_line(node), inner[-1].end)
        span = range(first, last + 1)
        cut.append(Piece(node.name, _written(lines, node, span, inner, helpers)))
        start = last + 1
    return (*cut, *_given(lines, range(start, len(lines) + 1), top))


def visible_tests(source: str, name: str) -> tuple[str, tuple[VisibleTest, ...]]:
    """The imports and helpers of test_public.py, and its tests with the calls that run them.

    Raises CourseError for a test that needs more than `student` and `rng`.
    """
    lines = source.splitlines()
    company = ""
    tests: list[VisibleTest] = []
    for node in parse(source, name).body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
            tests.append(VisibleTest(node.name, _as_cell(lines, node, name), _uses(node)))
        elif not _is_text(node):
            gap = "\n\n\n" if isinstance(node, Definition) else "\n"
            company += gap + _text(lines, _first_line(node), _last_line(node))
    return company.strip("\n"), tuple(tests)


@dataclass(frozen=True)
class _Helper:
    """A module-level solution region: the names it binds, those it reads, its lines."""

    binds: frozenset[str]
    reads: frozenset[str]
    lines: tuple[str, ...]

    @classmethod
    def of(cls, source: str, region: Region) -> _Helper:
        lines = tuple(source.splitlines()[region.begin : region.end - 1])
        tree = ast.parse("\n".join(lines))
        bound = {n.name for n in tree.body if isinstance(n, Definition)}
        bound |= {
            (alias.asname or alias.name).split(".")[0]
            for n in tree.body
            if isinstance(n, ast.Import | ast.ImportFrom)
            for alias in n.names
        }
        bound |= {
            n.id
            for part in tree.body
            if isinstance(part, ast.Assign | ast.AnnAssign)
            for n in ast.walk(part)
            if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
        }
        return cls(frozenset(bound), _reads(tree), lines)


def _written(
    lines: list[str], node: Definition, span: range, inner: list[Region], helpers: list[_Helper]
) -> str:
    text: list[str] = []
    for number in span:
        text.append(lines[number - 1])
        region = next((r for r in inner if r.begin == number), None)
        if region is not None:
            for helper in _needed(_reads(node, region), helpers):
                text += textwrap.indent("\n".join(helper.lines), region.indent).splitlines()
                text.append("")
    return "\n".join(text)


def _needed(reads: frozenset[str], helpers: list[_Helper]) -> list[_Helper]:
    """The helpers that bind a name in `reads`, and theirs, in file order."""
    chosen: list[_Helper] = []
    while True:
        wanted = reads.union(*(helper.reads for helper in chosen))
        now = [helper for helper in helpers if helper.binds & wanted]
        if len(now) == len(chosen):
            return chosen
        chosen = now


def _reads(tree: ast.AST, region: Region | None = None) -> frozenset[str]:
    return frozenset(
        n.id
        for n in ast.walk(tree)
        if isinstance(n, ast.Name) and (region is None or n.lineno in region)
    )


def _given(lines: list[str], span: range, top: list[Region]) -> Iterator[Piece]:
    kept = [lines[n - 1] for n in span if not any(n in region for region in top)]
    text = "\n".join(kept).strip("\n")
    if text:
        # A region taken out leaves the blank lines of both its sides.
        yield Piece("", re.sub(r"\n{4,}", "\n\n\n", text))


def _as_cell(lines: list[str], node: ast.FunctionDef, file: str) -> str:
    loops = [d for d in node.decorator_list if isinstance(d, ast.Call) and _is_parametrize(d)]
    kept = [d for d in node.decorator_list if d not in loops]
    text = [f"@{ast.unparse(d)}" for d in kept]
    text.append(_text(lines, node.lineno, _last_line(node)))
    text += ["", ""]
    known = {"student": "student", "rng": "default_rng(0)"}
    for depth, loop in enumerate(loops):
        names = ast.literal_eval(loop.args[0])
        target = names if isinstance(names, str) else ", ".join(names)
        known |= {name.strip(): name.strip() for name in target.split(",")}
        text.append(f"{'    ' * depth}for {target} in {ast.unparse(loop.args[1])}:")
    for argument in node.args.args:
        if argument.arg not in known:
            raise CourseError(
                f"{file}, line {node.lineno}: {node.name} asks for {argument.arg!r}; a visible "
                "test has only student, rng and its own parameters."
            )
    call = ", ".join(f"{a.arg}={known[a.arg]}" for a in node.args.args)
    text.append(f"{'    ' * len(loops)}{node.name}({call})")
    return "\n".join(text)


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _is_parametrize(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Attribute) and call.func.attr == "parametrize"


def _uses(node: ast.AST) -> frozenset[str]:
    return frozenset(
        n.attr
        for n in ast.walk(node)
        if isinstance(n, ast.Attribute)
        and isinstance(n.value, ast.Name)
        and n.value.id == "student"
    )


def _with_comments(lines: list[str], first: int) -> int:
    """The first of the comment lines that stand right above line `first`."""
    while first > 1 and lines[first - 2].startswith("#") and BEGIN[:3] not in lines[first - 2]:
        first -= 1
    return first


def _text(lines: list[str], first: int, last: int) -> str:
    return "\n".join(lines[first - 1 : last])


def _first_line(node: ast.stmt) -> int:
    if isinstance(node, Definition) and node.decorator_list:
        return node.decorator_list[0].lineno
    return node.lineno


def _last_line(node: ast.stmt) -> int:
    return node.end_lineno or node.lineno
