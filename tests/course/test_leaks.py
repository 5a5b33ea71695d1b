from __future__ import annotations

import json
from pathlib import Path

import pytest

from autograder.course import Course
from autograder.course.leaks import leaks
from autograder.course.release import release
from autograder.course.secret import VARIABLE
from autograder.course.secret import course_secret

pytest.importorskip("nbformat")


@pytest.fixture
def kit(course: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv(VARIABLE, raising=False)
    return release(course, tmp_path / "kit")


def append(file: Path, text: str) -> None:
    file.write_text(file.read_text() + text)


def test_a_released_kit_is_clean_and_looking_creates_nothing(course: Course, kit: Path) -> None:
    assert leaks(course, kit) == []
    assert not (course.root / ".grade-secret").exists()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("softmax.py", "def other(e):\n    return (e /  e.sum( axis=-1, keepdims = True))  # ok\n"),
        ("README.md", "\n```python\nreturned = 1\ne = 2\n```\n```python\n{solution}\n```\n"),
    ],
)
def test_a_solution_in_another_layout(course: Course, kit: Path, name: str, text: str) -> None:
    solution = "def f(e):\n    return e / e.sum(axis=-1, keepdims=True)"
    append(kit / "assignments/softmax" / name, "\n\n" + text.replace("{solution}", solution))
    reference = course.assignment("softmax").reference_source().splitlines()
    line = 1 + reference.index("    return e / e.sum(axis=-1, keepdims=True)")
    (found,) = leaks(course, kit)
    assert found.startswith(f"assignments/softmax/{name}: holds line {line} of softmax's solution")


def test_short_statements_are_anybody_s(course: Course, kit: Path) -> None:
    append(kit / "assignments/softmax/softmax.py", "\n\ndef f(factor):\n    return math.e**x\n")
    assert leaks(course, kit) == []


def test_a_solution_in_a_notebook(course: Course, kit: Path) -> None:
    file = kit / "assignments/softmax/softmax.ipynb"
    notebook = json.loads(file.read_text())
    notebook["cells"][3]["source"] = course.assignment("softmax").reference_source()
    file.write_text(json.dumps(notebook))
    assert any("softmax.ipynb: holds line" in problem for problem in leaks(course, kit))


def test_an_alternative_is_a_solution_too(course: Course, kit: Path) -> None:
    other = "def softmax(x):\n    return np.stack([np.exp(r) / sum(np.exp(r)) for r in x])\n"
    (course.root / "solutions/softmax/alternatives/loops.py").write_text(other)
    append(kit / "assignments/softmax/softmax.py", f"\n\n{other}")
    assert any("solution" in problem for problem in leaks(course, kit))


def test_a_hidden_input(course: Course, kit: Path) -> None:
    append(
        kit / "assignments/softmax/test_public.py", "\nSECRET_SCORES = [[1234.5, -77.25, 3.0]]\n"
    )
    (found,) = leaks(course, kit)
    assert "hidden tests" in found


def test_a_sentence_of_a_misconception(course: Course, kit: Path) -> None:
    append(
        kit / "assignments/softmax/README.md",
        "\n> You normalised *over the first axis*,\n> but each row is one example!\n",
    )
    assert leaks(course, kit) == [
        "assignments/softmax/README.md: holds what softmax says of over_axis_0"
    ]


def test_files_that_stay_with_the_course(course: Course, kit: Path) -> None:
    (kit / "assignments/softmax/test_hidden.py").touch()
    (kit / "assignments/softmax/softmax.pyc").touch()
    assert leaks(course, kit) == [
        "assignments/softmax/softmax.pyc: bytecode",
        "assignments/softmax/test_hidden.py: this file stays with the course",
    ]


def test_the_secret_in_any_file(course: Course, kit: Path) -> None:
    (kit / "notes.bin").write_bytes(b"\xff\x00" + course_secret(course.root) + b"\xff")
    assert leaks(course, kit) == ["notes.bin: holds the course secret"]


@pytest.mark.parametrize(
    "trace", [{"outputs": [{"output_type": "stream", "text": "6.0"}]}, {"execution_count": 3}]
)
def test_outputs_of_a_notebook(course: Course, kit: Path, trace: dict[str, object]) -> None:
    file = kit / "assignments/softmax/softmax.ipynb"
    notebook = json.loads(file.read_text())
    notebook["cells"][1] |= trace
    file.write_text(json.dumps(notebook))
    assert leaks(course, kit) == ["assignments/softmax/softmax.ipynb: cell 2 has outputs"]
