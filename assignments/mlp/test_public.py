"""Run these as often as you like. They show what is asked; they earn no points."""

import numpy as np

from autograder.checks import assert_close
from autograder.checks import assert_equal
from autograder.checks import assert_raises

# The network of the handout: two inputs, two hidden units, one output.
W1 = np.array([[1.0, 2.0], [0.0, -1.0]])
B1 = np.array([0.0, 1.0])
W2 = np.array([[3.0], [-1.0]])
B2 = np.array([0.5])
X = np.array([[1.0, 4.0], [-2.0, 0.0]])


def relu(S):
    return np.maximum(S, 0.0)


def test_a_layer_of_the_handout(student):
    expected = np.array([[1.0, -1.0], [-2.0, -3.0]])
    assert_close(student.fully_connected(X, W1, B1), expected, what="fully_connected(X, W1, b1)")


def test_the_network_of_the_handout(student):
    found = student.mlp(X, [W1, W2], [B1, B2], relu)
    assert_close(found, np.array([[3.5], [0.5]]), what="mlp(X, Ws, bs, relu)")


def test_a_count_is_an_int(student):
    assert_equal(student.count_parameters((2, 2, 1)), 9, what="count_parameters((2, 2, 1))")


def test_collapse_returns_a_matrix_and_a_vector(student):
    A, c = student.collapse([W1, W2], [B1, B2])
    assert_equal((A.shape, c.shape), ((2, 1), (1,)), what="the shapes of (A, c)")


def test_xor_weights_fit_together(student):
    first, b1, second, b2 = student.xor_weights()
    hidden = len(b1)
    shapes = (first.shape, second.shape, b2.shape)
    assert_equal(shapes, ((2, hidden), (hidden, 1), (1,)), what="the shapes of W1, W2 and b2")


def test_swapping_two_units(student):
    found = student.reorder_units(W1, B1, W2, [1, 0])
    expected = (
        np.array([[2.0, 1.0], [-1.0, 0.0]]),
        np.array([1.0, 0.0]),
        np.array([[-1.0], [3.0]]),
    )
    assert_close(found, expected, what="reorder_units(W1, b1, W2, [1, 0])")


def test_a_negative_scale_is_refused(student):
    scales = np.array([2.0, -1.0])
    assert_raises(
        ValueError, student.rescale_units, W1, B1, W2, scales, what="rescale_units with -1"
    )
