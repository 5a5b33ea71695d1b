from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from autograder.course import Assignment
from autograder.course.trivial import trivial_files

X = np.array([[1.0, 2.0]])


@pytest.fixture
def modules(assignment: Assignment) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for name, source in trivial_files(assignment).items():
        found[name] = {"__name__": "softmax"}
        exec(compile(source, f"{name}.py", "exec"), found[name])
    return found


@pytest.mark.parametrize(
    ("name", "array", "scalar"),
    [
        ("true", True, True),
        ("none", None, None),
        ("zeros", np.zeros((1, 2)), np.zeros(())),
        ("echo", X, 3.0),
    ],
)
def test_every_answer_is_the_same(
    modules: dict[str, dict[str, Any]], name: str, array: object, scalar: object
) -> None:
    softmax = modules[name]["softmax"]
    scale = modules[name]["Scaler"](2.0).scale
    for function in (softmax, scale):
        np.testing.assert_array_equal(function(X), array)
        np.testing.assert_array_equal(function(3.0), scalar)


def test_zeros_follow_torch(modules: dict[str, dict[str, Any]]) -> None:
    torch = pytest.importorskip("torch")
    found = modules["zeros"]["softmax"](torch.ones(2, 3, dtype=torch.float64))
    assert torch.equal(found, torch.zeros(2, 3, dtype=torch.float64))


def test_a_constructor_stores_nothing(modules: dict[str, dict[str, Any]]) -> None:
    assert vars(modules["echo"]["Scaler"](2.0)) == {}


def test_given_code_stays(modules: dict[str, dict[str, Any]]) -> None:
    assert modules["none"]["shifted"](1) == 2
