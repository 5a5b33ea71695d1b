"""Each test asks for all its answers before it judges one: a diagnosis needs several."""

import itertools

import numpy as np

from autograder import criterion
from autograder.checks import assert_close
from autograder.checks import assert_leaves_inputs
from autograder.checks import assert_true

# The second digit of the optdigits test data, a handwritten 1 (001 exercise 2).
DIGIT = np.array(
    [
        [0, 0, 0, 12, 13, 5, 0, 0],
        [0, 0, 0, 11, 16, 9, 0, 0],
        [0, 0, 3, 15, 16, 6, 0, 0],
        [0, 7, 15, 16, 16, 2, 0, 0],
        [0, 0, 1, 16, 16, 3, 0, 0],
        [0, 0, 1, 16, 16, 6, 0, 0],
        [0, 0, 1, 16, 16, 6, 0, 0],
        [0, 0, 0, 11, 16, 10, 0, 0],
    ]
)
EDGES = np.array([[-1.0, 0.0, 1.0]] * 3)  # K_v: dark to bright, left to right
EDGE_MAP = np.array(
    [
        [3.0, 38, 42, -18, -45, -20],
        [18, 35, 30, -25, -48, -17],
        [19, 40, 29, -36, -48, -11],
        [17, 41, 31, -37, -48, -11],
        [3, 48, 45, -33, -48, -15],
        [2, 43, 46, -21, -48, -22],
    ]
)
# 000 lines 165 to 173. The filter is its own flip and transpose: it proves little by itself.
CROSSES = np.array(
    [[1, 1, 1, 0, 0], [0, 1, 1, 1, 0], [0, 0, 1, 1, 1], [0, 0, 1, 1, 0], [0, 1, 1, 0, 0]],
    dtype=float,
)
CROSS = np.array([[1.0, 0.0, 1.0], [0.0, 1.0, 0.0], [1.0, 0.0, 1.0]])


def correlated(X, K, stride=1, pad=0):
    """The definition, one tap at a time: its weight times all the pixels it meets."""
    X, (kh, kw) = np.pad(X, pad).astype(float), K.shape
    last = X.shape[0] - kh + 1, X.shape[1] - kw + 1
    taps = np.ndindex(kh, kw)
    return sum(K[u, v] * X[u : u + last[0] : stride, v : v + last[1] : stride] for u, v in taps)


def correlated1d(x, w, stride=1, pad=0):
    starts = range(-pad, len(x) + pad - len(w) + 1, stride)
    taps = range(len(w))
    sums = [sum(w[j] * x[i + j] for j in taps if 0 <= i + j < len(x)) for i in starts]
    return np.array(sums, dtype=float)


def ask(function, cases):
    return [function(*case) for case in cases]


def untouched(function, cases):
    return [assert_leaves_inputs(function, *case) for case in cases]


def beginning_alike(*arrays):
    """Other numbers in the same shapes, behind the same first ones: no answer can be looked up."""
    return tuple(np.concatenate((x.flat[:1], -x.flat[1:] / 2)).reshape(x.shape) for x in arrays)


def refused(function, *arguments):
    """Whether the call raises ValueError."""
    try:
        function(*arguments)
    except ValueError:
        return True
    return False


@criterion(of="corr1d", points="0.75", says="Each output is the filter times the window under it.")
def test_corr1d(student, rng):
    # 000 lines 84 to 102, and 321 to 333 with a filter that is not its own mirror image.
    x, impulse = np.array([0, 0, 0, 1, 0, 1, 1, 1, 0, 0]), np.array([0, 1, 0, 0])
    cases = [(x, np.array([1, -1, 1])), (impulse, np.array([1, 2]))]
    cases += [(rng.normal(size=n), rng.normal(size=k)) for n, k in ((7, 3), (9, 4), (6, 1), (5, 4))]
    # Integers on one side only must not make integers of the other.
    cases += [(DIGIT[3], 4 * rng.normal(size=3)), (rng.normal(size=6), np.array([2, -1, 3]))]
    cases.append(beginning_alike(*cases[3]))
    found = untouched(student.corr1d, cases)
    known = [np.array([0.0, 1, -1, 2, 0, 1, 0, 1]), np.array([2.0, 1, 0])]
    assert_close(found[:2], known, what="corr1d(x, w) for two inputs of the notes")
    expected = ask(correlated1d, cases)
    assert_close(found, expected, what="corr1d(x, w) for several inputs")


@criterion(
    of="corr1d", points="0.5", says="With stride s the positions lie s apart, from the first."
)
def test_corr1d_stride(student, rng):
    sizes = ((9, 3, 2), (10, 3, 2), (11, 2, 3), (12, 4, 3), (6, 2, 5))
    cases = [(rng.normal(size=n), rng.normal(size=k), s) for n, k, s in sizes]
    found = ask(student.corr1d, cases)
    expected = ask(correlated1d, cases)
    assert_close(found, expected, what="corr1d(x, w, stride)")


@criterion(of="corr1d", points="0.5", says="Padding adds zeros at both ends.")
def test_corr1d_padding(student, rng):
    sizes = ((7, 3, 1, 1), (6, 4, 1, 1), (5, 2, 2, 3), (2, 3, 1, 2), (8, 5, 3, 1))
    cases = [(rng.normal(size=n), rng.normal(size=k), s, p) for n, k, s, p in sizes]
    found = ask(student.corr1d, cases)
    expected = ask(correlated1d, cases)
    assert_close(found, expected, what="corr1d(x, w, stride, pad)")


@criterion(
    of="corr1d",
    points="0.25",
    says="A filter as long as the padded input has one position; a longer one raises ValueError.",
)
def test_corr1d_refuses(student, rng):
    sizes = ((2, 3, 1, 0), (3, 6, 2, 1), (1, 4, 1, 1), (4, 5, 3, 0))
    longer = [(rng.normal(size=n), rng.normal(size=k), s, p) for n, k, s, p in sizes]
    fitting = [(x, w[1:], s, p) for x, w, s, p in longer]
    refusals = [refused(student.corr1d, *case) for case in longer]
    found = ask(student.corr1d, fitting)
    assert_true(all(refusals), "corr1d must raise ValueError when the filter does not fit.")
    expected = ask(correlated1d, fitting)
    assert_close(found, expected, what="corr1d with a filter as long as the padded input")


@criterion(of="corr2d", points="1", says="Each output is the filter times the patch under it.")
def test_corr2d(student, rng):
    # 000 line 173; 000 lines 450 to 458, the small image recovered from the printed maps.
    small = np.array([[1.0, 2.0, 0.0], [0.0, 1.0, 3.0], [2.0, 0.0, 1.0]])
    cases = [(CROSSES, CROSS), (small, np.array([[1.0, 1.0], [2.0, 2.0]]))]
    # 004 line 24 swaps height and width; its own call, 6 x 8 with 3 x 4, gives 4 x 5.
    sizes = ((6, 8, 3, 4), (7, 5, 2, 3), (5, 6, 4, 1), (4, 4, 2, 2))
    cases += [(rng.normal(size=(H, W)), rng.normal(size=(h, w))) for H, W, h, w in sizes]
    X, K = cases[2]
    cases += [(X.reshape(8, 6), K), beginning_alike(X, K)]
    found = untouched(student.corr2d, cases)
    known = [np.array([[4.0, 3, 4], [2, 4, 3], [2, 3, 4]]), np.array([[5.0, 10], [5, 6]])]
    assert_close(found[:2], known, what="corr2d(X, K) for two images of the notes")
    expected = ask(correlated, cases)
    assert_close(found, expected, what="corr2d(X, K) for several images")


@criterion(of="corr2d", points="0.5", says="An image of integers gives the same map, in floats.")
def test_corr2d_of_a_digit(student, rng):
    """001 lines 42 and 50: up to 48 in column 2, down to -48 in column 5; K_h up to 27."""
    average = np.full((3, 3), 1 / 9)
    cases = [(DIGIT, EDGES), (DIGIT, EDGES.T), (DIGIT, average), (DIGIT, rng.normal(size=(2, 3)))]
    whole = rng.integers(1, 9, size=(2, 3))
    cases += [(DIGIT, whole), (rng.normal(size=(5, 6)), whole)]
    found = ask(student.corr2d, cases)
    assert_close(found[0], EDGE_MAP, what="corr2d(digit, K_v)")
    expected = ask(correlated, cases)
    assert_close(found, expected, what="corr2d of a digit for several filters")
    assert_close(np.abs(found[1]).max(), 27.0, what="the largest size in the map of K_h")


@criterion(of="corr2d", points="0.5", says="The stride holds along rows and columns.")
def test_corr2d_stride(student, rng):
    cases = [(DIGIT.astype(float), EDGES, 2), (CROSSES, CROSS, 2)]
    sizes = ((7, 9, 2, 3, 2), (8, 7, 3, 2, 3), (9, 6, 1, 2, 4))
    cases += [(rng.normal(size=(H, W)), rng.normal(size=(h, w)), s) for H, W, h, w, s in sizes]
    found = ask(student.corr2d, cases)
    known = [EDGE_MAP[::2, ::2], np.array([[4.0, 4], [2, 4]])]
    assert_close(found[:2], known, what="corr2d(X, K, 2) for two images of the notes")
    expected = ask(correlated, cases)
    assert_close(found, expected, what="corr2d(X, K, stride)")


@criterion(of="corr2d", points="0.75", says="Padding adds zeros on all four sides.")
def test_corr2d_padding(student, rng):
    # 001 line 82: the inner part is the map without padding. 004 line 43: 3 x 3 becomes 4 x 4;
    # with pad >= k the outer windows see only zeros, hence the last case. Book line 3426: ridges.
    ridges = np.where(np.arange(9) == 4, 8.0, -1.0).reshape(3, 3)
    cases = [(DIGIT.astype(float), EDGES, 1, 1), (np.ones((3, 3)), ridges, 1, 1)]
    cases.append((rng.normal(size=(3, 3)), rng.normal(size=(2, 2)), 1, 1))
    sizes = ((5, 6, 3, 2, 1), (4, 3, 2, 4, 2), (6, 4, 3, 3, 1), (3, 4, 2, 2, 3))
    cases += [(rng.normal(size=(H, W)), rng.normal(size=(h, w)), 1, p) for H, W, h, w, p in sizes]
    found = ask(student.corr2d, cases)
    expected = ask(correlated, cases)
    assert_close(found, expected, what="corr2d(X, K, 1, pad)")
    assert_close(found[0][1:-1, 1:-1], EDGE_MAP, what="the inner part of corr2d(digit, K_v, 1, 1)")
    edge = np.array([[5.0, 3, 5], [3, 0, 3], [5, 3, 5]])
    assert_close(found[1], edge, what="corr2d of ones, padded, for the ridge filter")


@criterion(
    of="corr2d", points="0.5", says="Stride and padding together: the first window is padded."
)
def test_corr2d_everything_at_once(student, rng):
    # 001 line 92: 27 combinations on the digit.
    ways = list(itertools.product((2, 3, 5), (0, 1, 2), (1, 2, 3)))
    digit = DIGIT.astype(float)
    cases = [(digit[:, : 6 + k % 3], rng.normal(size=(k, k)), s, p) for k, p, s in ways]
    found = ask(student.corr2d, cases)
    expected = ask(correlated, cases)
    assert_close(found, expected, what="corr2d for 27 filter sizes, paddings and strides")


@criterion(
    of="corr2d",
    points="0.25",
    says="A filter that just fits has one position; a higher or wider one raises ValueError.",
)
def test_corr2d_refuses(student, rng):
    sizes = ((3, 6, 4, 2, 0), (6, 3, 2, 4, 0), (2, 5, 5, 3, 1), (4, 1, 2, 6, 2))
    larger = [(rng.normal(size=(H, W)), rng.normal(size=(h, w)), 1, p) for H, W, h, w, p in sizes]
    fitting = [(X, K[-X.shape[0] - 2 * p :, -X.shape[1] - 2 * p :], s, p) for X, K, s, p in larger]
    refusals = [refused(student.corr2d, *case) for case in larger]
    found = ask(student.corr2d, fitting)
    assert_true(all(refusals), "corr2d must raise ValueError when the filter does not fit.")
    expected = ask(correlated, fitting)
    assert_close(found, expected, what="corr2d with a filter that just fits")


@criterion(
    of="true_convolution",
    points="1.25",
    says="The filter is read backwards along both axes: an impulse shows it upright.",
)
def test_true_convolution(student, reference, rng):
    impulse = np.zeros((5, 5))
    impulse[2, 2] = 1.0
    # E.10.1 of the book (line 5076) is a true convolution, with weights 1, 10, 100 on 1, 2, 3, 4
    row = np.array([[1.0, 2.0, 3.0, 4.0]]), np.array([[1.0, 10.0, 100.0]])
    cases = [(impulse, rng.normal(size=(3, 3))), (DIGIT, EDGES), row]
    sizes = ((6, 8, 3, 4), (7, 5, 2, 3), (4, 4, 2, 2))
    cases += [(rng.normal(size=(H, W)), rng.normal(size=(h, w))) for H, W, h, w in sizes]
    whole = rng.integers(1, 9, size=(2, 3))
    cases += [(DIGIT, whole), (DIGIT, rng.normal(size=(3, 2))), (rng.normal(size=(5, 6)), whole)]
    X, K = cases[3]
    cases += [(X.reshape(8, 6), K), beginning_alike(X, K)]
    found = untouched(student.given(corr2d=reference.corr2d).true_convolution, cases)
    assert_close(found[0], cases[0][1], what="true_convolution of an impulse")
    assert_close(found[1], -EDGE_MAP, what="true_convolution(digit, K_v)")  # 001 line 68
    assert_close(found[2], np.array([[123.0, 234.0]]), what="true_convolution of the row 1 2 3 4")
    expected = [correlated(X, np.rot90(K, 2)) for X, K in cases]
    assert_close(found, expected, what="true_convolution(X, K) for several images")


def layers(rng, sizes):
    """(X, K, 0): C channels of H x W, F filters of h x w. One criterion alone is about biases."""
    return [
        (rng.normal(size=(C, H, W)), rng.normal(size=(F, C, h, w)), np.zeros(F))
        for C, F, H, W, h, w in sizes
    ]


def layer_maps(X, K, b, stride=1, pad=0):
    maps = [
        sum(correlated(x, k, stride, pad) for x, k in zip(X, kernels, strict=True)) for kernels in K
    ]
    return np.array(maps) + b[:, None, None]


@criterion(of="conv_layer", points="1.25", says="Each filter reads all channels and makes one map.")
def test_layer(student, reference, rng):
    sizes = ((3, 2, 5, 6, 2, 3), (2, 4, 4, 5, 3, 2), (3, 3, 4, 4, 2, 2), (1, 2, 4, 3, 1, 1))
    sizes += ((2, 1, 4, 5, 2, 3),)
    cases = layers(rng, sizes)
    # Filters of integers, on an image of floats and on one of integers.
    K, none = rng.integers(-4, 5, size=(2, 3, 2, 3)), np.zeros(2)
    digits = np.stack([DIGIT] * 3)
    cases += [(rng.normal(size=(3, 4, 5)), K, none), (digits, K, none), (digits, K / 3, none)]
    X, K, none = cases[0]
    cases += [(X.reshape(3, 6, 5), K, none), (*beginning_alike(X, K), none)]
    found = untouched(student.given(corr2d=reference.corr2d).conv_layer, cases)
    expected = [layer_maps(*case) for case in cases]
    assert_close(found, expected, what="conv_layer(X, K, 0)")


@criterion(of="conv_layer", points="0.75", says="Each map gets the bias of its filter, once.")
def test_layer_bias(student, reference, rng):
    sizes = ((3, 2, 5, 6, 2, 3), (2, 4, 4, 5, 3, 2), (3, 3, 5, 5, 2, 2), (2, 3, 5, 5, 3, 3))
    sizes += ((2, 1, 4, 5, 2, 3),)
    cases = [(X, K, rng.normal(size=len(K))) for X, K, _ in layers(rng, sizes)]
    found = untouched(student.given(corr2d=reference.corr2d).conv_layer, cases)
    expected = [layer_maps(*case) for case in cases]
    assert_close(found, expected, what="conv_layer(X, K, b)")


@criterion(of="conv_layer", points="0.5", says="The stride holds in every channel.")
def test_layer_stride(student, reference, rng):
    sizes = ((2, 3, 7, 6, 3, 2), (3, 2, 6, 7, 2, 2), (2, 2, 5, 8, 1, 3))
    cases = [(*case, s) for case, s in zip(layers(rng, sizes), (2, 3, 2), strict=True)]
    found = ask(student.given(corr2d=reference.corr2d).conv_layer, cases)
    expected = [layer_maps(*case) for case in cases]
    assert_close(found, expected, what="conv_layer(X, K, 0, stride)")


@criterion(
    of="conv_layer", points="0.75", says="Zeros go around each channel, no channel is added."
)
def test_layer_padding(student, reference, rng):
    sizes = ((2, 3, 4, 5, 3, 2), (3, 2, 5, 3, 3, 3), (2, 2, 4, 4, 2, 3))
    ways = ((1, 1), (2, 1), (1, 2))
    cases = [(*case, *way) for case, way in zip(layers(rng, sizes), ways, strict=True)]
    found = ask(student.given(corr2d=reference.corr2d).conv_layer, cases)
    expected = [layer_maps(*case) for case in cases]
    assert_close(found, expected, what="conv_layer(X, K, 0, stride, pad)")
