"""The size of a feature map, and the place of its entries once it is flattened."""

from __future__ import annotations


def out_size(n: int, k: int, p: int = 0, s: int = 1, d: int = 1) -> int:
    """Number of positions a filter takes along one axis (CNN notes, section 3, theorem 1).

    n: entries on the axis; k: taps of the filter; p: zeros added at each end; s: stride;
    d: dilation, the distance between neighbouring taps (1: they touch).
    Returns an int, at least 1. ValueError if the filter does not fit on the padded axis.
    """
    ### BEGIN SOLUTION
    room = n + 2 * p - (d * (k - 1) + 1)
    if room < 0:
        raise ValueError("the filter is longer than the padded axis")
    return room // s + 1
    ### END SOLUTION


def pool_size(n: int, k: int, s: int | None = None) -> int:
    """Number of pooling windows along one axis, without padding (torch tutorial, section 2.1.4).

    n: entries on the axis; k: entries in a window; s: stride, by default k. Entries at the
    end that fill no whole window are dropped.
    Returns an int, at least 1. ValueError if the window is longer than the axis.
    """
    ### BEGIN SOLUTION
    if k > n:
        raise ValueError("the window is longer than the axis")
    stride = k if s is None else s
    return (n - k) // stride + 1
    ### END SOLUTION


def flat_index(i: int, j: int, width: int) -> int:
    """Place of entry (i, j) of a grid that is flattened row by row (CNN notes, definition 1).

    i, j: row and column; width: entries in a row. Rows, columns and places count from 1,
    as in the notes; numpy counts them from 0.
    Returns an int. ValueError if i is below 1 or j is outside 1..width.
    """
    ### BEGIN SOLUTION
    if i < 1 or not 1 <= j <= width:
        raise ValueError("no such entry in the grid")
    return width * (i - 1) + j
    ### END SOLUTION


def grid_index(m: int, width: int) -> tuple[int, int]:
    """Row and column of place m, the inverse of flat_index.

    m: place in the flattened grid; width: entries in a row. All count from 1.
    Returns (i, j), a tuple of ints. ValueError if m is below 1.
    """
    ### BEGIN SOLUTION
    if m < 1:
        raise ValueError("places count from 1")
    return (m - 1) // width + 1, (m - 1) % width + 1
    ### END SOLUTION
