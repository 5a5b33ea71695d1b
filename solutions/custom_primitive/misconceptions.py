"""Primitives that are wrong in one way each."""

import torch

from autograder import misconception
from autograder import reference


def parts(ctx):
    """s, a, c, p and the line c s + d."""
    s, a, b, c, d = ctx.saved_tensors
    return s, a, c, torch.sigmoid(a * s + b), c * s + d


def summed(gradient):
    """Over all axes but the last."""
    return gradient.reshape(-1, gradient.shape[-1]).sum(dim=0)


# --- TrainableSwish, forward


@misconception(
    of="TrainableSwish",
    killed_by="test_swish_values",
    says="a and b shape the line, c and d the gate: it is the other way round.",
)
class RolesSwapped(reference.TrainableSwish):
    @staticmethod
    def forward(ctx, s, a, b, c, d):
        ctx.save_for_backward(s, a, b, c, d)
        return torch.sigmoid(c * s + d) * (a * s + b)


@misconception(
    of="TrainableSwish",
    killed_by="test_swish_values",
    says="The gate is the plain Swish's, sigma(s): a and b have no effect.",
)
class PlainGate(reference.TrainableSwish):
    @staticmethod
    def forward(ctx, s, a, b, c, d):
        ctx.save_for_backward(s, a, b, c, d)
        return torch.sigmoid(s) * (c * s + d)


@misconception(
    of="TrainableSwish",
    killed_by="test_swish_values",
    says="b is added to s before a multiplies: the gate is sigma(a s + b), not sigma(a (s + b)).",
)
class ShiftsBeforeScaling(reference.TrainableSwish):
    @staticmethod
    def forward(ctx, s, a, b, c, d):
        ctx.save_for_backward(s, a, b, c, d)
        return torch.sigmoid(a * (s + b)) * (c * s + d)


# --- TrainableSwish, gradient by s


@misconception(
    of="TrainableSwish",
    killed_by="test_swish_gradient_by_s",
    says="The gradient from above is ignored: multiply each partial derivative by G.",
)
class IgnoresWhatComesFromAbove(reference.TrainableSwish):
    @staticmethod
    def backward(ctx, G):
        return reference.TrainableSwish.backward(ctx, torch.ones_like(G))


@misconception(
    of="TrainableSwish",
    killed_by="test_swish_gradient_by_s",
    says="s is in both factors. The gradient lacks the part through the line, p times c.",
)
class OnlyThroughTheGate(reference.TrainableSwish):
    @staticmethod
    def backward(ctx, G):
        _, a, _, p, line = parts(ctx)
        return G * line * p * (1 - p) * a, *reference.TrainableSwish.backward(ctx, G)[1:]


@misconception(
    of="TrainableSwish",
    killed_by="test_swish_gradient_by_s",
    says="s is in both factors. The gradient lacks the part through the gate.",
)
class OnlyThroughTheLine(reference.TrainableSwish):
    @staticmethod
    def backward(ctx, G):
        _, _, c, p, _ = parts(ctx)
        return G * p * c, *reference.TrainableSwish.backward(ctx, G)[1:]


@misconception(
    of="TrainableSwish",
    killed_by="test_swish_gradient_by_s",
    says="The inner derivatives are missing: d(a s + b)/ds is a, d(c s + d)/ds is c.",
)
class WithoutInnerDerivatives(reference.TrainableSwish):
    @staticmethod
    def backward(ctx, G):
        _, _, _, p, line = parts(ctx)
        by_s = G * (line * p * (1 - p) + p)
        return by_s, *reference.TrainableSwish.backward(ctx, G)[1:]


@misconception(
    of="TrainableSwish",
    killed_by="test_swish_gradient_by_s",
    says="sigma' is taken at s. It belongs at the argument of the gate, a s + b.",
)
class SlopeInTheWrongPlace(reference.TrainableSwish):
    @staticmethod
    def backward(ctx, G):
        s, a, c, p, line = parts(ctx)
        q = torch.sigmoid(s)
        by_s = G * (line * q * (1 - q) * a + p * c)
        return by_s, *reference.TrainableSwish.backward(ctx, G)[1:]


# --- TrainableSwish, gradients by the parameters


@misconception(
    of="TrainableSwish",
    killed_by="test_swish_gradients_by_parameters",
    says="a and c multiply s, so their gradients have a factor s. b and d have none.",
)
class WithoutTheInput(reference.TrainableSwish):
    @staticmethod
    def backward(ctx, G):
        by_s, _, by_b, _, by_d = reference.TrainableSwish.backward(ctx, G)
        return by_s, by_b, by_b, by_d, by_d


@misconception(
    of="TrainableSwish",
    killed_by="test_swish_gradients_by_parameters",
    says="The gradients of the parameters are averaged over the batch. Every use counts: sum.",
)
class Averages(reference.TrainableSwish):
    @staticmethod
    def backward(ctx, G):
        by_s, *others = reference.TrainableSwish.backward(ctx, G)
        rows = G.numel() // G.shape[-1]
        return by_s, *(g / rows for g in others)


@misconception(
    of="TrainableSwish",
    killed_by="test_swish_gradients_by_parameters",
    says="The gradients come in the wrong order: first a and b, then c and d.",
)
class WrongOrder(reference.TrainableSwish):
    @staticmethod
    def backward(ctx, G):
        by_s, by_a, by_b, by_c, by_d = reference.TrainableSwish.backward(ctx, G)
        return by_s, by_c, by_d, by_a, by_b


@misconception(
    of="TrainableSwish",
    killed_by="test_swish_gradients_by_parameters",
    says="Only s gets a gradient: the parameters are inputs like any other, and are trained.",
)
class OnlyTheInput(reference.TrainableSwish):
    @staticmethod
    def backward(ctx, G):
        return reference.TrainableSwish.backward(ctx, G)[0], None, None, None, None


# --- TrainableSwish, several uses and large numbers


@misconception(
    of="TrainableSwish",
    killed_by="test_two_uses",
    says="The inputs were kept on the class, where the second call overwrites the first. Each call "
    "has its own ctx.",
)
class KeptOnTheClass(reference.TrainableSwish):
    kept = ()

    @staticmethod
    def forward(ctx, s, a, b, c, d):
        KeptOnTheClass.kept = (s, a, b, c, d)
        return torch.sigmoid(a * s + b) * (c * s + d)

    @staticmethod
    def backward(ctx, G):
        s, a, b, c, d = KeptOnTheClass.kept
        p = torch.sigmoid(a * s + b)
        by_z, by_line = G * (c * s + d) * p * (1 - p), G * p
        parameters = (by_z * s, by_z, by_line * s, by_line)
        return by_z * a + by_line * c, *map(summed, parameters)


@misconception(
    of="TrainableSwish",
    killed_by="test_large_inputs",
    says="exp(-z) / (1 + exp(-z))^2 is inf / inf for large negative z. With p = sigma(z) the slope "
    "is p (1 - p).",
)
class SlopeByExponentials(reference.TrainableSwish):
    @staticmethod
    def backward(ctx, G):
        s, a, b, c, d = ctx.saved_tensors
        e = torch.exp(-(a * s + b))
        by_z, by_line = G * (c * s + d) * e / (1 + e) ** 2, G / (1 + e)
        parameters = (by_z * s, by_z, by_line * s, by_line)
        return by_z * a + by_line * c, *map(summed, parameters)


# --- Quantise


@misconception(
    of="Quantise",
    killed_by="test_quantised_values",
    says="You round down. The nearest multiple is asked for.",
)
class RoundsDown(reference.Quantise):
    @staticmethod
    def forward(ctx, s, step, limit):
        ctx.save_for_backward(s.abs() <= limit)
        return (step * torch.floor(s / step)).clamp(-limit, limit)


@misconception(
    of="Quantise",
    killed_by="test_quantised_values",
    says="The number of steps came back. Multiply it by step again.",
)
class NumberOfSteps(reference.Quantise):
    @staticmethod
    def forward(ctx, s, step, limit):
        ctx.save_for_backward(s.abs() <= limit)
        return torch.round(s / step).clamp(-limit / step, limit / step)


@misconception(
    of="Quantise",
    killed_by="test_quantised_values",
    says="The limit has no effect on the values: they must stay in [-limit, limit].",
)
class WithoutALimit(reference.Quantise):
    @staticmethod
    def forward(ctx, s, step, limit):
        ctx.save_for_backward(s.abs() <= limit)
        return step * torch.round(s / step)


@misconception(
    of="Quantise",
    killed_by="test_gradient_passes",
    says="The gradient is 0: true of the steps, but then nothing below is ever trained. Pass G on.",
)
class TrueDerivative(reference.Quantise):
    @staticmethod
    def backward(ctx, G):
        return torch.zeros_like(G), None, None


@misconception(
    of="Quantise",
    killed_by="test_gradient_passes",
    says="The gradient is 1 everywhere: pass on what comes from above, G.",
)
class PassesOnes(reference.Quantise):
    @staticmethod
    def backward(ctx, G):
        return reference.Quantise.backward(ctx, torch.ones_like(G))


@misconception(
    of="Quantise",
    killed_by="test_gradient_passes",
    says="The gradient was rounded as well. Only the values are.",
)
class RoundsTheGradient(reference.Quantise):
    @staticmethod
    def backward(ctx, G):
        return reference.Quantise.backward(ctx, torch.round(G))


@misconception(
    of="Quantise",
    killed_by="test_gradient_stops",
    says="The gradient passes beyond the limit too. There the value is held, so the gradient is 0.",
)
class PassesEverywhere(reference.Quantise):
    @staticmethod
    def backward(ctx, G):
        return G, None, None


@misconception(
    of="Quantise",
    killed_by="test_gradient_passes",
    says="At exactly the limit your gradient is 0. It passes where |s| <= limit.",
)
class StopsAtTheLimit(reference.Quantise):
    @staticmethod
    def forward(ctx, s, step, limit):
        ctx.save_for_backward(s.abs() < limit)
        return (step * torch.round(s / step)).clamp(-limit, limit)


@misconception(
    of="Quantise",
    killed_by="test_gradient_stops",
    says="Only the upper limit stops the gradient. Below -limit the value is held as well.",
)
class OneSidedLimit(reference.Quantise):
    @staticmethod
    def forward(ctx, s, step, limit):
        ctx.save_for_backward(s <= limit)
        return (step * torch.round(s / step)).clamp(-limit, limit)
