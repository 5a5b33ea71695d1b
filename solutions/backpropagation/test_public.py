"""Run these as often as you like. They show what is asked; they earn no points."""

import numpy as np

from autograder.checks import assert_close
from autograder.checks import assert_equal
from autograder.checks import assert_gradient

# The network of the handout: two inputs, two hidden units, one output, one example.
X = np.array([[1.0, 2.0]])
WS = [np.array([[1.0, -1.0], [1.0, 0.0]]), np.array([[2.0], [5.0]])]
BS = [np.array([0.0, -1.0]), np.array([0.5])]


def test_a_gradient_has_the_shape_of_what_it_belongs_to(student):
    found = student.linear_vjp(np.ones((5, 3)), np.ones((3, 2)), np.ones((5, 2)))
    assert_equal([part.shape for part in found], [(5, 3), (3, 2), (2,)], what="the three shapes")


def test_the_linear_layer_against_differences(student, rng):
    W = rng.normal(size=(3, 2))
    assert_gradient(
        lambda A: A @ W,
        lambda A, V: student.linear_vjp(A, W, V)[0],
        rng.normal(size=(5, 3)),
        rng,
        what="dX of linear_vjp",
    )


def test_the_forward_pass_of_the_handout(student):
    found = student.forward(X, WS, BS)
    expected = [np.array([[3.0, -2.0]]), np.array([[6.5]])]
    assert_close(found, expected, what="forward(X, Ws, bs)")


def test_the_backward_pass_of_the_handout(student):
    dX, gradients = student.backward(X, WS, BS, np.array([[1.0]]))
    assert_close(dX, np.array([[2.0, 2.0]]), what="dX of backward(X, Ws, bs, V)")
    dW, db = gradients[0]
    assert_close(dW, np.array([[2.0, 0.0], [4.0, 0.0]]), what="dW of the first layer")
    assert_close(db, np.array([2.0, 0.0]), what="db of the first layer")


def test_the_loss_of_two_entries(student):
    found = student.mse(np.array([[6.5, 4.0]]), np.array([[6.0, 4.0]]))
    assert_close(found, 0.125, what="mse([[6.5, 4]], [[6, 4]])")


def test_the_loss_gradient_of_two_entries(student):
    found = student.mse_gradient(np.array([[6.5, 4.0]]), np.array([[6.0, 4.0]]))
    assert_close(found, np.array([[0.5, 0.0]]), what="mse_gradient([[6.5, 4]], [[6, 4]])")


def test_the_loss_gradient_against_differences(student, rng):
    Y = rng.normal(size=(3, 2))
    assert_gradient(
        lambda A: student.mse(A, Y),
        lambda A, v: v * student.mse_gradient(A, Y),
        rng.normal(size=(3, 2)),
        rng,
        what="mse_gradient",
    )


def test_loss_and_gradients_returns_a_number_and_a_list(student):
    loss, gradients = student.loss_and_gradients(X, np.array([[6.0]]), WS, BS)
    assert_close(loss, 0.25, what="the loss of the handout's network for the target 6")
    assert_equal(len(gradients), 2, what="the number of layers with gradients")


def test_the_jacobian_of_a_linear_map(student):
    A = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    found = student.jacobian(lambda x: A @ x, lambda x, v: v @ A, np.ones(3))
    assert_close(found, A, what="jacobian of x -> A x")
