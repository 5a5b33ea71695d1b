"""Responses by the Fourier transform; symmetry as a norm; a group as pairs of moves."""

from __future__ import annotations

import numpy as np


def respond(x, w, pad=0):
    x = np.pad(x, [(pad, pad)] * x.ndim)
    spectrum = np.fft.fftn(x) * np.conj(np.fft.fftn(w, s=x.shape, axes=range(x.ndim)))
    valid = tuple(slice(0, n - k + 1) for n, k in zip(x.shape, w.shape, strict=True))
    return np.fft.ifftn(spectrum).real[valid]


def combine(values, how):
    match how:
        case "sum":
            return sum(values[1:], values[0])
        case "mean":
            return sum(values[1:], values[0]) / len(values)
        case "max":
            return np.maximum.reduce(list(values))
    raise ValueError(how)


def mirror_map(x, w, how="sum", axis=-1, pad=0):
    if how == "sum":
        return respond(x, symmetric_filter(w, axis), pad)
    if how == "mean":
        return respond(x, symmetric_filter(w, axis) / 2, pad)
    reverse = [slice(None)] * w.ndim
    reverse[axis] = slice(None, None, -1)
    return combine((respond(x, w[tuple(reverse)], pad), respond(x, w, pad)), how)


def symmetric_filter(w, axis=-1):
    return np.apply_along_axis(lambda line: line + line[::-1], axis, w)


def kept_symmetries(w):
    moves = {"left-right": np.fliplr, "up-down": np.flipud, "half-turn": lambda w: np.rot90(w, 2)}
    return {name: not np.any(move(w) - w) for name, move in moves.items()}


def invariant_scores(x, filters, V, how="sum", pad=0):
    features = np.array([np.max(mirror_map(x, w, how, pad=pad)) for w in filters])
    return np.einsum("c,ck->k", features, V)


def orbit(x, group):
    flips = {"mirror": (0, 1), "rotation": (0,), "square": (0, 1)}[group]
    turns = {"mirror": (0,), "rotation": range(4), "square": range(4)}[group]
    return [
        np.rot90(x[..., ::-1] if flip else x, turn, axes=(x.ndim - 2, x.ndim - 1))
        for flip in flips
        for turn in turns
    ]


def group_pool(h, x, group, how="mean"):
    return combine(list(map(h, orbit(x, group))), how)
