"""What hidden suites check with; every failure explains itself without giving values away."""

from __future__ import annotations

from autograder.checks.calls import Observation
from autograder.checks.calls import ask_each
from autograder.checks.calls import assert_deterministic
from autograder.checks.calls import assert_leaves_inputs
from autograder.checks.calls import assert_raises
from autograder.checks.calls import assert_true
from autograder.checks.calls import observe
from autograder.checks.compare import assert_array_equal
from autograder.checks.compare import assert_close
from autograder.checks.compare import assert_shape
from autograder.checks.equality import assert_equal
from autograder.checks.failure import CheckFailed
from autograder.checks.gradients import assert_gradient
from autograder.checks.gradients import numerical_vjp

__all__ = [
    "CheckFailed",
    "Observation",
    "ask_each",
    "assert_array_equal",
    "assert_close",
    "assert_deterministic",
    "assert_equal",
    "assert_gradient",
    "assert_leaves_inputs",
    "assert_raises",
    "assert_shape",
    "assert_true",
    "numerical_vjp",
    "observe",
]
