"""Run these as often as you like. They show what is asked; they earn no points."""

import numpy as np

from autograder.checks import assert_close
from autograder.checks import assert_equal

# The example of the handout: H = 1, T = 2, the loss is h_2.
X = np.array([[1.0], [2.0]])
STATES = np.array([[0.6], [0.8]])
W_H = np.array([[0.5]])
DIRECT = np.array([[0.0], [1.0]])
START = np.array([0.0])

TWO_UNITS = np.array([[1.0, 2.0], [0.0, 3.0]])  # W_h: the second unit feeds the first


def test_a_layer_at_rest_stays_at_rest(student):
    found = student.rnn_forward(
        np.zeros((4, 3)), np.ones((2, 3)), np.ones((2, 2)), np.zeros(2), np.zeros(2)
    )
    assert_close(found, np.zeros((4, 2)), what="rnn_forward without input, bias and start")


def test_no_error_no_gradient(student):
    targets = np.full((2, 3), [[0.6], [0.8]])
    found = student.readout_loss(STATES, np.ones((3, 1)), targets)
    expected = (0.0, np.zeros((2, 1)), np.zeros((3, 1)))
    assert_close(found, expected, what="readout_loss of states that meet their targets")


def test_the_handouts_recursion(student):
    found = student.preactivation_gradients(STATES, W_H, DIRECT)
    what = "preactivation_gradients(states, W_h, direct)"
    assert_close(found, np.array([[0.1152], [0.36]]), what=what)


def test_one_step_of_two_units(student):
    found = student.rnn_forward(
        np.zeros((1, 1)), np.zeros((2, 1)), TWO_UNITS, np.zeros(2), np.array([0.1, 0.2])
    )
    assert_close(found, np.tanh([[0.5, 0.6]]), what="rnn_forward(X, W_x, W_h, b, h0) of two units")


def test_the_way_back_of_two_units(student):
    direct = np.array([[0.0, 0.0], [10.0, 1.0]])
    found = student.preactivation_gradients(np.zeros((2, 2)), TWO_UNITS, direct)
    expected = np.array([[10.0, 23.0], [10.0, 1.0]])
    assert_close(found, expected, what="preactivation_gradients of two units at rest")


def test_the_handouts_weights(student):
    g = np.array([[0.1152], [0.36]])
    found = student.weight_gradients(X, STATES, START, g)
    expected = (np.array([[0.8352]]), np.array([[0.216]]), np.array([0.4752]))
    assert_close(found, expected, what="weight_gradients(X, states, h0, g)")


def test_every_gradient_has_the_shape_of_its_argument(student):
    arguments = np.ones((4, 3)), np.ones((2, 3)), np.ones((2, 2)), np.ones(2), np.ones(2)
    direct = np.ones((4, 2))
    found = [gradient.shape for gradient in student.bptt(*arguments, direct)]
    assert_equal(found, [(2, 3), (2, 2), (2,), (2,)], what="the shapes of bptt's results")
    found = [gradient.shape for gradient in student.truncated_bptt(*arguments, direct, 2)]
    assert_equal(found, [(2, 3), (2, 2), (2,)], what="the shapes of truncated_bptt's results")
