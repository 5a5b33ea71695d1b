"""Each test asks for all its answers before it judges one: a diagnosis needs several."""

import numpy as np

from autograder import criterion
from autograder.checks import assert_close
from autograder.checks import assert_leaves_inputs
from autograder.checks import assert_raises

# 000, nonlinear activations and max pooling
RESPONSES = np.array(
    [[-2.0, -1, 1, 2], [2, -1, -1, 1], [1, -1, -1, -2], [-2, -1, -2, -3]],
)
# 001, exercises 26 to 28: the positive part of the vertical-edge map of the second digit, and
# that of the digit one pixel further right.
EDGES = np.array(
    [
        [3.0, 38, 42, 0, 0, 0],
        [18, 35, 30, 0, 0, 0],
        [19, 40, 29, 0, 0, 0],
        [17, 41, 31, 0, 0, 0],
        [3, 48, 45, 0, 0, 0],
        [2, 43, 46, 0, 0, 0],
    ]
)
MOVED_EDGES = np.hstack([np.array([[0.0], [7], [7], [7], [0], [0]]), EDGES[:, :-1]])


def pooled(reduce, X, size, stride=None):
    """Window by window: an oracle without striding tricks."""
    (kh, kw), (down, right) = size, stride or size
    h, w = X.shape[-2:]
    rows = [
        [reduce(X[..., i : i + kh, j : j + kw], axis=(-2, -1)) for j in range(0, w - kw + 1, right)]
        for i in range(0, h - kh + 1, down)
    ]
    return np.moveaxis(np.array(rows), (0, 1), (-2, -1))


def alone(student, reference, tested):
    """The student's function, with right ones in the place of those further up that it may call."""
    names = ("max_pool", "avg_pool", "global_pool", "max_pool_backward", "avg_pool_backward")
    known = names[: names.index(tested)]
    given = student.given(**{name: getattr(reference, name) for name in known})
    return getattr(given, tested)


def ask(function, cases):
    return [function(*case) for case in cases]


def untouched(function, cases):
    """As ask, but a call that changes an argument fails."""
    return [assert_leaves_inputs(function, *case) for case in cases]


def backward_cases(rng, settings):
    """A random cotangent, an input without ties, the windows."""
    cases = []
    for shape, *windows in settings:
        X = rng.permutation(np.arange(float(np.prod(shape)))).reshape(shape) - 9.5
        cases.append((rng.normal(size=pooled(np.max, X, *windows).shape), X, *windows))
    return cases


def slopes(reduce, G, X, *windows):
    """G times the slope by each entry: pooling is linear while no order changes.

    A step of 1/4 changes no order of an X whose entries are whole steps apart.
    """
    steps = np.eye(X.size).reshape(X.size, *X.shape) / 4
    rises = pooled(reduce, X + steps, *windows) - pooled(reduce, X, *windows)
    return 4 * (rises * G).reshape(X.size, -1).sum(axis=1).reshape(X.shape)


@criterion(of="max_pool", points="1", says="Each window, side by side, gives its largest entry.")
def test_max_pool(student, rng):
    maps = [np.maximum(RESPONSES, 0), EDGES, MOVED_EDGES, np.arange(16.0).reshape(4, 4)]
    cases = [(X, (2, 2)) for X in maps] + [(rng.uniform(size=(9, 6)), (3, 3))]
    found = untouched(student.max_pool, cases)
    goldens = (
        [[2, 2], [1, 0]],  # 000, line 257
        [[38, 42, 0], [41, 31, 0], [48, 46, 0]],  # 001, line 115
        [[18, 42, 0], [19, 41, 0], [3, 48, 0]],
        [[5, 7], [13, 15]],
    )
    for answer, golden in zip(found, goldens, strict=False):
        assert_close(answer, np.array(golden, dtype=float), what="max_pool(X, (2, 2)) of a map")
    assert_close(found[-1], pooled(np.max, *cases[-1]), what="max_pool(X, (3, 3))")
    # 001, line 116: 0.34 between the maps themselves, 0.65 between the pooled ones
    agreement = np.corrcoef(found[1].ravel(), found[2].ravel())[0, 1]
    assert_close(agreement, 0.6465797061, what="the correlation of the two pooled maps")


@criterion(of="max_pool", points="0.5", says="Windows of negative entries stay negative.")
def test_max_pool_of_negative_maps(student, rng):
    cases = [(RESPONSES, (2, 2))]
    cases += [(-1 - rng.uniform(size=(h, w)), (2, 2)) for h, w in ((4, 6), (6, 2))]
    cases.append((-2000 - rng.uniform(size=(2, 4)), (2, 2)))
    found = ask(student.max_pool, cases)
    assert_close(found[0], np.array([[2.0, 2], [1, -1]]), what="max_pool(X, (2, 2)) of the raw map")
    assert_close(found, [pooled(np.max, *case) for case in cases], what="max_pool(X, (2, 2))")


@criterion(of="max_pool", points="0.5", says="Windows have kh rows and kw columns.")
def test_max_pool_of_oblong_windows(student, rng):
    sizes = (((6, 6), (2, 3)), ((4, 6), (1, 2)), ((6, 4), (3, 1)), ((12, 12), (4, 2)))
    cases = [(rng.uniform(size=shape), size) for shape, size in sizes]
    found = ask(student.max_pool, cases)
    expected = [pooled(np.max, *case) for case in cases]
    assert_close(found, expected, what="max_pool(X, size) for several window sizes")


@criterion(of="max_pool", points="0.5", says="What fills no whole window is dropped.")
def test_max_pool_with_a_remainder(student, rng):
    sizes = (((5, 7), (2, 2)), ((7, 5), (3, 2)), ((4, 8), (3, 3)), ((3, 3), (2, 2)))
    cases = [(rng.uniform(size=shape), size) for shape, size in sizes]
    found = ask(student.max_pool, cases)
    expected = [pooled(np.max, *case) for case in cases]
    assert_close(found, expected, what="max_pool(X, size) of maps with a remainder")


@criterion(of="max_pool", points="0.5", says="With a stride, windows overlap or leave gaps.")
def test_max_pool_with_a_stride(student, rng):
    settings = (((7, 9), (3, 3), (2, 2)), ((8, 8), (2, 2), (3, 1)), ((6, 7), (2, 3), (1, 2)))
    cases = [(rng.uniform(size=shape), *windows) for shape, *windows in settings]
    found = ask(student.max_pool, cases)
    expected = [pooled(np.max, *case) for case in cases]
    assert_close(found, expected, what="max_pool(X, size, stride)")


@criterion(of="max_pool", points="0.5", says="Each map of a stack is pooled by itself.")
def test_max_pool_of_a_stack(student, rng):
    settings = (((2, 4, 6), (2, 2)), ((2, 3, 4, 4), (2, 2)), ((4, 4, 4, 4), (2, 2), (1, 2)))
    cases = [(rng.uniform(size=shape), *windows) for shape, *windows in settings]
    found = ask(student.max_pool, cases)
    expected = [pooled(np.max, *case) for case in cases]
    assert_close(found, expected, what="max_pool(X, size) of stacks of maps")


@criterion(of="avg_pool", points="0.75", says="Each window gives its mean.")
def test_avg_pool(student, reference, rng):
    cases = [(EDGES, (2, 2)), (RESPONSES, (2, 2)), (rng.normal(size=(9, 6)), (3, 3))]
    found = untouched(alone(student, reference, "avg_pool"), cases)
    golden = np.array([[23.5, 18, 0], [29.25, 15, 0], [24, 22.75, 0]])  # 001, example 7
    assert_close(found[0], golden, what="avg_pool(X, (2, 2)) of the edges of a digit")
    expected = [pooled(np.mean, *case) for case in cases]
    assert_close(found, expected, what="avg_pool(X, size) with square windows")


@criterion(
    of="avg_pool", points="0.5", says="Oblong windows, remainders, strides and stacks, as for max."
)
def test_avg_pool_of_any_windows(student, reference, rng):
    settings = (
        ((6, 9), (2, 3)),
        ((5, 7), (2, 2)),
        ((7, 9), (3, 3), (2, 1)),
        ((2, 3, 4, 6), (2, 3)),
    )
    cases = [(rng.normal(size=shape), *windows) for shape, *windows in settings]
    found = ask(alone(student, reference, "avg_pool"), cases)
    expected = [pooled(np.mean, *case) for case in cases]
    assert_close(found, expected, what="avg_pool(X, size, stride) for several windows")


@criterion(of="avg_pool", points="0.25", says="Maps of ints have means with a fraction.")
def test_avg_pool_of_ints(student, reference, rng):
    cases = [(4 * rng.integers(-9, 9, size=size) + 1, (1, 2)) for size in ((4, 6), (3, 8), (5, 4))]
    cases = [(X + np.arange(X.shape[1]), size) for X, size in cases]  # every mean ends in .5
    pixels = rng.integers(200, 256, size=(6, 4)).astype(np.uint8)  # two of them exceed a byte
    cases.append((pixels, (2, 2)))
    found = ask(alone(student, reference, "avg_pool"), cases)
    expected = [pooled(np.mean, *case) for case in cases]
    assert_close(found, expected, what="avg_pool(X, size) of ints")


@criterion(of="global_pool", points="0.5", says="The mean of each map, (n, c).")
def test_global_mean(student, reference, rng):
    cases = [(rng.normal(size=size),) for size in ((2, 3, 4, 5), (4, 2, 3, 3), (3, 3, 3, 3))]
    found = untouched(alone(student, reference, "global_pool"), cases)
    expected = [pooled(np.mean, X, X.shape[-2:])[..., 0, 0] for (X,) in cases]
    assert_close(found, expected, what="global_pool(X)")


@criterion(of="global_pool", points="0.5", says='With how="max" its largest entry.')
def test_global_max(student, reference, rng):
    sizes = ((2, 3, 4, 5), (4, 2, 3, 3), (1, 15, 6, 6))  # 004 section 2.1.4 pools (15, 6, 6)
    cases = [(rng.normal(size=size), "max") for size in sizes]
    for X, _ in cases:
        X[:, ::2] -= 6  # every other map is negative throughout
    found = ask(alone(student, reference, "global_pool"), cases)
    expected = [pooled(np.max, X, X.shape[-2:])[..., 0, 0] for X, _ in cases]
    assert_close(found, expected, what='global_pool(X, "max")')


@criterion(of="global_pool", points="0.25", says="Any other how raises ValueError.")
def test_global_pool_refuses(student, reference, rng):
    X = rng.normal(size=(2, 3, 4, 5))
    global_pool = alone(student, reference, "global_pool")
    for how in ("median", "min", ""):
        assert_raises(ValueError, global_pool, X, how, what=f"global_pool(X, {how!r})")


@criterion(
    of="max_pool_backward",
    points="1",
    says="Each gradient goes to the largest entry of its window.",
)
def test_max_pool_backward(student, reference, rng):
    settings = (((4, 4), (2, 2)), ((6, 9), (3, 3)), ((2, 3, 4, 4), (2, 2)))
    cases = backward_cases(rng, settings)
    found = untouched(alone(student, reference, "max_pool_backward"), cases)
    expected = [slopes(np.max, *case) for case in cases]
    assert_close(found, expected, what="max_pool_backward(G, X, size), compared with differences")


@criterion(
    of="max_pool_backward", points="0.5", says="Oblong windows and remainders: the right entry."
)
def test_max_pool_backward_of_oblong_windows(student, reference, rng):
    settings = (((4, 6), (2, 3)), ((5, 7), (1, 3)), ((9, 5), (4, 2)), ((3, 6, 5), (3, 2)))
    cases = backward_cases(rng, settings)
    found = ask(alone(student, reference, "max_pool_backward"), cases)
    expected = [slopes(np.max, *case) for case in cases]
    assert_close(found, expected, what="max_pool_backward(G, X, size) with oblong windows")


@criterion(
    of="max_pool_backward", points="0.5", says="Of equal entries the first alone gets the gradient."
)
def test_max_pool_backward_of_ties(student, reference, rng):
    zeros = np.maximum(RESPONSES, 0)  # after ReLU a whole window may be zero
    cases = [(rng.normal(size=(2, 2)), X, (2, 2)) for X in (zeros, -np.ones((5, 4)))]
    cases.append((rng.normal(size=(3, 2)), rng.integers(0, 2, size=(9, 6)).astype(float), (3, 3)))
    cases.append((rng.normal(size=(1, 1)), np.array([[0.0, 1.0], [1.0, 0.0]]), (2, 2)))
    found = ask(alone(student, reference, "max_pool_backward"), cases)
    expected = [reference.max_pool_backward(*case) for case in cases]
    assert_close(found, expected, what="max_pool_backward(G, X, size) with ties")


@criterion(
    of="max_pool_backward", points="0.5", says="Overlapping windows add up what they send back."
)
def test_max_pool_backward_of_overlaps(student, reference, rng):
    settings = (((5, 7), (3, 3), (2, 2)), ((6, 6), (3, 2), (1, 1)), ((2, 5, 5), (3, 3), (1, 2)))
    settings += (((2, 8, 5), (2, 2), (3, 1)),)
    cases = backward_cases(rng, settings)
    found = ask(alone(student, reference, "max_pool_backward"), cases)
    expected = [slopes(np.max, *case) for case in cases]
    assert_close(found, expected, what="max_pool_backward(G, X, size, stride)")


def avg_backward(student, reference, cases, asking=ask):
    """The student's gradients and those by differences."""
    asked = [(G, X.shape, *windows) for G, X, *windows in cases]
    expected = [slopes(np.mean, *case) for case in cases]
    return asking(alone(student, reference, "avg_pool_backward"), asked), expected


@criterion(
    of="avg_pool_backward", points="0.75", says="Each gradient is shared evenly by its window."
)
def test_avg_pool_backward(student, reference, rng):
    settings = (((4, 4), (2, 2)), ((6, 9), (2, 3)), ((2, 3, 4, 4), (2, 2)))
    found, expected = avg_backward(student, reference, backward_cases(rng, settings), untouched)
    what = "avg_pool_backward(G, shape, size)"
    assert_close(found, expected, what=what)


@criterion(of="avg_pool_backward", points="0.25", says="Entries outside of all windows get zero.")
def test_avg_pool_backward_with_a_remainder(student, reference, rng):
    settings = (((5, 7), (2, 2)), ((7, 5), (3, 2)), ((2, 4, 8), (3, 3)))
    found, expected = avg_backward(student, reference, backward_cases(rng, settings))
    what = "avg_pool_backward(G, shape, size) of maps with a remainder"
    assert_close(found, expected, what=what)


@criterion(
    of="avg_pool_backward", points="0.25", says="Overlapping windows add up what they send back."
)
def test_avg_pool_backward_of_overlaps(student, reference, rng):
    settings = (((5, 7), (3, 3), (2, 2)), ((6, 6), (3, 2), (1, 1)), ((2, 8, 5), (2, 2), (3, 1)))
    found, expected = avg_backward(student, reference, backward_cases(rng, settings))
    what = "avg_pool_backward(G, shape, size, stride)"
    assert_close(found, expected, what=what)
