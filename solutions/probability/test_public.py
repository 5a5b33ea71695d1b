"""Run these as often as you like. They show what is asked; they earn no points."""

import numpy as np

from autograder.checks import assert_close


def test_the_handouts_table(student):
    found = student.conditional(np.array([[1, 3], [4, 1]]))
    assert_close(found, np.array([[0.25, 0.75], [0.8, 0.2]]), what="conditional(counts)")


def test_the_handouts_test_for_a_disease(student):
    found = student.bayes(np.array([0.01, 0.99]), np.array([[0.9, 0.1], [0.2, 0.8]]))
    assert_close(found[:, 0], np.array([1 / 23, 22 / 23]), what="bayes after a positive test")


def test_the_handouts_two_observations(student):
    likelihood = np.log([[0.9, 0.2], [0.9, 0.2]])
    found = student.posterior(np.log([0.01, 0.99]), likelihood)
    assert_close(found, np.array([9, 44]) / 53, what="posterior after two positive tests")


def test_the_handouts_gaussian(student):
    mean, covariance = student.gaussian_ml(np.array([[0.0, 1.0], [2.0, 5.0]]))
    assert_close(mean, np.array([1.0, 3.0]), what="the mean")
    assert_close(covariance, np.array([[1.0, 2.0], [2.0, 4.0]]), what="the covariance")


def test_the_density_at_the_mean(student):
    found = student.gaussian_log_density(np.ones((1, 1)), np.ones(1), np.array([[4.0]]))
    expected = np.array([-np.log(8 * np.pi) / 2])
    assert_close(found, expected, what="gaussian_log_density at the mean")


def test_the_handouts_divergence(student):
    found = student.kl(np.array([0.5, 0.5]), np.array([0.25, 0.75]))
    assert_close(found, np.log(4 / 3) / 2, what="kl(p, q)")


def test_the_handouts_estimate(student):
    estimate, error = student.kl_monte_carlo(np.array([-1.0, -1.0]), np.array([-2.0, -4.0]))
    assert_close((estimate, error), (2.0, 1.0), what="kl_monte_carlo(log_p, log_q)")
