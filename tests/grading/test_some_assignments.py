"""Grading some assignments of a class that handed in others, too."""

from __future__ import annotations

from pathlib import Path

from autograder.grading.intake import discover_some

COURSE = ("mlp", "output_size", "softmax")


def _pile(root: Path, *names: str) -> Path:
    for name in names:
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"# {name}\n", "utf-8")
    return root


def _found(root: Path, *slugs: str) -> dict[str, str]:
    """Student -> the file that is graded, "" for a refusal."""
    return {one.student: one.main for one in discover_some(root, slugs, COURSE).found}


def test_the_answer_to_another_assignment_is_no_answer_to_this_one(tmp_path: Path) -> None:
    _pile(tmp_path, "ada/output_size.py", "bo/softmax.py", "cy/softmax.py", "cy/mlp.py")
    assert _found(tmp_path, "output_size") == {"ada": "output_size.py"}
    assert discover_some(tmp_path, ("output_size",), COURSE).students == ("ada", "bo", "cy")


def test_a_file_that_names_nothing_still_is(tmp_path: Path) -> None:
    _pile(tmp_path, "ada/my answer.py", "bo/softmax.py")
    assert _found(tmp_path, "output_size") == {"ada": "my answer.py"}


def test_flat_files_of_other_assignments_are_no_students(tmp_path: Path) -> None:
    _pile(tmp_path, "ada_output_size.py", "ada_softmax.py", "bo_softmax.py")
    assert list(_found(tmp_path, "output_size")) == ["ada"]
    assert discover_some(tmp_path, ("output_size",), COURSE).students == ("ada", "bo")


def test_all_assignments_are_as_without_a_choice(tmp_path: Path) -> None:
    _pile(tmp_path, "ada/output_size.py", "bo/softmax.py")
    assert _found(tmp_path, *COURSE) == {"ada": "output_size.py", "bo": "softmax.py"}
