"""Each test asks for all its answers before it judges one: a diagnosis needs several.

A linear map is known by what it does to inputs that are one at a single place. So every expected
matrix and gradient below comes from the plain correlation, with impulses for x, w or X.
"""

import numpy as np

from autograder import criterion
from autograder.checks import assert_array_equal
from autograder.checks import assert_close
from autograder.checks import assert_equal
from autograder.checks import assert_leaves_inputs
from autograder.checks import assert_true

# The second digit of the optdigits test data, and the filter of 001 exercise 10.
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
EDGES = np.array([[-1.0, 0.0, 1.0]] * 3)
# 000 lines 84 to 102
SIGNAL = np.array([0.0, 0, 0, 1, 0, 1, 1, 1, 0, 0])
TAPS = np.array([1.0, -1.0, 1.0])
RESPONSE = np.array([0.0, 1, -1, 2, 0, 1, 0, 1])

NAMES = ("local_matrix", "conv1d_matrix", "conv_matrix", "tied_gradient")


def alone(student, reference, tested):
    """The student's module with right functions in place of all that `tested` may call."""
    return student.given(**{name: getattr(reference, name) for name in NAMES if name != tested})


def correlated(X, K):
    """K slid over X, one tap at a time."""
    rows, columns = X.shape[0] - K.shape[0] + 1, X.shape[1] - K.shape[1] + 1
    taps = np.ndindex(K.shape)
    return sum(K[u, v] * X[u : u + rows, v : v + columns] for u, v in taps)


def correlated1d(x, w):
    return correlated(x[None], w[None])[0]


def matrix1d(w, n, mode="valid"):
    pad = (len(w) - 1) // 2 if mode == "same" else 0
    return np.array([correlated1d(np.pad(impulse, pad), w) for impulse in np.eye(n)]).T


def matrix2d(K, H, W):
    images = np.eye(H * W).reshape(-1, H, W)
    return np.array([correlated(image, K).ravel() for image in images]).T


def beginning_alike(*arrays):
    """Other numbers in the same shapes, behind the same first ones: no answer can be looked up."""
    return tuple(np.concatenate((x.flat[:1], -x.flat[1:] / 2)).reshape(x.shape) for x in arrays)


def ask(function, cases):
    return [function(*case) for case in cases]


def untouched(function, cases):
    return [assert_leaves_inputs(function, *case) for case in cases]


@criterion(
    of="local_matrix", points="1", says="Row i holds the weights of output i, from column i."
)
def test_local(student, rng):
    named = np.array([[11.0, 12, 13], [21, 22, 23], [31, 32, 33], [41, 42, 43]])
    cases = [(named,)] + [(rng.normal(size=size),) for size in ((2, 5), (6, 2), (3, 3))]
    cases += [(rng.integers(1, 9, size=(3, 2)),), (rng.normal(size=(4, 1)),)]
    cases += [(cases[2][0].reshape(3, 4),), beginning_alike(*cases[2])]
    found = untouched(student.local_matrix, cases)
    expected = []
    for (weights,) in cases:
        m, k = weights.shape
        outputs = [[weights[i] @ x[i : i + k] for i in range(m)] for x in np.eye(m + k - 1)]
        expected.append(np.array(outputs).T)
    assert_close(found, expected, what="local_matrix(weights) for several sizes")
    # book 7.1.2, lines 3328 and 3332: on four pixels, and on the same with a zero at each end
    banded = np.array([[12.0, 13, 0, 0], [21, 22, 23, 0], [0, 31, 32, 33], [0, 0, 41, 42]])
    assert_close(found[0][:, 1:-1], banded, what="the inner columns of local_matrix(weights)")


@criterion(of="conv1d_matrix", points="1", says="Every row is the filter, one step further right.")
def test_conv1d_valid(student, reference, rng):
    sizes = ((3, 7), (4, 9), (2, 5), (5, 5), (3, 5))
    cases = [(TAPS, 10)] + [(rng.normal(size=k), n) for k, n in sizes]
    cases += [(rng.integers(1, 9, size=3), 6), (*beginning_alike(cases[1][0]), 7)]
    found = untouched(alone(student, reference, "conv1d_matrix").conv1d_matrix, cases)
    expected = [matrix1d(*case) for case in cases]
    assert_close(found, expected, what="conv1d_matrix(w, n) for several sizes")  # 000 line 147
    assert_close(found[0] @ SIGNAL, RESPONSE, what="conv1d_matrix(w, 10) @ x for x of the notes")


@criterion(of="conv1d_matrix", points="1.25", says="In mode same, taps off the ends are left out.")
def test_conv1d_same(student, reference, rng):
    cases = [(rng.normal(size=k), n, "same") for k, n in ((3, 6), (5, 7), (3, 3), (1, 4), (5, 2))]
    cases.append((rng.integers(1, 9, size=3), 5, "same"))
    found = ask(alone(student, reference, "conv1d_matrix").conv1d_matrix, cases)
    expected = [matrix1d(*case) for case in cases]
    assert_close(found, expected, what='conv1d_matrix(w, n, "same") for several sizes')


@criterion(of="conv_matrix", points="1.5", says="On square images M vec(X) is the flattened map.")
def test_matrix_of_square_images(student, reference, rng):
    """001 lines 99 to 104: (36, 64), 324 entries hold a weight, 9 in each row."""
    dense = np.arange(1.0, 10.0).reshape(3, 3)
    cases = [(EDGES, 8, 8), (dense, 8, 8), (rng.normal(size=(2, 2)), 5, 5), (dense[:2, :2], 4, 4)]
    cases.append((rng.integers(1, 9, size=(2, 2)), 4, 4))
    found = untouched(alone(student, reference, "conv_matrix").conv_matrix, cases)
    expected = [matrix2d(*case) for case in cases]
    assert_close(found, expected, what="conv_matrix(K, H, W) for square images")
    edges = correlated(DIGIT.astype(float), EDGES).ravel()
    assert_close(found[0] @ DIGIT.ravel(), edges, what="conv_matrix(K_v, 8, 8) @ vec(digit)")
    used = np.count_nonzero(found[1], axis=1)
    assert_array_equal(used, np.full(36, 9), what="entries in each row of conv_matrix(K, 8, 8)")


@criterion(of="conv_matrix", points="1", says="Images and filters need not be square.")
def test_matrix_of_any_image(student, reference, rng):
    sizes = ((2, 3, 5, 7), (3, 2, 7, 4), (1, 3, 1, 8), (3, 1, 6, 2), (3, 4, 3, 4))
    cases = [(rng.normal(size=(kh, kw)), H, W) for kh, kw, H, W in sizes]
    K = cases[0][0]
    cases += [(K.reshape(3, 2), 5, 7), (*beginning_alike(K), 5, 7)]
    found = ask(alone(student, reference, "conv_matrix").conv_matrix, cases)
    expected = [matrix2d(*case) for case in cases]
    assert_close(found, expected, what="conv_matrix(K, H, W) for several sizes")


@criterion(of="connections", points="0.75", says="Fully connected, locally connected, shared.")
def test_connections(student, reference, rng):
    # 000 lines 116 to 128; 001 line 104: of 2304 entries 324 hold one of nine weights.
    cases = [(1, 3, 1, 10), (3, 3, 8, 8)]
    for _ in range(5):
        kh, kw, rows, columns = (int(size) for size in rng.permutation(np.arange(2, 9))[:4])
        cases.append((kh, kw, kh + rows, kw + columns))
    found = ask(alone(student, reference, "connections").connections, cases)
    known = [(80, 24, 3), (2304, 324, 9)]
    assert_equal(found[:2], known, what="connections for the two layers of the notes")
    expected = []
    for kh, kw, H, W in cases:
        positions = correlated(np.ones((H, W)), np.ones((kh, kw))).size
        expected.append((positions * H * W, positions * kh * kw, kh * kw))
    assert_equal(found, expected, what="connections(kh, kw, H, W) for several layers")


def gradients(x, w, delta):
    """The loss is sum of delta * (correlation + b), linear in w, b and x each."""
    dw = [delta @ correlated1d(x, tap) for tap in np.eye(len(w))]
    dx = [delta @ correlated1d(impulse, w) for impulse in np.eye(len(x))]
    return np.array(dw), float(np.ones(len(delta)) @ delta), np.array(dx)


def draw_gradients(rng):
    """(x, w, delta); in the last one x and w hold integers, while delta stays a gradient."""
    sizes = ((6, 3), (9, 4), (5, 2), (7, 6))
    cases = [(rng.normal(size=n), rng.normal(size=k), rng.normal(size=n - k + 1)) for n, k in sizes]
    x, w = rng.integers(-9, 10, size=7), rng.integers(-9, 10, size=3)
    return [*cases, (x, w, rng.normal(size=5))]


def assert_triples(found):
    assert_true(
        all(isinstance(answer, tuple) and len(answer) == 3 for answer in found),
        "conv1d_grad must return the tuple (dw, db, dx).",
    )


@criterion(
    of="conv1d_grad", points="1.5", says="A shared weight adds up the parts of all its uses."
)
def test_shared_gradient(student, reference, rng):
    fifth = np.eye(8)[4]  # the error signal of one output: dw is its window
    cases = [(SIGNAL, TAPS, RESPONSE), (SIGNAL, TAPS, fifth), *draw_gradients(rng)]
    found = untouched(alone(student, reference, "conv1d_grad").conv1d_grad, cases)
    assert_triples(found)
    known = [(np.array([4.0, 0.0, 4.0]), 4.0), (np.array([0.0, 1.0, 1.0]), 1.0)]
    assert_close([answer[:2] for answer in found[:2]], known, what="(dw, db) for x of the notes")
    expected = [gradients(*case)[:2] for case in cases]
    assert_close([answer[:2] for answer in found], expected, what="(dw, db) of conv1d_grad")


@criterion(of="conv1d_grad", points="1", says="The input's gradient is M^T delta, as long as x.")
def test_input_gradient(student, reference, rng):
    cases = draw_gradients(rng)
    found = ask(alone(student, reference, "conv1d_grad").conv1d_grad, cases)
    assert_triples(found)
    expected = [gradients(*case)[2] for case in cases]
    assert_close([answer[2] for answer in found], expected, what="dx of conv1d_grad")


@criterion(of="tied_gradient", points="1", says="The entries that hold the same weight are added.")
def test_tied_gradient(student, reference, rng):
    cases = [(np.outer(RESPONSE, SIGNAL), 3)]  # the gradient of a dense layer: delta x^T
    cases += [(rng.normal(size=(m, m + k - 1)), k) for m, k in ((5, 3), (4, 2), (2, 5), (3, 3))]
    cases.append((*beginning_alike(cases[1][0]), 3))
    found = untouched(alone(student, reference, "tied_gradient").tied_gradient, cases)
    assert_close(found[0], np.array([4.0, 0.0, 4.0]), what="tied_gradient of delta x^T")
    expected = []
    for G, k in cases:
        uses = [matrix1d(tap, G.shape[1]) for tap in np.eye(k)]
        expected.append(np.array([(use * G).sum() for use in uses]))
    assert_close(found, expected, what="tied_gradient(G, k) for several sizes")
