"""Run these as often as you like. They show what is asked; they earn no points."""

import numpy as np

from autograder.checks import assert_close

Y = np.array([1.0, -1.0])


def test_the_handouts_signs(student):
    assert_close(student.zero_one(Y, np.array([0.25, 0.5])), 0.5, what="zero_one(y, s)")


def test_the_handouts_hinge(student):
    loss, gradient = student.hinge(Y, np.array([0.25, 0.5]))
    assert_close(loss, 1.125, what="the loss of hinge")
    assert_close(gradient, np.array([-0.5, 0.5]), what="the gradient of hinge")


def test_the_handouts_huber(student):
    loss, gradient = student.huber(np.zeros(2), np.array([1.0, -6.0]), delta=2.0)
    assert_close(loss, 5.25, what="the loss of huber")
    assert_close(gradient, np.array([0.5, -1.0]), what="the gradient of huber")


def test_the_handouts_gaussian(student):
    loss, gradient = student.gaussian_nll(np.array([3.0]), np.array([[1.0, 2.0]]))
    assert_close(loss, np.log(2) + np.log(2 * np.pi) / 2 + 0.5, what="the loss of gaussian_nll")
    assert_close(gradient, np.array([[-0.5, 0.0]]), what="the gradient of gaussian_nll")


def test_the_handouts_classes(student):
    loss, gradient = student.categorical_nll(np.array([[0.0, 1.0]]), np.array([[0.75, 0.25]]))
    assert_close(loss, np.log(4), what="the loss of categorical_nll")
    assert_close(gradient, np.array([[0.0, -4.0]]), what="the gradient of categorical_nll")
