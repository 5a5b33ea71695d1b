"""Run these as often as you like. They show what is asked; they earn no points."""

import numpy as np

from autograder.checks import assert_close
from autograder.checks import assert_equal


def test_a_dual_keeps_two_numbers(student):
    a = student.Dual(3.0, 1.0)
    assert_close([a.value, a.tangent], [3.0, 1.0], what="value and tangent of Dual(3.0, 1.0)")
    assert_close(student.Dual(3.0).tangent, 0.0, what="Dual(3.0).tangent")


def test_the_handouts_dual(student):
    a = student.Dual(3.0, 1.0)
    y = a * a + 2 * a
    assert_close([y.value, y.tangent], [15.0, 8.0], what="a * a + 2 * a at a = Dual(3.0, 1.0)")


def test_functions_are_methods(student):
    zero = student.Dual(0.0, 5.0)
    assert_close(zero.exp().value, 1.0, what="Dual(0.0, 5.0).exp().value")
    assert_close(zero.sin().value, 0.0, what="Dual(0.0, 5.0).sin().value")
    assert_close(zero.cos().value, 1.0, what="Dual(0.0, 5.0).cos().value")


def test_the_handouts_program(student):
    def f(xs):
        a, b = xs
        return [a * b, a + b, 7.0]

    x = np.array([3.0, 2.0])
    y, t = student.jvp(f, x, np.array([1.0, 10.0]))
    assert_close(y, np.array([6.0, 5.0, 7.0]), what="y of jvp(f, x, v)")
    assert_close(t, np.array([32.0, 11.0, 0.0]), what="t of jvp(f, x, v)")
    J = student.jacobian_forward(f, x)
    assert_equal(J.shape, (3, 2), what="the shape of jacobian_forward(f, x)")


def linear(A):
    """The primitive h -> A h."""
    return (lambda h: A @ h, lambda h, u: u @ A)


CHAIN = [
    linear(np.array([[1.0, 2.0, 3.0], [0.0, 1.0, 0.0]])),
    linear(np.array([[4.0, 5.0]])),
]
VALUES = [np.array([1.0, 1.0, 1.0]), np.array([6.0, 1.0]), np.array([29.0])]


def test_the_values_of_the_handouts_chain(student):
    assert_close(student.trace(CHAIN, VALUES[0]), VALUES, what="trace(primitives, x)")


def test_the_adjoints_of_the_handouts_chain(student):
    found = student.adjoints(CHAIN, VALUES, np.array([1.0]))
    shapes = [a.shape for a in found]
    what = "the shapes of adjoints(primitives, values, u)"
    assert_equal(shapes, [(3,), (2,), (1,)], what=what)


def test_the_jacobian_of_the_handouts_chain(student):
    J = student.jacobian_reverse(CHAIN, VALUES[0])
    assert_close(J, np.array([[4.0, 13.0, 12.0]]), what="jacobian_reverse(primitives, x)")


def test_the_cost_of_the_handouts_chain(student):
    found = student.chain_cost([100, 50, 20, 1], "forward")
    assert_equal(found, 102_000, what='chain_cost([100, 50, 20, 1], "forward")')
