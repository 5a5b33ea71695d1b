"""What is looked at after the tests: a known mistake is named at once, another is asked again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

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
import numpy as np

from autograder import criterion
from autograder.checks import assert_close
from autograder.checks import assert_true


@criterion(of="{of}", points="1", says="Two numbers.")
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


def graded(
    root: Path,
    reference: str,
    asks: str,
    source: str,
    *,
    of: str = "double",
    catalogue: str = CATALOGUE,
) -> dict[str, Any]:
    """The runner's answer on one submission."""
    root.chmod(0o755)
    folder = root / "solutions" / "hw"
    folder.mkdir(parents=True)
    (root / "course.toml").write_text('title = "Small"\n')
    (folder / "assignment.toml").write_text('title = "Homework"\norder = 1\nlibraries = ["numpy"]')
    (folder / "hw.py").write_text(reference)
    (folder / "test_hidden.py").write_text(SUITE.format(asks=asks, of=of))
    (folder / "misconceptions.py").write_text(catalogue)
    submission = root / "student"
    submission.mkdir()
    (submission / "hw.py").write_text(source)
    with Pool(level_of(None, None), 1, b"secret") as pool:
        job = Job(Course.load(root).assignment("hw"), submission, "hw.py")
        ((_, answer),) = pool.grade([job])
    return answer


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
    answer = graded(tmp_path, REFERENCE, asks, COUNTED.format(value=value))
    (test,) = answer["tests"]
    assert answer["output"].count("asked") == calls
    name, said = told
    assert (test["diagnosis"] or {}).get("misconception") == name
    assert said in test["message"]


def test_who_may_draw_is_not_told_that_answers_waver(tmp_path: Path) -> None:
    """The reference starts at random, too: what is wrong is another thing."""
    drawing = "def double(x):\n    ### BEGIN SOLUTION\n    return {}\n    ### END SOLUTION\n"
    asks = 'assert_true(student.double(1.0) < 2, "It is too large.")'
    right = "__import__('random').random()"
    answer = graded(
        tmp_path, drawing.format(right), asks, f"def double(x):\n    return 2 + {right}"
    )
    assert answer["tests"][0]["message"] == "It is too large."


PATH = """
import numpy as np


def path(x, steps):
    ### BEGIN SOLUTION
    return np.array([x + step for step in range(steps)])
    ### END SOLUTION
"""
ASKS = """x = np.arange(3.0)
    assert_close(student.path(x, 3), np.array([x, x + 1, x + 2]), what="path(x, 3)")"""


@pytest.mark.parametrize(
    ("start", "said"),
    [("x", "Besides, the call changes what it was given: argument 1."), ("x.copy()", "")],
)
def test_a_changed_argument_is_told_where_values_are_wrong(
    tmp_path: Path, start: str, said: str
) -> None:
    source = (
        "import numpy as np\ndef path(x, steps):\n    points = []\n"
        f"    x = {start}\n    for _ in range(steps):\n        points.append(x)\n"
        "        x += 1\n    return np.array(points)\n"
    )
    answer = graded(tmp_path, PATH, ASKS, source, of="path", catalogue="")
    (test,) = answer["tests"]
    assert "9 of 9 elements differ" in test["message"]
    assert said in test["message"]
    assert ("changes" in test["message"]) == bool(said)


LAYER = """
class Layer:
    ### BEGIN SOLUTION
    def __init__(self):
        self.bias = 0.0

    def __call__(self, x):
        return x + self.bias
    ### END SOLUTION
"""


@pytest.mark.parametrize(
    ("bias", "wavers"),
    [
        pytest.param("random.random()", False, id="weights that start at random"),
        pytest.param("random.SystemRandom().random()", True, id="no seed at all"),
    ],
)
def test_an_object_may_start_at_random(tmp_path: Path, bias: str, *, wavers: bool) -> None:
    asks = 'assert_close(student.Layer()(1.0), 1.0, what="Layer()(1.0)")'
    source = (
        "import random\nclass Layer:\n    def __init__(self):\n"
        f"        self.bias = {bias}\n    def __call__(self, x):\n        return x + self.bias\n"
    )
    answer = graded(tmp_path, LAYER, asks, source, of="Layer", catalogue="")
    (test,) = answer["tests"]
    assert test["status"] == "failed"
    assert ("not deterministic" in test["message"]) == wavers
