"""Each test asks for all its answers before it judges one: a diagnosis needs several."""

from functools import partial

import numpy as np

from autograder import criterion
from autograder.checks import assert_array_equal
from autograder.checks import assert_close
from autograder.checks import assert_equal
from autograder.checks import assert_leaves_inputs
from autograder.checks import assert_true


def slide(w, x):
    """The sliding product of w without padding, along the last axis."""
    return np.lib.stride_tricks.sliding_window_view(x, len(w), axis=-1) @ w


def slide_padded(w, x, mode="constant"):
    """The same, padded so that the map is as long as x; w has an odd number of taps."""
    ends = [(0, 0)] * (x.ndim - 1) + [(len(w) // 2, len(w) // 2)]
    return slide(w, np.pad(x, ends, mode=mode))


def pool(x):
    """Maximum of each pair of neighbours."""
    even = x[..., : x.shape[-1] // 2 * 2]
    return even.reshape(*x.shape[:-1], -1, 2).max(axis=-1)


def weigh(v, x):
    """Every position has a factor of its own: no shift is respected."""
    return v * x


def flip(x):
    return np.flip(x, axis=-1)


def roll(s, x):
    return np.roll(x, s, axis=-1)


def identity(x):
    return x


def first_column(x):
    return x[:, :1]


def total(x):
    """A number, no array."""
    return float(np.sum(x))


def ask(function, cases):
    return [function(*case) for case in cases]


def refusals(function, cases):
    """Which calls raise ValueError."""
    refused = []
    for case in cases:
        try:
            function(*case)
        except ValueError:
            refused.append(True)
        else:
            refused.append(False)
    return refused


def untouched(function, cases):
    return [assert_leaves_inputs(function, *case) for case in cases]


def moved_one_by_one(x, s):
    """x_(i-s) for each i, an oracle without slices."""
    n = x.shape[-1]
    columns = [x[..., i - s] if 0 <= i - s < n else 0 * x[..., 0] for i in range(n)]
    return np.stack(columns, axis=-1)


@criterion(of="shift", points="0.5", says="Entries move s places to the right; zeros enter.")
def test_shift(student, rng):
    cases = [(np.array([1.0, 2.0, 3.0, 4.0]), 1)]
    cases += [(rng.normal(size=n), s) for n, s in ((5, 2), (6, 1), (7, 3), (8, 5))]
    whole = [(rng.integers(1, 9, size=n), s) for n, s in ((6, 2), (5, 1))]
    narrow = [(rng.integers(9, size=5).astype(kind), 2) for kind in ("int32", "uint8", "float32")]
    found, found_whole = untouched(student.shift, cases), untouched(student.shift, whole)
    kept, narrow_expected = ask(student.shift, narrow), [moved_one_by_one(*one) for one in narrow]
    assert_close(found[0], np.array([0.0, 1.0, 2.0, 3.0]), what="shift([1, 2, 3, 4], 1)")
    assert_close(found, [moved_one_by_one(*case) for case in cases], what="shift(x, s), s > 0")
    expected = [moved_one_by_one(*case) for case in whole]
    assert_array_equal(found_whole, expected, what="shift(x, s) of integers")
    assert_close(kept, narrow_expected, what="shift(x, s) of other dtypes", dtype="same")


@criterion(of="shift", points="0.25", says="A negative s moves to the left, s = 0 not at all.")
def test_shift_to_the_left(student, rng):
    cases = [(rng.normal(size=n), s) for n, s in ((5, -2), (6, -1), (7, 0), (8, -5), (3, 0))]
    found = ask(student.shift, cases)
    assert_close(found, [moved_one_by_one(*case) for case in cases], what="shift(x, s), s <= 0")


@criterion(of="shift", points="0.25", says="Beyond the length of the axis only zeros are left.")
def test_shift_far(student, rng):
    cases = [(rng.normal(size=n), s) for n, s in ((4, 4), (5, 7), (6, -6), (5, -8), (3, 20))]
    found = ask(student.shift, cases)
    assert_close(found, [np.zeros(len(x)) for x, _ in cases], what="shift(x, s), |s| >= n")


@criterion(of="shift", points="0.5", says="Of several axes the last one is shifted, each row.")
def test_shift_last_axis(student, rng):
    sizes = (((2, 5), 1), ((4, 3), -1), ((2, 3, 6), 2), ((4, 4), -2), ((3, 2, 4), 0))
    cases = [(rng.normal(size=size), s) for size, s in sizes]
    found = ask(student.shift, cases)
    expected = [moved_one_by_one(*case) for case in cases]
    assert_close(found, expected, what="shift(x, s) for images and stacks of them")


@criterion(
    of="equivariance_gap", points="1", says="The largest absolute difference of the two orders."
)
def test_equivariance_gap(student, reference, rng):
    example = np.array([0.0, 1.0, 0.0, 0.0])  # 000, the reflection counterexample
    cases = [(partial(slide, np.array([1.0, 2.0])), example, flip)]
    for n in (5, 6, 7):
        cases.append((partial(slide, rng.normal(size=3)), rng.normal(size=n), flip))
        cases.append(
            (partial(weigh, rng.normal(size=n)), rng.normal(size=(2, n)), partial(roll, 2))
        )
    cases.append((partial(slide, np.array([1.0, 2.0, 1.0])), rng.normal(size=8), flip))
    cases.append((partial(np.maximum, 0.0), rng.normal(size=8), partial(roll, 3)))
    almost = 1 + 1e-5 * rng.normal(size=6)  # a small gap is a gap
    cases.append((partial(weigh, almost), rng.normal(size=6), partial(roll, 1)))
    # x^2 / 4 less x^2 / 2: all differences are negative
    cases.append((np.square, 1 + rng.uniform(size=5), partial(np.multiply, 0.5)))
    found = untouched(student.equivariance_gap, cases)
    assert_close(found[0], 1.0, what="equivariance_gap for the filter [1, 2] and a flip")
    expected = ask(reference.equivariance_gap, cases)
    assert_close(found, expected, what="equivariance_gap(f, x, act) for several maps", atol=1e-12)


@criterion(of="equivariance_gap", points="0.5", says="The output may be acted on in its own way.")
def test_equivariance_gap_of_two_actions(student, reference, rng):
    cases = []
    for n in (6, 8, 10):
        x = rng.normal(size=(2, n))
        cases += [(pool, x, partial(roll, 2), partial(roll, 1)), (pool, x, partial(roll, 3), flip)]
        cases.append((partial(np.cumsum, axis=-1), x, flip, identity))
        cases.append((total, x, partial(np.multiply, 0.5), identity))
    found = ask(student.equivariance_gap, cases)
    expected = ask(reference.equivariance_gap, cases)
    assert_close(found, expected, what="equivariance_gap(f, x, act, act_out)", atol=1e-12)


@criterion(of="equivariance_gap", points="0.5", says="Sides of different shapes raise ValueError.")
def test_equivariance_gap_of_shapes(student, rng):
    cases = [(identity, rng.normal(size=(1, n)), identity, np.transpose) for n in (2, 3)]
    cases += [(identity, rng.normal(size=n), identity, np.sum) for n in (3, 4)]
    narrower = (first_column, partial(np.sum, axis=0))
    cases += [(identity, rng.normal(size=(3, 3)), identity, act_out) for act_out in narrower]
    assert_true(
        all(refusals(student.equivariance_gap, cases)),
        "equivariance_gap must raise ValueError when its two sides differ in shape, "
        "also where numpy would broadcast.",
    )


@criterion(of="invariance_gap", points="0.75", says="f(act(x)) is compared with f(x) as it is.")
def test_invariance_gap(student, reference, rng):
    cases = []
    for n in (5, 6, 7):
        x = rng.normal(size=(3, n))
        cases.append((partial(np.mean, axis=-1), x, flip))
        cases.append((partial(np.dot, rng.normal(size=(2, 3))), x, partial(roll, 2)))
        cases.append((partial(slide, rng.normal(size=2)), x, flip))
    # the shifted map is smaller everywhere: a difference without its absolute value is negative
    cases.append((np.atleast_1d, np.array([5.0, 6.0, 9.0]), partial(np.multiply, 0.5)))
    cases.append((total, rng.normal(size=5), partial(np.multiply, 0.5)))
    given = student.given(equivariance_gap=reference.equivariance_gap)
    found = untouched(given.invariance_gap, cases)
    expected = ask(reference.invariance_gap, cases)
    assert_close(found, expected, what="invariance_gap(f, x, act) for several maps", atol=1e-12)


@criterion(of="invariance_gap", points="0.25", says="Outputs of different shapes raise ValueError.")
def test_invariance_gap_of_shapes(student, reference, rng):
    cases = [(identity, rng.normal(size=(1, n)), np.transpose) for n in (2, 3, 4, 5)]
    narrower = (first_column, partial(np.sum, axis=0))
    cases += [(identity, rng.normal(size=(3, 3)), act) for act in narrower]
    given = student.given(equivariance_gap=reference.equivariance_gap)
    assert_true(
        all(refusals(given.invariance_gap, cases)),
        "invariance_gap must raise ValueError when f(act(x)) and f(x) differ in shape, "
        "also where numpy would broadcast.",
    )


@criterion(
    of="translation_gap", points="1", says="A convolution has no gap where both maps have entries."
)
def test_translation_gap(student, reference, rng):
    cases = []
    for n, s in ((7, 1), (8, 2), (9, 3), (10, 4)):
        cases.append((partial(slide, rng.normal(size=3)), rng.normal(size=n), s))
        cases.append((partial(weigh, rng.normal(size=n)), rng.normal(size=(2, n)), s))
    cases.append((partial(np.multiply, np.arange(6.0)), -np.ones(6), 2))  # all differences alike
    given = student.given(shift=reference.shift)
    found = untouched(given.translation_gap, cases)
    expected = ask(reference.translation_gap, cases)
    assert_close(found, expected, what="translation_gap(f, x, s) for several maps", atol=1e-12)


@criterion(
    of="translation_gap", points="0.5", says="The output may move by another number of places."
)
def test_translation_gap_of_pooling(student, reference, rng):
    cases = []
    for n in (10, 12, 14):
        x = 2 + rng.uniform(size=(2, n))  # zeros that enter differ more than any two entries
        cases += [(pool, x, 2, 1), (pool, x, 1, 1), (pool, x, 1, 0), (pool, x, 4, 2)]
    given = student.given(shift=reference.shift)
    found = ask(given.translation_gap, cases)
    expected = ask(reference.translation_gap, cases)
    assert_close(found, expected, what="translation_gap(f, x, s, t) for pooling", atol=1e-12)


@criterion(of="translation_gap", points="0.25", says="Shifts to the left work as well.")
def test_translation_gap_to_the_left(student, reference, rng):
    cases = []
    for n, s in ((7, -1), (8, -2), (9, -3)):
        cases.append((partial(slide, rng.normal(size=3)), rng.normal(size=n), s))
        cases.append((partial(weigh, rng.normal(size=n)), rng.normal(size=n), s))
    cases.append((pool, rng.normal(size=12), -4, -2))
    given = student.given(shift=reference.shift)
    found = ask(given.translation_gap, cases)
    expected = ask(reference.translation_gap, cases)
    assert_close(found, expected, what="translation_gap(f, x, s, t), s and t < 0", atol=1e-12)


@criterion(
    of="translation_gap",
    points="0.5",
    says="A padded convolution has a gap near the ends, and none inside the margin.",
)
def test_translation_gap_with_a_margin(student, reference, rng):
    cases = []
    for n, s, mode in ((9, 2, "constant"), (10, 1, "edge"), (11, -2, "constant"), (12, 3, "edge")):
        f = partial(slide_padded, rng.normal(size=3), mode=mode)
        x = 2 + rng.uniform(size=n)
        cases += [(f, x, s, s, 0), (f, x, s, s, 1)]
        cases.append((partial(weigh, rng.normal(size=n)), rng.normal(size=n), s, s, 2))
    # looks to the left only, where zeros enter: no gap even at the ends
    backward = partial(slide_padded, np.array([3.0, 1.0, 0.0]))
    cases.append((backward, 2 + rng.uniform(size=9), 2, 2, 0))
    given = student.given(shift=reference.shift)
    found = ask(given.translation_gap, cases)
    expected = ask(reference.translation_gap, cases)
    assert_close(found, expected, what="translation_gap(f, x, s, t, margin)", atol=1e-12)


@criterion(
    of="translation_gap", points="0.25", says="With nothing left to compare, ValueError is raised."
)
def test_translation_gap_of_nothing(student, reference, rng):
    settings = ((4, 2, 4, 0), (5, 1, 1, 2), (6, -1, -6, 0), (6, 2, 2, 2), (5, 1, 6, 0))
    cases = [(identity, rng.normal(size=n), s, t, margin) for n, s, t, margin in settings]
    given = student.given(shift=reference.shift)
    assert_true(
        all(refusals(given.translation_gap, cases)),
        "translation_gap must raise ValueError when the overlap, less the margin, is empty.",
    )


@criterion(of="matching_shift", points="0.5", says="The strides of all layers multiply.")
def test_matching_shift(student):
    cases = [(2, [2]), (30, [2, 3]), (5, [1]), (36, [3, 3]), (-24, [2, 4]), (0, [3]), (30, [5])]
    cases += [(120, [3, 5]), (36, [3, 1, 2]), (7, [])]
    found = untouched(student.matching_shift, cases)
    expected = [1, 5, 5, 4, -3, 0, 6, 8, 6, 7]
    assert_equal(found, expected, what="matching_shift(s, strides) for several layers")


@criterion(of="matching_shift", points="0.5", says="Shifts that do not come out even give None.")
def test_no_matching_shift(student):
    cases = [(1, [2]), (29, [2, 3]), (-7, [2]), (40, [3]), (6, [4]), (33, [2, 5]), (3, [2])]
    # The strides of the first two divide the shift one by one, and not one after the other.
    cases += [(2, [2, 2]), (-12, [4, 6]), (10, [4]), (-1, [3]), (8, [3]), (50, [5])]
    found = ask(student.matching_shift, cases)
    expected = [None] * 12 + [10]
    assert_equal(found, expected, what="matching_shift(s, strides) with and without a remainder")


@criterion(
    of="reflection_counterexample",
    points="0.5",
    says="For a filter unlike its reverse, an input that shows it.",
)
def test_reflection_counterexample(student, rng):
    inner = np.array([2.0, 5.0, 1.0, -3.0, 2.0])  # its ends agree
    odd = np.array([1.0, 0.0, -1.0])  # its own reverse but for the sign
    cases = [(np.array([1.0, 2.0]), 4), (odd, 6), (np.array([3.0, 1.0, 3.001]), 5)]
    cases += [(inner, n) for n in (5, 6, 7, 8, 9)]
    cases.append((np.array([1.0, 4.0, 3.0, 2.0]), 5))  # its halves have the same sum
    # Both orders agree for an input that rises evenly or as a square, then for one that rises as
    # a fourth power, then for one that doubles at every step.
    blind = ([1.0, -3.0, 3.0, -1.0], [1.0, -5.0, 10.0, -10.0, 5.0, -1.0], [1.0, -3.5, 3.5, -1.0])
    cases += [(np.array(w), len(w) + more) for w in blind for more in (0, 3)]
    cases += [(rng.normal(size=k), n) for k, n in ((2, 2), (3, 8), (4, 5), (6, 7))]
    found = ask(student.reflection_counterexample, cases)
    for x, (w, n) in zip(found, cases, strict=True):
        assert_true(x is not None, "A filter unlike its reverse has a counterexample, not None.")
        assert_true(
            isinstance(x, np.ndarray) and x.shape == (n,) and x.dtype.kind == "f",
            "A counterexample must be an array of n floats.",
        )
        gap = np.abs(slide(w, np.flip(x)) - np.flip(slide(w, x))).max()
        assert_true(gap > 1e-6, "Your input gives the same map in both orders.")


@criterion(
    of="reflection_counterexample",
    points="0.5",
    says="For a filter like its reverse there is none: None.",
    after="test_reflection_counterexample",
)
def test_no_reflection_counterexample(student, rng):
    halves = [rng.normal(size=k) for k in (1, 2, 3, 2, 3)]
    filters = [np.concatenate([half, np.flip(half)]) for half in halves]
    filters += [np.array([1.0, 2.0, 1.0]), np.array([3.0])]
    cases = [(w, len(w) + 4) for w in filters]
    found = untouched(student.reflection_counterexample, cases)
    expected = [None] * len(filters)
    assert_equal(found, expected, what="reflection_counterexample(w, n) for symmetric filters")


def graphs(rng, orders):
    """Directed graphs with features, and maps that respect a renaming or do not."""
    cases = []
    for order in orders:
        n = len(order)
        A, X = rng.uniform(size=(n, n)), rng.normal(size=(n, 3))
        W, v = rng.normal(size=(3, 2)), rng.normal(size=(n, 1))
        cases.append((lambda A, X, W=W: A @ X @ W, A, X, order))
        cases.append((lambda A, X, v=v: A @ X - v * X, A, X, order))
        cases.append((lambda A, X: np.tanh(A.T @ X), A, X, order))
        cases.append((lambda A, X, v=v: v * (A @ X), A, X, order))
    return cases


@criterion(
    of="graph_gap", points="0.5", says="Rows and columns of A and rows of X are swapped together."
)
def test_graph_gap(student, reference, rng):
    cases = graphs(rng, (np.array([1, 0, 2, 3]), np.array([4, 1, 2, 3, 0]), np.array([2, 1, 0])))
    found = untouched(student.graph_gap, cases)
    expected = ask(reference.graph_gap, cases)
    assert_close(found, expected, what="graph_gap(f, A, X, order) for swaps", atol=1e-9)


@criterion(of="graph_gap", points="0.5", says="Renamings that are not their own inverse work too.")
def test_graph_gap_of_cycles(student, reference, rng):
    orders = (np.array([1, 2, 0, 3]), np.array([2, 0, 1, 4, 3]), np.array([1, 2, 3, 4, 5, 0]))
    cases = graphs(rng, orders)
    found = ask(student.graph_gap, cases)
    expected = ask(reference.graph_gap, cases)
    assert_close(found, expected, what="graph_gap(f, A, X, order) for cycles", atol=1e-9)
