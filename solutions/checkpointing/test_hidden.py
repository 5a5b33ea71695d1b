"""Gradients against Jacobians multiplied out, run counts against a counter in the blocks.

Everything is asked for before anything is judged. Blocks that count their runs give another
value in each, so that an answer shows which run a value came from. A call of the student's
function sets them back first: asked again for a diagnosis, they count anew.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from autograder import criterion
from autograder.checks import assert_close
from autograder.checks import assert_equal
from autograder.checks import assert_leaves_inputs
from autograder.checks import assert_raises
from autograder.checks import assert_true


class Blocks:
    """Blocks h -> noise * tanh(A h), the noise taken from the bits of the seed.

    With `drift` each further run of a block adds that much to its value, and to its vjps from
    then on.
    """

    def __init__(self, rng, *widths, drift=0.0):
        self.matrices = [rng.normal(size=(b, a)) for a, b in pairwise(widths)]
        self.seeds = [int(seed) for seed in rng.permutation(256)[: len(self.matrices)]]
        self.x = rng.normal(size=widths[0])
        self.g = rng.normal(size=widths[-1])
        self.drift = drift
        self.runs = [0] * len(self.matrices)
        self.blocks = [self._block(i, A) for i, A in enumerate(self.matrices)]
        self.vjps = [self._vjp(i, A) for i, A in enumerate(self.matrices)]

    def _block(self, i, A):
        def block(h, seed):
            self.runs[i] += 1
            if np.shape(h) != A.shape[1:]:
                raise ValueError(f"block: h must have the shape ({A.shape[1]},)")
            return noise(seed, len(A)) * np.tanh(A @ h) + self.drift * (self.runs[i] - 1)

        return block

    def _vjp(self, i, A):
        def vjp(h, g, seed):
            if np.shape(h) != A.shape[1:] or np.shape(g) != A.shape[:1]:
                raise ValueError(f"vjp: h must be ({A.shape[1]},) and g ({A.shape[0]},)")
            return g @ self.jacobian(A, h, seed) + self.drift * (self.runs[i] - 1)

        return vjp

    def rewind(self, h, seed):
        """A block that changes nothing and sets the counts back."""
        self.runs = [0] * len(self.runs)
        return h

    @staticmethod
    def jacobian(A, h, seed):
        return (noise(seed, len(A)) * (1.0 - np.tanh(A @ h) ** 2))[:, None] * A

    def values(self, h, first=0):
        """[h_first, ..., h_l] from h_first, in one run."""
        found = [h]
        for A, seed in list(zip(self.matrices, self.seeds, strict=True))[first:]:
            found.append(noise(seed, len(A)) * np.tanh(A @ found[-1]))
        return found

    def gradient(self):
        """g J_l ... J_1."""
        return self._sweep(self.values(self.x)[:-1], [0.0] * len(self.matrices))

    def drifted_gradient(self, store):
        """The same if values outside `store`, and the vjps of their blocks, are of a second run."""
        l = len(self.matrices)
        drifts = [0.0 if i in (*store, l) else self.drift for i in range(1, l + 1)]
        first, inputs = self.values(self.x), [self.x]
        for i in range(1, l):
            A, seed = self.matrices[i - 1], self.seeds[i - 1]
            again = noise(seed, len(A)) * np.tanh(A @ inputs[-1]) + self.drift
            inputs.append(first[i] if i in store else again)
        return self._sweep(inputs, drifts)

    def _sweep(self, inputs, drifts):
        g = self.g
        for i in reversed(range(len(self.matrices))):
            g = g @ self.jacobian(self.matrices[i], inputs[i], self.seeds[i]) + drifts[i]
        return g


def noise(seed, n):
    """n factors, 0.5 or 1.5, from the bits of the seed."""
    return 0.5 + ((seed >> np.arange(n)) & 1)


def assert_pairs(answers, names):
    for answer in answers:
        assert_true(
            isinstance(answer, tuple) and len(answer) == 2, f"The answer must be the tuple {names}."
        )


# --- forward_keeping


@criterion(
    of="forward_keeping",
    points="1",
    says="The output, and the input with the stored values under their numbers.",
)
def test_forward_keeping(student, rng):
    cases = [
        (Blocks(rng, 3, 4, 2, 5, 3, drift=0.25), {1, 3}),
        (Blocks(rng, 3, 3, 3, 3, drift=0.25), {2, 3}),
        (Blocks(rng, 2, 6, 4, drift=0.25), set()),
        (Blocks(rng, 5, 2, drift=0.25), {1}),
    ]
    found = []
    for c, store in cases:
        student.forward_keeping([c.rewind], [0], c.x, set())
        found.append(assert_leaves_inputs(student.forward_keeping, c.blocks, c.seeds, c.x, store))
    assert_pairs(found, "(h_l, kept)")
    everything = [case.values(case.x) for case, _ in cases]
    kept = [
        {i: values[i] for i in {0, *store}}
        for values, (_, store) in zip(everything, cases, strict=True)
    ]
    assert_close([y for y, _ in found], [values[-1] for values in everything], what="the output")
    for (_, answer), expected in zip(found, kept, strict=True):
        assert_true(isinstance(answer, dict), "kept must be a dict: number to value.")
        assert_equal(sorted(answer), sorted(expected), what="the numbers of the kept values")
        for i, value in expected.items():
            assert_close(answer[i], value, what="a kept value")


@criterion(of="forward_keeping", points="0.5", says="A number outside 1 to l raises ValueError.")
def test_forward_keeping_refuses(student, rng):
    chain = Blocks(rng, 3, 4, 2)
    arguments = (chain.blocks, chain.seeds, chain.x)
    student.forward_keeping(*arguments, {1, 2})  # is allowed
    for store in ({0, 1}, {1, 3}, {-1}):
        assert_raises(
            ValueError, student.forward_keeping, *arguments, store, what="forward_keeping"
        )


# --- recompute


def direct(function, *case):
    return function(*case)


def recomputed(student, rng, cases, ask=direct):
    """Answers of recompute, and what they should be.

    The kept values do not fit together, so that it shows which of them was the start.
    """
    found, expected = [], []
    for widths, numbers, i in cases:
        chain = Blocks(rng, *widths, drift=0.25)
        student.recompute([chain.rewind], [0], {0: chain.x}, 1)
        kept = {j: rng.normal(size=widths[j]) for j in numbers}
        start = max(j for j in numbers if j <= i)
        found.append(ask(student.recompute, chain.blocks, chain.seeds, kept, i))
        expected.append(chain.values(kept[start], start)[: i - start + 1])
    for answer in found:
        assert_true(isinstance(answer, list), "recompute must return a list of values.")
    return found, expected


@criterion(
    of="recompute", points="1.25", says="From the closest kept value up to h_i, with its seeds."
)
def test_recompute(student, rng):
    cases = (
        ((3, 3, 3, 3, 3), (0, 1, 2), 4),
        ((3, 4, 2, 5, 3), (2, 4, 0), 3),
        ((2, 5, 3, 4), (0,), 2),
        ((2, 2, 2, 2, 2, 2), (3, 0, 5, 1), 4),
    )
    found, expected = recomputed(student, rng, cases, assert_leaves_inputs)
    assert_close(found, expected, what="recompute(blocks, seeds, kept, i)")


@criterion(of="recompute", points="0.25", says="A kept value is taken as it is, also x.")
def test_recompute_of_kept_values(student, rng):
    cases = (
        ((3, 4, 2, 5), (0, 2), 2),
        ((2, 2, 2, 2), (0, 1, 3), 3),
        ((4, 3, 2), (0, 1), 1),
        ((3, 5), (0,), 0),
    )
    found, expected = recomputed(student, rng, cases)
    assert_close(found, expected, what="recompute(blocks, seeds, kept, i) of a kept value")


# --- checkpointed_vjp


def sweeping(student, reference):
    return student.given(forward_keeping=reference.forward_keeping, recompute=reference.recompute)


@criterion(
    of="checkpointed_vjp", points="2", says="The output and the gradient, the same for any store."
)
def test_checkpointed_vjp(student, reference, rng):
    right = sweeping(student, reference)
    chain = Blocks(rng, 3, 3, 3, 3, 3)
    cases = [(chain, store) for store in ({1, 2, 4}, {1, 2, 3, 4}, {2}, set())]
    cases += [(Blocks(rng, 3, 4, 2, 5, 6, 2), {2, 4}), (Blocks(rng, 4, 2), set())]
    found = [
        right.checkpointed_vjp(c.blocks, c.vjps, c.seeds, c.x, store, c.g) for c, store in cases
    ]
    assert_pairs(found, "(h_l, gradient)")
    values = [case.values(case.x) for case, _ in cases]
    gradients = [case.gradient() for case, _ in cases]
    assert_close([y for y, _ in found], [v[-1] for v in values], what="the output")
    assert_close(
        [gradient for _, gradient in found], gradients, what="the gradient with respect to x"
    )


@criterion(
    of="checkpointed_vjp",
    points="2",
    says="Stored values are used, all others are computed once more, together.",
    after="test_checkpointed_vjp",
)
def test_checkpointed_vjp_runs(student, reference, rng):
    """Four blocks: 5, 4, 6 and 7 runs; the first is the 1.25 of 002 line 2946."""
    right = sweeping(student, reference)
    cases = [(4, {1, 2, 4}), (4, {1, 2, 3, 4}), (4, {2}), (4, set()), (6, {3}), (7, {2, 5})]
    runs, expected_runs, found, expected = [], [], [], []
    for l, store in cases:
        chain = Blocks(rng, *[3] * (l + 1), drift=0.25)
        g = chain.g
        right.checkpointed_vjp([chain.rewind], [lambda h, g, seed: g], [0], g, set(), g)
        arguments = (chain.blocks, chain.vjps, chain.seeds, chain.x, store, g)
        answer = assert_leaves_inputs(right.checkpointed_vjp, *arguments)
        runs.append(chain.runs)
        expected_runs.append([1 if i in store or i == l else 2 for i in range(1, l + 1)])
        found.append(answer)
        expected.append((chain.values(chain.x)[-1], chain.drifted_gradient(store)))
    assert_equal(list(map(sum, expected_runs[:4])), [5, 4, 6, 7], what="the counts expected here")
    assert_equal(runs, expected_runs, what="the runs of each block in checkpointed_vjp")
    assert_close(found, expected, what="checkpointed_vjp of blocks that differ in their second run")


# --- counts


def stores(rng):
    """Numbers of blocks with sets to store, some with l itself."""
    cases = []
    for l in (7, 9, 12, 15, 20):
        size = int(rng.integers(2, l // 2))
        numbers = rng.permutation(np.arange(1, l))[:size].tolist()
        cases.append((l, set(numbers) | ({l} if l % 2 else set())))
    return cases


GOLDEN = ((4, {1, 2, 4}), (4, {1, 2, 3, 4}), (4, {2}), (4, set()))


@criterion(of="block_runs", points="1", says="l runs, and one more for each value made again.")
def test_block_runs(student, rng):
    """Four blocks: 5 runs in place of 4, the 1.25 of 002 line 2946; 4, 6 and 7 by counting."""
    cases = [*GOLDEN, *stores(rng), (1, set()), (1, {1}), (30, set())]
    found = [assert_leaves_inputs(student.block_runs, *case) for case in cases]
    assert_equal(found[:4], [5, 4, 6, 7], what="block_runs of four blocks")
    expected = [2 * l - 1 - len(store - {l}) for l, store in cases]
    assert_equal(found, expected, what="block_runs(l, store)")


@criterion(of="peak_values", points="1", says="x, the stored values, and the longest gap.")
def test_peak_values(student, rng):
    cases = [
        *GOLDEN,
        (9, {2, 6}),
        (9, {5, 7}),
        (12, {2, 4, 11}),
        *stores(rng),
        (1, set()),
        (1, {1}),
    ]
    cases += [(l, {2, 3}) for l in (9, 12, 17)]  # the last gap is the longest
    cases += [(l, {l - 3, l - 1}) for l in (10, 13, 18)]  # the first is
    found = [assert_leaves_inputs(student.peak_values, *case) for case in cases]
    assert_equal(found[:7], [5, 5, 3, 4, 6, 7, 10], what="peak_values of some stores")
    expected = []
    for l, store in cases:
        ends = sorted({0, l} | store)
        longest = max(b - a - 1 for a, b in pairwise(ends))
        expected.append(1 + len(store) + longest)
    assert_equal(found, expected, what="peak_values(l, store)")


@criterion(of="best_spacing", points="1", says="The spacing with the smallest peak, about sqrt(l).")
def test_best_spacing(student, reference, rng):
    """100 blocks: every tenth value, 19 values held in place of 100."""
    right = student.given(peak_values=reference.peak_values)
    cases = [100, 14, 1, 2, 45, 210, *rng.permutation(np.arange(20, 99))[:3].tolist()]
    found = [right.best_spacing(l) for l in cases]
    assert_equal(found[0], 10, what="best_spacing(100)")
    expected = [min((-(-l // k) + k, k) for k in range(1, l + 1))[1] for l in cases]
    assert_equal(found, expected, what="best_spacing(l)")
