"""Files that answer without thinking; a suite that pays for them is weak."""

from __future__ import annotations

import ast
from collections.abc import Callable

from autograder.course.assignment import Assignment
from autograder.course.stub import Definition
from autograder.course.stub import parse
from autograder.course.stub import stub

_ZEROS = """
import numpy as _numpy


def _zeros(*arguments):
    for argument in arguments:
        if hasattr(argument, "new_zeros"):
            return argument.new_zeros(argument.shape)
        if isinstance(argument, _numpy.ndarray):
            return _numpy.zeros_like(argument)
    return _numpy.zeros(())
"""


def trivial_files(assignment: Assignment) -> dict[str, str]:
    """Whole submissions made from the stub: `{"true": ..., "none": ..., ...}`.

    Every function and method students write returns the same thing: True, None, zeros
    (shaped like the first array it is given, else a scalar) or its first argument. A
    constructor stores nothing. What students are given stays as it is.
    """
    source = stub(assignment.reference_source(), str(assignment.reference))
    answers: dict[str, Callable[[list[str]], str]] = {
        "true": lambda _: "True",
        "none": lambda _: "None",
        "zeros": lambda names: f"_zeros({', '.join(names)})",
        "echo": lambda names: names[0] if names else "None",
    }
    return {
        name: _answering(source, answer, _ZEROS if name == "zeros" else "")
        for name, answer in answers.items()
    }


def _answering(source: str, answer: Callable[[list[str]], str], helpers: str) -> str:
    tree = parse(source, "the stub")
    _Answers(answer).visit(tree)
    return ast.unparse(tree) + "\n" + helpers


class _Answers(ast.NodeTransformer):
    """Replace the body of every function that still holds the stub's placeholder."""

    def __init__(self, answer: Callable[[list[str]], str]) -> None:
        self.answer = answer
        self.owner: Definition | None = None

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        outer, self.owner = self.owner, node
        self.generic_visit(node)
        self.owner = outer
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        if any(_is_placeholder(part) for part in ast.walk(node)):
            node.body = ast.parse(self._body(node)).body
        return node

    def _body(self, node: ast.FunctionDef) -> str:
        if self.owner is not None and node.name == "__init__":
            return "super().__init__()"
        parts = node.args
        names = [a.arg for a in (*parts.posonlyargs, *parts.args, *parts.kwonlyargs)]
        static = any(
            isinstance(d, ast.Name) and d.id == "staticmethod" for d in node.decorator_list
        )
        bound = self.owner is not None and not static
        return f"return {self.answer(names[1:] if bound else names)}"


def _is_placeholder(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Raise)
        and isinstance(node.exc, ast.Name)
        and node.exc.id == "NotImplementedError"
    )
