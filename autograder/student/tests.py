"""The visible tests of an exercise, read without running them."""

from __future__ import annotations

import ast
from pathlib import Path

from autograder.student.report import VisibleTest


def visible_tests(file: Path) -> tuple[VisibleTest, ...]:
    """Every test function of test_public.py, in file order, not run yet."""
    tree = ast.parse(file.read_text(encoding="utf-8"), str(file))
    return tuple(
        VisibleTest(node.name, _uses(node), _asks(node))
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test")
    )


def _uses(node: ast.FunctionDef) -> tuple[str, ...]:
    """Names of the student's module that the test uses, in the order of their first use."""
    used = [
        (inner.lineno, inner.col_offset, inner.attr)
        for inner in ast.walk(node)
        if isinstance(inner, ast.Attribute)
        and isinstance(inner.value, ast.Name)
        and inner.value.id == "student"
    ]
    return tuple(dict.fromkeys(name for _, _, name in sorted(used)))


def _asks(node: ast.FunctionDef) -> str:
    said = ast.get_docstring(node)
    if said:
        return said.splitlines()[0]
    words = node.name.removeprefix("test_").replace("_", " ")
    words = words.replace("handouts ", "handout's ")  # a name holds no apostrophe
    return words[:1].upper() + words[1:] + "."
