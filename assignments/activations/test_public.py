"""Run these as often as you like. They show what is asked; they earn no points."""

import numpy as np

from autograder.checks import assert_close
from autograder.checks import numerical_vjp

S = np.array([[-2.0, -0.5, 0.25], [0.75, 1.5, 3.0]])
PAIRS = ("sigmoid", "tanh", "relu", "leaky_relu", "softplus", "elu", "gelu", "silu")


def test_the_handouts_sigmoid(student):
    assert_close(student.sigmoid(np.log([3.0])), np.array([0.75]), what="sigmoid(ln 3)")


def test_the_sigmoid_stretched(student):
    assert_close(student.tanh(np.log([3.0])), np.array([0.8]), what="tanh(ln 3)")


def test_what_relu_lets_pass(student):
    assert_close(student.relu(np.array([-2.0, 3.0])), np.array([0.0, 3.0]), what="relu([-2, 3])")


def test_what_leaks(student):
    found = student.leaky_relu(np.array([-2.0, 3.0]))
    assert_close(found, np.array([-0.02, 3.0]), what="leaky_relu([-2, 3])")


def test_a_smooth_relu(student):
    assert_close(student.softplus(np.log([3.0])), np.log([4.0]), what="softplus(ln 3)")


def test_down_to_minus_one(student):
    expected = np.array([-2 / 3, np.log(3)])
    assert_close(student.elu(np.log([1 / 3, 3.0])), expected, what="elu([-ln 3, ln 3])")


def test_the_exact_gelu(student):
    found = student.gelu(np.array([1.0]))
    assert_close(found, np.array([0.8413447461]), what="gelu(1)")


def test_the_handouts_swish(student):
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
