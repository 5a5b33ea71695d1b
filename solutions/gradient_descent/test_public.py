"""Run these as often as you like. They show what is asked; they earn no points."""

import numpy as np

from autograder.checks import assert_close
from autograder.checks import assert_equal


def test_the_surface_gives_a_number_for_each_row(student):
    found = student.surface(np.array([[0.0, 1.0], [0.0, 2.0], [np.pi, np.pi]]))
    assert_close(found, np.zeros(3), what="surface at three points where it is zero")


def test_the_gradient_is_shaped_like_the_points(student):
    assert_equal(
        student.surface_gradient(np.ones((4, 2))).shape, (4, 2), what="the shape of the gradients"
    )


def test_uphill_is_no_descent(student):
    g = np.array([1.0, 2.0])
    assert_equal(student.is_descent_direction(g, g), False, what="is_descent_direction(g, g)")


def test_rates(student):
    found = student.decayed_rates(0.6, 0.5, 3)
    assert_close(found, np.array([0.6, 0.4, 0.3]), what="decayed_rates(0.6, 0.5, 3)")


def test_the_path_of_the_handout(student):
    x0 = np.array([[2.0], [10.0]])
    found = student.gradient_descent(lambda X: X, x0, np.array([0.5, 0.5]), 0.2)
    expected = np.array([[[2.0], [10.0]], [[1.0], [5.0]], [[0.3], [1.5]]])
    assert_close(found, expected, what="gradient_descent(gradient, x0, rates, 0.2)")


def test_the_exact_step_of_the_handout(student):
    found = student.steepest_exact(2 * np.eye(2), np.zeros(2), np.array([3.0, -1.0]), 1)
    expected = np.array([[3.0, -1.0], [0.0, 0.0]])
    assert_close(found, expected, what="steepest_exact in a round valley")
