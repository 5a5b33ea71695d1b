"""A small but complete course in a temporary folder, with one of everything."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.course import Assignment
from autograder.course import Course

FILES = {
    "course.toml": """\
title = "Small course"
roster = "roster.csv"

[tracks]
short = ["softmax"]

[deadlines]
softmax = 2026-03-01T23:59:00Z

[policy]
late = "none"
""",
    "data/points.csv": "1,2\n3,4\n",
    "solutions/softmax/assignment.toml": """\
title = "Softmax"
unit = "B Losses"
order = 8
source = "book 4.2"
minutes = 50
difficulty = 2
needs = ["losses"]
data = ["points.csv"]
forbid = ["numpy.convolve"]
hints = ["Which axis holds the classes?", 'Say "maximum" first.']

[limits]
call_seconds = 3
""",
    "solutions/softmax/handout.md": "# Softmax\n\nWrite `softmax` and `Scaler`.\n",
    "solutions/softmax/softmax.py": '''\
"""Softmax, with a scale."""

from __future__ import annotations

import numpy as np

### BEGIN SOLUTION
import math


def _power(x):
    return math.e**x


def _exponentials(x):
    return _power(x - x.max(axis=-1, keepdims=True))
### END SOLUTION


def shifted(x):
    """Given: x plus one."""
    return x + 1


# Rows are examples.
def softmax(x):
    """Probabilities along the last axis."""
    ### BEGIN SOLUTION
    e = _exponentials(x)
    return e / e.sum(axis=-1, keepdims=True)
    ### END SOLUTION


def twice(x):
    """Given: softmax of softmax."""
    return softmax(softmax(x))


class Scaler:
    """Multiplies by a constant."""

    def __init__(self, factor):
        ### BEGIN SOLUTION
        self.factor = factor
        ### END SOLUTION

    def scale(self, x):
        """factor times x."""
        ### BEGIN SOLUTION
        return np.multiply(self.factor, np.asarray(x, dtype=float))
        ### END SOLUTION
''',
    "solutions/softmax/test_hidden.py": """\
import numpy as np
import pytest

from autograder import criterion
from autograder.checks import assert_close

SECRET_SCORES = [[1234.5, -77.25, 3.0]]


@criterion(of="softmax", points="1.5", says="Rows sum to one.")
@pytest.mark.parametrize("n", [2, 5])
def test_rows(student, rng, n):
    x = rng.normal(size=(3, n))
    assert_close(student.softmax(x).sum(axis=-1), np.ones(3), what="row sums")


@criterion(of="softmax", points="1/3", says="Large scores are fine.", show="values",
           after="test_rows")
def test_large(student, reference):
    x = np.array(SECRET_SCORES)
    assert_close(student.softmax(x), reference.softmax(x), what="softmax(x)")


@criterion(of="Scaler", points="2", says="A scaler scales.")
def test_scaler(student):
    assert_close(student.Scaler(3.0).scale(2.0), 6.0, what="Scaler(3).scale(2)")


@criterion(of="Scaler", points="1", says="Lists work too.", after=("test_scaler",),
           extra_credit=True)
def test_lists(student):
    assert_close(student.Scaler(3.0).scale([2.0]), np.array([6.0]), what="Scaler(3).scale([2])")
""",
    "solutions/softmax/test_public.py": """\
import numpy as np
import pytest


@pytest.mark.parametrize(("n", "k"), [(1, 2), (3, 4)])
def test_sums(student, rng, n, k):
    x = rng.normal(size=(n, k))
    assert np.allclose(student.softmax(x).sum(axis=-1), 1)


def test_scales(student):
    assert student.Scaler(2.0).scale(3.0) == 6.0
""",
    "solutions/softmax/misconceptions.py": '''\
"""What goes wrong with softmax."""

import functools

import numpy as np

from autograder import misconception
from autograder import reference


def _over(x, axis):
    e = np.exp(x)
    return e / e.sum(axis=axis, keepdims=True)


@misconception(
    of="softmax",
    killed_by="test_rows",
    says="You normalised over the first axis, but each row is one example.",
)
def over_axis_0(x):
    # Columns sum to one.
    return _over(x, 0)


@misconception(of="Scaler", killed_by="test_scaler", says="The factor was applied a second time.")
class ScalesTwice(reference.Scaler):
    def scale(self, x):
        return super().scale(super().scale(x))
''',
    "solutions/softmax/alternatives/loops.py": "def softmax(x):\n    return x\n",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "course"
    for name, text in FILES.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return folder


@pytest.fixture
def course(root: Path) -> Course:
    return Course.load(root)


@pytest.fixture
def assignment(course: Course) -> Assignment:
    return course.assignment("softmax")
