"""Run these as often as you like. They show what is asked; they earn no points."""

import numpy as np

from autograder.checks import assert_close
from autograder.checks import assert_equal
from autograder.checks import assert_true

X = np.array([[10.0, 0.0], [11.0, 0.0], [12.0, 0.0], [13.0, 0.0], [14.0, 0.0]])
Y = np.array([0.0, 1.0, 2.0, 3.0, 4.0])


def test_the_handouts_steps(student):
    assert_equal(student.steps(5, 2, 3), 9, what="steps(5, 2, 3)")
    assert_equal(student.steps(5, 2, 3, drop_last=True), 6, what="steps(5, 2, 3, drop_last=True)")


def test_an_order_holds_every_example(student):
    found = student.orders(6, 2, 1)
    assert_equal(found.shape, (2, 6), what="the shape of orders(6, 2, 1)")
    once = bool((np.sort(found, axis=1) == np.arange(6)).all())
    assert_true(once, "Each row of orders(6, 2, 1) must hold 0 to 5 once.")


def test_the_batches_of_the_handout(student):
    found = list(student.minibatches(X, Y, 2, np.array([[3, 0, 4, 1, 2]])))
    assert_equal([len(xb) for xb, _ in found], [2, 2, 1], what="the rows of the batches")
    assert_close(found[0][0], np.array([[13.0, 0.0], [10.0, 0.0]]), what="xb of the first batch")
    assert_close(found[0][1], np.array([3.0, 0.0]), what="yb of the first batch")


def test_bounds_start_at_zero_and_end_at_n(student):
    found = student.shard_bounds(5, 2)
    assert_equal(found, [(0, 3), (3, 5)], what="shard_bounds(5, 2)")


def test_two_machines_find_the_mean(student):
    """With this gradient the answer is the mean of all y."""
    found = student.data_parallel_gradient(
        lambda X, y: np.mean(y, keepdims=True), [(X[:4], Y[:4]), (X[4:], Y[4:])]
    )
    assert_close(found, np.array([2.0]), what="data_parallel_gradient of two shards")
