"""The blocks from one value on, by a function that calls itself; no helper is used."""

import math

import numpy as np


def forward_keeping(blocks, seeds, x, store):
    for i in store:
        if i not in range(1, len(blocks) + 1):
            raise ValueError(f"no value has the number {i}")
    kept = {0: np.array(x)}
    h = x
    for number, block in enumerate(blocks, 1):
        h = block(h, seeds[number - 1])
        if number in store:
            kept[number] = h
    return h, kept


def recompute(blocks, seeds, kept, i):
    j = i
    while j not in kept:
        j -= 1
    values = [kept[j]]
    while j < i:
        values.append(blocks[j](values[-1], seeds[j]))
        j += 1
    return values


def checkpointed_vjp(blocks, vjps, seeds, x, store, g):
    h, checkpoints = x, {0: x}
    for number, (block, seed) in enumerate(zip(blocks, seeds, strict=True), 1):
        h = block(h, seed)
        if number in store:
            checkpoints[number] = h

    def back(h, first, last, g):
        if first < last:
            inner = h if first == last - 1 else blocks[first](h, seeds[first])
            if first < last - 1:
                g = back(inner, first + 1, last, g)
            g = vjps[first](h, g, seeds[first])
        return g

    last = len(blocks)
    for first in sorted(checkpoints, reverse=True):
        g = back(checkpoints[first], first, last, g)
        last = min(first, last)
    return h, g


def block_runs(l, store):
    runs = [1] * l
    for i in range(1, l):
        if i not in store:
            runs[i - 1] += 1
    return sum(runs)


def peak_values(l, store):
    marks = "".join("|" if i in store else "." for i in range(1, l))
    return 1 + len(store) + max(map(len, marks.split("|")))


def best_spacing(l):
    smallest = math.ceil(2 * math.sqrt(l)) - 1
    return next(k for k in range(1, l + 1) if math.ceil(l / k) + k - 1 == smallest)
