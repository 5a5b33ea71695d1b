"""What students read: each page begins with the facts, and names nothing they cannot know."""

from __future__ import annotations

import re
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


def _before(needs: tuple[str, ...]) -> str:
    if not needs:
        return "Nothing is needed"
    *first, last = (f"`{slug}`" for slug in needs)
    return f"Do {', '.join(first)} and {last}" if first else f"Do {last}"
