"""Library calls an assignment forbids: found in the text, and when they are called.

Using one is a fact that a criterion judges, not a crash: the call itself still works.
"""

from __future__ import annotations

import ast
import functools
import sys
from collections.abc import Callable
from collections.abc import Iterator
from typing import Any


class ShortcutWatch:
    """Notes which of `forbidden` (dotted names such as "numpy.convolve") are called."""

    def __init__(self, forbidden: tuple[str, ...]) -> None:
        self.forbidden = forbidden
        self._used: list[str] = []

    def install(self) -> None:
        """Replace each forbidden function, where its library is loaded, by a noting one."""
        for dotted in self.forbidden:
            owner_name, _, name = dotted.rpartition(".")
            owner = _loaded(owner_name)
            original = getattr(owner, name, None)
            if owner is not None and callable(original) and not isinstance(original, type):
                setattr(owner, name, self._noting(dotted, original))

    def take(self) -> list[str]:
        """Names called since the last time this was asked."""
        used, self._used = self._used, []
        return used

    def _noting(self, dotted: str, original: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(original)
        def noted(*args: Any, **kwargs: Any) -> Any:
            if dotted not in self._used:
                self._used.append(dotted)
            return original(*args, **kwargs)

        return noted


def _loaded(dotted: str) -> Any:
    if dotted in sys.modules:
        return sys.modules[dotted]
    parent, _, name = dotted.rpartition(".")
    if not parent:
        return None
    owner = _loaded(parent)
    return getattr(owner, name, None)


def static_uses(trees: list[ast.Module], forbidden: tuple[str, ...]) -> dict[str, list[str]]:
    """Top-level function or class -> forbidden names its text uses.

    Uses outside any definition are listed under "".
    """
    found: dict[str, list[str]] = {}
    for owner, dotted in imported_uses(trees) if forbidden else ():
        if dotted in forbidden and dotted not in found.setdefault(owner, []):
            found[owner].append(dotted)
    return found


def imported_uses(trees: list[ast.Module]) -> Iterator[tuple[str, str]]:
    """(top-level function or class, dotted name) for every use of something imported."""
    for statement, _, dotted in nodes_of_imports(trees):
        yield getattr(statement, "name", ""), dotted


def nodes_of_imports(trees: list[ast.Module]) -> Iterator[tuple[ast.stmt, ast.expr, str]]:
    """(top-level statement, expression in it, dotted name) for every use of something imported."""
    aliases = _aliases(trees)
    for tree in trees:
        for statement in tree.body:
            for node in ast.walk(statement):
                dotted = _dotted(node, aliases)
                if dotted is not None and isinstance(node, ast.expr):
                    yield statement, node, dotted


def imported_modules(trees: list[ast.Module]) -> Iterator[str]:
    """The dotted name of every module that is imported anywhere in the file."""
    for tree in trees:
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                yield node.module


def _aliases(trees: list[ast.Module]) -> dict[str, str]:
    """Local name -> what it was imported as, for every import anywhere in the file."""
    aliases: dict[str, str] = {}
    for tree in trees:
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    local = alias.asname or alias.name.partition(".")[0]
                    aliases[local] = alias.name if alias.asname else local
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                for alias in node.names:
                    aliases[alias.asname or alias.name] = f"{node.module}.{alias.name}"
    return aliases


def _dotted(node: ast.AST, aliases: dict[str, str]) -> str | None:
    if isinstance(node, ast.Name):
        return aliases.get(node.id)
    if isinstance(node, ast.Attribute):
        owner = _dotted(node.value, aliases)
        return f"{owner}.{node.attr}" if owner else None
    return None
