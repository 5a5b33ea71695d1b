"""What is looked at after the tests: a known mistake is named at once, another is asked again."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.cli.options import level_of
from autograder.course.course import Course
from autograder.engine.pool import Job
from autograder.engine.pool import Pool

REFERENCE = """
def double(x):
    ### BEGIN SOLUTION
    return 2 * x
    ### END SOLUTION
"""
SUITE = """
from autograder import criterion
from autograder.checks import assert_close


@criterion(of="double", points="1", says="Two numbers.")
def test_two(student):
    {asks}
"""
TOGETHER = 'assert_close([student.double(1.25), student.double(3.5)], [2.5, 7.0], what="both")'
ONE_BY_ONE = """assert_close(student.double(1.25), 2.5, what="the first")
    assert_close(student.double(3.5), 7.0, what="the second")"""
CATALOGUE = """
from autograder import misconception


@misconception(of="double", killed_by="test_two", says="You tripled it.")
def triples(x):
    return 3 * x
"""
COUNTED = "def double(x):\n    print('asked')\n    return {value}\n"


@pytest.mark.parametrize(
    ("asks", "value", "calls", "told"),
    [
        pytest.param(TOGETHER, "3 * x", 2, ("triples", ""), id="a known mistake"),
        pytest.param(ONE_BY_ONE, "3 * x", 4, ("triples", ""), id="known, and the test ended early"),
        pytest.param(TOGETHER, "4 * x", 4, (None, ""), id="an unknown mistake"),
        pytest.param(
            TOGETHER,
            "3 * x + __import__('random').random()",
            4,
            (None, "not deterministic"),
            id="another answer each time",
        ),
    ],
)
def test_a_student_is_asked_again_where_the_first_answers_do_not_tell(
    tmp_path: Path, asks: str, value: str, calls: int, told: tuple[str | None, str]
) -> None:
    tmp_path.chmod(0o755)
    folder = tmp_path / "solutions" / "hw"
    folder.mkdir(parents=True)
    (tmp_path / "course.toml").write_text('title = "Small"\n')
    (folder / "assignment.toml").write_text('title = "Homework"\norder = 1\nlibraries = ["numpy"]')
    (folder / "hw.py").write_text(REFERENCE)
    (folder / "test_hidden.py").write_text(SUITE.format(asks=asks))
    (folder / "misconceptions.py").write_text(CATALOGUE)
    submission = tmp_path / "student"
    submission.mkdir()
    (submission / "hw.py").write_text(COUNTED.format(value=value))
    with Pool(level_of(None, None), 1, b"secret") as pool:
        job = Job(Course.load(tmp_path).assignment("hw"), submission, "hw.py")
        ((_, answer),) = pool.grade([job])
    (test,) = answer["tests"]
    assert answer["output"].count("asked") == calls
    name, said = told
    assert (test["diagnosis"] or {}).get("misconception") == name
    assert said in test["message"]
