"""Run these as often as you like. They show what is asked; they earn no points."""

import numpy as np

from autograder.checks import assert_close
from autograder.checks import assert_equal
from autograder.checks import assert_raises

# The example of the handout.
X = np.array([[-1.0], [1.0]])
y = np.array([1.0, 5.0])
w = np.array([1.0])


def test_the_residuals_of_the_handout(student):
    found = student.residuals(X, y, w, 3.0)
    assert_close(found, np.array([1.0, -1.0]), what="residuals(X, y, w, b)")


def test_a_column_is_refused(student):
    assert_raises(
        ValueError,
        student.residuals,
        X,
        y[:, None],
        w,
        3.0,
        what="residuals with y of shape (2, 1)",
    )


def test_the_loss_of_the_handout(student):
    assert_close(student.ridge_loss(X, y, w, 3.0, 0.5), 1.5, what="ridge_loss(X, y, w, b, lam)")


def test_the_gradient_of_the_handout(student):
    found = student.ridge_gradient(X, y, w, 3.0, 0.5)
    assert_close(found, (np.array([-1.0]), 0.0), what="ridge_gradient(X, y, w, b, lam)")


def test_the_fits_of_the_handout(student):
    assert_close(student.fit_ridge(X, y), (np.array([2.0]), 3.0), what="fit_ridge(X, y)")
    found = student.fit_ridge(X, y, lam=1.0)
    assert_close(found, (np.array([1.0]), 3.0), what="fit_ridge(X, y, lam=1)")


def test_the_hat_matrix_of_the_handout(student):
    expected = np.array([[0.5, -0.5], [-0.5, 0.5]])
    assert_close(student.hat_matrix(X), expected, what="hat_matrix(X)")


def test_descend_returns_weights_bias_and_steps(student):
    found_w, found_b, steps = student.descend(X, y, 0.25, 1e-20, 200)
    assert_close((found_w, found_b), (np.array([2.0]), 3.0), what="w and b from descend")
    assert_equal(steps < 200, True, what="whether descend stopped by itself")
