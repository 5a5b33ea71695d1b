from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from autograder.course import Course
from autograder.errors import CourseError


def another(root: Path, slug: str, order: int, needs: str = "") -> None:
    folder = root / "solutions" / slug
    shutil.copytree(root / "solutions" / "softmax", folder)
    (folder / "softmax.py").rename(folder / f"{slug}.py")
    text = f'title = "{slug}"\norder = {order}\nneeds = [{needs}]\n'
    (folder / "assignment.toml").write_text(text)


def test_a_title_is_enough(tmp_path: Path) -> None:
    (tmp_path / "course.toml").write_text('title = "Tiny"\n')
    course = Course.load(tmp_path)
    assert (course.title, course.assignments, course.kit) == ("Tiny", (), False)


def test_found_from_a_folder_inside(root: Path) -> None:
    assert Course.find(root / "solutions" / "softmax").root == root.resolve()


def test_none_found_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(CourseError, match=r"the kit you unpacked\. Or name it: --course DIR"):
        Course.find(tmp_path)


def test_raw_tables_are_handed_on(course: Course, root: Path) -> None:
    assert course.policy == {"late": "none"}
    assert course.deadlines["softmax"].isoformat() == "2026-03-01T23:59:00+00:00"
    assert course.roster == root / "roster.csv"


def test_assignments_are_in_order(root: Path) -> None:
    another(root, "aaa", 9)
    another(root, "zzz", 2)
    assert [a.slug for a in Course.load(root).assignments] == ["zzz", "softmax", "aaa"]


def test_an_unknown_slug_is_answered_with_the_nearest(course: Course) -> None:
    with pytest.raises(CourseError, match=r"no assignment 'sotfmax'\. Did you mean 'softmax'\?"):
        course.assignment("sotfmax")


def test_a_broken_neighbour_stops_only_itself(root: Path) -> None:
    another(root, "broken", 1)
    (root / "solutions/broken/assignment.toml").write_text("title = 3\n")
    course = Course.load(root)
    assert course.assignment("softmax").title == "Softmax"
    with pytest.raises(CourseError, match="broken"):
        _ = course.assignments


def test_tracks(course: Course) -> None:
    assert [a.slug for a in course.track("short")] == ["softmax"]
    with pytest.raises(CourseError, match=r"no track 'shrot'\. Did you mean 'short'\?"):
        course.track("shrot")


def test_names_of_no_assignment_are_listed(root: Path) -> None:
    another(root, "losses", 3, needs='"softmx"')
    (root / "course.toml").write_text('title = "T"\n[tracks]\nall = ["losses", "soft"]\n')
    track, needs = Course.load(root).dangling()
    assert "the track 'all' names 'soft', which is no assignment." in track
    assert "needs names 'softmx', which is no assignment. Did you mean 'softmax'?" in needs
