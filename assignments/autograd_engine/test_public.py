"""Run these as often as you like. They show what is asked; they earn no points."""

from autograder.checks import assert_close


def test_a_value_holds_its_number(student):
    a = student.Value(2)
    assert_close(a.data, 2.0, what="Value(2).data")
    assert_close(a.grad, 0.0, what="Value(2).grad")


def test_operators_make_values(student):
    a = student.Value(3.0)
    b = 1 - a
    assert_close(b.data, -2.0, what="(1 - a).data")
    assert_close((b * b / 8).data, 0.5, what="(b * b / 8).data")
    assert_close((b**3).data, -8.0, what="(b ** 3).data")


def test_functions_are_methods(student):
    zero = student.Value(0.0)
    assert_close(zero.exp().data, 1.0, what="Value(0).exp().data")
    assert_close(zero.exp().log().data, 0.0, what="Value(0).exp().log().data")
    assert_close(zero.tanh().data, 0.0, what="Value(0).tanh().data")
    assert_close(zero.relu().data, 0.0, what="Value(0).relu().data")


def test_the_handouts_example(student):
    x, w = student.Value(3.0), student.Value(-2.0)
    error = w * x - 1
    loss = error**2
    loss.backward()
    assert_close(loss.data, 49.0, what="loss.data")
    assert_close(error.grad, -14.0, what="error.grad")
    assert_close(w.grad, -42.0, what="w.grad")
    assert_close(x.grad, 28.0, what="x.grad")


def test_gradients_add_up(student):
    a = student.Value(5.0)
    (2 * a).backward()
    (3 * a).backward()
    assert_close(a.grad, 5.0, what="a.grad after two results")
