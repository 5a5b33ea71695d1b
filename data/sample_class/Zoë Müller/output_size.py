"""Größen und Plätze."""

from itertools import product


def out_size(n: int, k: int, p: int = 0, s: int = 1, d: int = 1) -> int:
    starts = range(-p, n + p - d * (k - 1), s)
    if not starts:
        raise ValueError("Filter passt nicht")
    return len(starts)


def pool_size(n: int, k: int, s: int | None = None) -> int:
    return out_size(n, k, s=s or k)


def flat_index(i: int, j: int, width: int) -> int:
    if j not in range(1, width + 1) or i <= 0:
        raise ValueError((i, j, width))
    return 1 + list(product(range(1, i + 1), range(1, width + 1))).index((i, j))


def grid_index(m: int, width: int) -> tuple[int, int]:
    if m <= 0:
        raise ValueError(m)
    row, column = divmod(m - 1, width)
    return row + 1, column + 1
