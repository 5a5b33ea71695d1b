"""No formula anywhere: list the positions and the entries, then count."""

from __future__ import annotations

import numpy as np


def out_size(n, k, p=0, s=1, d=1):
    starts = range(-p, n + p - d * (k - 1), s)
    if not starts:
        raise ValueError("no position")
    return len(starts)


def pool_size(n, k, s=None):
    if s is None:
        s = k
    count = 0
    start = 0
    while start + k <= n:
        count += 1
        start += s
    if count == 0:
        raise ValueError("no window")
    return count


def flat_index(i, j, width):
    if i < 1 or j < 1 or j > width:
        raise ValueError("outside the grid")
    places = np.arange(1, i * width + 1).reshape(i, width)
    return places[i - 1, j - 1]


def grid_index(m, width):
    if m < 1:
        raise ValueError("outside the grid")
    row, column = 1, 1
    for _ in range(m - 1):
        column += 1
        if column > width:
            row, column = row + 1, 1
    return row, column
