"""Run these as often as you like. They show what is asked; they earn no points."""

import numpy as np

from autograder.checks import assert_close
from autograder.checks import assert_equal


def product(x):
    """The handout's function: x0 x1, a single number."""
    return x[0] * x[1]


def test_the_gradient_of_the_handout(student):
    found = student.numerical_jacobian(product, np.array([2.0, 3.0]))
    assert_close(found, np.array([3.0, 2.0]), what="numerical_jacobian(f, x)", rtol=1e-6, atol=1e-6)


def test_the_shape_of_a_jacobian(student):
    found = student.numerical_jacobian(lambda x: np.array([x[0] + x[2], x[1]]), np.ones(3))
    assert_equal(found.shape, (2, 3), what="the shape of a Jacobian from R^3 to R^2")


def test_the_direction_of_the_handout(student):
    found = student.directional_derivative(product, np.array([2.0, 3.0]), np.array([1.0, -1.0]))
    assert_close(found, 1.0, what="directional_derivative(f, x, v)", rtol=1e-6, atol=1e-6)


def test_the_approximation_of_the_handout(student):
    found = student.linear_approximation(product, np.array([2.0, 3.0]), np.array([2.5, 2.5]))
    assert_close(found, 6.5, what="linear_approximation(f, x0, x)", rtol=1e-6, atol=1e-6)


def test_the_chain_rule_from_one_number_to_one(student):
    def g(x):
        return x**2

    def jac_g(x):
        return 2 * x[:, None]

    def jac_f(u):
        return np.array([[5.0]])

    found = student.chain_jacobian(jac_f, g, jac_g, np.array([3.0]))
    assert_close(found, np.array([[30.0]]), what="chain_jacobian of 5 x^2 at 3")


def test_an_order(student):
    found = student.observed_order(lambda h: 7 + h**5, 7.0, 0.5)
    assert_close(found, 5.0, what="observed_order of an error h^5")
