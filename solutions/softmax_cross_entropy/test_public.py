"""Run these as often as you like. They show what is asked; they earn no points."""

import numpy as np

from autograder.checks import assert_close
from autograder.checks import assert_equal

# The example of the handout: logits (0, log 3) and (log 4, 0).
LOGITS = np.log(np.array([[1.0, 3.0], [4.0, 1.0]]))
LABELS = np.array([1, 0])


def test_one_hot_has_a_column_for_each_class(student):
    expected = np.array([[0.0, 1.0, 0.0], [1.0, 0.0, 0.0]])
    assert_close(student.one_hot(np.array([1, 0]), 3), expected, what="one_hot([1, 0], 3)")


def test_logsumexp_of_the_handout(student):
    assert_close(student.logsumexp(LOGITS), np.log([4.0, 5.0]), what="logsumexp(logits)")


def test_softmax_of_the_handout(student):
    expected = np.array([[0.25, 0.75], [0.8, 0.2]])
    assert_close(student.softmax(LOGITS), expected, what="softmax(logits)")


def test_the_shapes_along_the_first_axis(student):
    x = np.ones((4, 3))
    assert_equal(student.logsumexp(x, axis=0).shape, (3,), what="the shape of logsumexp(x, axis=0)")
    assert_equal(student.softmax(x, axis=0).shape, (4, 3), what="the shape of softmax(x, axis=0)")


def test_the_loss_of_the_handout(student):
    expected = -(np.log(0.75) + np.log(0.8)) / 2
    assert_close(student.cross_entropy(LOGITS, LABELS), expected, what="cross_entropy(logits, y)")


def test_the_gradient_of_the_handout(student):
    expected = np.array([[0.125, -0.125], [-0.1, 0.1]])
    found = student.cross_entropy_gradient(LOGITS, LABELS)
    assert_close(found, expected, what="cross_entropy_gradient(logits, y)")
