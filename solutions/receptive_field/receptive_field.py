"""What an output of stacked convolutions depends on, by formula and by experiment."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Sequence

import numpy as np

Layer = tuple[int, int, int, int]
"""(k, p, s, d): taps, zeros at each end, stride, dilation. Pooling counts as such a layer, too."""


def receptive_field(layers: Sequence[Layer]) -> int:
    """Length of the stretch of input that one output depends on (book 7.2.1).

    layers: (k, p, s, d) of each layer along one axis, the first layer first.
    Returns an int: first to last entry, both included, gaps of dilated filters counted, zeros of
    the padding counted like entries. Without layers, 1.
    """
    ### BEGIN SOLUTION
    length, step = 1, 1
    for k, _, s, d in layers:
        length += step * d * (k - 1)
        step *= s
    return length
    ### END SOLUTION


def seen_by(layers: Sequence[Layer], i: int) -> tuple[int, int]:
    """First and last input position that output i depends on.

    layers: as in receptive_field; i: position in the output, from 0.
    Returns two ints, positions in the input from 0, both included. Positions in the padding are
    negative or lie beyond the end.
    """
    ### BEGIN SOLUTION
    first = last = i
    for k, p, s, d in reversed(layers):
        first = first * s - p
        last = last * s - p + d * (k - 1)
    return first, last
    ### END SOLUTION


def layers_needed(n: int, k: int) -> int:
    """Fewest layers with dilations 1, 2, 4, ... whose output sees n entries (book 8.2.3).

    n: entries, from 1 to 10^10; k: taps of every layer, at least 2; stride 1.
    Returns an int: with fewer layers the receptive field is shorter than n.
    """
    ### BEGIN SOLUTION
    count, length = 0, 1
    while length < n:
        length += 2**count * (k - 1)
        count += 1
    return count
    ### END SOLUTION


def probe(f: Callable[[np.ndarray], np.ndarray], x: np.ndarray, i: int) -> np.ndarray:
    """Which entries of x output i of f depends on, found by raising them by 1, one at a time.

    f: from (n,) to (m,) floats; x: (n,) floats, where f is probed; i: 0 to m - 1.
    Returns (n,), bool: True where raising this entry of x alone changes f(x)_i by more than 1e-9.
    """
    ### BEGIN SOLUTION
    before = f(x)[i]
    raised = x + np.eye(len(x))
    return np.array([abs(f(row)[i] - before) > 1e-9 for row in raised])
    ### END SOLUTION


def causal_conv1d(X: np.ndarray, W: np.ndarray, b: np.ndarray, d: int = 1) -> np.ndarray:
    """Convolution that never looks ahead (book 8.3.2): each row from itself and earlier ones.

    H_i = b + sum over taps j of W_j X_(i - d (taps - 1 - j)), where rows before the start are zero.
    X: (T, c); W: (c_out, c, taps), its last tap meets the present; b: (c_out,); d: dilation.
    Returns (T, c_out), also if T is below the number of taps.
    """
    ### BEGIN SOLUTION
    t, taps = len(X), W.shape[2]
    padded = np.concatenate([np.zeros((d * (taps - 1), X.shape[1])), X])
    return b + sum(padded[d * j : d * j + t] @ W[:, :, j].T for j in range(taps))
    ### END SOLUTION


def mask_future(W: np.ndarray) -> np.ndarray:
    """A centred filter without its connections to the future (book 8.3.2).

    W: (c_out, c, 2 k + 1), its middle tap meets the present. Returns a new array of the same
    shape: the k taps that meet later entries are zero, all others as they were.
    """
    ### BEGIN SOLUTION
    past_and_present = np.arange(W.shape[2]) <= W.shape[2] // 2
    return W * past_and_present
    ### END SOLUTION
