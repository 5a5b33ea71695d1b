"""Two primitives for torch: each says what it computes and how gradients come back."""

from __future__ import annotations

import torch


class TrainableSwish(torch.autograd.Function):
    """sigma(a s + b) (c s + d), with all five gradients (book 5.4)."""

    @staticmethod
    def forward(ctx, s, a, b, c, d):
        """s: (..., k); a, b, c, d: (k,), one of each for each feature. Returns (..., k)."""
        raise NotImplementedError

    @staticmethod
    def backward(ctx, G):
        """G: (..., k), the gradient with respect to the result.

        Returns those with respect to s, a, b, c, d, in this order.
        """
        raise NotImplementedError


class Quantise(torch.autograd.Function):
    """Rounding to a grid, with a gradient that passes as if nothing had been rounded."""

    @staticmethod
    def forward(ctx, s, step, limit):
        """s: a tensor; step, limit: floats. Nearest multiple of step, within [-limit, limit]."""
        raise NotImplementedError

    @staticmethod
    def backward(ctx, G):
        """G: shaped like s. Returns G where |s| <= limit and 0 beyond, and None for the numbers."""
        raise NotImplementedError


def trainable_swish(s, a, b, c, d):
    """TrainableSwish as a function of tensors."""
    return TrainableSwish.apply(s, a, b, c, d)


def quantise(s, step, limit):
    """Quantise as a function of a tensor and two numbers."""
    return Quantise.apply(s, step, limit)
