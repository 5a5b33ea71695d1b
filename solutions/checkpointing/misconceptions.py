"""Checkpoints misplaced, runs too many or too few, counts off by one idea."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np

from autograder import misconception
from autograder import reference

# --- forward_keeping


@misconception(
    of="forward_keeping",
    killed_by="test_forward_keeping",
    says="Your numbers are those of Python's list. h_i is the OUTPUT of block i, counted from 1.",
)
def counts_from_zero(blocks, seeds, x, store):
    y, kept = reference.forward_keeping(blocks, seeds, x, set(range(1, len(blocks) + 1)))
    return y, {0: x} | {i: kept[i + 1] for i in store if i < len(blocks)}


@misconception(
    of="forward_keeping",
    killed_by="test_forward_keeping",
    says="x is missing under the number 0. Nothing before the first checkpoint can be redone.",
)
def without_x(blocks, seeds, x, store):
    y, kept = reference.forward_keeping(blocks, seeds, x, store)
    return y, {i: kept[i] for i in store}


@misconception(
    of="forward_keeping",
    killed_by="test_forward_keeping",
    says="Every value is kept. Keep x and those in `store`: saving memory is the purpose.",
)
def keeps_everything(blocks, seeds, x, store):
    reference.forward_keeping(blocks, seeds, x, store)
    return reference.forward_keeping(blocks, seeds, x, set(range(1, len(blocks) + 1)))


@misconception(
    of="forward_keeping",
    killed_by="test_forward_keeping",
    says="The input of block i is kept under i. It is h_(i-1); h_i is what block i returns.",
)
def keeps_the_inputs(blocks, seeds, x, store):
    y, kept = reference.forward_keeping(blocks, seeds, x, set(range(1, len(blocks) + 1)))
    return y, {0: x} | {i: kept[i - 1] for i in store}


@misconception(
    of="forward_keeping",
    killed_by="test_forward_keeping",
    says="Every block got the first seed. Block i has a seed of its own, seeds[i - 1].",
)
def one_seed(blocks, seeds, x, store):
    return reference.forward_keeping(blocks, [seeds[0]] * len(blocks), x, store)


@misconception(
    of="forward_keeping",
    killed_by="test_forward_keeping",
    says="The blocks run again for each stored value. They run once: keep the values on the way.",
)
def runs_again_for_each(blocks, seeds, x, store):
    y, _ = reference.forward_keeping(blocks, seeds, x, store)
    return y, {i: run(blocks[:i], seeds, x)[-1] for i in sorted({0, *store})}


@misconception(
    of="forward_keeping",
    killed_by="test_forward_keeping_refuses",
    says="A number outside 1 to l is passed over in silence. Raise ValueError.",
)
def ignores_strange_numbers(blocks, seeds, x, store):
    return reference.forward_keeping(blocks, seeds, x, store & set(range(1, len(blocks) + 1)))


# --- recompute


def run(blocks, seeds, h):
    values = [h]
    for block, seed in zip(blocks, seeds, strict=False):
        values.append(block(values[-1], seed))
    return values


@misconception(
    of="recompute",
    killed_by="test_recompute",
    says="You start from x each time. Start from the closest kept value at or before h_i.",
)
def from_the_input(blocks, seeds, kept, i):
    return run(blocks[:i], seeds, kept[0])


@misconception(
    of="recompute",
    killed_by="test_recompute",
    says="For each value you start anew from the kept one. Go on from the value before it.",
)
def each_from_the_start(blocks, seeds, kept, i):
    start = max(j for j in kept if j <= i)
    ends = range(start, i + 1)
    return [run(blocks[start:j], seeds[start:j], kept[start])[-1] for j in ends]


@misconception(
    of="recompute",
    killed_by="test_recompute",
    says=(
        "The seeds start again at the first one. A block must get the seed it had the first time, "
        "or dropout drops other units: seeds[j:i] with blocks[j:i]."
    ),
)
def seeds_start_over(blocks, seeds, kept, i):
    start = max(j for j in kept if j <= i)
    return run(blocks[start:i], seeds, kept[start])


@misconception(
    of="recompute",
    killed_by="test_recompute",
    says="The start is the FIRST kept value after x. Take the last one at or before h_i.",
)
def first_checkpoint(blocks, seeds, kept, i):
    start = min((j for j in kept if 0 < j <= i), default=0)
    return run(blocks[start:i], seeds[start:i], kept[start])


@misconception(
    of="recompute",
    killed_by="test_recompute",
    says="The kept value is missing from your list. It is the first: [h_j, ..., h_i].",
)
def without_the_start(blocks, seeds, kept, i):
    values = reference.recompute(blocks, seeds, kept, i)
    return values[1:] or values


@misconception(
    of="recompute",
    killed_by="test_recompute",
    says="Only h_i came back. The sweep needs the values before it too: return all of them.",
)
def the_last_alone(blocks, seeds, kept, i):
    return reference.recompute(blocks, seeds, kept, i)[-1:]


@misconception(
    of="recompute",
    killed_by="test_recompute",
    says="The list runs backwards. h_j comes first, h_i last.",
)
def backwards(blocks, seeds, kept, i):
    return reference.recompute(blocks, seeds, kept, i)[::-1]


@misconception(
    of="recompute",
    killed_by="test_recompute_of_kept_values",
    says="h_i was kept, and you computed it all the same. j = i is allowed.",
)
def never_takes_the_kept_one(blocks, seeds, kept, i):
    start = max((j for j in kept if j < i), default=0)
    return run(blocks[start:i], seeds[start:i], kept[start])


# --- checkpointed_vjp


@misconception(
    of="checkpointed_vjp",
    killed_by="test_checkpointed_vjp",
    says="The vjp of block i was given h_i, its output. It wants h_(i-1), what went in.",
)
def vjps_at_the_outputs(blocks, vjps, seeds, x, store, g):
    y, kept = reference.forward_keeping(blocks, seeds, x, store)
    for i in reversed(range(len(blocks))):
        g = vjps[i](reference.recompute(blocks, seeds, kept, i + 1)[-1], g, seeds[i])
    return y, g


@misconception(
    of="checkpointed_vjp",
    killed_by="test_checkpointed_vjp",
    says=(
        "The vjps go from last to first, but their seeds from first to last. Block and vjp share "
        "one seed."
    ),
)
def seeds_not_reversed(blocks, vjps, seeds, x, store, g):
    y, kept = reference.forward_keeping(blocks, seeds, x, store)
    for i, seed in zip(reversed(range(len(blocks))), seeds, strict=True):
        g = vjps[i](reference.recompute(blocks, seeds, kept, i)[-1], g, seed)
    return y, g


@misconception(
    of="checkpointed_vjp",
    killed_by="test_checkpointed_vjp",
    says="The sweep starts with ones. Start with g, the gradient for the output.",
)
def starts_with_ones(blocks, vjps, seeds, x, store, g):
    return reference.checkpointed_vjp(blocks, vjps, seeds, x, store, np.ones_like(g))


@misconception(
    of="checkpointed_vjp",
    killed_by="test_checkpointed_vjp",
    says="The gradient came back alone. Return the tuple (output, gradient).",
)
def the_gradient_alone(blocks, vjps, seeds, x, store, g):
    return reference.checkpointed_vjp(blocks, vjps, seeds, x, store, g)[1]


@misconception(
    of="checkpointed_vjp",
    killed_by="test_checkpointed_vjp",
    says=(
        "The sweep ends at the first checkpoint. The blocks before it are part of the network: go "
        "on to x."
    ),
)
def stops_at_the_first_checkpoint(blocks, vjps, seeds, x, store, g):
    y, kept = reference.forward_keeping(blocks, seeds, x, store)
    for i in reversed(range(min(store, default=0), len(blocks))):
        g = vjps[i](reference.recompute(blocks, seeds, kept, i)[-1], g, seeds[i])
    return y, g


@misconception(
    of="checkpointed_vjp",
    killed_by="test_checkpointed_vjp_runs",
    says=(
        "recompute runs again for every block, and all but its last value is thrown away. Use up "
        "the whole stretch before you ask for the next."
    ),
)
def recomputes_for_every_block(blocks, vjps, seeds, x, store, g):
    y, kept = reference.forward_keeping(blocks, seeds, x, store)
    for i in reversed(range(len(blocks))):
        g = vjps[i](reference.recompute(blocks, seeds, kept, i)[-1], g, seeds[i])
    return y, g


@misconception(
    of="checkpointed_vjp",
    killed_by="test_checkpointed_vjp_runs",
    says="Every value is kept, so nothing is computed again. Keep only what is in `store`.",
)
def stores_everything(blocks, vjps, seeds, x, store, g):
    everything = set(range(1, len(blocks) + 1))
    return reference.checkpointed_vjp(blocks, vjps, seeds, x, everything, g)


@misconception(
    of="checkpointed_vjp",
    killed_by="test_checkpointed_vjp_runs",
    says="The stored values are not used: all are computed again from x.",
)
def stores_nothing(blocks, vjps, seeds, x, store, g):
    return reference.checkpointed_vjp(blocks, vjps, seeds, x, set(), g)


@misconception(
    of="checkpointed_vjp",
    killed_by="test_checkpointed_vjp_runs",
    says=(
        "The last block runs a second time. Its output is needed by no vjp: recompute up to "
        "h_(l-1) only."
    ),
)
def last_block_again(blocks, vjps, seeds, x, store, g):
    y, kept = reference.forward_keeping(blocks, seeds, x, store)
    segment = reference.recompute(blocks, seeds, kept, len(blocks))
    segment.pop()
    for i in reversed(range(len(blocks))):
        segment = segment or reference.recompute(blocks, seeds, kept, i)
        g = vjps[i](segment.pop(), g, seeds[i])
    return y, g


# --- block_runs


@misconception(
    of="block_runs",
    killed_by="test_block_runs",
    says="h_l is counted as made again when it is not stored. No vjp needs it.",
)
def last_block_counted_twice(l, store):
    return l + sum(i not in store for i in range(1, l + 1))


@misconception(
    of="block_runs",
    killed_by="test_block_runs",
    says="Only the repeated runs are counted. The first l runs count too.",
)
def repeated_runs_only(l, store):
    return reference.block_runs(l, store) - l


@misconception(
    of="block_runs",
    killed_by="test_block_runs",
    says=(
        "You start again from the checkpoint for every value. One stretch is computed once and "
        "then used up: each value is made at most twice."
    ),
)
def without_reuse(l, store):
    return l + sum(i - max({0, *(j for j in store if j <= i)}) for i in range(1, l))


@misconception(
    of="block_runs",
    killed_by="test_block_runs",
    says="len(store) counts l too when it is there. h_l is never made again, stored or not.",
)
def len_of_store(l, store):
    return 2 * l - 1 - len(store)


# --- peak_values


@misconception(
    of="peak_values",
    killed_by="test_peak_values",
    says="x is held too, to the end: 1 more.",
)
def peak_without_x(l, store):
    return reference.peak_values(l, store) - 1


@misconception(
    of="peak_values",
    killed_by="test_peak_values",
    says="All values that are made again are counted together. Only one gap is held at a time.",
)
def all_gaps(l, store):
    return 1 + len(store) + sum(i not in store for i in range(1, l))


@misconception(
    of="peak_values",
    killed_by="test_peak_values",
    says="A gap between i and j has j - i - 1 values, not j - i: both ends are held already.",
)
def fence_posts(l, store):
    ends = sorted({0, l} | store)
    return 1 + len(store) + max(b - a for a, b in pairwise(ends))


@misconception(
    of="peak_values",
    killed_by="test_peak_values",
    says="The gap after the last stored value is left out. It is the first that the sweep meets.",
)
def without_the_last_gap(l, store):
    last = max(store, default=0)
    return reference.peak_values(last, store) if last else 1


@misconception(
    of="peak_values",
    killed_by="test_peak_values",
    says="The gap before the first stored value is left out. It starts at x.",
)
def without_the_first_gap(l, store):
    first = min(store, default=0)
    return reference.peak_values(l - first, {i - first for i in store if i > first}) + (first > 0)


# --- best_spacing


@misconception(
    of="best_spacing",
    killed_by="test_best_spacing",
    says="The square root, rounded, is a rule of thumb. The best k may lie beside it: try all.",
)
def rounded_root(l):
    return round(math.sqrt(l))


@misconception(
    of="best_spacing",
    killed_by="test_best_spacing",
    says="Of several best spacings you take the largest. The smallest is asked for.",
)
def largest_of_equals(l):
    peaks = {k: reference.peak_values(l, set(range(k, l, k))) for k in range(1, l + 1)}
    return max(k for k, peak in peaks.items() if peak == min(peaks.values()))


@misconception(
    of="best_spacing",
    killed_by="test_best_spacing",
    says="This k has the LARGEST peak. Look for the smallest.",
)
def worst_spacing(l):
    return max(range(1, l + 1), key=lambda k: reference.peak_values(l, set(range(k, l, k))))
