"""Right answers under many secrets: full marks, and how near to a tolerance they come."""

from __future__ import annotations

import math
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import pytest

from autograder.checks import CheckFailed
from autograder.checks import assert_close
from autograder.checks import assert_gradient
from autograder.checks.margin import listening
from autograder.course.assignment import Assignment
from autograder.proof.margins import margins


def test_the_largest_share_of_a_tolerance_is_found_with_its_place(
    assignment: Assignment, elsewhere: ProcessPoolExecutor
) -> None:
    found = elsewhere.submit(margins, assignment, 20).result()
    assert (found.criteria, found.secrets, found.failures) == (2, 20, [])
    assert found.largest == pytest.approx(0.4, rel=0.05)  # 4e-8 of 1e-7
    assert found.where.startswith("test_doubled (rough, GRADE_SECRET='margin ")
    (problem,) = found.problems()
    assert problem.startswith("an error of 0.4 of its tolerance in test_doubled")


def test_a_right_answer_without_full_marks_is_told(
    assignment: Assignment, elsewhere: ProcessPoolExecutor
) -> None:
    (assignment.folder / "alternatives" / "rough.py").write_text(
        "def doubled(x):\n    return max(2 * x, 0 * x)\n\n\ndef halvings(x):\n    return x > 1\n"
    )
    found = elsewhere.submit(margins, assignment, 2).result()
    problems = found.problems()
    assert len(problems) == 2
    assert problems[1].startswith(
        "full marks are due, but test_halvings (rough, GRADE_SECRET='marg"
    )


def heard(found: object, expected: object) -> list[tuple[str, float]]:
    shares: list[tuple[str, float]] = []
    with listening(lambda what, share: shares.append((what, share))):
        try:
            assert_close(found, expected, what="f(x)", rtol=1e-3, atol=0.0)
        except CheckFailed:
            return [*shares, ("failed", 1.0)]
    return shares


def test_what_a_listener_is_told() -> None:
    assert heard(2.0, 2.0) == [("f(x)", 0.0)]
    ((what, share),) = heard(np.array([1.0, 4.001]), np.array([1.0, 4.0]))
    assert what == "f(x)"
    assert share == pytest.approx(0.25)
    assert heard([math.inf], [math.inf]) == [("f(x)", 0.0)]
    assert heard(np.array(math.nan), np.array(1.0))[0] == ("f(x)", math.inf)


def test_gradients_are_heard_and_nobody_listens_afterwards() -> None:
    shares: list[float] = []
    with listening(lambda _what, share: shares.append(share)):
        check_square()
    check_square()
    assert len(shares) == 2
    assert max(shares) < 1e-3


def check_square() -> None:
    rng = np.random.default_rng(0)
    x = np.array([1.0, -2.0])
    assert_gradient(lambda x: x**2, lambda x, g: 2 * x * g, x, rng, what="the gradient")
