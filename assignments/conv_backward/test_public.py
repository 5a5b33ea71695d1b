"""Run these as often as you like. They show what is asked; they earn no points."""

import numpy as np

from autograder.checks import assert_close
from autograder.checks import assert_equal

X = np.array([[[[1.0, 0.0, 2.0], [3.0, 1.0, 0.0]]]])
W = np.array([[[[1.0, 2.0], [0.0, -1.0]]]])
G = np.array([[[[1.0, 10.0]]]])


def test_the_handouts_patches(student):
    expected = np.array([[1.0, 0.0, 3.0, 1.0], [0.0, 2.0, 1.0, 0.0]])
    assert_close(student.patches(X, (2, 2)), expected, what="patches(X, (2, 2))")


def test_the_handouts_sum_of_patches(student):
    P = np.array([[1.0, 2.0, 0.0, -1.0], [10.0, 20.0, 0.0, -10.0]])
    expected = np.array([[[[1.0, 12.0, 20.0], [0.0, -1.0, -10.0]]]])
    assert_close(student.add_patches(P, X.shape, (2, 2)), expected, what="add_patches(P, ...)")


def test_the_handouts_layer(student):
    found = student.conv2d_forward(X, W, np.array([0.5]))
    assert_close(found, np.array([[[[0.5, 4.5]]]]), what="conv2d_forward(X, W, b)")


def test_the_handouts_gradients(student):
    dX, dW, db = student.conv2d_backward(G, X, W)
    expected = np.array([[[[1.0, 12.0, 20.0], [0.0, -1.0, -10.0]]]])
    assert_close(dX, expected, what="dX of conv2d_backward(G, X, W)")
    assert_close(
        dW, np.array([[[[1.0, 20.0], [13.0, 1.0]]]]), what="dW of conv2d_backward(G, X, W)"
    )
    assert_close(db, np.array([11.0]), what="db of conv2d_backward(G, X, W)")


def test_sizes_with_stride_and_padding(student):
    X, W, b = np.ones((2, 3, 7, 6)), np.ones((4, 3, 3, 3)), np.zeros(4)
    H = student.conv2d_forward(X, W, b, 2, 1)
    assert_equal(H.shape, (2, 4, 4, 3), what="the shape of conv2d_forward(X, W, b, 2, 1)")
