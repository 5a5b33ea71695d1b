"""Run these as often as you like. They show what is asked; they earn no points."""

import torch

from autograder.checks import assert_close
from autograder.checks import assert_equal
from autograder.checks import assert_true


def test_swiglu_shapes(student):
    layer = student.SwiGLU(4, 6, 3)
    shapes = {name: tuple(p.shape) for name, p in layer.named_parameters()}
    expected = {"gate.weight": (6, 4), "value.weight": (6, 4), "out.weight": (3, 6)}
    assert_equal(shapes, expected, what="the shapes of SwiGLU(4, 6, 3)")
    assert_equal(
        tuple(layer(torch.ones(2, 5, 4)).shape), (2, 5, 3), what="the shape of SwiGLU(4, 6, 3)(x)"
    )


def test_a_closed_gate(student):
    layer = student.SwiGLU(1, 1, 1)
    one, zero = torch.ones(1, 1), torch.zeros(1, 1)
    layer.load_state_dict({"gate.weight": zero, "value.weight": one, "out.weight": one})
    assert_close(layer(torch.tensor([2.0])), torch.zeros(1), what="SwiGLU with gate = 0")


def test_maxout_is_the_absolute_value(student):
    layer = student.Maxout(1, 1, 2)
    weights = {
        "pieces.0.weight": torch.tensor([[1.0]]),
        "pieces.0.bias": torch.zeros(1),
        "pieces.1.weight": torch.tensor([[-1.0]]),
        "pieces.1.bias": torch.zeros(1),
    }
    layer.load_state_dict(weights)
    x = torch.tensor([[-3.0], [2.0]])
    assert_close(layer(x), x.abs(), what="the larger of x and -x")


def test_kan_layer_state(student):
    layer = student.KANLayer(3, 2, [-1.0, 0.0, 1.0, 2.0], 0.5)
    shapes = {name: tuple(w.shape) for name, w in layer.state_dict().items()}
    expected = {"slope": (3, 2), "coef": (3, 4, 2), "centres": (4,)}
    assert_equal(shapes, expected, what="the shapes of KANLayer(3, 2, ...)")


def test_the_handouts_curve(student):
    layer = student.KANLayer(1, 1, [-1.0, 1.0], 0.5)
    layer.load_state_dict(
        {
            "slope": torch.tensor([[2.0]]),
            "coef": torch.tensor([[[0.0], [3.0]]]),
            "centres": torch.tensor([-1.0, 1.0]),
        }
    )
    y = layer(torch.tensor([[1.0], [1.5]]))
    expected = torch.tensor([[5.0], [4.8195920]])
    assert_close(y, expected, what="KANLayer with the curve 2 s + 3 bump_2(s)", rtol=1e-5)


def test_every_parameter_learns(student):
    layer = student.KANLayer(3, 2, [-1.0, 0.0, 1.0, 2.0], 0.5)
    layer(torch.ones(5, 3)).sum().backward()
    gradients = layer.grads()
    assert_true(
        all(gradient is not None for gradient in gradients.values()),
        "Some parameter of KANLayer got no gradient.",
    )
