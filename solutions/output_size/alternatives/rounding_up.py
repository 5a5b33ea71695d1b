"""The same sizes as quotients rounded up: possible starts over stride."""

from __future__ import annotations

import math


def out_size(n, k, p=0, s=1, d=1):
    starts = n + 2 * p - d * (k - 1)
    if starts <= 0:
        raise ValueError(f"{k} taps at distance {d} need more than {n + 2 * p} entries")
    return math.ceil(starts / s)


def pool_size(n, k, s=None):
    return out_size(n, k, s=s or k)


def flat_index(i, j, width):
    if min(i, j) < 1 or j > width:
        raise ValueError(f"no entry ({i}, {j}) in rows of {width}")
    return i * width - (width - j)


def grid_index(m, width):
    if m < 1:
        raise ValueError(f"no place {m}")
    i = math.ceil(m / width)
    return i, m - flat_index(i, 1, width) + 1
