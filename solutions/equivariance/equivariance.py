"""Measure how far a map is from moving along with its input, and how far from not moving."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Sequence

import numpy as np

Map = Callable[[np.ndarray], np.ndarray]


def shift(x: np.ndarray, s: int) -> np.ndarray:
    """Move the entries of x by s places along its last axis: (g_s x)_i = x_(i-s).

    x: (..., n); s: to the right if positive, to the left if negative, also beyond n.
    Returns (..., n), dtype of x: what leaves is lost, what enters is zero. x is not modified.
    """
    ### BEGIN SOLUTION
    source = np.arange(x.shape[-1]) - s
    exists = (source >= 0) & (source < x.shape[-1])
    moved = np.zeros_like(x)
    moved[..., exists] = x[..., source[exists]]
    return moved
    ### END SOLUTION


def equivariance_gap(f: Map, x: np.ndarray, act: Map, act_out: Map | None = None) -> float:
    """Largest entry of |f(act(x)) - act_out(f(x))|: 0 if f is equivariant at x (book 7.2).

    f: the map under test; x: an array; act: acts on inputs; act_out: acts on outputs, by
    default act. Returns a float. ValueError if the two sides differ in shape.
    """
    ### BEGIN SOLUTION
    moved_first = np.asarray(f(act(x)))
    moved_last = np.asarray((act if act_out is None else act_out)(f(x)))
    if moved_first.shape != moved_last.shape:
        raise ValueError(f"the sides differ in shape: {moved_first.shape}, {moved_last.shape}")
    return float(np.max(np.abs(moved_first - moved_last)))
    ### END SOLUTION


def invariance_gap(f: Map, x: np.ndarray, act: Map) -> float:
    """Largest entry of |f(act(x)) - f(x)|: 0 if f is invariant at x (book 7.2).

    f, x, act: as in equivariance_gap. Returns a float. ValueError if the shapes differ.
    """
    ### BEGIN SOLUTION
    before, after = np.asarray(f(x)), np.asarray(f(act(x)))
    if before.shape != after.shape:
        raise ValueError(f"the outputs differ in shape: {after.shape}, {before.shape}")
    return float(np.max(np.abs(after - before)))
    ### END SOLUTION


def translation_gap(f: Map, x: np.ndarray, s: int, t: int | None = None, margin: int = 0) -> float:
    """Equivariance gap to a shift, where both maps have an entry (lecture notes).

    f: from (..., n) to (..., m); x: (..., n); s: places the input is shifted; t: places the
    output should move, by default s; margin: entries left out at each end of the overlap.
    Compares f(shift(x, s))_i with f(x)_(i-t). Returns a float, the largest difference.
    ValueError if no entry is left to compare.
    """
    ### BEGIN SOLUTION
    t = s if t is None else t
    before, after = f(x), f(shift(x, s))
    m = before.shape[-1]
    start, stop = max(t, 0) + margin, m + min(t, 0) - margin
    if start >= stop:
        raise ValueError("no entry is left to compare")
    return float(np.max(np.abs(after[..., start:stop] - before[..., start - t : stop - t])))
    ### END SOLUTION


def matching_shift(s: int, strides: Sequence[int]) -> int | None:
    """How far the output moves when the input moves by s places, through layers with strides.

    s: an int of any sign; strides: one int >= 1 a layer, the first layer first.
    Returns an int, or None if no whole number of places matches (lecture notes).
    """
    ### BEGIN SOLUTION
    places, rest = divmod(s, int(np.prod(strides, dtype=int)))
    return None if rest else places
    ### END SOLUTION


def reflection_counterexample(w: np.ndarray, n: int) -> np.ndarray | None:
    """An input that shows that the filter w is not mirror equivariant (lecture notes).

    w: (k,) floats; n: length of the input, at least k. The map is the plain sliding product
    f(x)_i = sum over j of w_j x_(i+j), without padding.
    Returns an x, (n,) floats, for which f(flip(x)) differs from flip(f(x)) by more than 1e-6
    somewhere, or None if there is none. Filters that differ from their reverse do so by 1e-3.
    """
    ### BEGIN SOLUTION
    uneven = w != w[::-1]
    return np.eye(n)[uneven.argmax()] if uneven.any() else None
    ### END SOLUTION


def graph_gap(
    f: Callable[[np.ndarray, np.ndarray], np.ndarray],
    A: np.ndarray,
    X: np.ndarray,
    order: np.ndarray,
) -> float:
    """Equivariance gap to new names of nodes: |f(P A P^T, P X) - P f(A, X)| (lecture notes).

    f: from A (n, n), weights of edges, and X (n, c), a row for each node, to (n, d); order: (n,)
    ints; P: the identity with its rows in this order, so row i of P X is row order[i] of X.
    Returns a float, the largest difference.
    """
    ### BEGIN SOLUTION
    renamed = f(A[np.ix_(order, order)], X[order])
    return float(np.max(np.abs(renamed - f(A, X)[order])))
    ### END SOLUTION
