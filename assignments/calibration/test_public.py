"""Run these as often as you like. They show what is asked; they earn no points."""

import numpy as np

from autograder.checks import assert_array_equal
from autograder.checks import assert_close
from autograder.checks import assert_true

P = np.array([[0.7, 0.3], [0.4, 0.6], [0.1, 0.9], [0.2, 0.8]])
Y = np.array([0, 0, 1, 1])


def test_the_handouts_diagram(student):
    counts, accuracies, confidences = student.reliability(P, Y, 4)
    assert_array_equal(counts, np.array([0, 0, 2, 2]), what="counts of reliability(P, y, 4)")
    assert_close(
        accuracies, np.array([0.0, 0.0, 0.5, 1.0]), what="accuracies of reliability(P, y, 4)"
    )
    assert_close(
        confidences, np.array([0.0, 0.0, 0.65, 0.85]), what="confidences of reliability(P, y, 4)"
    )


def test_the_handouts_error(student):
    assert_close(student.ece(P, Y, 4), 0.15, what="ece(P, y, 4)")


def test_the_handouts_decision(student):
    C = np.array([[0.0, 4.0], [1.0, 0.0], [0.5, 0.5]])
    found = student.decide(np.array([[0.9, 0.1], [0.7, 0.3], [0.1, 0.9]]), C)
    assert_array_equal(found, np.array([0, 2, 1]), what="decide(P, C)")


def test_the_handouts_sets(student):
    expected = np.array([[True, True], [True, True], [False, True], [False, True]])
    assert_array_equal(student.prediction_sets(P, 0.3), expected, what="prediction_sets(P, 0.3)")


def test_the_handouts_threshold(student):
    assert_close(student.conformal_threshold(P, Y, 0.5), 0.7, what="conformal_threshold(P, y, 0.5)")


def test_the_promise_is_kept_by_examples_left_out(student):
    """Each of the four once in the part of the new one: three or more must be covered."""
    covered = 0
    for i in range(4):
        rest = np.arange(4) != i
        gamma = student.conformal_threshold(P[rest], Y[rest], 0.25)
        covered += bool(P[i, Y[i]] >= gamma)
    assert_true(covered >= 3, "With alpha = 0.25, three of four examples left out must be covered.")
