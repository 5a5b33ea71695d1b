"""The reverse sweep with few stored values: what was not kept is computed again (book 6.3)."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Sequence

import numpy as np

# Block i, from 1 to l, is blocks[i - 1]: h_i = blocks[i - 1](h_(i-1), seeds[i - 1]). Its random
# numbers, as for dropout, depend on the seed alone. vjps[i - 1](h_(i-1), g, seeds[i - 1]) is the
# gradient with respect to h_(i-1), where g is that with respect to h_i.
Block = Callable[[np.ndarray, int], np.ndarray]
Vjp = Callable[[np.ndarray, np.ndarray, int], np.ndarray]


def forward_keeping(
    blocks: Sequence[Block], seeds: Sequence[int], x: np.ndarray, store: set[int]
) -> tuple[np.ndarray, dict[int, np.ndarray]]:
    """Run all blocks and keep x and the values whose numbers are in `store`.

    blocks, seeds: l of each; x: h_0, (c,); store: numbers from 1 to l, else ValueError.
    Returns the tuple (h_l, kept): kept maps 0 to x and each i of `store` to h_i. Each block runs
    once.
    """
    ### BEGIN SOLUTION
    if not set(store) <= set(range(1, len(blocks) + 1)):
        raise ValueError(f"store must hold numbers from 1 to {len(blocks)}, found {set(store)}")
    h, kept = x, {0: x}
    for i, (block, seed) in enumerate(zip(blocks, seeds, strict=True), start=1):
        h = block(h, seed)
        if i in store:
            kept[i] = h
    return h, kept
    ### END SOLUTION


def recompute(
    blocks: Sequence[Block], seeds: Sequence[int], kept: dict[int, np.ndarray], i: int
) -> list[np.ndarray]:
    """The values from the closest kept one at or before h_i up to h_i itself.

    kept: as from forward_keeping; i: a number from 0 to l. Returns the list [h_j, ..., h_i], where
    j is the largest number in `kept` with j <= i. The i - j blocks between run once.
    """
    ### BEGIN SOLUTION
    start = max(j for j in kept if j <= i)
    values = [kept[start]]
    for block, seed in zip(blocks[start:i], seeds[start:i], strict=True):
        values.append(block(values[-1], seed))
    return values
    ### END SOLUTION


def checkpointed_vjp(
    blocks: Sequence[Block],
    vjps: Sequence[Vjp],
    seeds: Sequence[int],
    x: np.ndarray,
    store: set[int],
    g: np.ndarray,
) -> tuple[np.ndarray, np.ndarray]:
    """Output of the blocks, and the gradient with respect to x from g, that for the output.

    blocks, vjps, seeds, x, store: as above; l >= 1; g: shaped like h_l. Returns the tuple
    (h_l, gradient), the gradient shaped like x. Whatever `store` holds, the answer is the same.
    The values 1 to l - 1 that are not in `store` are computed a second time, none a third time.
    """
    ### BEGIN SOLUTION
    y, kept = forward_keeping(blocks, seeds, x, store)
    segment: list[np.ndarray] = []
    for i in reversed(range(len(blocks))):
        segment = segment or recompute(blocks, seeds, kept, i)
        g = vjps[i](segment.pop(), g, seeds[i])
    return y, g
    ### END SOLUTION


def block_runs(l: int, store: set[int]) -> int:
    """How often a block runs in checkpointed_vjp, all l blocks together, as an int.

    l: int >= 1; store: numbers from 1 to l. The runs of the vjps do not count.
    """
    ### BEGIN SOLUTION
    return l + sum(i not in store for i in range(1, l))
    ### END SOLUTION


def peak_values(l: int, store: set[int]) -> int:
    """The largest number of values held at once during the sweep, as an int.

    l: int >= 1; store: numbers from 1 to l. Held are x and all stored values, to the end, and the
    recomputed values of one gap at a time: of the longest run of numbers in 1 to l - 1 that are
    not in `store`, at the peak.
    """
    ### BEGIN SOLUTION
    gap = longest = 0
    for i in range(1, l):
        gap = 0 if i in store else gap + 1
        longest = max(longest, gap)
    return 1 + len(store) + longest
    ### END SOLUTION


def best_spacing(l: int) -> int:
    """The k from 1 to l for which storing k, 2k, 3k, ... below l has the smallest peak_values.

    l: int >= 1. Returns an int, the smallest such k.
    """
    ### BEGIN SOLUTION
    spacings = [*range(1, l), l]  # the last one stores nothing
    return min(spacings, key=lambda k: peak_values(l, set(range(k, l, k))))
    ### END SOLUTION
