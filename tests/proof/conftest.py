"""A course of one assignment, whose suite misses something under one secret."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from autograder.course.assignment import Assignment
from autograder.proof.rehearsal import fresh_processes

REFERENCE = '''\
"""Two functions."""


def doubled(x):
    """Twice what is positive, else zero."""
    ### BEGIN SOLUTION
    return 2 * x if x > 0 else x - x
    ### END SOLUTION


def halvings(x):
    """How often x can be halved before it is below one."""
    ### BEGIN SOLUTION
    count = 0
    while x >= 1:
        x /= 2
        count += 1
    return count
    ### END SOLUTION
'''
SUITE = """\
from autograder import criterion
from autograder.checks import assert_close
from autograder.checks import assert_equal


@criterion(of="doubled", points="2", says="Twice what is positive, else zero.")
def test_doubled(student, reference, rng):
    xs = [float(x) for x in rng.uniform(-3, 3, size=3)]
    assert_close([student.doubled(x) for x in xs], [2 * max(x, 0.0) for x in xs], what="doubled")
    helped = student.given(halvings=reference.halvings)
    assert_equal(helped.doubled(xs[0]) > 0, xs[0] > 0, what="doubled(x) > 0")


@criterion(of="halvings", points="1", says="How often x can be halved.")
def test_halvings(student, reference, rng):
    for x in (0.5, 1.0, float(rng.uniform(1, 9))):
        assert_equal(student.halvings(x), reference.halvings(x), what="halvings(x)")
"""
ROUGH = """\
def doubled(x):
    return max(2 * x, 0 * x) * (1 + 4e-8)


def halvings(x):
    return 0 if x < 1 else 1 + halvings(x / 2)
"""


@pytest.fixture
def assignment(tmp_path: Path) -> Assignment:
    folder = tmp_path / "solutions" / "steps"
    (folder / "alternatives").mkdir(parents=True)
    (tmp_path / "course.toml").write_text('title = "One"\n')
    (folder / "assignment.toml").write_text(
        'title = "Steps"\nlibraries = ["numpy"]\n\n[limits]\ncall_seconds = 0.2\n'
    )
    (folder / "steps.py").write_text(REFERENCE)
    (folder / "test_hidden.py").write_text(SUITE)
    (folder / "alternatives" / "rough.py").write_text(ROUGH)
    return Assignment.load(folder)


@pytest.fixture
def elsewhere() -> Iterator[ProcessPoolExecutor]:
    with fresh_processes(1) as processes:
        yield processes
