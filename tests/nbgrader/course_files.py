"""A course of one small numpy assignment, `nn`: four functions worth 2, 2, 3 and 3 points."""

from __future__ import annotations

from pathlib import Path

FILES = {
    "course.toml": 'title = "Small course"\n',
    "data/points.csv": "1,2\n3,4\n",
    "solutions/nn/assignment.toml": """\
title = "Four functions"
data = ["points.csv"]

[limits]
call_seconds = 0.3
import_seconds = 1
""",
    "solutions/nn/handout.md": "# Four functions\n\nWrite `relu`, `softmax`, `affine`, `mse`.\n",
    "solutions/nn/nn.py": '''\
"""Four functions."""

import numpy as np


def relu(x):
    """max(x, 0), element by element."""
    ### BEGIN SOLUTION
    return np.maximum(x, 0.0)
    ### END SOLUTION


def softmax(x):
    """Probabilities along the last axis."""
    ### BEGIN SOLUTION
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)
    ### END SOLUTION


def affine(x, w, b):
    """x w + b."""
    ### BEGIN SOLUTION
    return x @ w + b
    ### END SOLUTION


def mse(prediction, target):
    """Mean of the squared differences."""
    ### BEGIN SOLUTION
    return float(np.mean((np.asarray(prediction) - np.asarray(target)) ** 2))
    ### END SOLUTION
''',
    "solutions/nn/test_hidden.py": """\
import numpy as np

from autograder import criterion
from autograder.checks import assert_close

HIDDEN_NUMBERS = np.array([[-3.25, 0.0, 41.5]])


@criterion(of="relu", points="2", says="Negative numbers become zero.")
def test_relu(student):
    assert_close(student.relu(HIDDEN_NUMBERS), np.array([[0.0, 0.0, 41.5]]), what="relu(x)")


@criterion(of="softmax", points="1.5", says="Rows sum to one.")
def test_rows(student, rng):
    x = rng.normal(size=(3, 5))
    assert_close(student.softmax(x).sum(axis=-1), np.ones(3), what="row sums")


@criterion(of="softmax", points="0.5", says="Large scores are fine.", after="test_rows")
def test_large(student, reference):
    x = HIDDEN_NUMBERS * 100
    assert_close(student.softmax(x), reference.softmax(x), what="softmax(x)")


@criterion(of="affine", points="3", says="x w + b.")
def test_affine(student, reference, rng):
    x, w, b = rng.normal(size=(2, 3)), rng.normal(size=(3, 4)), rng.normal(size=4)
    assert_close(student.affine(x, w, b), reference.affine(x, w, b), what="affine(x, w, b)")


@criterion(of="mse", points="3", says="The mean of the squares.")
def test_mse(student, reference, rng):
    a, b = rng.normal(size=(2, 6))
    assert_close(student.mse(a, b), reference.mse(a, b), what="mse(a, b)")


@criterion(of="mse", points="0.5", says="Lists work, too.", after="test_mse", extra_credit=True)
def test_mse_of_lists(student):
    assert_close(student.mse([1.0], [3.0]), 4.0, what="mse([1], [3])")
""",
    "solutions/nn/test_public.py": """\
import numpy as np


def test_relu_of_one_number(student):
    assert student.relu(np.array(-1.0)) == 0.0


def test_affine_of_ones(student):
    assert student.affine(np.ones((1, 1)), np.ones((1, 1)), np.ones(1)) == 2.0
""",
    "solutions/nn/misconceptions.py": """\
import numpy as np

from autograder import misconception


@misconception(
    of="softmax",
    killed_by="test_rows",
    says="The scores are normalised over the first axis; each row is one example.",
)
def over_axis_0(x):
    e = np.exp(x)
    return e / e.sum(axis=0, keepdims=True)


@misconception(of="mse", killed_by="test_mse", says="The squares are added, not averaged.")
def sum_of_squares(prediction, target):
    return float(np.sum((prediction - target) ** 2))
""",
}

ANSWERS = {
    "relu": "return np.where(x > 0, x, 0.0)",
    "softmax": "e = np.exp(x - x.max(axis=-1, keepdims=True))\n"
    "return e / e.sum(axis=-1, keepdims=True)",
    "affine": "return np.matmul(x, w) + b",
    "mse": "return float(np.mean((np.asarray(prediction) - np.asarray(target)) ** 2))",
}
"""Right in every function, extra credit included."""
WRONG = dict.fromkeys(ANSWERS, "return None")
HONEST = 10.0
"""The most without extra credit."""


def write_course(folder: Path) -> Path:
    for name, text in FILES.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return folder
