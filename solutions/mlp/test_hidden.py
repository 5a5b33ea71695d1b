"""Each test asks for all its answers before it judges one: a diagnosis needs several."""

from itertools import pairwise

import numpy as np

from autograder import criterion
from autograder.checks import assert_array_equal
from autograder.checks import assert_close
from autograder.checks import assert_equal
from autograder.checks import assert_leaves_inputs
from autograder.checks import assert_shape
from autograder.checks import assert_true

CORNERS = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])


def relu(S):
    return np.maximum(S, 0.0)


def network(rng, widths):
    """Weights of both signs, and no bias near zero."""
    Ws = [rng.normal(size=shape) for shape in pairwise(widths)]
    bs = [rng.choice((-1.0, 1.0), size=o) * rng.uniform(0.5, 2.0, size=o) for o in widths[1:]]
    return Ws, bs


def two_layers(rng, c, h, o):
    Ws, bs = network(rng, (c, h, o))
    return Ws[0], bs[0], Ws[1]


def refused(function, *arguments):
    """Whether the call raises ValueError."""
    try:
        function(*arguments)
    except ValueError:
        return True
    return False


def untouched(function, cases):
    """The answers, if the arguments are left as they were."""
    return [assert_leaves_inputs(function, *case) for case in cases]


def assert_three_arrays(answer, like, name):
    assert_true(
        isinstance(answer, tuple) and len(answer) == 3, f"{name} must return (W1, b1, W2), a tuple."
    )
    for part, right, which in zip(answer, like, ("W1", "b1", "W2"), strict=True):
        assert_shape(part, right.shape, what=f"{which} from {name}")


@criterion(of="fully_connected", points="1", says="A layer computes X W + b for every row of X.")
def test_fully_connected(student, rng):
    """Doubling feature j adds W[j] times the feature: book 5.1, line 2204."""
    x = np.array([[2.0, 3.0, 4.0]])
    doubled = np.array([[2.0, 3.0, 8.0]])
    cases = []
    for n, c, o in ((5, 3, 4), (2, 6, 3), (4, 4, 4), (1, 5, 2), (4, 2, 5)):
        (W,), (b,) = network(rng, (c, o))
        cases.append((rng.normal(size=(n, c)), W, b))
    (W,), (b,) = network(rng, (3, 2))
    found = untouched(student.fully_connected, [*cases, (x, W, b), (doubled, W, b)])
    expected = [np.einsum("nc,co->no", X, W) + np.tile(b, (len(X), 1)) for X, W, b in cases]
    assert_close(found[:-2], expected, what="fully_connected(X, W, b) for several sizes")
    assert_close(found[-1], found[-2] + 4.0 * W[2:], what="a layer with its last feature doubled")


@criterion(
    of="mlp", points="1", says="A hidden layer: phi of the first layer goes into the second."
)
def test_mlp_with_a_hidden_layer(student, reference, rng):
    """The chain 3 -> 5 -> 4 of the book, lines 2308-2310. Large biases keep the output positive."""
    given = student.given(fully_connected=reference.fully_connected)
    cases = []
    for n, *widths in ((6, 3, 5, 4), (2, 4, 6, 3), (5, 2, 7, 6), (3, 3, 3, 3)):
        Ws, bs = network(rng, widths)
        cases.append((rng.normal(size=(n, widths[0])), Ws, [bs[0], np.abs(bs[1]) + 50.0]))
    found = untouched(given.mlp, [(*case, relu) for case in cases])
    expected = [relu(X @ Ws[0] + bs[0]) @ Ws[1] + bs[1] for X, Ws, bs in cases]
    assert_close(found, expected, what="mlp(X, Ws, bs, relu) with one hidden layer")


@criterion(of="mlp", points="0.5", says="No activation follows the last layer.")
def test_mlp_ends_without_activation(student, reference, rng):
    """The book's layer puts a ReLU after the last layer too: line 2306."""
    given = student.given(fully_connected=reference.fully_connected)
    cases = []
    for n, *widths in ((6, 3, 5, 4), (2, 4, 6, 3), (5, 2, 7, 6)):
        Ws, bs = network(rng, widths)
        cases.append((rng.normal(size=(n, widths[0])), Ws, [bs[0], bs[1] - 5.0]))
    found = [given.mlp(*case, relu) for case in cases]
    expected = [relu(X @ Ws[0] + bs[0]) @ Ws[1] + bs[1] for X, Ws, bs in cases]
    assert_close(found, expected, what="mlp(X, Ws, bs, relu) with negative outputs")


@criterion(of="mlp", points="1", says="Any number of layers, one alone included.")
def test_mlp_of_any_depth(student, reference, rng):
    given = student.given(fully_connected=reference.fully_connected)
    cases = []
    for n, *widths in ((4, 3, 2), (3, 2, 4), (2, 3, 4, 5, 2), (3, 5, 2, 4, 3, 6), (2, 3, 3, 3, 3)):
        cases.append((rng.normal(size=(n, widths[0])), *network(rng, widths)))
    found = [given.mlp(*case, relu) for case in cases]
    expected = [reference.mlp(*case, relu) for case in cases]
    assert_close(found, expected, what="mlp(X, Ws, bs, relu) for 1 to 4 layers")


@criterion(of="mlp", points="0.5", says="The activation is the one that is passed in.")
def test_mlp_with_any_activation(student, reference, rng):
    given = student.given(fully_connected=reference.fully_connected)
    cases = []
    for phi in (np.tanh, np.square, np.abs, np.cos):
        cases.append((rng.normal(size=(4, 3)), *network(rng, (3, 5, 2, 6)), phi))
    found = [given.mlp(*case) for case in cases]
    expected = [reference.mlp(*case) for case in cases]
    assert_close(found, expected, what="mlp(X, Ws, bs, phi) for several phi")


@criterion(of="count_parameters", points="1", says="All weights and all biases, as an int.")
def test_count_parameters(student, rng):
    """3 -> 5 -> 4 is the chain of the book, lines 2308-2310."""
    cases = [(3, 5, 4), (7, 1), (1, 1, 1)]
    cases += [tuple(int(c) for c in rng.integers(2, 12, size=size)) for size in (2, 3, 4, 5, 6)]
    found = [student.count_parameters(case) for case in cases]
    assert_equal(found[0], 44, what="count_parameters((3, 5, 4))")
    expected = [
        sum(W.size for W in Ws) + sum(b.size for b in bs)
        for Ws, bs in (network(rng, case) for case in cases)
    ]
    assert_equal(found, expected, what="count_parameters(widths) for several networks")
    large = student.count_parameters((60_000, 50_000, 10))
    assert_equal(large, 3_000_550_010, what="count_parameters of a very large network")


@criterion(of="collapse", points="1", says="Two layers without activation are one layer (A, c).")
def test_collapse_of_two_layers(student, rng):
    """A = W1 W2 and c = b1 W2 + b2: book 5.2, lines 2224-2230, with rows for columns."""
    known = (
        [np.array([[1.0, 3.0], [2.0, 4.0]]), np.array([[2.0], [-1.0]])],
        [np.array([1.0, -1.0]), np.array([0.5])],
    )
    cases = [known] + [network(rng, w) for w in ((3, 5, 2), (4, 2, 6), (3, 3, 3), (5, 4, 1))]
    found = untouched(student.collapse, cases)
    golden = (np.array([[-1.0], [0.0]]), np.array([3.5]))
    assert_close(found[0], golden, what="collapse(Ws, bs) of two small layers")
    expected = [(Ws[0] @ Ws[1], bs[0] @ Ws[1] + bs[1]) for Ws, bs in cases]
    assert_close(found, expected, what="collapse(Ws, bs) of two layers")


@criterion(
    of="collapse", points="1", says="So are any number of layers: X A + c is what they give."
)
def test_collapse_of_many_layers(student, reference, rng):
    depths = ((3, 2), (2, 5, 4, 3), (4, 2, 3, 5, 6), (3, 3, 3, 3))
    cases = [network(rng, widths) for widths in depths]
    found = [student.collapse(*case) for case in cases]
    for answer, (Ws, bs) in zip(found, cases, strict=True):
        assert_true(
            isinstance(answer, tuple) and len(answer) == 2,
            "collapse must return the tuple (A, c).",
        )
        A, c = answer
        assert_shape(A, (len(Ws[0]), len(bs[-1])), what="A from collapse")
        assert_shape(c, (len(bs[-1]),), what="c from collapse")
        X = rng.normal(size=(7, len(Ws[0])))
        expected = reference.mlp(X, Ws, bs, lambda S: S)
        assert_close(X @ A + c, expected, what="X A + c, compared with the layers themselves")


@criterion(of="xor_weights", points="1", says="Your weights make a ReLU network XOR, exactly.")
def test_xor_weights(student, reference):
    """The truth table of book 5.1, line 2210."""
    answer = student.xor_weights()
    assert_true(
        isinstance(answer, tuple) and len(answer) == 4,
        "xor_weights must return the tuple (W1, b1, W2, b2).",
    )
    hidden = np.shape(answer[1])[0] if np.ndim(answer[1]) == 1 else 2
    wanted = ((2, hidden), (hidden,), (hidden, 1), (1,))
    for part, shape, which in zip(answer, wanted, ("W1", "b1", "W2", "b2"), strict=True):
        assert_shape(part, shape, what=f"{which} from xor_weights")
    W1, b1, W2, b2 = answer
    outputs = reference.mlp(CORNERS, [W1, W2], [b1, b2], relu)
    table = np.array([[0.0], [1.0], [1.0], [0.0]])
    assert_array_equal(outputs, table, what="the network of xor_weights() on the four corners")


@criterion(
    of="reorder_units", points="0.5", says="Reordering hidden units leaves the function as it was."
)
def test_reordering_keeps_the_function(student, rng):
    cases = []
    for c, h, o in ((3, 5, 2), (2, 6, 4), (4, 4, 4), (5, 3, 6)):
        cases.append((*two_layers(rng, c, h, o), [*range(1, h - 1), 0, h - 1]))
    found = untouched(student.reorder_units, cases)
    for answer, (W1, b1, W2, _) in zip(found, cases, strict=True):
        assert_three_arrays(answer, (W1, b1, W2), "reorder_units")
        X = rng.normal(size=(9, len(W1)))
        moved = np.tanh(X @ answer[0] + answer[1]) @ answer[2]
        assert_close(moved, np.tanh(X @ W1 + b1) @ W2, what="the network after reorder_units")


@criterion(of="reorder_units", points="0.5", says="New unit k is the old unit order[k].")
def test_reordering_follows_the_order(student, rng):
    cases = []
    for c, h, o in ((3, 5, 2), (2, 6, 4), (4, 4, 4), (5, 3, 6)):
        cases.append((*two_layers(rng, c, h, o), [*range(1, h), 0]))
    found = [student.reorder_units(*case) for case in cases]
    expected = []
    for W1, b1, W2, order in cases:
        columns = np.stack([W1[:, k] for k in order], axis=1)
        expected.append(
            (columns, np.array([b1[k] for k in order]), np.stack([W2[k] for k in order]))
        )
    assert_close(found, expected, what="reorder_units(W1, b1, W2, order)")


@criterion(
    of="rescale_units",
    points="0.5",
    says="Units are scaled by the factors asked for, and the function stays as it was.",
)
def test_rescaling_keeps_the_function(student, rng):
    cases = []
    for c, h, o in ((3, 5, 2), (2, 6, 4), (4, 4, 4), (5, 3, 6)):
        cases.append((*two_layers(rng, c, h, o), rng.uniform(1.5, 4.0, size=h)))
        cases.append((*two_layers(rng, c, h, o), rng.uniform(0.1, 0.7, size=h)))
    cases.append((*two_layers(rng, 3, 2, 4), rng.uniform(1e-3, 2e-3, size=2)))
    found = untouched(student.rescale_units, cases)
    for answer, (W1, b1, W2, scales) in zip(found, cases, strict=True):
        assert_three_arrays(answer, (W1, b1, W2), "rescale_units")
        X = rng.normal(size=(9, len(W1)))
        units = X @ W1 + b1
        scaled = X @ answer[0] + answer[1]
        assert_close(scaled, units * scales, what="the hidden units after rescale_units")
        assert_close(
            relu(scaled) @ answer[2], relu(units) @ W2, what="the network after rescale_units"
        )


@criterion(of="rescale_units", points="0.5", says="A scale that is not positive raises ValueError.")
def test_rescaling_refuses(student, rng):
    cases = []
    for c, h, o in ((3, 5, 2), (2, 6, 4), (4, 4, 4)):
        for bad in (-1.5, -0.1, 0.0):
            scales = rng.uniform(0.5, 2.0, size=h)
            scales[int(rng.integers(h))] = bad
            cases.append((*two_layers(rng, c, h, o), scales))
        twice = rng.uniform(1, 2, size=h) * np.where(np.arange(h) < 2, -0.1, 1)  # product, sum > 0
        cases.append((*two_layers(rng, c, h, o), twice))
    refusals = [refused(student.rescale_units, *case) for case in cases]
    assert_true(
        all(refusals), "rescale_units must raise ValueError when a scale is negative or zero."
    )
