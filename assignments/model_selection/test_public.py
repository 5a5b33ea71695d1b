"""Run these as often as you like. They show what is asked; they earn no points."""

import numpy as np

from autograder.checks import assert_close
from autograder.checks import assert_equal

X = np.array([[1.0], [2.0], [3.0], [1.0]])
Y = np.array([10.0, 20.0, 30.0, 40.0])


def test_the_handouts_split(student):
    found = student.split(X, Y, np.array([3, 1, 0, 2]), 1)
    expected = (
        np.array([[2.0], [3.0]]),
        np.array([20.0, 30.0]),
        np.array([[1.0], [1.0]]),
        np.array([40.0, 10.0]),
    )
    assert_close(found, expected, what="split(X, y, order, 1)")


def test_the_handouts_columns(student):
    found = student.standardise(np.array([[1.0, 5.0], [3.0, 5.0]]), np.array([[4.0, 6.0]]))
    expected = (np.array([[-1.0, 0.0], [1.0, 0.0]]), np.array([[2.0, 1.0]]))
    assert_close(found, expected, what="standardise(X_train, X_test)")


def test_the_handouts_table(student):
    found = student.lookup(X, Y, np.array([[3.0], [1.0], [7.0]]), -1.0)
    assert_close(found, np.array([30.0, 25.0, -1.0]), what="lookup(X_train, y_train, X, -1.0)")


def test_the_handouts_gap(student):
    train, test = (X[1:3], np.array([2.0, 4.0])), (X[:1], np.array([4.0]))
    found = student.gap(lambda y, p: (y - p) ** 2, lambda X: X[:, 0], train, test)
    assert_close(found, 8.5, what="gap(loss, f, train, test)")


def test_the_handouts_history(student):
    scores = [0.6, 0.8, 0.7, 0.75, 0.9]
    assert_equal(student.stop_early(scores, 2), (3, 1), what="stop_early(scores, 2)")
    assert_equal(student.stop_early(scores, 3), (None, 4), what="stop_early(scores, 3)")


def test_the_handouts_training(student):
    train, validation = (np.eye(1), np.array([8.0])), (np.eye(1), np.array([5.0]))
    w, risks = student.train_linear(train, validation, 0.25, 2, 9)
    assert_close(w, np.array([4.0]), what="w of train_linear(train, validation, 0.25, 2, 9)")
    assert_close(
        risks, [1.0, 1.0, 4.0], what="risks of train_linear(train, validation, 0.25, 2, 9)"
    )
