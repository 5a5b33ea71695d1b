"""Run these as often as you like. They show what is asked; they earn no points."""

import torch

from autograder.checks import assert_close


def test_the_handouts_swish(student):
    s = torch.tensor([[0.0], [2.0]], requires_grad=True)
    a, b, c, d = (torch.tensor([x], requires_grad=True) for x in (0.0, 0.0, 3.0, 1.0))
    y = student.trainable_swish(s, a, b, c, d)
    assert_close(y.detach(), torch.tensor([[0.5], [3.5]]), what="trainable_swish(s, a, b, c, d)")
    (torch.tensor([[1.0], [10.0]]) * y).sum().backward()
    found = {"s": s.grad, "a": a.grad, "b": b.grad, "c": c.grad, "d": d.grad}
    expected = {
        "s": torch.tensor([[1.5], [15.0]]),
        "a": torch.tensor([35.0]),
        "b": torch.tensor([17.75]),
        "c": torch.tensor([10.0]),
        "d": torch.tensor([5.5]),
    }
    assert_close(found, expected, what="the gradients", rtol=1e-5)


def test_the_handouts_grid(student):
    s = torch.tensor([0.3, -0.8, 1.7], requires_grad=True)
    y = student.quantise(s, 0.5, 1.0)
    assert_close(y.detach(), torch.tensor([0.5, -1.0, 1.0]), what="quantise(s, 0.5, 1.0)")
    (torch.tensor([2.0, 3.0, 4.0]) * y).sum().backward()
    assert_close(s.grad, torch.tensor([2.0, 3.0, 0.0]), what="the gradient with respect to s")
