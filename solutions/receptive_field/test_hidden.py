"""Each test asks for all its answers before it judges one: a diagnosis needs several."""

from functools import partial

import numpy as np

from autograder import criterion
from autograder.checks import assert_array_equal
from autograder.checks import assert_close
from autograder.checks import assert_equal
from autograder.checks import assert_leaves_inputs

PLAIN = (3, 0, 1, 1)
POOL = (2, 0, 2, 1)


def draw(rng, low, high):
    """A plain int from low to high, both included."""
    return int(rng.integers(low, high + 1))


def connected(layers, i):
    """All input positions behind output i, connection by connection: an oracle of sets."""
    positions = {i}
    for k, p, s, d in reversed(layers):
        positions = {q * s - p + d * tap for q in positions for tap in range(k)}
    return min(positions), max(positions)


def stretch(layers):
    first, last = connected(layers, 0)
    return last - first + 1


def ask(function, cases):
    return [function(*case) for case in cases]


@criterion(of="receptive_field", points="0.75", says="Each plain layer adds k - 1 entries.")
def test_plain_layers(student, rng):
    stacks = [[PLAIN], [PLAIN] * 2, [PLAIN] * 3]  # book 7.2.1: 2 k + 1, 4 k + 1, 6 k + 1 with k = 1
    stacks += [[(draw(rng, 2, 9), 0, 1, 1) for _ in range(count)] for count in (2, 3, 4, 5)]
    found = [assert_leaves_inputs(student.receptive_field, stack) for stack in stacks]
    assert_equal(found[:3], [3, 5, 7], what="receptive_field of one, two, three layers of 3 taps")
    assert_equal(found, [stretch(stack) for stack in stacks], what="receptive_field, s = d = 1")


@criterion(of="receptive_field", points="0.75", says="Behind a stride, later steps are longer.")
def test_strides(student, rng):
    five = (5, 0, 1, 1)
    stacks = [[PLAIN, POOL, PLAIN], [five, POOL, five]]
    for strides in ((2, 1, 3), (1, 3, 2), (3, 2, 1, 1), (2, 2, 2, 1)):
        stacks.append([(draw(rng, 2, 6), 0, s, 1) for s in strides])
    found = [student.receptive_field(stack) for stack in stacks]
    assert_equal(found[:2], [8, 14], what="receptive_field of convolution, pooling, convolution")
    assert_equal(found, [stretch(stack) for stack in stacks], what="receptive_field with strides")


@criterion(of="receptive_field", points="0.5", says="Dilation spreads the taps, and only them.")
def test_dilations(student, rng):
    stacks = [[(k, 0, 1, d) for d in (1, 2, 4)] for k in (3, 2)]
    stacks.append([(2, 0, 1, 2**layer) for layer in range(10)])
    for dilations in ((2, 3), (3, 1, 2), (4, 4, 1)):
        stacks.append([(draw(rng, 3, 6), 0, draw(rng, 1, 2), d) for d in dilations])
    found = [student.receptive_field(stack) for stack in stacks]
    assert_equal(found[:3], [15, 8, 1024], what="receptive_field with dilations 1, 2, 4, ...")
    expected = [15, 8, 1024, *(stretch(stack) for stack in stacks[3:])]
    assert_equal(found, expected, what="receptive_field with dilations")


@criterion(of="receptive_field", points="0.5", says="Padding changes nothing; no layers give 1.")
def test_padding_and_no_layers(student, rng):
    stacks = [[], [(3, 1, 1, 1)], [(5, 2, 1, 1), (2, 0, 2, 1), (3, 2, 1, 2)]]
    stacks += [[(draw(rng, 2, 6), draw(rng, 1, 3), 2, 1) for _ in range(3)] for _ in range(3)]
    found = [student.receptive_field(stack) for stack in stacks]
    assert_equal(found, [stretch(stack) for stack in stacks], what="receptive_field with padding")


@criterion(of="seen_by", points="1", says="The first and the last input of output i.")
def test_seen_by(student, rng):
    cases = [([PLAIN], 4), ([PLAIN, POOL, PLAIN], 3), ([], 5)]
    for settings in (((2, 1), (1, 2)), ((3, 1), (2, 1), (1, 3)), ((1, 4), (2, 2))):
        layers = [(draw(rng, 2, 5), 0, s, d) for s, d in settings]
        cases += [(layers, draw(rng, 1, 3)), (layers, draw(rng, 7, 9))]
    found = [assert_leaves_inputs(student.seen_by, *case) for case in cases]
    assert_equal(found[:2], [(4, 6), (6, 13)], what="seen_by(layers, i) of two small stacks")
    assert_equal(found, ask(connected, cases), what="seen_by(layers, i) without padding")


@criterion(of="seen_by", points="0.5", says="Padding moves the stretch to the left, past 0.")
def test_seen_by_with_padding(student, rng):
    cases = [([(3, 1, 1, 1)], 0)]
    for settings in (((2, 2, 1), (1, 1, 2)), ((1, 3, 1), (2, 2, 1), (2, 1, 1))):
        layers = [(draw(rng, 2, 5), p, s, d) for p, s, d in settings]
        cases += [(layers, i) for i in (0, 1, 8)]
    found = ask(student.seen_by, cases)
    assert_equal(found, ask(connected, cases), what="seen_by(layers, i) with padding")


def doubling(layers, k):
    return stretch([(k, 0, 1, 2**layer) for layer in range(layers)])


@criterion(of="layers_needed", points="0.5", says="Doubling dilations: few layers see far.")
def test_layers_needed(student, rng):
    cases, expected = [(1000, 2)], [10]
    for layers, k in ((2, 4), (3, 2), (4, 3), (5, 2), (6, 5), (7, 3)):
        low, high = doubling(layers - 1, k) + 1, doubling(layers, k) - 1
        cases.append((draw(rng, low + 1, high), k))
        expected.append(layers)
    found = ask(student.layers_needed, cases)
    assert_equal(found, expected, what="layers_needed(n, k) for several n and k")


@criterion(of="layers_needed", points="0.5", says="Exact at the borders: n, n + 1, and n = 1.")
def test_layers_needed_at_the_border(student, rng):
    cases, expected = [(1024, 2), (1025, 2), (1, 2), (1, 5)], [10, 11, 0, 0]
    for layers in (2, 3, 4, 5, 6):
        k = draw(rng, 3, 5)
        cases += [(doubling(layers, k), k), (doubling(layers, k) + 1, k)]
        expected += [layers, layers + 1]
    # a logarithm of 2^29 divided by that of 2 is above 29 in floats
    cases += [((k - 1) * (2**29 - 1) + 1, k) for k in (2, 3, 5)]
    expected += [29] * 3
    found = ask(student.layers_needed, cases)
    assert_equal(found, expected, what="layers_needed(n, k) at the borders")


def spread(w, d, bias, x):
    """A dilated filter on an unpadded axis, then a ReLU."""
    reach = d * (len(w) - 1)
    taps = [w[j] * x[d * j : len(x) - reach + d * j] for j in range(len(w))]
    return np.maximum(sum(taps) + bias, 0.0)


def signs(rng, k):
    """A filter whose entries are not small, with both signs in it."""
    w = rng.uniform(0.5, 1.5, size=k)
    w[rng.integers(k)] *= -1
    return w


@criterion(of="probe", points="1", says="Raised alone, an entry does or does not change output i.")
def test_probe(student, reference, rng):
    cases = []
    for n, k, d, i in ((7, 3, 1, 2), (9, 3, 2, 4), (8, 2, 3, 1), (10, 4, 2, 0)):
        f = partial(spread, signs(rng, k), d, 50.0)  # never at rest
        cases.append((f, rng.normal(size=n), i))
    cases.append((np.cumsum, rng.normal(size=6), 3))
    cases.append((lambda x: 1000.0 + 1e-4 * x, rng.normal(size=3), 1))  # little, but seen
    small = np.array([1e-7, 1e-12, 1e-6, -1e-7, -1e-12])  # more than 1e-9, or less
    cases.append((lambda x: np.array([0.0, small @ x]), rng.normal(size=5), 1))
    found = [assert_leaves_inputs(student.probe, *case) for case in cases]
    for seen, case in zip(found, cases, strict=True):
        assert_array_equal(seen, reference.probe(*case), what="probe(f, x, i)")


@criterion(of="probe", points="0.5", says="It is probed at x: a ReLU that is 0 there sees nothing.")
def test_probe_at_x(student, reference, rng):
    cases = []
    for n, k, d, i in ((7, 3, 1, 2), (9, 3, 2, 4), (8, 2, 3, 1)):
        # alive at 0 and at rest at x, then the other way round
        for bias, level in ((1.0, -30.0), (-9.0, 30.0)):
            w = rng.uniform(0.5, 1.5, size=k)
            cases.append((partial(spread, w, d, bias), level + rng.normal(size=n), i))
        x = rng.normal(size=n)  # a little below the kink: only a rise is seen
        cases.append((partial(spread, w, d, -0.2 - w @ x[i : i + d * k : d]), x, i))
        # at rest, and negative weights: only lowered entries would be seen
        cases.append((partial(spread, -w, d, w @ x[i : i + d * k : d] - 0.2), x, i))
    # two raised together would be seen, each alone is not
    cases.append((partial(spread, np.ones(2), 1, -1.5), np.zeros(3), 0))
    found = ask(student.probe, cases)
    for seen, case in zip(found, cases, strict=True):
        assert_array_equal(seen, reference.probe(*case), what="probe(f, x, i) of a ReLU")


def causal(X, W, b, d=1):
    """One output at a time, one connection at a time."""
    H = np.tile(b, (len(X), 1))
    for i in range(len(X)):
        for j in range(W.shape[2]):
            if i - d * j >= 0:
                H[i] += W[:, :, -1 - j] @ X[i - d * j]
    return H


def sequences(rng, settings):
    """Inputs, filters, biases and dilations: t, c, c_out, taps, d."""
    return [
        (rng.normal(size=(t, c)), rng.normal(size=(c_out, c, taps)), rng.normal(size=c_out), d)
        for t, c, c_out, taps, d in settings
    ]


COUNT = np.array([[1.0], [2.0], [3.0], [4.0]])
PLACES = np.array([[[1.0, 10.0, 100.0]]])


@criterion(of="causal_conv1d", points="1", says="The last tap meets the present, none the future.")
def test_causal_conv1d(student, rng):
    cases = [(COUNT, PLACES, np.zeros(1))]
    cases += [
        case[:3] for case in sequences(rng, ((6, 1, 1, 2, 1), (8, 1, 1, 4, 1), (9, 1, 1, 5, 1)))
    ]
    found = ask(student.causal_conv1d, cases)
    golden = np.array([[100.0], [210.0], [321.0], [432.0]])
    assert_close(found[0], golden, what="causal_conv1d([1, 2, 3, 4], [1, 10, 100], 0)")
    assert_close(found, ask(causal, cases), what="causal_conv1d(X, W, b) with one channel")


@criterion(
    of="causal_conv1d", points="0.75", says="With dilation d the taps look back d at a time."
)
def test_causal_conv1d_dilated(student, rng):
    cases = [(COUNT, PLACES, np.zeros(1), 2)]
    cases += sequences(rng, ((9, 1, 1, 3, 2), (8, 1, 1, 2, 3), (10, 1, 1, 4, 2)))
    found = ask(student.causal_conv1d, cases)
    golden = np.array([[100.0], [200.0], [310.0], [420.0]])
    assert_close(found[0], golden, what="causal_conv1d([1, 2, 3, 4], [1, 10, 100], 0, d=2)")
    assert_close(found, ask(causal, cases), what="causal_conv1d(X, W, b, d)")


@criterion(of="causal_conv1d", points="0.75", says="Every output channel adds up all channels.")
def test_causal_conv1d_of_channels(student, rng):
    cases = sequences(rng, ((6, 3, 2, 4, 1), (7, 2, 5, 3, 2), (5, 3, 3, 2, 1), (4, 4, 4, 3, 1)))
    found = [assert_leaves_inputs(student.causal_conv1d, *case) for case in cases]
    assert_close(found, ask(causal, cases), what="causal_conv1d(X, W, b, d) with channels")


@criterion(of="causal_conv1d", points="0.25", says="Sequences shorter than the filter work, too.")
def test_causal_conv1d_of_short_sequences(student, rng):
    cases = sequences(rng, ((2, 1, 3, 4, 1), (1, 2, 2, 3, 1), (5, 2, 1, 3, 4), (3, 2, 3, 3, 2)))
    found = ask(student.causal_conv1d, cases)
    assert_close(found, ask(causal, cases), what="causal_conv1d(X, W, b, d) of short sequences")


@criterion(of="mask_future", points="0.5", says="The taps after the middle one become zero.")
def test_mask_future(student, rng):
    filters = [rng.normal(size=(1, 1, 3)), rng.normal(size=(1, 1, 7)), rng.normal(size=(1, 1, 5))]
    found = [assert_leaves_inputs(student.mask_future, W) for W in filters]
    expected = [np.where(np.arange(W.size) <= W.size // 2, W, 0.0) for W in filters]
    assert_close(found, expected, what="mask_future(W) with one channel")


@criterion(
    of="mask_future", points="0.25", says="All channels keep their past, as in the causal layer."
)
def test_mask_future_of_channels(student, rng):
    """(k + 1) c c' weights of (2 k + 1) c c' are left; with k = 0 all: book lines 4052 and 4026."""
    filters = [rng.normal(size=size) for size in ((2, 3, 5), (4, 2, 3), (3, 3, 3), (4, 5, 1))]
    found = [student.mask_future(W) for W in filters]
    expected = [
        np.dstack([W[:, :, : k + 1], 0 * W[:, :, :k]]) for W in filters for k in [W.shape[2] // 2]
    ]
    assert_close(found, expected, what="mask_future(W) with several channels")
    left = [int(np.count_nonzero(W)) for W in found]
    assert_equal(left, [18, 16, 18, 20], what="how many weights mask_future(W) leaves")
