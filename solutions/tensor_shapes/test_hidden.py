"""Each test asks for all its answers before it judges one: a diagnosis needs several."""

import numpy as np

from autograder import criterion
from autograder.checks import assert_close
from autograder.checks import assert_equal
from autograder.checks import assert_leaves_inputs
from autograder.checks import assert_true

# The two vectors of book 2.1.1, lines 262-266: their dot product is -0.43.
FIRST = np.array([[0.1, 0.0, -0.3]])
SECOND = np.array([[-4.0, 0.05, 0.1]])


def sizes(rng, count):
    """Sizes from 2 to 7, no two alike, so that no mix-up of two axes goes unseen."""
    return [int(size) for size in rng.permutation(np.arange(2, 8))[:count]]


def ask(function, cases):
    return [function(*case) for case in cases]


def contractions(student, operation, cases):
    return [student.contract(operation, *case) for case in cases]


def refused(function, *arguments):
    """Whether the call raises ValueError."""
    try:
        function(*arguments)
    except ValueError:
        return True
    return False


@criterion(of="contract", points="1", says="bmm multiplies matrix i with matrix i, for every i.")
def test_bmm(student, rng):
    """(4, 5, 2) times (4, 2, 3) is book 2.1.3, lines 480-486."""
    cases = []
    for n, a, b, c in ((4, 5, 2, 3), sizes(rng, 4), sizes(rng, 4), (3, 3, 3, 3)):
        cases.append((rng.normal(size=(n, a, b)), rng.normal(size=(n, b, c))))
    found = [assert_leaves_inputs(student.contract, "bmm", *case) for case in cases]
    assert_close(found, [A @ B for A, B in cases], what="contract('bmm', A, B) for several sizes")


@criterion(of="contract", points="0.5", says="bmm_transposed multiplies with the transposes.")
def test_bmm_transposed(student, rng):
    cases = []
    for n, a, b, c in (sizes(rng, 4), sizes(rng, 4), (2, 3, 3, 3), (4, 4, 4, 4)):
        cases.append((rng.normal(size=(n, a, b)), rng.normal(size=(n, c, b))))
    found = contractions(student, "bmm_transposed", cases)
    expected = [A @ np.swapaxes(B, 1, 2) for A, B in cases]
    assert_close(found, expected, what="contract('bmm_transposed', A, B) for several sizes")


@criterion(of="contract", points="0.5", says="dot sums the elementwise product over all axes.")
def test_generalised_dot(student, rng):
    shapes = [tuple(sizes(rng, 3)) for _ in range(4)] + [(2, 2, 2)]
    cases = [(rng.normal(size=shape), rng.normal(size=shape)) for shape in shapes]
    found = contractions(student, "dot", [*cases, (FIRST[None], SECOND[None])])
    expected = [*((X * Y).sum() for X, Y in cases), -0.43]
    assert_close(found, expected, what="contract('dot', X, Y) for several sizes")


@criterion(of="contract", points="0.5", says="gram holds the dot products of all pairs of rows.")
def test_gram(student, rng):
    cases = [(rng.normal(size=sizes(rng, 2)),) for _ in range(4)] + [(rng.normal(size=(3, 3)),)]
    found = contractions(student, "gram", cases)
    assert_close(found, [X @ X.T for (X,) in cases], what="contract('gram', X) for several sizes")


@criterion(of="contract", points="1", says="quadratic gives x^T A x, one number for each row.")
def test_quadratic_forms(student, rng):
    cases = []
    for n, c in (sizes(rng, 2), sizes(rng, 2), sizes(rng, 2), (4, 4)):
        cases.append((rng.normal(size=(n, c)), rng.normal(size=(c, c))))
    found = contractions(student, "quadratic", cases)
    expected = [np.array([x @ A @ x for x in X]) for X, A in cases]
    assert_close(found, expected, what="contract('quadratic', X, A) for several sizes")


@criterion(of="contract", points="0.5", says="trace sums the diagonal; outer pairs two vectors.")
def test_trace_and_outer(student, rng):
    squares = [(rng.normal(size=(n, n)),) for n in sizes(rng, 4)]
    vectors = [tuple(rng.normal(size=size) for size in sizes(rng, 2)) for _ in range(3)]
    vectors.append((rng.normal(size=3), rng.normal(size=3)))
    traces = contractions(student, "trace", squares)
    products = contractions(student, "outer", vectors)
    expected = [sum(A[i, i] for i in range(len(A))) for (A,) in squares]
    assert_close(traces, expected, what="contract('trace', A) for several sizes")
    expected = [np.array([a * y for a in x]) for x, y in vectors]
    assert_close(products, expected, what="contract('outer', x, y) for several sizes")


@criterion(of="broadcast_shape", points="1", says="Axes meet from the right, and a 1 stretches.")
def test_broadcast_shape(student, rng):
    """A column and a vector, (4, 1) and (4,): book 2.1.1, line 220."""
    a, b, c, d = sizes(rng, 4)
    cases = [((4, 1), (4,)), ((a, b, c), (c,)), ((b, 1), (a, 1, c)), ((a, b), (a, b))]
    cases += [
        ((4,), (4, 1)),
        ((d,), (a, 1)),
        ((1, b, 1, d), (c, d)),
        ((3, 3), (3,)),
        ((a, 1, 1), (b, 1, c, d)),
    ]
    found = ask(student.broadcast_shape, cases)
    assert_equal(found[0], (4, 4), what="broadcast_shape((4, 1), (4,))")
    expected = ask(np.broadcast_shapes, cases)
    assert_equal(found, expected, what="broadcast_shape(s, t) for several shapes")


@criterion(of="broadcast_shape", points="1", says="Shapes that do not fit raise ValueError.")
def test_broadcast_refuses(student, rng):
    a, b, c, d = sizes(rng, 4)
    cases = [((a,), (b,)), ((a, b), (a,)), ((c, a, d), (b, d)), ((a, b), (b, a)), ((4,), (2,))]
    cases += [((2, 6), (3, 6)), ((6,), (5, 3)), ((2, 8), (4, 1)), ((1, a), (d, b))]
    refusals = [refused(student.broadcast_shape, *case) for case in cases]
    assert_true(all(refusals), "broadcast_shape must raise ValueError for shapes that do not fit.")


@criterion(
    of="broadcast_shape",
    points="0.5",
    says="A number has the shape (); an axis of size 0 stays empty.",
    after="test_broadcast_shape",
)
def test_broadcast_of_little(student, rng):
    a, b, c = sizes(rng, 3)
    cases = [((), (a, b)), ((c,), ()), ((), ()), ((0,), (1,)), ((1, b), (0, 1)), ((a, 0), (1,))]
    cases.append(((0, a), (b, 0, 1)))
    found = ask(student.broadcast_shape, cases)
    expected = ask(np.broadcast_shapes, cases)
    assert_equal(found, expected, what="broadcast_shape(s, t) with empty shapes and axes")
    assert_true(
        refused(student.broadcast_shape, (0,), (a,)),
        "broadcast_shape must raise ValueError when an axis of size 0 meets a larger one.",
    )


@criterion(
    of="broadcast_shape",
    points="0.5",
    says="Shapes of arrays that no memory holds are worked out all the same.",
    after="test_broadcast_shape",
)
def test_broadcast_of_much(student, rng):
    """More entries than numpy can count: a view of a single number has no such shape either."""
    cases = []
    for _ in range(4):
        a, b, c = (10**10 * size for size in sizes(rng, 3))
        cases.append(((a, 1, c), (b, 1)))
    found = ask(student.broadcast_shape, cases)
    expected = [(s[0], t[0], s[2]) for s, t in cases]
    assert_equal(found, expected, what="broadcast_shape(s, t) of huge shapes")


@criterion(of="pairwise_sq_dists", points="1", says="Entry (i, j) belongs to rows x_i and y_j.")
def test_squared_distances(student, rng):
    """The norm of x - y by dot products: book 2.1.1, lines 300-304."""
    corners = np.array([[0.0, 0.0], [3.0, 4.0]])
    cases = [(FIRST, SECOND), (corners, corners)]
    for n, m, c in (sizes(rng, 3), sizes(rng, 3), sizes(rng, 3), (3, 3, 3)):
        cases.append((rng.normal(size=(n, c)), rng.normal(size=(m, c))))
    found = [assert_leaves_inputs(student.pairwise_sq_dists, X.copy(), Y.copy()) for X, Y in cases]
    golden = [np.array([[16.9725]]), np.array([[0.0, 25.0], [25.0, 0.0]])]
    assert_close(found[:2], golden, what="pairwise_sq_dists(X, Y) for known points")
    expected = [np.array([[(x - y) @ (x - y) for y in Y] for x in X]) for X, Y in cases]
    assert_close(found, expected, what="pairwise_sq_dists(X, Y) for several sizes")


@criterion(of="pairwise_sq_dists", points="0.5", says="Points far from the origin lose no digits.")
def test_distances_far_away(student, rng):
    cases = []
    for n, m, c in (sizes(rng, 3), sizes(rng, 3), sizes(rng, 3)):
        cases.append((1e8 + rng.normal(size=(n, c)), 1e8 + rng.normal(size=(m, c))))
        centres = 1e8 * rng.normal(size=(2, c))  # two clusters: no one origin is near to both
        clusters = [centres + rng.normal(size=(rows, 1, c)) for rows in (n, m)]
        cases.append(tuple(points.reshape(-1, c) for points in clusters))
    found = ask(student.pairwise_sq_dists, cases)
    expected = [((X[:, None] - Y) ** 2).sum(axis=-1) for X, Y in cases]
    assert_close(found, expected, what="pairwise_sq_dists(X, Y) of points near +-1e8")


@criterion(of="pairwise_sq_dists", points="0.5", says="Pixels, stored in single bytes, work too.")
def test_distances_of_pixels(student, rng):
    cases = []
    for n, m, c in (sizes(rng, 3), sizes(rng, 3), sizes(rng, 3)):
        pixels = [rng.integers(0, 256, size=(rows, c)).astype(np.uint8) for rows in (n, m)]
        cases.append(tuple(pixels))
    large = [rng.integers(-(10**6), 10**6, size=(rows, 2)).astype(np.int32) for rows in (3, 4)]
    cases.append(tuple(large))
    found = ask(student.pairwise_sq_dists, cases)
    expected = [((X[:, None].astype(float) - Y) ** 2).sum(axis=-1) for X, Y in cases]
    assert_close(found, expected, what="pairwise_sq_dists(X, Y) of integers")


@criterion(of="cosine_similarity", points="0.5", says="The dot product over both lengths.")
def test_cosine(student, rng):
    cases = [(FIRST, SECOND)]
    for n, m, c in (sizes(rng, 3), sizes(rng, 3), sizes(rng, 3), (3, 3, 3)):
        cases.append((rng.normal(size=(n, c)), rng.normal(size=(m, c))))
    found = [assert_leaves_inputs(student.cosine_similarity, *case) for case in cases]
    golden = np.array([[-0.3398121352682478]])
    assert_close(found[0], golden, what="cosine_similarity(X, Y) for known vectors")
    expected = [
        np.array([[x @ y / np.sqrt(x @ x * (y @ y)) for y in Y] for x in X]) for X, Y in cases
    ]
    assert_close(found, expected, what="cosine_similarity(X, Y) for several sizes")


@criterion(
    of="cosine_similarity",
    points="0.5",
    says="Rows of tiny norm count like all others; a row of zeros gives 0.",
)
def test_cosine_of_any_length(student, rng):
    cases, expected = [], []
    for n, m, c in (sizes(rng, 3), sizes(rng, 3), sizes(rng, 3), sizes(rng, 3)):
        X, Y = rng.normal(size=(n, c)), rng.normal(size=(m, c))
        cosines = X @ Y.T / np.outer(np.linalg.norm(X, axis=1), np.linalg.norm(Y, axis=1))
        X *= 10.0 ** rng.integers(-9, 5, size=(n, 1))
        X[0] *= 1e-15 / np.linalg.norm(X[0])
        X[-1], cosines[-1] = 0.0, 0.0
        Y[0], cosines[:, 0] = 0.0, 0.0
        cases.append((X, 1e-5 * Y))
        expected.append(cosines)
    found = ask(student.cosine_similarity, cases)
    assert_close(found, expected, what="cosine_similarity(X, Y) for rows of all lengths")
