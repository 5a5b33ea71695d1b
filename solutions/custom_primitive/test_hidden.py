"""The formula in plain torch operations is the oracle; its own autograd gives the gradients."""

from __future__ import annotations

import torch

from autograder import criterion
from autograder.checks import assert_close

NAMES = ("s", "a", "b", "c", "d")


def swish(s, a, b, c, d):
    return (c * s + d) / (1 + torch.exp(-(a * s + b)))


def stable(s, a, b, c, d):
    return torch.sigmoid(a * s + b) * (c * s + d)


def draw(rng, *shape):
    """(s, a, b, c, d) as leaves, s of this shape, one parameter for each entry of its last axis."""
    shapes = (shape, *[shape[-1:]] * 4)
    return [torch.from_numpy(rng.normal(size=size)).requires_grad_() for size in shapes]


def gradients(function, inputs, cotangent):
    """Gradients of sum(cotangent * function(*inputs)), by name; on leaves of its own."""
    leaves = [x.detach().clone().requires_grad_() for x in inputs]
    y = function(*leaves)
    if y.requires_grad:
        (cotangent * y).sum().backward()
    return {name: leaf.grad for name, leaf in zip(NAMES, leaves, strict=True)}


def both_gradients(student, rng, shapes, names):
    """The student's and the right gradients of these names, for inputs of these shapes."""
    found, expected = [], []
    for shape in shapes:
        inputs, cotangent = draw(rng, *shape), torch.from_numpy(rng.normal(size=shape))
        for function, results in ((student.trainable_swish, found), (swish, expected)):
            results.append({name: gradients(function, inputs, cotangent)[name] for name in names})
    return found, expected


# --- TrainableSwish


@criterion(of="TrainableSwish", points="1.5", says="The values of sigma(a s + b) (c s + d).")
def test_swish_values(student, rng):
    by_hand = [torch.tensor([x], dtype=torch.float64) for x in (0.5, 1.5, -0.2, 0.8, 0.3)]
    cases = [[x.detach() for x in draw(rng, *shape)] for shape in ((4, 3), (2, 3, 5), (6,))]
    found = [student.trainable_swish(*case) for case in (by_hand, *cases)]
    expected = [torch.tensor([0.44389491365], dtype=torch.float64), *(swish(*c) for c in cases)]
    single = [x.float() for x in cases[0]]
    found_single = student.trainable_swish(*single)
    assert_close(found, expected, what="trainable_swish(s, a, b, c, d)", rtol=1e-9)
    what = "trainable_swish of float32"
    assert_close(found_single, swish(*single), what=what, rtol=1e-4, atol=1e-4, dtype="same")


@criterion(
    of="TrainableSwish",
    points="2",
    says="The gradient with respect to s: both factors, times G.",
)
def test_swish_gradient_by_s(student, rng):
    found, expected = both_gradients(student, rng, ((4, 3), (2, 3, 5)), "s")
    assert_close(found, expected, what="the gradient with respect to s")


@criterion(
    of="TrainableSwish",
    points="2",
    says="The gradients with respect to a, b, c and d, summed over the batch.",
)
def test_swish_gradients_by_parameters(student, rng):
    found, expected = both_gradients(student, rng, ((4, 3), (2, 3, 5), (6,)), "abcd")
    assert_close(found, expected, what="the gradients with respect to a, b, c and d")


@criterion(of="TrainableSwish", points="1", says="Two uses in one network keep apart.")
def test_two_uses(student, rng):
    first, second = draw(rng, 4, 3), draw(rng, 4, 3)
    weights = torch.from_numpy(rng.normal(size=(4, 3)))

    def network(function):
        leaves = [[x.detach().clone().requires_grad_() for x in xs] for xs in (first, second)]
        one, two = (function(*xs) for xs in leaves)
        total = one - weights * two
        if total.requires_grad:
            (weights * total).sum().backward()
        return [[x.grad for x in xs] for xs in leaves]

    found, expected = network(student.trainable_swish), network(swish)
    assert_close(found, expected, what="the gradients of two uses")


@criterion(of="TrainableSwish", points="1", says="Inputs of 1000 give finite values and gradients.")
def test_large_inputs(student, rng):
    s = torch.tensor([[1000.0, -1000.0, 900.0], [-900.0, 1000.0, 0.5]], dtype=torch.float64)
    found, expected, values = [], [], []
    for _ in range(2):
        inputs = [s, *draw(rng, 2, 3)[1:]]
        with torch.no_grad():
            inputs[1].abs_().add_(1.0)
        cotangent = torch.from_numpy(rng.normal(size=(2, 3)))
        found.append(gradients(student.trainable_swish, inputs, cotangent))
        expected.append(gradients(stable, inputs, cotangent))
        values.append((student.trainable_swish(*inputs).detach(), stable(*inputs).detach()))
    assert_close(found, expected, what="the gradients at inputs of 1000")
    assert_close(*zip(*values, strict=True), what="trainable_swish at inputs of 1000")


# --- Quantise

GRIDS = ((0.5, 2.0), (0.25, 1.0), (2.0, 4.0))


def off_grid(rng, step, limit, reach):
    """Entries within reach * limit, away from the edges between two multiples of step."""
    whole = rng.integers(-int(reach * limit / step), int(reach * limit / step) + 1, size=(4, 5))
    return torch.from_numpy(step * (whole + rng.uniform(-0.4, 0.4, size=(4, 5))))


@criterion(of="Quantise", points="0.75", says="The nearest multiple of step, within the limit.")
def test_quantised_values(student, rng):
    cases = [(off_grid(rng, *grid, 2.0), *grid) for grid in GRIDS]
    cases += [(s.float(), step, limit) for s, step, limit in cases[:1]]
    found = [student.quantise(*case) for case in cases]
    expected = []
    for s, step, limit in cases:
        multiples = torch.arange(-limit, limit + step / 2, step, dtype=s.dtype)
        nearest = (s[..., None] - multiples).abs().argmin(dim=-1)
        expected.append(multiples[nearest])
    assert_close(found, expected, what="quantise(s, step, limit)", dtype="same")


def check_passing(student, rng, reach):
    """The gradient by s, for entries within reach times the limit."""
    found, expected = [], []
    for step, limit in GRIDS:
        s = off_grid(rng, step, limit, reach).clamp(-3 * limit, 3 * limit)
        if reach < 1:
            s = s.clamp(-0.99 * limit, 0.99 * limit)
            s[0, :2] = torch.tensor([limit, -limit])
        cotangent = torch.from_numpy(rng.normal(size=s.shape))
        leaf = s.clone().requires_grad_()
        y = student.quantise(leaf, step, limit)
        if y.requires_grad:
            (cotangent * y).sum().backward()
        found.append(leaf.grad)
        expected.append(torch.where(s.abs() <= limit, cotangent, 0.0))
    assert_close(found, expected, what="the gradient with respect to s")


def check_two_uses(student, rng):
    """Two limits in one network: each use has its own."""
    s = torch.linspace(-2.9, 2.9, 12, dtype=torch.float64)
    cotangent = torch.from_numpy(rng.normal(size=12))
    leaf = s.clone().requires_grad_()
    y = student.quantise(leaf, 0.5, 1.0) + student.quantise(leaf, 0.5, 2.0)
    if y.requires_grad:
        (cotangent * y).sum().backward()
    expected = cotangent * ((s.abs() <= 1.0).double() + (s.abs() <= 2.0))
    assert_close(leaf.grad, expected, what="the gradient of s, quantised twice")


@criterion(of="Quantise", points="1", says="Within the limit the gradient passes unchanged.")
def test_gradient_passes(student, rng):
    check_passing(student, rng, 0.6)


@criterion(of="Quantise", points="0.75", says="Beyond the limit the gradient is 0.")
def test_gradient_stops(student, rng):
    check_passing(student, rng, 2.0)
    check_two_uses(student, rng)
