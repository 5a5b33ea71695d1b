"""Run these as often as you like. They show what is asked; they earn no points."""

import numpy as np

from autograder.checks import assert_close
from autograder.checks import assert_equal

# The example of the handout: two keys with d_k = 4, one query.
QUERY = np.array([[0.0, 2 * np.log(3), 0.0, 0.0]])
KEYS = np.array([[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0]])
VALUES = np.array([[8.0, 0.0], [0.0, 4.0]])


def test_shapes_has_an_entry_for_every_matrix(student):
    found = student.shapes(5, 4, 3, 2)
    names = {"E", "W_Q", "W_K", "W_V", "Q", "K", "V", "S", "A", "O"}
    assert_equal(set(found), names, what="the keys of shapes(5, 4, 3, 2)")
    assert_equal(found["E"], (5, 4), what="shapes(5, 4, 3, 2)['E']")


def test_project_returns_three_arrays(student):
    E = np.ones((5, 4))
    Q, K, V = student.project(E, np.ones((4, 3)), np.ones((4, 3)), np.ones((4, 2)))
    assert_equal((Q.shape, K.shape, V.shape), ((5, 3), (5, 3), (5, 2)), what="the three shapes")


def test_the_handouts_example(student):
    S = np.array([[0.0, np.log(3)]])
    A = np.array([[0.25, 0.75]])
    assert_close(student.scores(QUERY, KEYS), S, what="scores(Q, K)")
    assert_close(student.weights(S), A, what="weights(S)")
    assert_close(student.output(A, VALUES), np.array([[2.0, 3.0]]), what="output(A, V)")


def test_a_batch_keeps_its_leading_axis(student):
    S = student.scores(np.ones((6, 2, 3)), np.ones((6, 5, 3)))
    assert_equal(S.shape, (6, 2, 5), what="the shape of scores(Q, K) with a batch of 6")


def test_self_attention_returns_output_and_weights(student):
    E = np.ones((5, 4))
    mixed, A = student.self_attention(E, np.ones((4, 3)), np.ones((4, 3)), np.ones((4, 2)))
    assert_equal((mixed.shape, A.shape), ((5, 2), (5, 5)), what="the shapes of (O, A)")


def test_the_hard_lookup_of_the_example(student):
    found = student.hard_lookup(QUERY, KEYS, VALUES)
    assert_close(found, np.array([[0.0, 4.0]]), what="hard_lookup(Q, K, V)")
