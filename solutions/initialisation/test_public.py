"""Run these as often as you like. They show what is asked; they earn no points."""

import numpy as np

from autograder.checks import assert_close
from autograder.checks import assert_equal
from autograder.checks import assert_gradient


def test_glorot_of_a_half_is_zero(student):
    assert_close(student.glorot(np.full((2, 3), 0.5)), np.zeros((2, 3)), what="glorot of halves")


def test_orthogonal_columns_of_the_handout(student):
    G = np.array([[3.0, 1.0], [4.0, 3.0]])
    expected = np.array([[0.6, -0.8], [0.8, 0.6]])
    assert_close(student.orthogonal(G), expected, what="orthogonal(G)")


def test_gradients_against_differences(student, rng):
    X, Y = rng.normal(size=(4, 2)), rng.normal(size=(4, 2))
    W1, b1, W2, b2 = (rng.normal(size=size) for size in ((2, 3), (3,), (3, 2), (2,)))
    assert_gradient(
        lambda W: np.mean((np.tanh(X @ W + b1) @ W2 + b2 - Y) ** 2),
        lambda W, v: v * student.gradients(X, Y, (W, b1, W2, b2))[0],
        W1,
        rng,
        what="dW1 of gradients",
    )


def test_train_returns_parameters_and_losses(student):
    X, Y = np.array([[1.0], [2.0]]), np.array([[0.0], [4.0]])
    zeros = (np.zeros((1, 3)), np.zeros(3), np.zeros((3, 1)), np.zeros(1))
    params, losses = student.train(X, Y, zeros, 0.25, 2)
    assert_close(losses, np.array([8.0, 5.0]), what="the losses of two steps from zeros")
    assert_close(params[3], np.array([1.5]), what="b2 after two steps from zeros")


def test_units_that_start_alike_are_one(student):
    found = student.distinct_units(np.ones((2, 4)), np.zeros(4), np.ones((4, 1)))
    assert_equal(found, 1, what="distinct_units of four equal units")


def test_the_norms_of_the_handout(student):
    Ws = [np.array([[3.0, 0.0], [0.0, 1.0]]), np.array([[0.0, 2.0], [1.0, 0.0]])]
    v = np.array([1.0, 2.0])
    found = student.adjoint_norms(Ws, np.ones(2), v, lambda s: s, np.ones_like)
    expected = np.sqrt([145.0, 17.0, 5.0])
    assert_close(found, expected, what="adjoint_norms(Ws, x, v, phi, d_phi)")


def test_half_precision_is_soon_at_its_end(student):
    found = student.underflow_depth(0.5, np.dtype("float16"))
    assert_equal(found, 25, what="underflow_depth(0.5, float16)")


def test_relu_from_its_output(student):
    found = student.relu_vjp_from_output(np.array([0.0, 2.0]), np.array([5.0, -5.0]))
    assert_close(found, np.array([0.0, -5.0]), what="relu_vjp_from_output")


def test_a_slope_of_a_line(student):
    found = student.is_subgradient(lambda x: 3.0 * x, 1.0, 3.0, [-1.0, 0.0, 2.0])
    assert_equal(found, True, what="is_subgradient of x -> 3 x with the slope 3")
