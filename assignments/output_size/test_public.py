"""Run these as often as you like. They show what is asked; they earn no points."""

from autograder.checks import assert_equal
from autograder.checks import assert_raises


def test_the_handouts_filter(student):
    assert_equal(student.out_size(10, 4, 1, 3), 3, what="out_size(10, 4, 1, 3)")


def test_a_size_is_an_int(student):
    size = student.out_size(9, 9)
    assert_equal(size, 1, what="out_size(9, 9)")


def test_too_long_a_filter_is_refused(student):
    assert_raises(ValueError, student.out_size, 4, 6, what="out_size(4, 6)")


def test_the_handouts_windows(student):
    assert_equal(student.pool_size(11, 4), 2, what="pool_size(11, 4)")


def test_places_count_from_one(student):
    assert_equal(student.flat_index(1, 1, 5), 1, what="flat_index(1, 1, 5)")


def test_the_handouts_place(student):
    assert_equal(student.flat_index(2, 3, 5), 8, what="flat_index(2, 3, 5)")


def test_the_handouts_place_and_back(student):
    assert_equal(student.grid_index(8, 5), (2, 3), what="grid_index(8, 5)")
