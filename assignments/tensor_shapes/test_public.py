"""Run these as often as you like. They show what is asked; they earn no points."""

import numpy as np

from autograder.checks import assert_close
from autograder.checks import assert_equal
from autograder.checks import assert_raises


def test_the_shapes_of_batched_products(student):
    A = np.ones((6, 2, 3))
    assert_equal(
        student.contract("bmm", A, np.ones((6, 3, 5))).shape,
        (6, 2, 5),
        what='the shape of contract("bmm", A, B)',
    )
    transposed = student.contract("bmm_transposed", A, np.ones((6, 5, 3)))
    what = 'the shape of contract("bmm_transposed", A, B)'
    assert_equal(transposed.shape, (6, 2, 5), what=what)


def test_the_handouts_row_products(student):
    X = np.array([[1.0, 2.0], [3.0, -1.0]])
    A = np.array([[1.0, 1.0], [0.0, 2.0]])
    found = student.contract("quadratic", X, A)
    assert_close(found, np.array([11.0, 8.0]), what='contract("quadratic", X, A)')


def test_the_handouts_broadcasting(student):
    found = student.broadcast_shape((5, 1, 3), (2, 1))
    assert_equal(found, (5, 2, 3), what="broadcast_shape((5, 1, 3), (2, 1))")


def test_shapes_that_do_not_fit(student):
    assert_raises(
        ValueError, student.broadcast_shape, (5, 2), (5,), what="broadcast_shape((5, 2), (5,))"
    )


def test_distances_on_a_line(student):
    X, Y = np.array([[0.0], [1.0], [5.0]]), np.array([[2.0], [4.0]])
    expected = np.array([[4.0, 16.0], [1.0, 9.0], [9.0, 1.0]])
    assert_close(student.pairwise_sq_dists(X, Y), expected, what="pairwise_sq_dists(X, Y)")


def test_a_right_angle_and_a_half_turn(student):
    X, Y = np.array([[1.0, 0.0]]), np.array([[0.0, 2.0], [-3.0, 0.0]])
    found = student.cosine_similarity(X, Y)
    assert_close(found, np.array([[0.0, -1.0]]), what="cosine_similarity(X, Y)")
