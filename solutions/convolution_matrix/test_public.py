"""Run these as often as you like. They show what is asked; they earn no points."""

import numpy as np

from autograder.checks import assert_close
from autograder.checks import assert_equal


def test_own_weights_for_each_output(student):
    found = student.local_matrix(np.array([[1.0, 2.0], [3.0, 4.0]]))
    assert_close(found, np.array([[1.0, 2.0, 0.0], [0.0, 3.0, 4.0]]), what="local_matrix(weights)")


def test_the_handouts_filter(student):
    found = student.conv1d_matrix(np.array([2.0, -1.0]), 3)
    assert_close(found, np.array([[2.0, -1.0, 0.0], [0.0, 2.0, -1.0]]), what="conv1d_matrix(w, 3)")


def test_same_gives_a_square_matrix(student):
    found = student.conv1d_matrix(np.array([1.0, 2.0, 3.0]), 5, "same")
    assert_equal(found.shape, (5, 5), what='the shape of conv1d_matrix(w, 5, "same")')


def test_the_handouts_image(student):
    found = student.conv_matrix(np.array([[1.0, 2.0], [3.0, 4.0]]), 2, 3)
    expected = np.array([[1.0, 2.0, 0.0, 3.0, 4.0, 0.0], [0.0, 1.0, 2.0, 0.0, 3.0, 4.0]])
    assert_close(found, expected, what="conv_matrix(K, 2, 3)")


def test_connections_are_three_ints(student):
    assert_equal(student.connections(1, 1, 1, 2), (4, 2, 1), what="connections(1, 1, 1, 2)")


def test_the_handouts_gradients(student):
    x, w, delta = np.array([1.0, 2.0, 3.0]), np.array([2.0, -1.0]), np.array([1.0, 10.0])
    found = student.conv1d_grad(x, w, delta)
    expected = (np.array([21.0, 32.0]), 11.0, np.array([2.0, 19.0, -10.0]))
    assert_close(found, expected, what="conv1d_grad(x, w, delta)")


def test_the_shared_gradient_has_an_entry_for_each_weight(student):
    found = student.tied_gradient(np.zeros((3, 6)), 4)
    assert_close(found, np.zeros(4), what="tied_gradient of zeros")
