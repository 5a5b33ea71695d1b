"""What students read: each page begins with the facts, and names nothing they cannot know."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from autograder.course.assignment import Assignment
from autograder.course.course import Course

ROOT = Path(__file__).parent.parent
COURSE = Course.load(ROOT)
EACH = pytest.mark.parametrize("assignment", COURSE.assignments, ids=lambda a: a.slug)


@EACH
def test_the_first_paragraph_agrees_with_the_facts(assignment: Assignment) -> None:
    paragraph = " ".join(assignment.handout.read_text("utf-8").split("\n\n")[1].split())
    optional = "" if assignment.core else ", optional"
    facts = f"{assignment.minutes} minutes, difficulty {assignment.difficulty} of 5{optional}."
    assert paragraph.startswith(f"{facts} Follows the ")
    assert paragraph.endswith(f" {_before(assignment.needs)} before it.")


@EACH
def test_the_points_stand_in_the_criteria_only(assignment: Assignment) -> None:
    """A second list would sooner or later say something else."""
    assert not re.search(r"\d points", assignment.handout.read_text("utf-8"))


@EACH
def test_sources_go_by_their_names(assignment: Assignment) -> None:
    """The numbers 000 to 004 are explained in docs/sources.md, which students do not have."""
    for file in (ROOT / "assignments" / assignment.slug).glob("*.*"):
        text = file.read_text("utf-8")
        assert re.findall(r"(?<!\d )(?<![\w.])00[0-4]\b(?!\.)", text) == [], file.name


@EACH
def test_no_visible_test_hands_one_function_what_another_returned(assignment: Assignment) -> None:
    """Two wrong functions that fit together would pass, and be ticked."""
    tree = ast.parse(assignment.public.read_text("utf-8"))
    tests = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    chained = {test.name for test in tests if any(_chains(test, assignment.names))}
    assert chained == set()


def _chains(test: ast.FunctionDef, names: tuple[str, ...]) -> Iterator[bool]:
    made: dict[str, set[str]] = {}  # variable -> the functions that its value came from
    for node in ast.walk(test):
        if isinstance(node, ast.Assign):
            for target in ast.walk(ast.Tuple(node.targets)):
                if isinstance(target, ast.Name):
                    made[target.id] = _asked(node.value, names)
    for node in ast.walk(test):
        if isinstance(node, ast.Call) and (own := _asked(node.func, names)):
            for given in [*node.args, *(keyword.value for keyword in node.keywords)]:
                read = {inner.id for inner in ast.walk(given) if isinstance(inner, ast.Name)}
                sources = _asked(given, names).union(*(made.get(name, set()) for name in read))
                yield bool(sources - own)


def _asked(node: ast.AST, names: tuple[str, ...]) -> set[str]:
    """Functions of the student's that an expression calls."""
    return {
        inner.attr
        for inner in ast.walk(node)
        if isinstance(inner, ast.Attribute)
        and isinstance(inner.value, ast.Name)
        and inner.value.id == "student"
        and inner.attr in names
    }


def _before(needs: tuple[str, ...]) -> str:
    if not needs:
        return "Nothing is needed"
    *first, last = (f"`{slug}`" for slug in needs)
    return f"Do {', '.join(first)} and {last}" if first else f"Do {last}"
