"""Each test asks for all its answers before it judges one: a diagnosis needs several."""

import numpy as np

from autograder import criterion
from autograder.checks import assert_close
from autograder.checks import assert_equal
from autograder.checks import assert_leaves_inputs
from autograder.checks import numerical_vjp

PI = np.pi

# The lowest point of the surface on [0, 10]^2, and its value.
LOWEST = np.array([4.411326395856938, 2 * PI])
LOWEST_VALUE = -1.7601725930


def values(X):
    """The surface of book 2, lines 1130-1136."""
    a, b = X.T
    return np.sin(a) * np.cos(b) + np.sin(a / 2) * np.cos(b / 2)


def valley(A):
    """Gradient of 1/2 x^T A x for every row x; A is symmetric."""
    return lambda X: X @ A


def curved(rng, d):
    """A symmetric positive definite matrix, well away from singular."""
    R = rng.normal(size=(d, d))
    return R @ R.T + d * np.eye(d)


def beginning_alike(*arrays):
    """The same shapes and first entries, the others backwards: no answer can be looked up."""
    return tuple(np.append(x.flat[:1], x.flat[:0:-1]).reshape(x.shape) for x in arrays)


def ask(function, cases):
    return [function(*case) for case in cases]


def untouched(function, cases):
    return [assert_leaves_inputs(function, *case) for case in cases]


def descents(student, cases):
    return [student.gradient_descent(*case) for case in cases]


@criterion(of="surface", points="1", says="One value for each row.")
def test_surface(student, rng):
    known = np.array([[0.0, 0.0], [PI / 2, 0.0], [PI, 0.0], [PI, 2 * PI], [1.0, 2.0]])
    cases = [(known,)] + [(rng.uniform(-10, 10, size=(n, 2)),) for n in (1, 2, 3, 6)]
    cases.append(beginning_alike(*cases[3]))
    found = untouched(student.surface, cases)
    golden = np.array([0.0, 1.7071067811865475, 1.0, -1.0, -0.09114076441])
    assert_close(found[0], golden, what="surface at five known points")
    assert_close(found, [values(X) for (X,) in cases], what="surface(X) for several X")


@criterion(of="surface_gradient", points="1.5", says="Row i is the gradient at row i.")
def test_surface_gradient(student, rng):
    known = np.array([[0.0, 0.0], [1.0, 2.0], [5.0, 5.0]])
    cases = [(known,)] + [(rng.uniform(-10, 10, size=(n, 2)),) for n in (1, 2, 4, 5)]
    cases.append(beginning_alike(*cases[3]))
    found = untouched(student.surface_gradient, cases)
    golden = np.array([[1.5, 0.0], [0.0122348455, -0.9668587413], [0.4013797818, -1.0986202182]])
    assert_close(found[0], golden, what="surface_gradient at three known points")
    expected = [numerical_vjp(values, X, np.ones(len(X))) for (X,) in cases]
    what = "surface_gradient(X), compared with differences of the surface"
    assert_close(found, expected, what=what, rtol=1e-6, atol=1e-7)


@criterion(of="is_descent_direction", points="0.5", says="Every p with a negative slope will do.")
def test_descent_direction(student, rng):
    cases, expected = [], []
    for d in (2, 3, 4, 5, 6, 2, 3, 4, 5, 6):
        g, p = rng.normal(size=(2, d))
        along = g * (p @ g) / (g @ g)
        for slope in (-0.5, 0.5):
            cases.append((g, p - along + slope * g))
            expected.append(slope < 0)
        cases.append((g, -g))
        expected.append(True)
    # Down for every angle from pi/2 to 3 pi/2 between the two: book 2.3, line 944.
    for angle in (0.1, 0.49 * PI, 0.51 * PI, 1.49 * PI, 1.51 * PI):
        cases.append((np.array([1.0, 0.0]), np.array([np.cos(angle), np.sin(angle)])))
        expected.append(PI / 2 < angle < 3 * PI / 2)
    # Nearly level is not level.
    cases += [(np.array([1.0, 0.0]), np.array([slope, 1.0])) for slope in (-1e-12, 1e-12)]
    expected += [True, False]
    found = ask(student.is_descent_direction, cases)
    assert_equal(found, expected, what="is_descent_direction(gradient, p) for several p")


@criterion(
    of="is_descent_direction",
    points="0.5",
    says="Along a level line, or where the gradient is zero, nothing falls.",
    after="test_descent_direction",
)
def test_level_directions(student, rng):
    """The book writes a slope <= 0 (line 926); at 0 the function may well rise."""
    cases = []
    for _ in range(5):
        a, b = (float(number) for number in rng.integers(1, 9, size=2))
        cases += [(np.array([a, b]), np.array([-b, a])), (np.zeros(3), rng.normal(size=3))]
    found = untouched(student.is_descent_direction, cases)
    assert_equal(found, [False] * 10, what="is_descent_direction(gradient, p) at slope zero")


@criterion(of="decayed_rates", points="0.5", says="The first rate is whole, the next ones shrink.")
def test_decayed_rates(student, rng):
    cases = [(0.5, 1.0, 4), (0.3, 0.0, 3), (0.7, 0.5, 0), (2, 1, 4), (3, 0, 3)]
    cases += [(*rng.uniform(0.1, 2.0, size=2), int(rng.integers(5, 9))) for _ in range(3)]
    found = ask(student.decayed_rates, cases)
    golden = np.array([1 / 2, 1 / 4, 1 / 6, 1 / 8])
    assert_close(found[0], golden, what="decayed_rates(0.5, 1, 4)")
    expected = [
        np.array([rate / (1 + decay * (t - 1)) for t in range(1, steps + 1)])
        for rate, decay, steps in cases
    ]
    assert_close(found, expected, what="decayed_rates(rate, decay, steps)")


@criterion(
    of="gradient_descent", points="1", says="Each step goes down the gradient; every point is kept."
)
def test_plain_descent(student, rng):
    """On x^2 with a rate of 1/4 each step halves x."""
    cases = [(lambda X: 2 * X, np.array([[1.0], [-4.0]]), np.full(3, 0.25))]
    for k, d in ((1, 2), (2, 3), (3, 2)):
        A = curved(rng, d) / 20
        cases.append((valley(A), rng.normal(size=(k, d)), np.full(4, 0.3)))
    found = descents(student, cases)
    halves = np.array([1.0, 0.5, 0.25, 0.125])[:, None, None]
    assert_close(found[0], halves * cases[0][1], what="gradient_descent on x^2, rates 0.25")
    expected = []
    for gradient, x0, rates in cases:
        shrink = np.eye(x0.shape[1]) - rates[0] * gradient(np.eye(x0.shape[1]))
        expected.append(
            np.stack([x0 @ np.linalg.matrix_power(shrink, t) for t in range(len(rates) + 1)])
        )
    assert_close(found, expected, what="gradient_descent(gradient, x0, rates)")


@criterion(of="gradient_descent", points="0.5", says="Each step has its own rate.")
def test_descent_with_a_schedule(student, rng):
    """On a plane the steps are the rates themselves."""
    cases, expected = [], []
    for k, d, steps in ((1, 2, 3), (2, 3, 4), (3, 2, 5), (2, 2, 2), (4, 2, 0)):
        slope, x0 = rng.uniform(0.5, 1.5, size=d), rng.normal(size=(k, d))
        rates = rng.uniform(0.1, 1.0, size=steps)
        cases.append((lambda X, slope=slope: np.tile(slope, (len(X), 1)), x0, rates))
        travelled = np.append(0.0, np.cumsum(rates))
        expected.append(x0 - travelled[:, None, None] * slope)
    found = descents(student, cases)
    assert_close(found, expected, what="gradient_descent with rates that change")


@criterion(of="gradient_descent", points="1", says="Momentum keeps a part of the previous step.")
def test_descent_with_momentum(student, reference, rng):
    """Steps 0.1, 0.15, 0.175, 0.1875 down a plane; then three steps on the surface."""
    plane = (np.ones_like, np.zeros((1, 1)), np.full(4, 0.1), 0.5)
    cases = [plane, (reference.surface_gradient, np.array([[5.0, 5.0]]), np.full(3, 0.1), 0.9)]
    for k, d in ((2, 3), (3, 2)):
        A = curved(rng, d) / 20
        cases.append((valley(A), rng.normal(size=(k, d)), np.full(5, 0.3), 0.7))
    found = descents(student, cases)
    steps = np.array([0.0, -0.1, -0.25, -0.425, -0.6125])
    assert_close(found[0], steps[:, None, None], what="gradient_descent down a plane, momentum 0.5")
    golden = np.array(
        [
            [[5.0, 5.0]],
            [[4.959862021817242, 5.109862021817242]],
            [[4.881403348766894, 5.31513989746611]],
            [[4.767430661238041, 5.596099083645467]],
        ]
    )
    assert_close(found[1], golden, what="gradient_descent on the surface from (5, 5)")
    expected = descents(reference, cases)
    assert_close(found, expected, what="gradient_descent(gradient, x0, rates, momentum)")


@criterion(
    of="gradient_descent",
    points="0.5",
    says="With momentum, a new rate scales the new gradient, not the old velocity.",
    after="test_descent_with_momentum",
)
def test_momentum_with_a_schedule(student, reference, rng):
    """The second term carries the rate of its own time; the book repeats eta_t (line 1082)."""
    cases = []
    for k, d, momentum in ((1, 2, 0.5), (2, 3, 0.3), (3, 2, 0.8)):
        A = curved(rng, d) / 20
        cases.append((valley(A), rng.normal(size=(k, d)), rng.uniform(0.1, 0.9, size=4), momentum))
    found = descents(student, cases)
    expected = descents(reference, cases)
    assert_close(found, expected, what="gradient_descent with momentum and rates that change")


@criterion(
    of="gradient_descent",
    points="0.5",
    says="All 60 steps are taken: they lead to the lowest point of the surface.",
    after="test_descent_with_momentum",
)
def test_descent_arrives(student, reference, rng):
    rates = np.full(60, 0.4)
    starts = [np.array([[5.0, 5.0], [4.0, 7.0]]), np.array([[3.0, 6.0]]), np.array([[5.0, 7.0]])]
    cases = [(reference.surface_gradient, x0, rates, 0.3) for x0 in starts]
    found = descents(student, cases)
    expected = descents(reference, cases)
    assert_close(found, expected, what="gradient_descent on the surface, 60 steps")
    for path, x0 in zip(found, starts, strict=True):
        ends = path[-1]
        assert_close(ends, np.tile(LOWEST, (len(x0), 1)), what="the ends of the paths")
        lowest = np.full(len(x0), LOWEST_VALUE)
        assert_close(values(ends), lowest, what="the surface at the ends of the paths")


@criterion(
    of="gradient_descent",
    points="0.5",
    says="The starts stay as they were.",
    after="test_plain_descent",
)
def test_descent_leaves_the_starts(student, rng):
    for k, d in ((1, 2), (2, 3), (3, 2), (2, 2)):
        x0 = rng.normal(size=(k, d))
        path = assert_leaves_inputs(
            student.gradient_descent, valley(np.eye(d)), x0, np.full(3, 0.3)
        )
        assert_close(path[0], x0, what="the first points of the path")


@criterion(of="steepest_exact", points="1", says="Each step ends at the lowest point of its line.")
def test_exact_steps(student, rng):
    """From (k, 1) on x1^2/2 + k x2^2/2 each step shrinks both by (k-1)/(k+1) and flips x2."""
    cases, expected = [], []
    for k in (3.0, *rng.uniform(2, 9, size=4)):
        cases.append((np.diag([1.0, k]), np.zeros(2), np.array([k, 1.0]), 4))
        shrink = ((k - 1) / (k + 1)) ** np.arange(5)
        expected.append(np.stack([k * shrink, shrink * (-1.0) ** np.arange(5)], axis=1))
    found = ask(student.steepest_exact, cases)
    assert_close(found, expected, what="steepest_exact(Q, 0, x0, 4) in a narrow valley")
    assert_close(found[0][:3], np.array([[3, 1], [1.5, -0.5], [0.75, 0.25]]), what="three steps")


@criterion(
    of="steepest_exact",
    points="0.5",
    says="Wherever the minimum lies, each gradient is orthogonal to the one before.",
)
def test_exact_steps_turn_at_right_angles(student, reference, rng):
    """Book 2.3.2, line 1064."""
    cases = []
    for d in (2, 3, 4, 5):
        cases.append((curved(rng, d), rng.normal(size=d), rng.normal(size=d), 3))
    found = untouched(student.steepest_exact, cases)
    assert_close(found, ask(reference.steepest_exact, cases), what="steepest_exact(Q, b, x0, 3)")
    for path, (Q, b, _, _) in zip(found, cases, strict=True):
        gradients = path @ Q - b
        products = (gradients[1:] * gradients[:-1]).sum(axis=1)
        assert_close(products, np.zeros(3), what="products of successive gradients")


@criterion(
    of="steepest_exact",
    points="0.5",
    says="At the minimum it stays, without a NaN; near it, it does not stop.",
    after="test_exact_steps",
)
def test_exact_steps_at_the_minimum(student, rng):
    """Whole numbers, so that the gradient is zero to the last bit."""
    cases, expected = [], []
    for d in (2, 3, 4):
        x = rng.integers(-4, 5, size=d).astype(float)
        Q = np.diag(2.0 ** rng.integers(0, 3, size=d))
        cases.append((Q, Q @ x, x, 2))
        expected.append(np.tile(x, (3, 1)))
        start = rng.integers(5, 9, size=d).astype(float)
        cases.append((2 * np.eye(d), 2 * x, start, 3))
        expected.append(np.stack([start, x, x, x]))
        # Near the minimum the gradient is small and not zero: there is still a step to take.
        near = x + 2.0**-16
        cases.append((2 * np.eye(d), 2 * x, near, 1))
        expected.append(np.stack([near, x]))
    found = ask(student.steepest_exact, cases)
    valley_floor = 1e-10 * np.array([3.0, 1.0])
    tiny = student.steepest_exact(np.diag([1.0, 3.0]), np.zeros(2), valley_floor, 3)
    assert_close(found, expected, what="steepest_exact(Q, b, x0, steps) at the minimum")
    halves = 1e-10 * np.array([[3.0, 1.0], [1.5, -0.5], [0.75, 0.25], [0.375, -0.125]])
    assert_close(tiny, halves, what="steepest_exact(Q, 0, x0, 3) close to the minimum", atol=0.0)
