"""Run these as often as you like. They show what is asked; they earn no points."""

import numpy as np
import torch

from autograder.checks import assert_close
from autograder.checks import assert_equal
from autograder.checks import assert_true


def test_images(student):
    rows = np.zeros((2, 65))
    rows[1, [3, 8, 64]] = 16, 4, 7
    X, y = student.as_images(rows)
    assert_equal(tuple(X.shape), (2, 1, 8, 8), what="the shape of X")
    assert_close(X[1, 0, :2, :4], torch.tensor([[0, 0, 0, 1.0], [0.25, 0, 0, 0]]), what="X")
    assert_equal(y.tolist(), [0, 7], what="y")


def test_the_network_has_410_parameters(student):
    parameters = student.DigitCNN().named_parameters()
    assert_equal(sum(p.numel() for _, p in parameters), 410, what="the number of parameters")


def test_ten_scores_for_each_image(student):
    scores = student.DigitCNN()(torch.ones(3, 1, 8, 8))
    assert_equal(tuple(scores.shape), (3, 10), what="the shape of the scores")


def test_a_rival_of_160_parameters(student):
    rival = student.MatchedMLP(160)
    assert_equal(
        tuple(rival(torch.ones(3, 1, 8, 8)).shape), (3, 10), what="the shape of the scores"
    )
    count = sum(p.numel() for _, p in rival.named_parameters())
    assert_equal(count, 160, what="the number of parameters of MatchedMLP(160)")


def test_shuffling_by_one_place(student):
    X = torch.arange(64.0).reshape(1, 1, 8, 8)
    order = torch.arange(64).roll(-1)
    shuffled = student.shuffle_pixels(X, order)
    assert_close(shuffled, ((X + 1) % 64), what="shuffle_pixels(X, order)")


def test_training_lowers_the_loss(student):
    X = torch.rand(30, 1, 8, 8, generator=torch.Generator().manual_seed(1))
    y = torch.arange(30) % 10
    losses = student.train(student.linear_model(), X, y, 3, 8, 0.01, 5)
    assert_equal(len(losses), 3, what="the number of losses")
    assert_true(losses[-1] < losses[0], "The loss of the last epoch must be below the first.")


def test_a_recipe_is_two_ints_and_a_float(student):
    kinds = [type(number).__name__ for number in student.recipe(1200, 600)]
    assert_equal(kinds, ["int", "int", "float"], what="the types in recipe(1200, 600)")
