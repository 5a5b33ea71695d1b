"""What the text of a student's file says about its functions, before and beside running it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_IMPORTS = (ast.Import, ast.ImportFrom)
_BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")
_MOST = 1000


def is_definition(statement: ast.stmt) -> bool:
    """Whether a statement only defines: a function, class, import, docstring or constant."""
    if isinstance(statement, (*_DEFINITIONS, *_IMPORTS)):
        return True
    if isinstance(statement, ast.Assign):
        # an attribute may belong to anybody: `np.exp = f` is no definition
        return all(map(_is_own_name, statement.targets)) and _is_constant(statement.value)
    if isinstance(statement, ast.AnnAssign):
        return _is_own_name(statement.target) and _is_constant(statement.value)
    return isinstance(statement, ast.Expr) and _is_constant(statement.value)


def _is_own_name(target: ast.expr) -> bool:
    if isinstance(target, ast.Tuple):
        return all(map(_is_own_name, target.elts))
    return isinstance(target, ast.Name)


def _is_constant(value: ast.expr | None) -> bool:
    if isinstance(value, ast.UnaryOp):
        return _is_constant(value.operand)
    if isinstance(value, (ast.Tuple, ast.List)):
        return all(map(_is_constant, value.elts))
    return value is None or isinstance(value, (ast.Constant, ast.Lambda, ast.Name))


def bound_names(statement: ast.stmt) -> Iterator[str]:
    """The names of the file that a statement sets at the top level."""
    if isinstance(statement, _DEFINITIONS):
        yield statement.name
    elif isinstance(statement, _IMPORTS):
        for alias in statement.names:
            yield alias.asname or alias.name.partition(".")[0]
    else:
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                yield node.id


def leftovers(statements: list[ast.stmt]) -> Iterator[tuple[str, int]]:
    """(function, line) where a `raise NotImplementedError` still stands above an answer."""
    for node in statements:
        if isinstance(node, ast.ClassDef):
            for name, line in leftovers(node.body):
                yield f"{node.name}.{name}", line
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            body = node.body[1:] if ast.get_docstring(node, clean=False) else node.body
            if len(body) > 1 and _raises_not_implemented(body[0]):
                yield node.name, body[0].lineno


def _raises_not_implemented(statement: ast.stmt) -> bool:
    if not isinstance(statement, ast.Raise) or statement.exc is None:
        return False
    raised = statement.exc
    name = raised.func if isinstance(raised, ast.Call) else raised
    return isinstance(name, ast.Name) and name.id == "NotImplementedError"


def nested(statements: list[ast.stmt]) -> Iterator[tuple[str, str]]:
    """(name, where) of functions and classes that are not at the top level of the file."""
    count = 0
    for outer in statements:
        for inner in _inside(outer):
            if isinstance(inner, _DEFINITIONS) and count < _MOST:
                count += 1
                yield inner.name, f"{_block(outer)} (line {inner.lineno})"


def _block(statement: ast.AST) -> str:
    if isinstance(statement, ast.ClassDef):
        return f"inside the class {statement.name}"
    if isinstance(statement, _DEFINITIONS):
        return f"inside the function {statement.name}"
    return f"inside the block that begins in line {getattr(statement, 'lineno', 0)}"


def relative_import(statements: list[ast.stmt]) -> int:
    """The line of the first `from .x import y`; 0 when there is none."""
    for outer in statements:
        for node in (outer, *_inside(outer)):
            if isinstance(node, ast.ImportFrom) and node.level:
                return node.lineno
    return 0


def _inside(node: ast.AST) -> Iterator[ast.AST]:
    """The statements in the blocks of a statement, at any depth; expressions are not walked."""
    for block in _BLOCKS:
        for child in getattr(node, block, ()) or ():
            if isinstance(child, ast.AST):
                yield child
                yield from _inside(child)
