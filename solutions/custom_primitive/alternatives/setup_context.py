"""What to keep is said in setup_context; probabilities are saved instead of inputs."""

from __future__ import annotations

import torch


class TrainableSwish(torch.autograd.Function):
    @staticmethod
    def forward(s, a, b, c, d):
        return (c * s + d) * (1 + torch.tanh((a * s + b) / 2)) / 2

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(*inputs)

    @staticmethod
    def backward(ctx, G):
        s, a, b, c, d = ctx.saved_tensors
        half = torch.tanh((a * s + b) / 2)
        gate, slope = (1 + half) / 2, (1 - half**2) / 4
        line = c * s + d
        by_s = G * (slope * a * line + gate * c)

        def total(g):
            return torch.einsum("...k->k", g)

        by_a, by_b = total(G * slope * line * s), total(G * slope * line)
        return by_s, by_a, by_b, total(G * gate * s), total(G * gate)


class Quantise(torch.autograd.Function):
    @staticmethod
    def forward(s, step, limit):
        return torch.round(torch.clamp(s, -limit, limit) / step) * step

    @staticmethod
    def setup_context(ctx, inputs, output):
        s, _, limit = inputs
        ctx.beyond = (s > limit) | (s < -limit)

    @staticmethod
    def backward(ctx, G):
        return G.masked_fill(ctx.beyond, 0), None, None


def trainable_swish(s, a, b, c, d):
    return TrainableSwish.apply(s, a, b, c, d)


def quantise(s, step, limit):
    return Quantise.apply(s, step, limit)
