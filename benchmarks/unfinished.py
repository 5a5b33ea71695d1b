"""References in the states in which students hand in: half finished.

    stub            a function as it was handed out
    cut             the first statements alone, and what was last assigned is returned
    no return       everything is computed, nothing returned
    one result      of several results the first, None for the rest
    last step       what is returned lacks its outermost operation or call
    branch          an `if` without its first or its other branch
    once            a loop that ends in its first round
    step            a statement left out that changes something there already

Only what stands between the solution markers changes. What was changed begins with its kind.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from collections.abc import Sequence
from dataclasses import dataclass

from autograder.course.stub import Definition
from autograder.course.stub import Region
from autograder.course.stub import parse
from autograder.course.stub import regions
from autograder.proof.mutants import Mutant


@dataclass(frozen=True)
class _Edit:
    """Statements to stand for `body[first:last]`."""

    body: list[ast.stmt]
    first: int
    last: int
    new: Sequence[ast.stmt]
    line: int
    change: str


def unfinished(source: str, name: str = "reference") -> Iterator[Mutant]:
    """Every half-finished state of the functions students write, one function at a time."""
    found = regions(source, name)
    for definition in parse(source, name).body:
        if isinstance(definition, Definition):
            for edit in _edits(definition, found):
                yield Mutant(
                    of=definition.name,
                    line=edit.line,
                    change=edit.change,
                    source=_edited(source, definition, edit),
                )


def _edited(source: str, definition: Definition, edit: _Edit) -> str:
    lines = source.splitlines()
    first = min([definition.lineno, *(d.lineno for d in definition.decorator_list)])
    before = edit.body[edit.first : edit.last]
    edit.body[edit.first : edit.last] = edit.new
    text = ast.unparse(ast.fix_missing_locations(definition))
    edit.body[edit.first : edit.first + len(edit.new)] = before
    return "\n".join([*lines[: first - 1], text, *lines[definition.end_lineno :]]) + "\n"


def _edits(definition: Definition, found: Sequence[Region]) -> Iterator[_Edit]:
    methods = definition.body if isinstance(definition, ast.ClassDef) else [definition]
    for function in methods:
        if isinstance(function, ast.FunctionDef):
            written = [n for n, one in enumerate(function.body) if _inside(one, found)]
            if written:
                yield from _of_function(function, written[0], written[-1] + 1)
                yield from _of_statements(function, found)


def _inside(statement: ast.stmt, found: Sequence[Region]) -> bool:
    return any(statement.lineno in region for region in found)


def _of_function(function: ast.FunctionDef, begin: int, end: int) -> Iterator[_Edit]:
    body, name = function.body, function.name
    missing = ast.parse("raise NotImplementedError").body
    yield _Edit(body, begin, end, missing, body[begin].lineno, f"stub: {name}")
    for stop in range(begin + 1, end):
        last = _last_assigned(body[begin:stop])
        value = [] if last is None else [ast.Return(ast.Name(last))]
        change = f"cut: {name} returns {last}"
        yield _Edit(body, stop, end, value, body[stop].lineno, change)
    for position, statement in enumerate(body[begin:end], start=begin):
        if isinstance(statement, ast.Return) and statement.value is not None:
            for kind, new in _returns(statement.value):
                change = f"{kind}: {name}"
                yield _Edit(body, position, position + 1, [new], statement.lineno, change)


def _returns(value: ast.expr) -> Iterator[tuple[str, ast.stmt]]:
    yield "no return", ast.Expr(value)
    match value:
        case ast.Tuple(elts=[first, *others]) if others:
            kept: list[ast.expr] = [first, *(ast.Constant(None) for _ in others)]
            yield "one result", ast.Return(ast.Tuple(kept, ast.Load()))
        case ast.BinOp(left=inner) | ast.Call(args=[inner, *_]):
            yield "last step", ast.Return(inner)
        case ast.Call(func=ast.Attribute(value=ast.expr() as inner), args=[]):
            yield "last step", ast.Return(inner)


def _of_statements(function: ast.FunctionDef, found: Sequence[Region]) -> Iterator[_Edit]:
    for body in _bodies(function):
        for position, statement in enumerate(body):
            if _inside(statement, found):
                for kind, at, first, last, new in _of_statement(body, position):
                    change = f"{kind}: {function.name}, `{_head(statement)}`"
                    yield _Edit(at, first, last, new, statement.lineno, change)


def _of_statement(
    body: list[ast.stmt], position: int
) -> Iterator[tuple[str, list[ast.stmt], int, int, Sequence[ast.stmt]]]:
    match body[position]:
        case ast.If(orelse=other):
            yield "branch", body, position, position + 1, other or [ast.Pass()]
            if other:
                yield "branch", other, 0, len(other), []
        case ast.For(body=round) | ast.While(body=round):
            yield "once", round, len(round), len(round), [ast.Break()]
        case statement if _changes_what_is_there(statement):
            yield "step", body, position, position + 1, [ast.Pass()]


def _head(statement: ast.stmt) -> str:
    return ast.unparse(statement).splitlines()[0]


def _bodies(function: ast.FunctionDef) -> Iterator[list[ast.stmt]]:
    for node in ast.walk(function):
        for field in ("body", "orelse"):
            body = getattr(node, field, None)
            if isinstance(body, list):
                yield body


def _changes_what_is_there(statement: ast.stmt) -> bool:
    match statement:
        case ast.AugAssign() | ast.Expr(value=ast.Call()):
            return True
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            return any(isinstance(n, ast.Name) and n.id == name for n in ast.walk(value))
        case ast.Assign(targets=[ast.Subscript() | ast.Attribute()]):
            return True
    return False


def _last_assigned(statements: Sequence[ast.stmt]) -> str | None:
    """The name a student would return there."""
    for statement in reversed(statements):
        if isinstance(statement, ast.FunctionDef):
            continue
        stored = [
            node
            for node in ast.walk(statement)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        ]
        if stored:
            return max(stored, key=lambda node: (node.lineno, node.col_offset)).id
    return None
