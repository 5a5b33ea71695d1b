from __future__ import annotations

from pathlib import Path

import pytest

from autograder.course import Course
from autograder.course import criteria
from autograder.course.misconceptions import catalogue
from autograder.course.release import release
from autograder.course.release import stale
from autograder.course.scaffold import new
from autograder.course.scaffold import placeholders
from autograder.errors import CourseError


def test_the_templates_are_a_working_assignment(course: Course, root: Path) -> None:
    pytest.importorskip("nbformat")
    folder = new(course, "layer_norm")
    fresh = Course.load(root)
    assignment = fresh.assignment("layer_norm")
    assert folder == assignment.folder
    assert (assignment.title, assignment.order) == ("Layer norm", 9)
    assert assignment.names == ("layer_norm",)
    assert [c.of for c in criteria(assignment)] == ["layer_norm"]
    assert [m.name for m in catalogue(assignment)] == ["wrong_layer_norm"]
    release(fresh)
    assert stale(fresh) == []


def test_what_is_left_to_write_is_listed(course: Course) -> None:
    folder = new(course, "layer_norm")
    files = {line.split(",")[0] for line in placeholders(folder)}
    assert files == {
        "assignment.toml",
        "handout.md",
        "layer_norm.py",
        "misconceptions.py",
        "test_hidden.py",
    }
    assert placeholders(course.assignment("softmax").folder) == []


@pytest.mark.parametrize("slug", ["layer-norm", "2d", "Norm", "", "../evil"])
def test_a_slug_is_a_module_name(course: Course, slug: str) -> None:
    with pytest.raises(CourseError, match="must be the name of a Python module"):
        new(course, slug)


def test_nothing_is_overwritten(course: Course) -> None:
    with pytest.raises(CourseError, match="this assignment exists"):
        new(course, "softmax")


def test_the_first_assignment_of_an_empty_course(tmp_path: Path) -> None:
    (tmp_path / "course.toml").write_text('title = "Tiny"\n')
    new(Course.load(tmp_path), "first")
    assert [a.order for a in Course.load(tmp_path).assignments] == [1]
