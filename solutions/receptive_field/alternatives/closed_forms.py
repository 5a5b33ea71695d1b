"""Products of strides and a logarithm of whole numbers; the causal layer as a matrix."""

from __future__ import annotations

import math

import numpy as np


def jumps(layers):
    """How many entries of the input lie between neighbours in front of each layer."""
    return [math.prod(s for _, _, s, _ in layers[:depth]) for depth in range(len(layers))]


def receptive_field(layers):
    return 1 + sum(
        jump * d * (k - 1) for jump, (k, _, _, d) in zip(jumps(layers), layers, strict=True)
    )


def seen_by(layers, i):
    shift = sum(jump * p for jump, (_, p, _, _) in zip(jumps(layers), layers, strict=True))
    first = i * math.prod(s for _, _, s, _ in layers) - shift
    return first, first + receptive_field(layers) - 1


def layers_needed(n, k):
    """1 + (k - 1)(2^L - 1) >= n, solved for 2^L; bit_length is a logarithm that cannot round."""
    powers = math.ceil((n - 1) / (k - 1))
    return powers.bit_length()


def probe(f, x, i):
    before = f(x)
    seen = np.zeros(x.shape, dtype=bool)
    for j, unit in enumerate(np.identity(x.size)):
        seen[j] = not np.isclose(f(x + unit)[i], before[i], rtol=0, atol=1e-9)
    return seen


def causal_conv1d(X, W, b, d=1):
    t, taps = X.shape[0], W.shape[2]
    back = [np.eye(t, k=-d * (taps - 1 - j)) for j in range(taps)]
    return np.einsum("jit,tc,zcj->iz", np.array(back), X, W) + b


def mask_future(W):
    k = W.shape[-1] // 2
    return np.concatenate([W[..., : k + 1], np.zeros((*W.shape[:-1], k))], axis=-1)
