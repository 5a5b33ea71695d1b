"""Maps that respect a flip, and scores that ignore flips and turns, by construction."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

How = Literal["sum", "mean", "max"]
Group = Literal["mirror", "rotation", "square"]


def respond(x: np.ndarray, w: np.ndarray, pad: int = 0) -> np.ndarray:
    """Response of the filter w at each position of x (lecture notes).

    x: (n,) or (h, w); w: a filter with as many axes, no longer than the padded x; pad: zeros
    added at both ends of each axis. Stride 1; the filter is not reversed.
    Returns a map, size n + 2 pad - k + 1 along each axis.
    """
    ### BEGIN SOLUTION
    windows = sliding_window_view(np.pad(x, pad), w.shape)
    return np.tensordot(windows, w, axes=w.ndim)
    ### END SOLUTION


def combine(values: Sequence[np.ndarray], how: How) -> np.ndarray:
    """Sum, mean or maximum of arrays, entry by entry (lecture notes).

    values: arrays of one shape. Returns an array of this shape. ValueError for any other how.
    """
    ### BEGIN SOLUTION
    reductions = {"sum": np.sum, "mean": np.mean, "max": np.max}
    if how not in reductions:
        raise ValueError(f"expected how to be sum, mean or max, found {how!r}")
    return reductions[how](np.stack(values), axis=0)
    ### END SOLUTION


def mirror_map(
    x: np.ndarray, w: np.ndarray, how: How = "sum", axis: int = -1, pad: int = 0
) -> np.ndarray:
    """Responses of w and of w reversed along an axis, combined at each position (lecture notes).

    x, w, pad: as in respond; how: as in combine; axis: -1 for left-right, -2 for up-down.
    Returns a map as large as that of respond. Flipping x along the axis flips the map.
    """
    ### BEGIN SOLUTION
    return combine([respond(x, w, pad), respond(x, np.flip(w, axis), pad)], how)
    ### END SOLUTION


def symmetric_filter(w: np.ndarray, axis: int = -1) -> np.ndarray:
    """The one filter whose plain response equals mirror_map(x, w, "sum", axis).

    w: a filter of one or two axes. Returns a filter of the same shape.
    """
    ### BEGIN SOLUTION
    return w + np.flip(w, axis)
    ### END SOLUTION


def kept_symmetries(w: np.ndarray) -> dict[str, bool]:
    """Symmetries that respond(x, w) is equivariant to, for every image x (lecture notes).

    w: (kh, kw). Returns a dict with the keys "left-right" (rows reversed), "up-down" (order of
    rows reversed) and "half-turn" (both).
    """
    ### BEGIN SOLUTION
    return {
        "left-right": bool(np.array_equal(w, w[:, ::-1])),
        "up-down": bool(np.array_equal(w, w[::-1])),
        "half-turn": bool(np.array_equal(w, w[::-1, ::-1])),
    }
    ### END SOLUTION


def invariant_scores(
    x: np.ndarray, filters: np.ndarray, V: np.ndarray, how: How = "sum", pad: int = 0
) -> np.ndarray:
    """Class scores that a left-right flip of x leaves as they are (lecture notes).

    x: (n,) or (h, w); filters: (c, k) or (c, kh, kw); V: (c, classes); how, pad: as in
    mirror_map. Feature c is the largest entry of the mirror map of filter c.
    Returns (classes,), the features times V.
    """
    ### BEGIN SOLUTION
    features = [mirror_map(x, w, how, pad=pad).max() for w in filters]
    return np.array(features) @ V
    ### END SOLUTION


def orbit(x: np.ndarray, group: Group) -> list[np.ndarray]:
    """All versions of an image under a group (lecture notes, group pooling).

    x: (..., h, w); the last two axes move. group: "mirror", x and its left-right flip;
    "rotation", x turned counter-clockwise by 0, 1, 2 and 3 quarter turns; "square", the four
    rotations of x, then those of its left-right flip.
    Returns a list of 2, 4 or 8 arrays, in this order, beginning with x.
    """
    ### BEGIN SOLUTION
    flipped = np.flip(x, axis=-1)
    if group == "mirror":
        return [x, flipped]
    starts = [x] if group == "rotation" else [x, flipped]
    return [np.rot90(start, turns, axes=(-2, -1)) for start in starts for turns in range(4)]
    ### END SOLUTION


def group_pool(
    h: Callable[[np.ndarray], np.ndarray], x: np.ndarray, group: Group, how: How = "mean"
) -> np.ndarray:
    """Scores of h over the orbit of x, combined class by class (lecture notes, group pooling).

    h: any map from an image to (classes,) scores; x: (..., h, w); group: as in orbit; how: as
    in combine. Returns (classes,): the same for every image of the orbit.
    """
    ### BEGIN SOLUTION
    return combine([h(version) for version in orbit(x, group)], how)
    ### END SOLUTION
