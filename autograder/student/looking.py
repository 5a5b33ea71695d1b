"""A look at the text of a student's file, without running it: what cannot earn points as it is."""

from __future__ import annotations

import ast
import sys
import warnings
from collections.abc import Iterable
from collections.abc import Iterator
from dataclasses import dataclass

from autograder.course.assignment import Assignment
from autograder.engine.shortcuts import nodes_of_imports
from autograder.grading.sources import Unit
from autograder.grading.sources import explain_syntax
from autograder.grading.sources import read_sources
from autograder.student.exercises import Exercise


@dataclass(frozen=True)
class Look:
    """What was seen, one sentence each.

    unreadable: what Python cannot read. open: functions that are absent or not written yet.
    not_allowed: functions that use what the exercise does not allow; tests may pass all the same.
    worthless: functions that the exercise asks for and that rely on it, by name.
    """

    unreadable: tuple[str, ...] = ()
    open: tuple[str, ...] = ()
    not_allowed: tuple[str, ...] = ()
    worthless: tuple[str, ...] = ()


def look(exercise: Exercise) -> Look:
    """Read the student's file."""
    sources = read_sources(exercise.file.parent, exercise.file.name)
    if sources.problem:
        return Look((f"{sources.problem}. No function in it can earn points.",))
    unreadable, trees = [], []
    for unit in sources.units:
        try:
            trees.append(_parsed(unit))
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            unreadable.append(_unreadable(error, unit))
    beside = {path.stem for path in exercise.folder.glob("*.py")}
    names = exercise.assignment.names
    used, spoiled = _not_allowed(trees, exercise.assignment, beside)
    relying = _relying_on(spoiled, trees, names)
    return Look(
        tuple(unreadable),
        () if unreadable and not trees else tuple(_open(trees, names)),
        tuple(_said_of(owner, listed, names) for owner, listed in used.items()),
        tuple(name for name in names if name in relying),
    )


def _parsed(unit: Unit) -> ast.Module:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(unit.source)


def _unreadable(error: Exception, unit: Unit) -> str:
    line, offset = getattr(error, "lineno", None), getattr(error, "offset", None)
    message = str(getattr(error, "msg", error)) or "it is nested too deeply"
    said = explain_syntax(unit.source, line, offset, message)
    if unit.cell is None:
        return f"{unit.file}: {said} No function in it can earn points."
    return f"{unit.file}, cell {unit.cell}: {said} What the cell defines can earn no points."


def _open(trees: list[ast.Module], names: Iterable[str]) -> Iterator[str]:
    defined = {name: node for tree in trees for node in tree.body for name in _binds(node)}
    missing = [name for name in names if name not in defined]
    stubs = [name for name in names if name in defined and _is_stub(defined[name])]
    if stubs:
        yield f"Not written yet (`raise NotImplementedError` is still there): {', '.join(stubs)}."
    if missing:
        yield f"Missing in the file: {', '.join(missing)}."


def _binds(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.Import | ast.ImportFrom):
        yield from (alias.asname or alias.name for alias in node.names)
    else:  # an assignment, perhaps within an `if`
        for inner in ast.walk(node):
            if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store):
                yield inner.id
            elif isinstance(inner, ast.FunctionDef | ast.ClassDef):
                yield inner.name


def _is_stub(node: ast.stmt) -> bool:
    raised = (inner.exc for inner in ast.walk(node) if isinstance(inner, ast.Raise))
    return any(isinstance(e, ast.Name) and e.id == "NotImplementedError" for e in raised)


def _not_allowed(
    trees: list[ast.Module], facts: Assignment, beside: set[str]
) -> tuple[dict[str, list[str]], set[str]]:
    """Top-level definition ("" outside any) -> what it uses and must not; all names bound so."""
    allowed = {*sys.stdlib_module_names, *facts.libraries, *beside, "autograder"}
    used: dict[str, list[str]] = {}
    spoiled: set[str] = set()
    for statement, local, dotted in (*_uses(trees), *_asked_imports(trees, facts.names)):
        owner, library = _owner(statement, facts.names), dotted.partition(".")[0]
        stands_in = local in facts.names and local != owner  # each is graded with the others right
        if dotted in facts.forbid:
            found = dotted
        elif library not in allowed and owner and not stands_in:  # outside functions it may plot
            found = library
        else:
            continue
        spoiled.update(_binds(statement))
        if found not in used.setdefault(owner, []):
            used[owner].append(found)
    return used, spoiled


def _uses(trees: list[ast.Module]) -> Iterator[tuple[ast.stmt, str, str]]:
    """(top-level statement, name in it, dotted name) for every use of something imported."""
    for statement, node, dotted in nodes_of_imports(trees):
        yield statement, getattr(node, "id", ""), dotted


def _asked_imports(
    trees: list[ast.Module], asked: tuple[str, ...]
) -> Iterator[tuple[ast.stmt, str, str]]:
    """The same for every import under a name that the exercise asks for."""
    for statement in (node for tree in trees for node in tree.body):
        if isinstance(statement, ast.ImportFrom) and statement.module and not statement.level:
            for alias in statement.names:
                name = alias.asname or alias.name
                if name in asked:
                    yield statement, name, f"{statement.module}.{alias.name}"


def _owner(statement: ast.stmt, asked: tuple[str, ...]) -> str:
    """Whom a top-level statement defines: a function, a class, or what is asked for; or ""."""
    bound = (name for name in _binds(statement) if name in asked)
    return getattr(statement, "name", "") or next(bound, "")


def _relying_on(spoiled: set[str], trees: list[ast.Module], asked: tuple[str, ...]) -> set[str]:
    """`spoiled`, and every top-level name whose statement reads a helper among them."""
    reads = {
        name: {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}
        for tree in trees
        for node in tree.body
        for name in _binds(node)
    }
    relying: set[str] = set()
    more = spoiled
    while more:
        relying |= more
        helpers = relying.difference(asked)
        more = {name for name, read in reads.items() if read & helpers} - relying
    return relying


def _said_of(owner: str, listed: list[str], asked: tuple[str, ...]) -> str:
    who = "it" if owner in asked else "what relies on it"
    return (
        f"{owner or 'Code outside functions'} uses {', '.join(listed)}, which is not allowed here: "
        f"{who} will earn no points."
    )
