"""Each test asks for all its answers before it judges one: a diagnosis needs several."""

import numpy as np

from autograder import criterion
from autograder.checks import assert_close
from autograder.checks import assert_leaves_inputs

# Central differences with h = 1e-5 are right to about 1e-10 here, one-sided ones to 1e-5.
NEAR = {"rtol": 1e-7, "atol": 1e-8}


def sizes(rng, count):
    """Sizes from 2 to 6, no two alike, so that no mix-up of two axes goes unseen."""
    return [int(size) for size in rng.permutation(np.arange(2, 7))[:count]]


def ask(function, cases):
    return [function(*case) for case in cases]


def untouched(function, cases):
    """As ask, but a call that changes an argument fails."""
    return [assert_leaves_inputs(function, *case) for case in cases]


def linear(W):
    return lambda x: W @ x


def waves(W):
    """A map with every derivative: sin(W x), and its Jacobian."""
    return lambda x: np.sin(W @ x), lambda x: np.cos(W @ x)[:, None] * W


def mixed(x):
    """Three inputs, two outputs."""
    return np.array([x[0] ** 2 * x[1] + np.sin(x[2]), np.exp(x[0]) * x[1] - x[2] ** 3])


def mixed_jacobian(x):
    return np.array(
        [
            [2 * x[0] * x[1], x[0] ** 2, np.cos(x[2])],
            [np.exp(x[0]) * x[1], np.exp(x[0]), -3 * x[2] ** 2],
        ]
    )


def cube(x):
    return x**3


def fifth_power(x):
    return x**5


def sum_of_cubes(x):
    return (x**3).sum()


def parabola(x):
    """The running function of book 2.2, line 620."""
    return x**2 - 1.5 * x


@criterion(of="numerical_jacobian", points="1", says="The Jacobian of x -> W x is W.")
def test_jacobian_of_a_linear_map(student, rng):
    """d(W x)/dx = W: book 2.2.3, lines 814-843."""
    shapes = [sizes(rng, 2), sizes(rng, 2), (5, 2), (3, 3), (1, 3), (4, 1)]
    matrices = [rng.normal(size=shape) for shape in shapes]
    points = [rng.normal(size=W.shape[1]) for W in matrices]
    found = [
        student.numerical_jacobian(linear(W), x) for W, x in zip(matrices, points, strict=True)
    ]
    assert_close(found, matrices, what="numerical_jacobian of x -> W x", **NEAR)


@criterion(of="numerical_jacobian", points="1", says="The derivatives of a curved function too.")
def test_jacobian_of_a_curved_map(student, rng):
    points = [rng.uniform(-1, 1, size=3) for _ in range(4)]
    W = rng.uniform(0.5, 1.5, size=(4, 2))
    f, jacobian = waves(W)
    turns = [rng.uniform(0.3, 0.9, size=2) for _ in range(3)]
    found = [student.numerical_jacobian(mixed, x) for x in points]
    found += [student.numerical_jacobian(f, x) for x in turns]
    expected = [mixed_jacobian(x) for x in points] + [jacobian(x) for x in turns]
    assert_close(found, expected, what="numerical_jacobian of curved functions", **NEAR)

    # A function may itself take derivatives: a call begins and ends while another is at work.
    x = points[0][:2]
    found = student.numerical_jacobian(
        lambda z: student.numerical_jacobian(sum_of_cubes, z, 0.1).sum(), x, 0.1
    )
    what = "numerical_jacobian of a function that calls numerical_jacobian"
    assert_close(found, 6 * x, what=what, **NEAR)


@criterion(
    of="numerical_jacobian",
    points="1",
    says="The step is the h that is passed, to both sides: x^3 gives 3 x^2 + h^2.",
)
def test_jacobian_uses_the_step(student, rng):
    """The truncation error of a central difference, exact for a cubic."""
    cases = [(cube, rng.uniform(0.5, 1.5, size=n), h) for n, h in ((2, 0.1), (3, 0.2), (4, 0.05))]
    # four points make no error of a cubic: the fifth power tells them from a tiny step
    x, h = rng.uniform(0.5, 1.5, size=2), 0.2
    found = ask(student.numerical_jacobian, [*cases, (fifth_power, x, h)])
    expected = [np.diag(3 * x**2 + h**2) for _, x, h in cases]
    expected.append(np.diag(5 * x**4 + 10 * x**2 * h**2 + h**4))
    assert_close(found, expected, what="numerical_jacobian(f, x, h) of powers, h = 0.05 to 0.2")


@criterion(
    of="numerical_jacobian",
    points="1",
    says="Numbers, vectors and matrices: the shape is that of f(x), then that of x.",
)
def test_jacobian_of_any_shape(student, rng):
    """d(W x)/dW has shape (o, o, d): book 2.2.3, lines 844-866; the rows k != i are zero.

    A batch X W + b, with the bias as the last row of W, has the shapes of book 6.1, lines 2692-2694
    (the book forgets the row: cc' for (c+1)c'). A sum of 10 squares has 10 slopes: line 3132.
    """
    n, o, d = sizes(rng, 3)
    x, W = rng.normal(size=d), rng.normal(size=(o, d))
    X, A = rng.normal(size=(n, d)), rng.normal(size=(d + 1, o))
    ones, ten = np.hstack([X, np.ones((n, 1))]), rng.normal(size=10)
    cases = [
        (lambda A: A @ x, W),
        (lambda A: (A**2).sum(), W),
        (lambda A: A.T, W),
        (parabola, np.array(0.5)),
        (lambda t: t * x, np.array(1.5)),
        (lambda X: X @ A[:-1] + A[-1], X),
        (lambda A: X @ A[:-1] + A[-1], A),
        (lambda v: (v**2).sum(), ten),
        (lambda v: 2, x),
    ]
    found = ask(student.numerical_jacobian, cases)
    expected = [
        np.einsum("ik,j->ikj", np.eye(o), x),
        2 * W,
        np.einsum("jl,ik->jikl", np.eye(d), np.eye(o)),
        np.array(-0.5),
        x,
        np.einsum("mn,co->nomc", np.eye(n), A[:-1]),
        np.einsum("nc,op->nocp", ones, np.eye(o)),
        2 * ten,
        np.zeros(d),
    ]
    assert_close(found, expected, what="numerical_jacobian(f, x) for several shapes", **NEAR)


@criterion(of="numerical_jacobian", points="0.25", says="A point given in integers works too.")
def test_jacobian_at_integers(student, rng):
    points = [rng.integers(1, 4, size=3) for _ in range(6)]
    found = [student.numerical_jacobian(f, x) for x in points for f in (mixed, np.sqrt)]
    expected = [
        jacobian for x in points for jacobian in (mixed_jacobian(x), np.diag(0.5 / np.sqrt(x)))
    ]
    assert_close(found, expected, what="numerical_jacobian at integers", rtol=1e-7, atol=1e-7)


@criterion(
    of="numerical_jacobian",
    points="0.25",
    says="A point in float32 loses no digits: f gets float64.",
)
def test_jacobian_at_float32(student, rng):
    points = [rng.uniform(0.5, 1.5, size=3).astype(np.float32) for _ in range(4)]
    found = [student.numerical_jacobian(f, x) for x in points for f in (mixed, np.sqrt)]
    exact = [x.astype(np.float64) for x in points]
    # nearer than float32 can tell: the answer is float64, too
    expected = [
        jacobian for x in exact for jacobian in (mixed_jacobian(x), np.diag(0.5 / np.sqrt(x)))
    ]
    assert_close(found, expected, what="numerical_jacobian in float32", rtol=1e-8, atol=1e-8)


@criterion(
    of="numerical_jacobian",
    points="0.5",
    says="x stays as it was, to the last bit.",
    after="test_jacobian_of_a_linear_map",
)
def test_jacobian_leaves_x(student, rng):
    for n in (5, 6, 7, 8):
        x = rng.normal(size=n) * 10.0 ** -np.arange(n)  # + h - h takes digits off small entries
        assert_leaves_inputs(student.numerical_jacobian, np.sin, x)


@criterion(of="directional_derivative", points="1", says="It equals the Jacobian times v.")
def test_directional_derivative(student, rng):
    """D_v f is the sum of the partial derivatives times v_i: book 2.2.2, lines 664-739."""
    cases = [(mixed, rng.uniform(-1, 1, size=3), rng.normal(size=3)) for _ in range(4)]
    cases += [(cube, rng.uniform(-1, 1, size=4), rng.normal(size=4)) for _ in range(2)]
    found = untouched(student.directional_derivative, cases)
    expected = [mixed_jacobian(x) @ v for _, x, v in cases[:4]]
    expected += [3 * x**2 * v for _, x, v in cases[4:]]
    assert_close(found, expected, what="directional_derivative(f, x, v)", rtol=1e-7, atol=1e-7)


@criterion(
    of="directional_derivative", points="0.5", says="The points are x + h v and x - h v, for any h."
)
def test_directional_derivative_uses_the_step(student, rng):
    cases = [
        (cube, rng.uniform(0.5, 1.5, size=n), rng.uniform(1, 2, size=n), h)
        for n, h in ((2, 0.1), (3, 0.2), (4, 0.05))
    ]
    x, v, h = rng.uniform(0.5, 1.5, size=2), rng.uniform(1, 2, size=2), 0.2
    found = ask(student.directional_derivative, [*cases, (fifth_power, x, v, h)])
    expected = [3 * x**2 * v + h**2 * v**3 for _, x, v, h in cases]
    expected.append(5 * x**4 * v + 10 * x**2 * h**2 * v**3 + h**4 * v**5)
    assert_close(found, expected, what="directional_derivative(f, x, v, h) of powers")


@criterion(of="directional_derivative", points="0.5", says="x and v may be matrices.")
def test_directional_derivative_of_matrices(student, rng):
    cases, expected = [], []
    for o, d in (sizes(rng, 2), sizes(rng, 2), (3, 3)):
        W, V, x = rng.normal(size=(o, d)), rng.normal(size=(o, d)), rng.normal(size=d)
        cases += [(lambda A, x=x: A @ x, W, V), (lambda A: (A**2).sum(), W, V)]
        expected += [V @ x, 2 * (W * V).sum()]
    found = ask(student.directional_derivative, cases)
    assert_close(found, expected, what="directional_derivative(f, X, V)", **NEAR)


@criterion(of="linear_approximation", points="1", says="Value and slope at x0, times the way to x.")
def test_linear_approximation(student, reference, rng):
    """-0.5050 at 0.51, where f itself is -0.5049: book 2.2.3, lines 808 and 810."""
    student = student.given(
        numerical_jacobian=reference.numerical_jacobian,
        directional_derivative=reference.directional_derivative,
    )
    cases = [(parabola, np.array([x0]), np.array([0.51])) for x0 in (0.5, 0.51)]
    cases += [(mixed, rng.uniform(-1, 1, size=3), rng.uniform(-1, 1, size=3)) for _ in range(3)]
    cases += [(cube, rng.uniform(-1, 1, size=2), rng.uniform(-1, 1, size=2)) for _ in range(2)]
    # one step to the right: along the coordinate or the way, the slope is 3 x0^2 + h^2
    coarse = [(cube, np.array([x0]), np.array([x0 + 1]), h) for x0, h in ((0.5, 0.1), (0.75, 0.25))]
    found = untouched(student.linear_approximation, cases + coarse)
    known = [np.array([-0.505]), np.array([-0.5049])]
    assert_close(found[:2], known, what="the approximations at 0.51, from 0.5 and 0.51", **NEAR)
    expected = [mixed(x0) + mixed_jacobian(x0) @ (x - x0) for _, x0, x in cases[2:5]]
    expected += [x0**3 + 3 * x0**2 * (x - x0) for _, x0, x in cases[5:]]
    what = "linear_approximation(f, x0, x)"
    assert_close(found[2:-2], expected, what=what, rtol=1e-7, atol=1e-7)
    expected = [x0**3 + 3 * x0**2 + h**2 for _, x0, _, h in coarse]
    assert_close(found[-2:], expected, what="linear_approximation(f, x0, x, h) of a cubic")


@criterion(of="linear_approximation", points="0.5", says="x0 and x may be matrices.")
def test_linear_approximation_of_matrices(student, reference, rng):
    student = student.given(
        numerical_jacobian=reference.numerical_jacobian,
        directional_derivative=reference.directional_derivative,
    )
    cases, expected = [], []
    for o, d in (sizes(rng, 2), sizes(rng, 2), (3, 3)):
        X0, X, y = rng.normal(size=(o, d)), rng.normal(size=(o, d)), rng.normal(size=d)
        cases += [(lambda A, y=y: A @ y, X0, X), (lambda A: (A**2).sum(), X0, X)]
        expected += [X @ y, (X0**2).sum() + 2 * (X0 * (X - X0)).sum()]
    found = ask(student.linear_approximation, cases)
    assert_close(found, expected, what="linear_approximation(f, X0, X)", rtol=1e-7, atol=1e-7)


@criterion(
    of="chain_jacobian", points="0.75", says="The Jacobian of f at g(x) times that of g at x."
)
def test_chain_rule(student, rng):
    """J(f o g)(x) = J_f(g(x)) J_g(x): book 2.2.3, lines 740-813."""
    cases, expected = [], []
    for o, m, d in ((3, 3, 3), (2, 2, 2), (4, 4, 4), sizes(rng, 3), sizes(rng, 3)):
        A, B = rng.normal(size=(o, m)), rng.normal(size=(m, d))
        (_, jac_f), (g, jac_g) = waves(A), waves(B)
        x = rng.normal(size=d)
        inner = B @ x
        outer = A @ np.sin(inner)
        cases.append((jac_f, g, jac_g, x))
        expected.append(np.diag(np.cos(outer)) @ A @ np.diag(np.cos(inner)) @ B)
    found = untouched(student.chain_jacobian, cases)
    assert_close(found, expected, what="chain_jacobian(jac_f, g, jac_g, x)")


@criterion(of="observed_order", points="0.5", says="An error c h^p gives p.")
def test_observed_order(student, rng):
    cases, expected = [], []
    for p in (1, 2, 3, 4):
        exact, c, e, h = (*rng.uniform(0.5, 2.0, size=3), rng.uniform(0.2, 0.5))
        cases.append((lambda t, exact=exact, c=c, p=p: exact + c * t**p, exact, h))
        expected.append(float(p))
        cases.append((lambda t, exact=exact, c=c, e=e: exact - c * t - e * t**2, exact, h))
        expected.append(np.log2((c * h + e * h**2) / (c * h / 2 + e * h**2 / 4)))
    found = ask(student.observed_order, cases)
    assert_close(found, expected, what="observed_order(estimate, exact, h)")


@criterion(of="observed_order", points="0.25", says="In an array the largest error counts.")
def test_observed_order_of_arrays(student, rng):
    cases, expected = [], []
    for n in (2, 3, 4, 5):
        exact, c = rng.normal(size=n), rng.uniform(0.5, 1.0, size=n)
        c[0] = -3.0
        cases.append((lambda t, exact=exact, c=c: exact + c * t + 0.1 * t**2, exact, 0.5))
        expected.append(np.log2((3.0 * 0.5 - 0.1 * 0.25) / (3.0 * 0.25 - 0.1 * 0.0625)))
    for h in (0.6, 0.45, 0.5):  # the second entry is the worse one at h, the first at h / 2
        exact = rng.normal(size=2)
        cases.append((lambda t, exact=exact: exact + np.array([0.6 * t, t**1.5]), exact, h))
        expected.append(np.log2(h**1.5 / (0.3 * h)))
    found = untouched(student.observed_order, cases)
    assert_close(found, expected, what="observed_order(estimate, exact, h) of arrays")
