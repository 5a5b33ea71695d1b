"""Run these as often as you like. They show what is asked; they earn no points."""

import numpy as np

from autograder.checks import assert_close
from autograder.checks import assert_equal

X = np.array([[[[1.0, 2.0, 3.0]], [[0.0, 5.0, 1.0]]]])
D = np.array([[[1.0, -1.0]], [[2.0, 0.0]]])
P = np.array([[1.0, 1.0], [0.0, 3.0], [-1.0, 2.0]])


def test_the_handouts_depthwise_maps(student):
    expected = np.array([[[[-1.0, -1.0]], [[0.0, 10.0]]]])
    assert_close(student.depthwise(X, D), expected, what="depthwise(X, D)")


def test_the_handouts_separable_maps(student):
    expected = np.array([[[[-1.0, 9.0]], [[0.0, 30.0]], [[1.0, 21.0]]]])
    assert_close(student.separable(X, D, P), expected, what="separable(X, D, P)")


def test_pointwise_keeps_the_pixels(student):
    found = student.pointwise(np.ones((5, 2, 3, 4)), P)
    assert_equal(found.shape, (5, 3, 3, 4), what="the shape of pointwise(X, W)")


def test_grouped_sizes(student):
    H = student.grouped_conv(np.ones((5, 4, 6, 7)), np.ones((6, 2, 3, 3)), 2)
    assert_close(H, np.full((5, 6, 4, 5), 18.0), what="grouped_conv of ones")


def test_kernel_shapes(student):
    assert_equal(
        student.dense_kernel(D, P).shape, (3, 2, 1, 2), what="the shape of dense_kernel(D, P)"
    )
    kernel = student.grouped_kernel(np.ones((6, 2, 3, 3)), 2)
    assert_equal(kernel.shape, (6, 4, 3, 3), what="the shape of grouped_kernel(W, 2)")


def test_the_handouts_counts(student):
    assert_equal(student.conv_weights(3, 3, 8, 16), 1152, what="conv_weights(3, 3, 8, 16)")
    assert_equal(student.separable_weights(3, 3, 8, 16), 200, what="separable_weights(3, 3, 8, 16)")
