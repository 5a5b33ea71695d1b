"""Run these as often as you like. They show what is asked; they earn no points."""

import numpy as np

from autograder.checks import assert_close
from autograder.checks import assert_equal

X = np.array([[1.0, -4.0, 2.0, 0.0], [3.0, 0.0, -1.0, 7.0]])
G = np.array([[10.0, 20.0]])


def test_the_handouts_maxima(student):
    assert_close(student.max_pool(X, (2, 2)), np.array([[3.0, 7.0]]), what="max_pool(X, (2, 2))")


def test_the_handouts_means(student):
    assert_close(student.avg_pool(X, (2, 2)), np.array([[0.0, 2.0]]), what="avg_pool(X, (2, 2))")


def test_a_stack_keeps_its_leading_axes(student):
    pooled = student.max_pool(np.ones((5, 3, 8, 6)), (4, 2))
    assert_equal(pooled.shape, (5, 3, 2, 3), what="the shape of max_pool of a stack")


def test_global_pooling_keeps_the_channels(student):
    pooled = student.global_pool(np.ones((5, 3, 8, 6)))
    assert_equal(pooled.shape, (5, 3), what="the shape of global_pool(X)")


def test_the_handouts_gradient_of_the_maxima(student):
    expected = np.array([[0.0, 0.0, 0.0, 0.0], [10.0, 0.0, 0.0, 20.0]])
    found = student.max_pool_backward(G, X, (2, 2))
    assert_close(found, expected, what="max_pool_backward(G, X, (2, 2))")


def test_the_handouts_gradient_of_the_means(student):
    expected = np.array([[2.5, 2.5, 5.0, 5.0], [2.5, 2.5, 5.0, 5.0]])
    found = student.avg_pool_backward(G, (2, 4), (2, 2))
    assert_close(found, expected, what="avg_pool_backward(G, (2, 4), (2, 2))")
