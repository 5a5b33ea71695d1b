"""Plain loops over positions and turns; a quarter turn is a transposition and a flip."""

from __future__ import annotations

import itertools

import numpy as np


def respond(x, w, pad=0):
    padded = np.zeros([n + 2 * pad for n in x.shape])
    padded[tuple(slice(pad, pad + n) for n in x.shape)] = x
    sizes = [n - k + 1 for n, k in zip(padded.shape, w.shape, strict=True)]
    found = np.zeros(sizes)
    for start in itertools.product(*map(range, sizes)):
        for tap in itertools.product(*map(range, w.shape)):
            place = tuple(i + u for i, u in zip(start, tap, strict=True))
            found[start] += w[tap] * padded[place]
    return found


def combine(values, how):
    if how not in ("sum", "mean", "max"):
        raise ValueError("no such way to combine")
    total = values[0]
    for value in values[1:]:
        total = np.maximum(total, value) if how == "max" else total + value
    return total / len(values) if how == "mean" else total


def mirror_map(x, w, how="sum", axis=-1, pad=0):
    """C_(Rw)(x) = R C_w(R x): the filter stays, the image is flipped there and back."""
    back = np.flip(respond(np.flip(x, axis), w, pad), axis)
    return combine([back, respond(x, w, pad)], how)


def symmetric_filter(w, axis=-1):
    both = np.zeros(w.shape)
    for tap in itertools.product(*map(range, w.shape)):
        mirrored = list(tap)
        mirrored[axis] = w.shape[axis] - 1 - tap[axis]
        both[tap] = w[tap] + w[tuple(mirrored)]
    return both


def kept_symmetries(w):
    kh, kw = w.shape
    places = list(itertools.product(range(kh), range(kw)))
    return {
        "left-right": all(w[i, j] == w[i, kw - 1 - j] for i, j in places),
        "up-down": all(w[i, j] == w[kh - 1 - i, j] for i, j in places),
        "half-turn": all(w[i, j] == w[kh - 1 - i, kw - 1 - j] for i, j in places),
    }


def invariant_scores(x, filters, V, how="sum", pad=0):
    scores = np.zeros(V.shape[1])
    for w, row in zip(filters, V, strict=True):
        scores += max(mirror_map(x, w, how, -1, pad).ravel()) * row
    return scores


def quarter_turn(x):
    return np.swapaxes(x, -1, -2)[..., ::-1, :]


def orbit(x, group):
    if group == "mirror":
        return [x, x[..., ::-1]]
    versions = [x]
    for _ in range(3):
        versions.append(quarter_turn(versions[-1]))
    if group == "square":
        versions += orbit(x[..., ::-1], "rotation")
    return versions


def group_pool(h, x, group, how="mean"):
    scores = []
    for version in orbit(x, group):
        scores.append(h(version))
    return combine(scores, how)
