"""Run these as often as you like. They show what is asked; they earn no points."""

import numpy as np

from autograder.checks import assert_close
from autograder.checks import numerical_vjp

S = np.array([[-2.0, -0.5, 0.25], [0.75, 1.5, 3.0]])
PAIRS = ("sigmoid", "tanh", "relu", "leaky_relu", "softplus", "elu", "gelu", "silu")


def test_the_handouts_swish(student):
    assert_close(student.sigmoid(np.log([3.0])), np.array([0.75]), what="sigmoid(ln 3)")
    assert_close(student.silu(np.log([3.0])), np.array([0.75 * np.log(3)]), what="silu(ln 3)")


def test_shapes_stay(student):
    for name in PAIRS:
        for function in (getattr(student, name), getattr(student, "d_" + name)):
            assert_close(function(S) * 0.0, np.zeros((2, 3)), what=f"{name} times zero")


def test_each_derivative_against_differences_of_your_function(student):
    for name in PAIRS:
        differences = numerical_vjp(getattr(student, name), S, np.ones(S.shape))
        found = getattr(student, "d_" + name)(S)
        assert_close(found, differences, what=f"d_{name}(S)", rtol=1e-5, atol=1e-7)


def test_nothing_is_nan_far_out(student):
    far = np.array([-800.0, 800.0])
    for name in PAIRS:
        for function in (getattr(student, name), getattr(student, "d_" + name)):
            assert_close(function(far) * 0.0, np.zeros(2), what=f"{name} of -800 and 800, times 0")
