"""Run these as often as you like. They show what is asked; they earn no points."""

import numpy as np

from autograder.checks import assert_close
from autograder.checks import assert_equal
from autograder.checks import assert_raises

IMAGE = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
FILTER = np.array([[2.0, 1.0]])


def test_the_handouts_sequence(student):
    found = student.corr1d(np.array([2.0, 0.0, 1.0, 3.0]), np.array([1.0, -2.0]))
    assert_close(found, np.array([2.0, -2.0, -5.0]), what="corr1d(x, w)")


def test_the_handouts_image(student):
    found = student.corr2d(IMAGE, FILTER)
    assert_close(found, np.array([[4.0, 7.0], [13.0, 16.0]]), what="corr2d(X, K)")


def test_padding_makes_the_map_larger(student):
    found = student.corr2d(np.ones((3, 4)), np.ones((2, 2)), pad=1)
    assert_equal(found.shape, (4, 5), what="the shape of corr2d(X, K, pad=1)")


def test_too_large_a_filter_is_refused(student):
    assert_raises(
        ValueError, student.corr2d, np.ones((3, 5)), np.ones((4, 2)), what="corr2d of 3 x 5, 4 x 2"
    )


def test_the_handouts_true_convolution(student):
    found = student.true_convolution(IMAGE, FILTER)
    assert_close(found, np.array([[5.0, 8.0], [14.0, 17.0]]), what="true_convolution(X, K)")


def test_a_layer_has_a_map_for_every_filter(student):
    found = student.conv_layer(np.ones((3, 6, 5)), np.ones((4, 3, 2, 2)), np.zeros(4))
    assert_equal(found.shape, (4, 5, 4), what="the shape of conv_layer(X, K, b)")
