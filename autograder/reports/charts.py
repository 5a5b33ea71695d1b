"""Drawings as numbers: templates turn them into inline SVG."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

WIDTH = 10
"""Per cent a bar stands for."""


@dataclass(frozen=True)
class Bar:
    """One bar: percentages `low` to `high`, how many, and its height as a share of the tallest."""

    low: int
    high: int
    count: int
    height: float


def histogram(shares: npt.NDArray[np.float64]) -> list[Bar]:
    """Scores as shares of the maximum, in ten bars; the last one includes 100 % and more."""
    finite = np.clip(shares[np.isfinite(shares)], 0, 1)
    counts, edges = np.histogram(100 * finite, bins=np.arange(0, 101, WIDTH))
    tallest = max(int(counts.max()), 1)
    return [
        Bar(int(low), int(low) + WIDTH, int(count), float(count / tallest))
        for low, count in zip(edges[:-1], counts, strict=True)
    ]
