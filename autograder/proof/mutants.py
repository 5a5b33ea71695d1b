"""All single changes of a reference's solutions by a small, classical set of operators.

    arithmetic     + - * / // % ** @ & | ^ << >>, each to one other
    comparison     < to <=, > to >= and back; every comparison to its opposite
    boolean        `and` to `or` and back; a `not` taken away
    sign           a unary minus or ~ taken away
    constant       n to n + 1, 1 also to 0, True to False and back
    condition      of an if, a while, an if expression or a comprehension, negated
    slice bound    one more, where it is no constant
    assignment     += to -= and so on, and to =

Constants hold what matters of `axis`, `keepdims` and `ddof`, and most bounds of slices. Left
alone is what no suite may judge: annotations, the text of errors, and zip's `strict`, which
guards against calls that break the exercise's own terms.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from typing import Any
from typing import TypeGuard

from autograder.course.stub import Definition
from autograder.course.stub import parse
from autograder.course.stub import regions

_ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Div,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.MatMult: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
_OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_BOUNDARY: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
}
_NOT_CODE = frozenset(("annotation", "returns", "decorator_list"))


@dataclass(frozen=True)
class Mutant:
    """A reference with one change.

    `of` is the function or class at the top level that holds it; `line` counts in the
    reference itself.
    """

    of: str
    line: int
    change: str
    source: str


def mutants(source: str, name: str = "reference") -> tuple[Mutant, ...]:
    """Every mutant of the functions between solution markers, in file order."""
    inside = {n for region in regions(source, name) for n in range(region.begin, region.end)}
    found: list[Mutant] = []
    for definition in parse(source, name).body:
        if isinstance(definition, Definition):
            found += _mutants_of(definition, source.splitlines(), inside)
    return tuple(sorted(found, key=lambda mutant: mutant.line))


def _mutants_of(definition: Definition, lines: list[str], inside: set[int]) -> Iterator[Mutant]:
    first = min([definition.lineno, *(d.lineno for d in definition.decorator_list)])
    for site in _sites(definition):
        if site.line not in inside:
            continue
        for changed in _changes(site.node):
            before = _shown(site.around or site.node)
            site.put(changed)
            after = _shown(site.around or changed)
            text = [*lines[: first - 1], ast.unparse(definition), *lines[definition.end_lineno :]]
            site.put(site.node)
            yield Mutant(
                of=definition.name,
                line=site.line,
                change=f"{before} -> {after}",
                source="\n".join(text) + "\n",
            )


@dataclass(frozen=True)
class _Site:
    """A node and the place in its parent where it can be replaced."""

    node: ast.AST
    parent: ast.AST
    field: str
    position: int | None
    line: int

    @property
    def around(self) -> ast.AST | None:
        """What a constant stands in: alone it would not say what is changed."""
        alone = not isinstance(self.node, ast.Constant) or isinstance(self.parent, ast.stmt)
        return None if alone else self.parent

    def put(self, node: ast.AST) -> None:
        if self.position is None:
            setattr(self.parent, self.field, node)
        else:
            getattr(self.parent, self.field)[self.position] = node


def _sites(parent: ast.AST, line: int = 0) -> Iterator[_Site]:
    """Every node below `parent` that may be changed, whole statements before their parts."""
    for field, value in ast.iter_fields(parent):
        if field in _NOT_CODE:
            continue
        children: Any = enumerate(value) if isinstance(value, list) else [(None, value)]
        for position, node in children:
            if _is_code(node):
                at = getattr(node, "lineno", line)  # a slice or a comprehension has no line
                yield _Site(node, parent, field, position, at)
                yield from _sites(node, at)


def _is_code(node: object) -> TypeGuard[ast.AST]:
    """Whether an exercise asks for it: the text of errors and `strict` of zip are the author's."""
    strict = isinstance(node, ast.keyword) and node.arg == "strict"
    return (
        isinstance(node, ast.AST)
        and not isinstance(node, (ast.Raise, ast.JoinedStr))
        and not strict
    )


def _changes(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.BinOp():
            yield _with(node, op=_ARITHMETIC[type(node.op)]())
        case ast.AugAssign():
            yield _with(node, op=_ARITHMETIC[type(node.op)]())
            yield ast.Assign([node.target], node.value, lineno=node.lineno)
        case ast.Compare():
            yield from _comparisons(node)
        case ast.BoolOp():
            yield _with(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())
        case ast.UnaryOp(op=ast.Not() | ast.USub() | ast.Invert()):
            yield node.operand
        case ast.Constant(value=bool() | int() | float() as value):
            yield from _constants(value)
        case ast.If() | ast.While() | ast.IfExp() if not _has_an_opposite(node.test):
            yield _with(node, test=ast.UnaryOp(ast.Not(), node.test))
        case ast.comprehension():
            yield from _filters(node)
        case ast.Slice():
            yield from _bounds(node)


def _comparisons(node: ast.Compare) -> Iterator[ast.AST]:
    for position, op in enumerate(node.ops):
        for table in (_BOUNDARY, _OPPOSITE):
            if type(op) in table:
                ops = [*node.ops[:position], table[type(op)](), *node.ops[position + 1 :]]
                yield _with(node, ops=ops)


def _constants(value: float) -> Iterator[ast.AST]:
    if isinstance(value, bool):
        yield ast.Constant(not value)
        return
    yield ast.Constant(value + 1)
    if value == 1:
        yield ast.Constant(value - 1)


def _filters(node: ast.comprehension) -> Iterator[ast.AST]:
    for position, test in enumerate(node.ifs):
        if not _has_an_opposite(test):
            ifs = [*node.ifs[:position], ast.UnaryOp(ast.Not(), test), *node.ifs[position + 1 :]]
            yield _with(node, ifs=ifs)


def _bounds(node: ast.Slice) -> Iterator[ast.AST]:
    for field, bound in (("lower", node.lower), ("upper", node.upper)):
        if bound is not None and not _has_a_constant(bound):
            yield _with(node, **{field: ast.BinOp(bound, ast.Add(), ast.Constant(1))})


def _has_an_opposite(test: ast.expr) -> bool:
    """Whether a change inside the condition negates it already."""
    if isinstance(test, ast.Compare):
        return len(test.ops) == 1
    return isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)


def _has_a_constant(bound: ast.expr) -> bool:
    """Whether a change inside the bound moves it already."""
    direct = (bound, *ast.iter_child_nodes(bound))
    return any(isinstance(node, ast.Constant) for node in direct)


def _with(node: ast.AST, **fields: Any) -> ast.AST:
    changed = copy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    return changed


def _shown(node: ast.AST) -> str:
    """The code of a node in one line; of a statement with a body its head alone."""
    if isinstance(node, (ast.If, ast.While)):
        return f"{type(node).__name__.lower()} {ast.unparse(node.test)}"
    return " ".join(ast.unparse(node).split())
