"""No formula: follow the connections of one output down to a set of input positions."""

from __future__ import annotations

import numpy as np


def inputs(layers, i):
    positions = {i}
    for k, p, s, d in list(layers)[::-1]:
        positions = {q * s - p + d * tap for q in positions for tap in range(k)}
    return positions


def receptive_field(layers):
    positions = inputs(layers, 0)
    return max(positions) - min(positions) + 1


def seen_by(layers, i):
    positions = inputs(layers, i)
    return min(positions), max(positions)


def layers_needed(n, k):
    farthest, layers = 0, 0  # a set of so many positions would take for ever
    while farthest < n - 1:
        farthest += (k - 1) * 2**layers
        layers += 1
    return layers


def probe(f, x, i):
    before = f(x)[i]
    seen = []
    for j in range(len(x)):
        raised = x.copy()
        raised[j] += 1.0
        after = f(raised)[i]
        seen.append(bool(after - before > 1e-9 or before - after > 1e-9))
    return np.array(seen)


def causal_conv1d(X, W, b, d=1):
    c_out, c, taps = W.shape
    H = np.zeros((len(X), c_out))
    for i in range(len(X)):
        for z in range(c_out):
            H[i, z] = b[z]
            for j in range(taps):
                source = i - d * (taps - 1 - j)
                if source >= 0:
                    H[i, z] += sum(W[z, a, j] * X[source, a] for a in range(c))
    return H


def mask_future(W):
    masked = np.array(W)
    masked[:, :, (W.shape[2] + 1) // 2 :] = 0
    return masked
