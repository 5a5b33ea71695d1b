"""Run these as often as you like. They show what is asked; they earn no points."""

import numpy as np

from autograder.checks import assert_close
from autograder.checks import assert_equal

X = np.array([2.0, 0.0, 1.0, 0.0])
W = np.array([1.0, 3.0])


def brightest_corner(image):
    """A score that changes when the image turns, and another that does not."""
    return np.array([image[0, 0], image.max()])


def test_the_handouts_responses(student):
    assert_close(student.respond(X, W), np.array([2.0, 3.0, 1.0]), what="respond(X, W)")


def test_the_handouts_mirror_map(student):
    found = student.mirror_map(X, W, "max")
    assert_close(found, np.array([6.0, 3.0, 3.0]), what='mirror_map(X, W, "max")')
    flipped = student.mirror_map(X[::-1].copy(), W, "max")
    assert_close(flipped, np.array([3.0, 3.0, 6.0]), what='mirror_map of X reversed, "max"')


def test_combine_two_arrays(student):
    found = student.combine([np.array([1.0, 5.0]), np.array([3.0, 1.0])], "mean")
    assert_close(found, np.array([2.0, 3.0]), what="combine([[1, 5], [3, 1]], 'mean')")


def test_a_constant_filter_keeps_everything(student):
    found = student.kept_symmetries(np.ones((2, 3)))
    expected = {"left-right": True, "up-down": True, "half-turn": True}
    assert_equal(found, expected, what="kept_symmetries of a constant filter")


def test_a_symmetric_filter_is_doubled(student):
    found = student.symmetric_filter(np.array([1.0, 5.0, 1.0]))
    assert_close(found, np.array([2.0, 10.0, 2.0]), what="symmetric_filter([1, 5, 1])")


def test_one_filter_one_class(student):
    found = student.invariant_scores(X, W[None], np.array([[2.0]]), "max")
    assert_close(found, np.array([12.0]), what="invariant_scores of one filter and one class")


def test_the_quarter_turns(student):
    image = np.array([[1.0, 2.0], [3.0, 4.0]])
    found = student.orbit(image, "rotation")
    assert_equal(len(found), 4, what="the length of orbit(image, 'rotation')")
    assert_close(found[1], np.array([[2.0, 4.0], [1.0, 3.0]]), what="the first quarter turn")


def test_scores_over_four_turns(student):
    image = np.array([[1.0, 2.0], [3.0, 6.0]])
    found = student.group_pool(brightest_corner, image, "rotation")
    assert_close(found, np.array([3.0, 6.0]), what="group_pool of the corner and the maximum")
