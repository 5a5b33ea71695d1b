"""Run these as often as you like. They show what is asked; they earn no points."""

import numpy as np

from autograder.checks import assert_close
from autograder.checks import assert_equal


def double(x):
    return 2 * x


def reverse(x):
    return x[::-1]


def test_the_handouts_shift(student):
    x = np.array([7.0, 8.0, 9.0])
    assert_close(student.shift(x, 1), np.array([0.0, 7.0, 8.0]), what="shift([7, 8, 9], 1)")
    assert_close(student.shift(x, -2), np.array([9.0, 0.0, 0.0]), what="shift([7, 8, 9], -2)")


def test_the_handouts_running_sum(student):
    x = np.array([1.0, 2.0, 4.0])
    gap = student.equivariance_gap(np.cumsum, x, reverse)
    assert_close(gap, 6.0, what="equivariance_gap(np.cumsum, [1, 2, 4], reverse)")


def test_doubling_respects_every_order(student):
    x = np.array([1.0, 2.0, 4.0])
    assert_close(student.equivariance_gap(double, x, reverse), 0.0, what="the gap of doubling")
    assert_close(student.invariance_gap(double, x, reverse), 6.0, what="its invariance gap")


def test_a_map_that_acts_alone_on_each_entry(student):
    x = np.array([1.0, 2.0, 4.0, 3.0])
    assert_close(student.translation_gap(double, x, 1), 0.0, what="translation_gap of doubling")


def test_a_stride_of_three(student):
    assert_equal(student.matching_shift(6, [3]), 2, what="matching_shift(6, [3])")
    assert_equal(student.matching_shift(5, [3]), None, what="matching_shift(5, [3])")


def test_a_symmetric_filter_has_no_counterexample(student):
    found = student.reflection_counterexample(np.array([1.0, 1.0]), 5)
    assert_equal(found, None, what="reflection_counterexample([1, 1], 5)")


def test_neighbours_are_summed_under_any_names(student):
    A = np.array([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]])
    X = np.array([[1.0], [2.0], [4.0]])
    gap = student.graph_gap(np.matmul, A, X, np.array([1, 2, 0]))
    assert_close(gap, 0.0, what="graph_gap of A X")
