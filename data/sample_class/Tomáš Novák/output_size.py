"""The size of a feature map, and the place of its entries once it is flattened."""

from __future__ import annotations


def out_size(n: int, k: int, p: int = 0, s: int = 1, d: int = 1) -> int:
    # stride and dilation come tomorrow
    if n + 2 * p < k:
        raise ValueError("filter does not fit")
    return n + 2 * p - k + 1


def pool_size(n: int, k: int, s: int | None = None) -> int:
    raise NotImplementedError


def flat_index(i: int, j: int, width: int) -> int:
    if i < 1 or j < 1 or j > width:
        raise ValueError("no such entry")
    return width * (i - 1) + j


def grid_index(m: int, width: int) -> tuple[int, int]:
    pass
