"""Segment by segment: each is run forward from its checkpoint, then swept as a whole."""

from itertools import pairwise


def forward_keeping(blocks, seeds, x, store):
    if any(i < 1 or i > len(blocks) for i in store):
        raise ValueError("store")
    kept = {0: x}
    for i in range(len(blocks)):
        x = blocks[i](x, seeds[i])
        kept[i + 1] = x
    return x, {i: kept[i] for i in [0, *store]}


def recompute(blocks, seeds, kept, i):
    if i in kept:
        return [kept[i]]
    values = recompute(blocks, seeds, kept, i - 1)
    return [*values, blocks[i - 1](values[-1], seeds[i - 1])]


def checkpointed_vjp(blocks, vjps, seeds, x, store, g):
    y, kept = forward_keeping(blocks, seeds, x, store)
    end = len(blocks)
    while end > 0:
        values = recompute(blocks, seeds, kept, end - 1)
        start = end - len(values)
        for i in range(end, start, -1):
            g = vjps[i - 1](values[i - 1 - start], g, seeds[i - 1])
        end = start
    return y, g


def block_runs(l, store):
    return 2 * l - 1 - len(set(store) - {l})


def peak_values(l, store):
    ends = [0, *sorted(store), l]
    return 1 + len(store) + max([0, *(b - a - 1 for a, b in pairwise(ends))])


def best_spacing(l):
    best, smallest = l, peak_values(l, set())
    for k in range(l, 0, -1):
        peak = peak_values(l, {i for i in range(1, l) if i % k == 0})
        if peak <= smallest:
            best, smallest = k, peak
    return best
