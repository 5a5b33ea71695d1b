"""Run these as often as you like. They show what is asked; they earn no points."""

import numpy as np

from autograder.checks import assert_close
from autograder.checks import assert_equal
from autograder.checks import assert_true

# The blocks of the handout: each squares its input and multiplies by its seed.
BLOCKS = [lambda h, seed: seed * h**2] * 3
VJPS = [lambda h, g, seed: 2 * seed * h * g] * 3
SEEDS = [1, 2, 1]
X = np.array([2.0])


def test_the_forward_run_of_the_handout(student):
    y, kept = student.forward_keeping(BLOCKS, SEEDS, X, {1})
    assert_close(y, np.array([1024.0]), what="h_l of forward_keeping(blocks, seeds, x, {1})")
    assert_equal(sorted(kept), [0, 1], what="the numbers of the kept values")
    assert_close(kept[1], np.array([4.0]), what="h_1")


def test_the_second_value_again(student):
    found = student.recompute(BLOCKS, SEEDS, {0: X, 1: np.array([4.0])}, 2)
    expected = [np.array([4.0]), np.array([32.0])]
    assert_close(found, expected, what="recompute(blocks, seeds, kept, 2)")


def test_the_gradient_of_the_handout(student):
    for store in ({1}, set(), {1, 2, 3}):
        y, gradient = student.checkpointed_vjp(BLOCKS, VJPS, SEEDS, X, store, np.array([1.0]))
        assert_close(y, np.array([1024.0]), what=f"h_l of checkpointed_vjp, store {store}")
        what = f"the gradient of checkpointed_vjp, store {store}"
        assert_close(gradient, np.array([4096.0]), what=what)


def test_the_counts_of_the_handout(student):
    assert_equal(student.block_runs(3, {1}), 4, what="block_runs(3, {1})")
    assert_equal(student.peak_values(3, {1}), 3, what="peak_values(3, {1})")


def test_a_spacing_is_a_number_of_blocks(student):
    found = student.best_spacing(50)
    assert_true(found in range(1, 51), "best_spacing(50) must be in 1 to 50.")
