from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from autograder.course import Course
from autograder.course import criteria
from autograder.course.release import generated
from autograder.course.release import release
from autograder.course.release import stale
from autograder.errors import CourseError
from tests.runs import GRADE

pytest.importorskip("nbformat")


def tree(folder: Path) -> dict[str, bytes]:
    return {
        str(file.relative_to(folder)): file.read_bytes()
        for file in folder.rglob("*")
        if file.is_file()
    }


def test_a_released_assignment_holds_these_files(course: Course, root: Path) -> None:
    folder = release(course)
    assert folder == root / "assignments"
    assert tree(folder / "softmax") == generated(course.assignment("softmax"))
    assert sorted(tree(folder)) == [
        "softmax/README.md",
        "softmax/data/points.csv",
        "softmax/softmax.ipynb",
        "softmax/softmax.py",
        "softmax/test_public.py",
    ]


def test_the_page_says_what_earns_points(course: Course) -> None:
    page = generated(course.assignment("softmax"))["README.md"].decode()
    assert "Write `softmax` and `Scaler`." in page
    for fact in (
        "- Difficulty: 2 of 5, core",
        "- Time: about 50 minutes",
        "- Source: book 4.2",
        "23/6 points in all.",
        "- 1.5 points: Rows sum to one.",
        "- 1 point of extra credit: Lists work too.",
    ):
        assert fact in page


def test_fresh_after_a_release(course: Course) -> None:
    release(course)
    assert stale(course) == []


def test_what_is_stale_is_named(course: Course, root: Path) -> None:
    folder = release(course) / "softmax"
    (folder / "README.md").unlink()
    (folder / "notes.txt").write_text("mine")
    reference = course.assignment("softmax").reference
    reference.write_text(reference.read_text().replace("Given: x plus one", "Given: one more"))
    (folder / "__pycache__").mkdir()
    (folder / "__pycache__" / "softmax.pyc").write_bytes(b"")
    shutil.copytree(folder, root / "assignments" / "former")
    assert stale(course) == [
        "assignments/former: belongs to no assignment",
        "assignments/softmax/README.md: missing",
        "assignments/softmax/notes.txt: not generated",
        "assignments/softmax/softmax.ipynb: out of date",
        "assignments/softmax/softmax.py: out of date",
    ]


def test_a_release_removes_what_no_longer_belongs(course: Course) -> None:
    folder = release(course)
    shutil.copytree(folder / "softmax", folder / "former")
    (folder / "softmax" / "old.py").touch()
    release(course)
    assert stale(course) == []


def test_a_release_of_some_leaves_the_others(course: Course) -> None:
    folder = release(course)
    shutil.copytree(folder / "softmax", folder / "former")
    release(course, slugs=["softmax"])
    assert (folder / "former").is_dir()


def test_a_folder_of_somebody_else_is_not_replaced(course: Course, root: Path) -> None:
    mine = root / "assignments" / "softmax" / "README.md"
    mine.parent.mkdir(parents=True)
    mine.write_text("My own notes")
    with pytest.raises(CourseError, match="was not written by a release"):
        release(course)
    assert mine.read_text() == "My own notes"


def test_a_failing_release_changes_nothing(course: Course, root: Path) -> None:
    before = tree(release(course))
    (root / "data" / "points.csv").unlink()
    with pytest.raises(CourseError, match=r"points\.csv: softmax lists this data file"):
        release(course)
    assert tree(root / "assignments") == before
    assert not list(root.glob(".release-*"))


def test_a_kit_is_a_course_without_criteria(course: Course, tmp_path: Path) -> None:
    kit = Course.load(release(course, tmp_path / "kit"))
    original, copy = course.assignment("softmax"), kit.assignment("softmax")
    assert kit.kit
    assert kit.title == course.title
    assert kit.tracks == course.tracks
    assert kit.deadlines == course.deadlines
    for fact in ("title", "unit", "order", "minutes", "needs", "core", "hints", "names", "limits"):
        assert getattr(copy, fact) == getattr(original, fact)
    assert copy.data_files[0].read_text() == "1,2\n3,4\n"
    with pytest.raises(CourseError, match="student kit"):
        criteria(copy)


def test_a_kit_has_no_roster_policy_or_extension(root: Path, tmp_path: Path) -> None:
    (root / "course.toml").write_text(
        'title = "T"\nroster = "roster.csv"\n[policy]\nsecret = 1\n'
        "[deadlines]\nsoftmax = 2026-03-01\n[deadlines.extensions]\nmallory = 2026-03-09\n"
    )
    text = (release(Course.load(root), tmp_path / "kit") / "course.toml").read_text()
    assert "2026-03-01" in text
    for private in ("roster", "policy", "mallory"):
        assert private not in text


def test_a_kit_says_when_things_are_due_and_in_which_zone(root: Path, tmp_path: Path) -> None:
    (root / "course.toml").write_text(
        'title = "T"\n[policy]\nzone = "Europe/Berlin"\nlate_per_day = "10%"\n'
        "[deadlines]\nsoftmax = 2026-03-01\n[extensions]\nmallory = 9\n"
    )
    kit = release(Course.load(root), tmp_path / "kit")
    page = (kit / "README.md").read_text()
    assert "| do first | due (Europe/Berlin) |\n" in page
    assert "| 2026-03-01 23:59 |\n" in page
    table = (kit / "course.toml").read_text()
    assert 'zone = "Europe/Berlin"' in table
    for private in ("late_per_day", "mallory"):
        assert private not in table
    listed, begun = (
        subprocess.run([GRADE, *words], cwd=kit, capture_output=True, text=True, check=True).stdout
        for words in (("list",), ("start", "softmax"))
    )
    assert "due (Europe/Berlin)" in listed
    assert "2026-03-01 23:59" in listed
    assert "  due    2026-03-01 23:59 (Europe/Berlin)\n" in begun


def test_a_kit_is_replaced_as_a_whole(course: Course, tmp_path: Path) -> None:
    kit = release(course, tmp_path / "kit")
    before = tree(kit)
    (kit / "assignments" / "old.py").touch()
    assert tree(release(course, tmp_path / "kit")) == before
    assert [p.name for p in tmp_path.glob("*ki*")] == ["kit"]


@pytest.mark.parametrize("where", ["course", ".", "course/solutions/kit", "course/data", "other"])
def test_a_kit_takes_no_other_folder_s_place(course: Course, tmp_path: Path, where: str) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "precious.txt").touch()
    before = tree(tmp_path)
    with pytest.raises(CourseError, match=r"name (another|a new) folder"):
        release(course, tmp_path / where)
    assert tree(tmp_path) == before


def test_requirements_are_the_libraries_and_where_the_grader_is(root: Path, tmp_path: Path) -> None:
    with (root / "course.toml").open("r+") as file:
        text = file.read()
        file.seek(0)
        file.write('install = "autograder @ https://example.org/autograder.whl"\n' + text)
    kit = release(Course.load(root), tmp_path / "kit")
    assert (kit / "requirements.txt").read_text().splitlines() == [
        "numpy",
        "pytest",
        "autograder @ https://example.org/autograder.whl",
    ]


def test_nothing_is_released_from_a_kit(course: Course, tmp_path: Path) -> None:
    kit = Course.load(release(course, tmp_path / "kit"))
    with pytest.raises(CourseError, match="this is a student kit"):
        release(kit)
