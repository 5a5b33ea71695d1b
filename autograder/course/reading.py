"""Decorators read from source text, so that listing what a file declares never runs it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograder.course.config import closest
from autograder.course.stub import Definition
from autograder.course.stub import parse
from autograder.errors import CourseError


@dataclass(frozen=True)
class Marked:
    """A top-level definition and the literal arguments of the decorator looked for.

    `arguments` is None when the definition does not carry that decorator.
    """

    node: Definition
    arguments: dict[str, Any] | None
    place: str

    @property
    def name(self) -> str:
        """The name it defines."""
        return self.node.name


def read_text(path: Path, purpose: str) -> str:
    """The text of a file an assignment must have; CourseError says what it is for."""
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise CourseError(f"{path}: there is no such file; it must hold {purpose}.") from None
    except (OSError, UnicodeDecodeError) as problem:
        raise CourseError(f"{path}: not readable as text: {problem}.") from None


def marked(path: Path, source: str, decorator: str, keys: Mapping[str, type]) -> Iterator[Marked]:
    """Each top-level definition of `source` with the arguments of `@decorator`.

    `keys` are the arguments the decorator takes, with their types. Raises CourseError
    for other arguments and for values that are not literals of that type.
    """
    for node in parse(source, str(path)).body:
        if isinstance(node, Definition):
            place = f"{path}, line {node.lineno}"
            call = next((d for d in node.decorator_list if is_named(d, decorator)), None)
            yield Marked(node, None if call is None else _literals(call, place, keys), place)


def is_named(decorator: ast.expr, name: str) -> bool:
    """Whether a decorator is `name`, `module.name` or a call of either."""
    target = decorator.func if isinstance(decorator, ast.Call) else decorator
    return (isinstance(target, ast.Name) and target.id == name) or (
        isinstance(target, ast.Attribute) and target.attr == name
    )


def required(item: Marked, *keys: str) -> dict[str, Any]:
    """The arguments of a marked definition; CourseError when one of `keys` is absent."""
    arguments = item.arguments or {}
    for key in keys:
        if key not in arguments:
            raise CourseError(f"{item.place}: {item.name} needs {key}=...")
    return arguments


def refuse_twins(items: list[Marked]) -> None:
    """CourseError when two definitions share a name: Python would keep only the last."""
    first: dict[str, Marked] = {}
    for item in items:
        if item.name in first:
            raise CourseError(
                f"{item.place}: {item.name} is already defined in line "
                f"{first[item.name].node.lineno}; give one of them another name."
            )
        first[item.name] = item


def _literals(decorator: ast.expr, place: str, keys: Mapping[str, type]) -> dict[str, Any]:
    if not isinstance(decorator, ast.Call) or decorator.args:
        wanted = ", ".join(f"{key}=..." for key in keys)
        raise CourseError(f"{place}: the decorator takes keyword arguments only: {wanted}.")
    found: dict[str, Any] = {}
    for keyword in decorator.keywords:
        key = keyword.arg or "**"
        if key not in keys:
            raise CourseError(f"{place}: unknown argument {key!r}.{closest(key, keys)}")
        try:
            value = ast.literal_eval(keyword.value)
        except ValueError:
            raise CourseError(
                f"{place}: {key} must be a literal, because this file is read and not run; "
                f"found {ast.unparse(keyword.value)}."
            ) from None
        if not isinstance(value, keys[key]) and not (key == "after" and isinstance(value, str)):
            raise CourseError(f"{place}: {key} must be {keys[key].__name__}, found {value!r}.")
        found[key] = value
    return found
