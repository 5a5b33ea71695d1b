"""Run these as often as you like. They show what is asked; they earn no points."""

import numpy as np

from autograder.checks import assert_array_equal
from autograder.checks import assert_close
from autograder.checks import assert_equal
from autograder.checks import assert_true

# The example of the handout.
X = np.array([[1.0, 0.0], [0.0, 2.0]])
y = np.array([0, 1])
w = np.log(np.array([3.0, 1.0]))


def test_the_perceptron_of_the_handout(student):
    found_w, found_b, mistakes = student.train_perceptron(X, y, 2)
    assert_close(
        (found_w, found_b),
        (np.array([-1.0, 2.0]), 0.0),
        what="w and b of train_perceptron(X, y, 2)",
    )
    assert_equal(mistakes, [2, 0], what="the mistakes of train_perceptron(X, y, 2)")


def test_sigmoid_keeps_the_shape(student):
    assert_close(student.sigmoid(np.zeros((2, 3))), np.full((2, 3), 0.5), what="sigmoid of zeros")


def test_the_loss_of_the_handout(student):
    expected = (np.log(4.0) + np.log(2.0)) / 2
    assert_close(student.binary_loss(X, y, w, 0.0), expected, what="binary_loss(X, y, w, b)")


def test_the_gradient_of_the_handout(student):
    found = student.binary_gradient(X, y, w, 0.0)
    assert_close(found, (np.array([0.375, -0.5]), 0.125), what="binary_gradient(X, y, w, b)")


def test_predictions_are_ints(student):
    found = student.predict_binary(X, w, 0.0)
    assert_array_equal(found, np.array([1, 0]), what="predict_binary(X, w, b)")


def test_the_shapes_of_the_multiclass_gradient(student):
    by_W, by_b = student.multiclass_gradient(
        np.ones((5, 4)), np.arange(5) % 3, np.ones((4, 3)), np.ones(3)
    )
    assert_equal((by_W.shape, by_b.shape), ((4, 3), (3,)), what="the shapes of the two gradients")


def test_training_separates_two_points(student):
    W, b = student.train_multiclass(X, y, 2, 1.0, 20)
    assert_equal((W.shape, b.shape), ((2, 2), (2,)), what="the shapes of W and b")
    logits = X @ W + b
    learned = logits[0, 0] > logits[0, 1] and logits[1, 1] > logits[1, 0]
    assert_true(learned, "After training each label must have the largest logit.")


def test_one_of_two_is_right(student):
    found = student.accuracy(X, np.array([1, 1]), np.eye(2), np.zeros(2))
    assert_close(found, 0.5, what="accuracy(X, (1, 1), W, b) with the logits X")
