"""Run these as often as you like. They show what is asked; they earn no points."""

import numpy as np

from autograder.checks import assert_array_equal
from autograder.checks import assert_close
from autograder.checks import assert_equal

LAYERS = [(3, 0, 2, 1), (2, 0, 1, 3)]


def test_the_handouts_stack(student):
    assert_equal(student.receptive_field(LAYERS), 9, what="receptive_field(layers)")
    assert_equal(student.seen_by(LAYERS, 1), (2, 10), what="seen_by(layers, 1)")


def test_padding_lies_before_zero(student):
    assert_equal(student.seen_by([(5, 2, 1, 1)], 0), (-2, 2), what="seen_by([(5, 2, 1, 1)], 0)")


def test_seven_entries_need_two_layers(student):
    assert_equal(student.layers_needed(7, 3), 2, what="layers_needed(7, 3)")


def test_probe_of_a_running_sum(student):
    seen = student.probe(np.cumsum, np.array([5.0, -1.0, 2.0, 0.0]), 1)
    expected = np.array([True, True, False, False])
    assert_array_equal(seen, expected, what="probe(np.cumsum, x, 1)")


def test_the_handouts_causal_layer(student):
    X = np.array([[1.0], [0.0], [2.0]])
    found = student.causal_conv1d(X, np.array([[[5.0, 7.0]]]), np.array([1.0]))
    assert_close(found, np.array([[8.0], [6.0], [15.0]]), what="causal_conv1d(X, W, b)")


def test_the_middle_tap_stays(student):
    found = student.mask_future(np.array([[[4.0, 5.0, 6.0]]]))
    assert_close(found, np.array([[[4.0, 5.0, 0.0]]]), what="mask_future([[[4, 5, 6]]])")
