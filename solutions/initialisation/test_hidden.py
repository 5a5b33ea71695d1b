"""Each test asks for all its answers before it judges one: a diagnosis needs several."""

from itertools import pairwise

import numpy as np

from autograder import criterion
from autograder.checks import assert_close
from autograder.checks import assert_equal
from autograder.checks import assert_leaves_inputs
from autograder.checks import assert_shape
from autograder.checks import assert_true
from autograder.checks import numerical_vjp
from autograder.checks import observe

CORNERS = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
XOR = np.array([[0.0], [1.0], [1.0], [0.0]])
START = (
    np.array([[1.0, -1.0, 0.5], [-1.0, 1.0, 0.5]]),
    np.array([-0.5, -0.5, 0.0]),
    np.array([[0.5], [0.5], [-0.5]]),
    np.zeros(1),
)
ZEROS = tuple(np.zeros_like(part) for part in START)


def untouched(function, cases):
    return [assert_leaves_inputs(function, *case) for case in cases]


def beginning_alike(*arrays):
    """The same shapes and first entries, the others backwards: no answer can be looked up."""
    return tuple(np.append(x.flat[:1], x.flat[:0:-1]).reshape(x.shape) for x in arrays)


def signed(rng, shape):
    """Entries of both signs, none near 0."""
    return rng.choice((-1.0, 1.0), size=shape) * rng.uniform(0.3, 1.7, size=shape)


def sigmoid(s):
    return 1.0 / (1.0 + np.exp(-s))


def d_sigmoid(s):
    return sigmoid(s) * (1.0 - sigmoid(s))


def d_tanh(s):
    return 1.0 - np.tanh(s) ** 2


def parameters(rng, c, h, o):
    return (
        signed(rng, (c, h)) / np.sqrt(c),
        signed(rng, h),
        signed(rng, (h, o)) / np.sqrt(h),
        signed(rng, o),
    )


def regression(rng, n, c, h, o):
    return rng.normal(size=(n, c)), rng.normal(size=(n, o)), parameters(rng, c, h, o)


def loss_of(X, Y, params):
    W1, b1, W2, b2 = params
    return np.mean((np.tanh(X @ W1 + b1) @ W2 + b2 - Y) ** 2)


def layers(rng, *widths):
    return [signed(rng, (c, o)) / np.sqrt(c) for c, o in pairwise(widths)]


@criterion(of="glorot", points="1", says="Uniform on [-a, a) with a = sqrt(6 / (c + o)).")
def test_glorot(student, rng):
    cases = [np.array([[0.0, 0.5], [0.25, 0.75], [0.5, 0.0], [0.75, 0.5]])]
    cases += [rng.random(size) for size in ((3, 5), (7, 2), (4, 4), (1, 6))]
    cases += [cases[1].reshape(1, 15), *beginning_alike(cases[1])]
    found = [assert_leaves_inputs(student.glorot, U) for U in cases]
    golden = np.array([[-1.0, 0.0], [-0.5, 0.5], [0.0, -1.0], [0.5, 0.0]])
    assert_close(found[0], golden, what="glorot(U) of shape (4, 2), where a is 1")
    expected = [np.sqrt(6.0 / (len(U) + U.shape[1])) * (U - (1.0 - U)) for U in cases]
    assert_close(found, expected, what="glorot(U) for several shapes")


@criterion(
    of="orthogonal", points="0.5", says="Orthonormal columns, made from those of G one by one."
)
def test_orthogonal_columns(student, rng):
    cases = [rng.normal(size=size) for size in ((5, 3), (4, 4), (6, 2), (7, 5))]
    found = [assert_leaves_inputs(student.orthogonal, G) for G in cases]
    for Q, G in zip(found, cases, strict=True):
        assert_shape(Q, G.shape, what="orthogonal(G)")
        assert_close(Q.T @ Q, np.eye(G.shape[1]), what="Q^T Q for Q = orthogonal(G)")
        below = np.tril(Q.T @ G, k=-1)
        assert_close(below, np.zeros_like(below), what="the part of Q^T G below its diagonal")


@criterion(of="orthogonal", points="0.5", says="Signs are such that the diagonal of R is positive.")
def test_orthogonal_signs(student, reference, rng):
    cases = [rng.normal(size=size) for size in ((5, 3), (4, 4), (6, 2), (7, 5))]
    # Of two square ones that differ in the order of their columns, one turns space over.
    cases += [cases[1][:, [1, 0, 2, 3]], cases[2].reshape(4, 3), *beginning_alike(cases[0])]
    found = [student.orthogonal(G) for G in cases]
    expected = [reference.orthogonal(G) for G in cases]
    assert_close(found, expected, what="orthogonal(G) for tall G")


@criterion(of="orthogonal", points="0.5", says="A wide matrix has orthonormal rows.")
def test_orthogonal_rows(student, reference, rng):
    cases = [rng.normal(size=size) for size in ((3, 5), (2, 6), (4, 7), (1, 3))]
    found = [student.orthogonal(G) for G in cases]
    expected = [reference.orthogonal(G) for G in cases]
    assert_close(found, expected, what="orthogonal(G) for wide G")


@criterion(of="gradients", points="1", says="The gradients of the loss for all four parameters.")
def test_gradients(student, reference, rng):
    """The reference itself is held against differences of the loss."""
    cases = [regression(rng, *s) for s in ((5, 3, 4, 2), (2, 2, 5, 3), (4, 3, 3, 3), (6, 4, 2, 5))]
    X, Y, params = cases[0]
    cases.append((*beginning_alike(X, Y), params))
    found = untouched(student.gradients, cases)
    expected = [reference.gradients(*case) for case in cases]
    X, Y, (W1, *others) = cases[0]
    slopes = numerical_vjp(lambda W: loss_of(X, Y, (W, *others)), W1, 1.0)
    assert_close(expected[0][0], slopes, what="the right dW1", rtol=1e-5, atol=1e-7)
    assert_close(found, expected, what="gradients(X, Y, params) for several networks")


@criterion(of="train", points="0.75", says="One step subtracts lr times the gradient.")
def test_train_one_step(student, reference, rng):
    given = student.given(gradients=reference.gradients)
    cases = [(*regression(rng, *s), 0.3, 1) for s in ((5, 3, 4, 2), (2, 2, 5, 3), (4, 3, 3, 3))]
    found = [given.train(*case) for case in cases]
    expected = [reference.train(*case) for case in cases]
    assert_close(found, expected, what="train(X, Y, params, lr, 1)")


@criterion(
    of="train", points="0.75", says="Each step starts where the last one ended; XOR is learned."
)
def test_train_several_steps(student, reference, rng):
    """All zeros teach only b2: the hidden units stay copies of one another (003, line 59)."""
    given = student.given(gradients=reference.gradients)
    cases = [(CORNERS, XOR, START, 0.5, 40), (CORNERS, XOR, ZEROS, 0.5, 3)]
    cases += [(*regression(rng, *s), 0.1, 4) for s in ((5, 3, 4, 2), (2, 2, 5, 3))]
    cases.append((*cases[2][:3], 4.0, 3))  # too large a rate: the loss rises
    found = [given.train(*case) for case in cases]
    expected = [reference.train(*case) for case in cases]
    what = "train(X, Y, params, lr, steps)"
    assert_close(found, expected, what=what, rtol=1e-6, atol=1e-8)
    assert_true(found[0][1][-1] < 0.01, "After 40 steps from the given start XOR must be learned.")
    (W1, b1, W2, b2), _ = found[1]
    still = not (W1.any() or b1.any() or W2.any()) and b2.any()
    assert_true(still, "From zeros only b2 can learn.")


@criterion(
    of="train",
    points="0.5",
    says="The same values, and the arrays it starts from stay as they were.",
)
def test_train_leaves_its_start(student, reference, rng):
    given = student.given(gradients=reference.gradients)
    cases = [(*regression(rng, *s), 0.2, 2) for s in ((5, 3, 4, 2), (2, 2, 5, 3), (4, 3, 2, 3))]
    seen = [observe(given.train, *case) for case in cases]
    expected = [reference.train(*case) for case in cases]
    assert_true(not any(s.changed for s in seen), "train must leave its arguments as they were.")
    assert_close([s.value for s in seen], expected, what="train(X, Y, params, lr, 2)")


@criterion(of="distinct_units", points="0.5", says="Hidden units that are copies count once.")
def test_distinct_units(student, rng):
    cases, expected = [], []
    for c, kinds, o, h in ((3, 2, 2, 5), (2, 3, 4, 7), (4, 1, 3, 6), (3, 4, 2, 4), (5, 5, 3, 9)):
        W1, b1, W2, _ = parameters(rng, c, kinds, o)
        units = rng.permutation(
            np.concatenate([np.arange(kinds), rng.integers(kinds, size=h - kinds)])
        )
        cases.append((W1[:, units], b1[units], W2[units]))
        expected.append(kinds)
    # 0.0 and -0.0 are equal
    zeros = np.array([[0.0, -0.0, 0.0, 1.0]])
    cases.append((zeros, zeros[0], np.ones((4, 2))))
    expected.append(2)
    found = untouched(student.distinct_units, cases)
    assert_equal(found, expected, what="distinct_units(W1, b1, W2) for several networks")


@criterion(of="distinct_units", points="0.5", says="Copies agree in all: weights, bias, way out.")
def test_units_that_differ_in_one_thing(student, rng):
    cases = []
    for part, size in zip((0, 1, 2) * 4, (0.5, 1e-9) * 6, strict=True):
        h = int(rng.integers(3, 8))
        one = parameters(rng, 3, 1, 2)[:3]
        W1, b1, W2 = np.tile(one[0], h), np.tile(one[1], h), np.tile(one[2], (h, 1))
        shifts = np.arange(h) * size
        W1[-1] += shifts * (part == 0)
        b1 += shifts * (part == 1)
        W2[:, -1] += shifts * (part == 2)
        cases.append((W1, b1, W2))
    # the same weights in another order
    cases.append((np.array([[1.0, 2.0], [2.0, 1.0]]), np.zeros(2), np.ones((2, 3))))
    found = [student.distinct_units(*case) for case in cases]
    expected = [len(b1) for _, b1, _ in cases]
    assert_equal(found, expected, what="distinct_units of units that differ in one thing only")


@criterion(of="adjoint_norms", points="0.75", says="Each layer multiplies by the slope of phi.")
def test_adjoint_norms_of_a_chain(student, rng):
    """Layers of one unit. At most 1/4 for each sigmoid: book 6.4.3, line 3194."""
    one = np.ones(1)
    depths = (1, 5, 10)
    cases = [([np.ones((1, 1))] * L, 0 * one, one, sigmoid, d_sigmoid) for L in depths]
    for L in (2, 3, 4):
        Ws = [rng.uniform(0.5, 1.5, size=(1, 1)) for _ in range(L)]
        cases.append((Ws, signed(rng, 1), signed(rng, 1), np.tanh, d_tanh))
    found = untouched(student.adjoint_norms, cases)
    first = [answer[0] for answer in found[:3]]
    golden = [0.25, 6.763391969703792e-4, 3.875220232083259e-7]
    what = "the cotangent at the input of 1, 5 and 10 sigmoids"
    assert_close(first, golden, what=what, rtol=1e-6, atol=0.0)
    expected = []
    for Ws, x, v, phi, d_phi in cases:
        h, slopes = x, []
        for W in Ws:
            slopes.append(d_phi(h * W[0, 0]) * W[0, 0])
            h = phi(h * W[0, 0])
        behind = [np.prod(slopes[k:]) for k in range(len(Ws) + 1)]
        expected.append(np.abs(v[0] * np.array(behind)))
    assert_close(found, expected, what="adjoint_norms of layers of one unit")


@criterion(
    of="adjoint_norms", points="0.75", says="Layers of any width; orthogonal ones keep lengths."
)
def test_adjoint_norms_of_any_width(student, reference, rng):
    def identity(s):
        return s

    squares = [reference.orthogonal(rng.normal(size=(4, 4))) for _ in range(5)]
    cases = [(squares, signed(rng, 4), signed(rng, 4), identity, np.ones_like)]
    for widths in ((3, 5, 2), (2, 4, 3, 5), (3, 3, 3, 3, 3), (6, 2, 3, 2, 4)):
        x, v = signed(rng, widths[0]), signed(rng, widths[-1])
        cases.append((layers(rng, *widths), x, v, np.tanh, d_tanh))
    found = [student.adjoint_norms(*case) for case in cases]
    kept = np.full(6, np.linalg.norm(cases[0][2]))
    assert_close(found[0], kept, what="adjoint_norms of orthogonal layers without activation")
    expected = [reference.adjoint_norms(*case) for case in cases]
    assert_close(found, expected, what="adjoint_norms for several widths")


@criterion(of="underflow_depth", points="1", says="The depth at which the product is exactly 0.")
def test_underflow_depth(student, reference):
    """Sigmoids in 32 bits, the usual type: book 6.4.3, lines 3190-3194."""
    types = [np.dtype(name) for name in ("float16", "float32", "float64")]
    # From 0.49 the rounded products reach 0 one layer sooner than logarithms say.
    # With 0.3124 and 0.1747 it matters in 16 bits that the factor is rounded, too.
    factors = (0.25, 0.5, 0.1, 0.3, 0.49, 0.3124, 0.1747)
    found = [student.underflow_depth(factor, dtype) for dtype in types for factor in factors]
    assert_equal(
        found[:: len(factors)], [13, 75, 538], what="underflow_depth(0.25, dtype) for three types"
    )
    expected = [reference.underflow_depth(factor, dtype) for dtype in types for factor in factors]
    assert_equal(found, expected, what="underflow_depth(factor, dtype) for several factors")


@criterion(
    of="relu_vjp_from_output", points="0.5", says="The output of ReLU tells where the input was on."
)
def test_relu_vjp_from_output(student, rng):
    """Book 6.4.3, lines 3208-3210."""
    cases = []
    for size in ((3, 5), (4, 4), (6, 2), (1, 7)):
        Z = signed(rng, size)
        cases.append((Z, np.maximum(Z, 0.0), signed(rng, size)))
    Z, H, V = cases[0]
    cases += [(Z, H / 1e6, V), (Z, H, *beginning_alike(V))]
    cases.append(tuple(part.reshape(2, 8) for part in cases[1]))
    found = untouched(student.relu_vjp_from_output, [(H, V) for _, H, V in cases])
    expected = [V * (Z > 0) for Z, _, V in cases]
    assert_close(found, expected, what="relu_vjp_from_output(H, V)")


@criterion(of="is_subgradient", points="0.5", says="A subgradient's line is nowhere above f.")
def test_is_subgradient(student):
    """Slopes from 0 to 1 for ReLU at 0, from -1 to 1 for |x|: book 6.4.4, lines 3216-3230."""
    ys = [-3.0, -1.0, -0.25, 0.0, 0.125, 0.5, 1.5]
    # each function with slopes that are subgradients at 0, and slopes that are not
    known = (
        (lambda x: max(x, 0.0), (0.0, 0.5, 1.0), (1.25, 1.0005, -0.25, -1.0)),
        (abs, (-1.0, -0.5, 0.0, 0.75, 1.0), (1.5, -1.25, -2.0)),
        (lambda x: x * x, (0.0,), (0.25, -0.5, -1.0, -2.0)),
        (lambda x: -abs(x), (), (0.0, 1.0, -0.5)),
    )
    cases = [(f, 0.0, z, ys) for f, good, bad in known for z in (*good, *bad)]
    cases += [(lambda x: x * x, 1.0, z, ys) for z in (2.0, 3.0, 1.0, 0.5)]
    cases.append((abs, 0.0, 5.0, [-3.0, -1.0]))  # too steep, but for none of these points
    found = untouched(student.is_subgradient, cases)
    expected = [z in good for _, good, bad in known for z in (*good, *bad)]
    expected += [True, False, False, False]
    expected.append(True)
    assert_equal(found, expected, what="is_subgradient(f, x, z, ys) for several f and z")
