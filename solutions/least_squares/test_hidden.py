"""Each test asks for all its answers before it judges one: a diagnosis needs several."""

import numpy as np

from autograder import criterion
from autograder.checks import assert_close
from autograder.checks import assert_leaves_inputs
from autograder.checks import assert_shape
from autograder.checks import assert_true
from autograder.checks import numerical_vjp


def sizes(rng):
    """More rows than columns, no two sizes alike."""
    c = int(rng.integers(2, 5))
    return int(rng.integers(c + 3, 12)), c


def problem(rng, n, c):
    """Features off centre, targets far from zero: the bias matters."""
    X = rng.normal(size=(n, c)) + rng.uniform(1, 2, size=c)
    y = X @ rng.normal(size=c) + rng.uniform(3, 5) + rng.normal(size=n)
    return X, y


def problems(rng, count):
    return [problem(rng, *sizes(rng)) for _ in range(count)]


def points(rng, count):
    """Problems, each with some weights and a bias that leaves residuals of both signs."""
    found = []
    for X, y in problems(rng, count):
        w = rng.normal(size=X.shape[1])
        found.append((X, y, w, float(np.mean(y - X @ w) + 0.3 * rng.normal())))
    return found


def ask(function, cases):
    return [function(*case) for case in cases]


def untouched(function, cases):
    return [assert_leaves_inputs(function, *case) for case in cases]


def loss(X, y, w, b, lam):
    """The definition, one row at a time."""
    squares = [
        (sum(x * v for x, v in zip(row, w, strict=True)) + b - t) ** 2
        for row, t in zip(X, y, strict=True)
    ]
    return sum(squares) / len(squares) + lam * sum(v**2 for v in w)


def differences(X, y, w, b, lam):
    """Gradient of the loss by central differences; exact for a quadratic, up to rounding."""
    by_w = numerical_vjp(lambda v: loss(X, y, v, b, lam), w, np.array(1.0))
    by_b = numerical_vjp(lambda v: loss(X, y, w, v, lam), np.array(b), np.array(1.0))
    return by_w, float(by_b)


def slopes(X, y, w, b, lam):
    r = X @ w + b - y
    return 2 * X.T @ r / len(y) + 2 * lam * w, float(2 * r.mean())


def refused(function, *arguments):
    """Whether the call raises ValueError."""
    try:
        function(*arguments)
    except ValueError:
        return True
    return False


def with_residuals(student, reference):
    return student.given(residuals=reference.residuals)


def assert_fits(found, cases):
    """Every answer is (w, b), of the right shape and finite."""
    for answer, (X, *_) in zip(found, cases, strict=True):
        assert_true(
            isinstance(answer, tuple) and len(answer) == 2,
            "fit_ridge must return the tuple (w, b).",
        )
        w, b = answer
        assert_shape(w, X.shape[1:], what="w from fit_ridge")
        assert_shape(b, (), what="b from fit_ridge")


def assert_flat(found, cases, what):
    """At the minimum, whatever led there, all slopes of the loss that b may use are zero."""
    assert_fits(found, cases)
    for (w, b), (X, y, lam, bias) in zip(found, cases, strict=True):
        by_w, by_b = slopes(X, y, w, b, lam)
        assert_close(by_w, np.zeros_like(by_w), what=f"the slope along w at {what}", atol=1e-8)
        assert_close(by_b if bias else float(b), 0.0, what=f"b or its slope at {what}", atol=1e-8)


def assert_predicts(found, cases, what):
    """Predictions, not weights: dependent features have many good ones."""
    assert_fits(found, cases)
    for (w, b), (X, y, *_) in zip(found, cases, strict=True):
        assert_close(X @ w + b, y, what=what, rtol=1e-8, atol=1e-8)


@criterion(of="residuals", points="0.5", says="Prediction minus target for every row.")
def test_residuals(student, rng):
    cases = points(rng, 4)
    found = untouched(student.residuals, cases)
    expected = [
        np.array([row @ w + b - t for row, t in zip(X, y, strict=True)]) for X, y, w, b in cases
    ]
    assert_close(found, expected, what="residuals(X, y, w, b) for several sizes")


@criterion(
    of="residuals", points="0.5", says="Targets of another shape are refused, not broadcast."
)
def test_residuals_refuse_a_column(student, rng):
    """Given y (n,), the book's descent returns (c, n) without a word: lines 1506-1524."""
    shapes = (lambda y: y[:, None], lambda y: y[None], lambda y: y[:1], lambda y: y[:, None])
    cases = [
        (X, shaped(y), w, b) for (X, y, w, b), shaped in zip(points(rng, 4), shapes, strict=True)
    ]
    refusals = [refused(student.residuals, *case) for case in cases]
    assert_true(all(refusals), "residuals must raise ValueError unless y has the shape (n,).")


@criterion(
    of="ridge_loss", points="0.5", says="Without penalty: the mean of the squared residuals."
)
def test_loss(student, reference, rng):
    student = with_residuals(student, reference)
    line = (np.array([[0.0], [1.0], [2.0]]), np.array([1.0, 3.0, 8.0]), np.array([2.0]), 1.0, 0.0)
    cases = [line] + [(*point, 0.0) for point in points(rng, 4)]
    found = untouched(student.ridge_loss, cases)
    assert_close(found[0], 3.0, what="ridge_loss of a line that misses one point by 3")
    assert_close(found, [loss(*case) for case in cases], what="ridge_loss(X, y, w, b, 0)")


@criterion(
    of="ridge_loss", points="0.5", says="The penalty is lam times the squares of w, not of b."
)
def test_loss_with_penalty(student, reference, rng):
    student = with_residuals(student, reference)
    cases = [(*point, float(rng.uniform(0.2, 3.0))) for point in points(rng, 5)]
    found = ask(student.ridge_loss, cases)
    assert_close(found, [loss(*case) for case in cases], what="ridge_loss(X, y, w, b, lam)")


@criterion(of="ridge_gradient", points="1", says="Without penalty it agrees with differences.")
def test_gradient(student, reference, rng):
    """The book drops the factor 2/n (line 1432); then the rate must change with n."""
    student = with_residuals(student, reference)
    cases = [(*point, 0.0) for point in points(rng, 4)]
    found = untouched(student.ridge_gradient, cases)
    expected = [differences(*case) for case in cases]
    what = "ridge_gradient(X, y, w, b, 0), compared with differences"
    assert_close(found, expected, what=what, rtol=1e-6, atol=1e-6)


@criterion(of="ridge_gradient", points="1", says="The penalty adds 2 lam w to dL/dw.")
def test_gradient_with_penalty(student, reference, rng):
    student = with_residuals(student, reference)
    cases = [(*point, float(rng.uniform(0.2, 3.0))) for point in points(rng, 4)]
    found = ask(student.ridge_gradient, cases)
    expected = [differences(*case) for case in cases]
    what = "ridge_gradient(X, y, w, b, lam), compared with differences"
    assert_close(found, expected, what=what, rtol=1e-6, atol=1e-6)


@criterion(of="fit_ridge", points="1", says="The closest line or plane, bias included.")
def test_fit(student, rng):
    x = np.arange(5.0)
    cases = [(x[:, None], 2 * x + 1, 0.0, True)]
    cases += [(X, y, 0.0, True) for X, y in problems(rng, 4)]
    found = untouched(student.fit_ridge, [(X, y) for X, y, _, _ in cases])
    assert_flat(found, cases, "the result of fit_ridge(X, y)")
    assert_close(found[0], (np.array([2.0]), 1.0), what="fit_ridge for the line 2 x + 1")


@criterion(
    of="fit_ridge", points="0.5", says="With bias=False the plane passes through the origin."
)
def test_fit_without_bias(student, rng):
    cases = [(X, y, lam, False) for lam in (0.0, 0.1, 2.0) for X, y in problems(rng, 2)]
    found = [student.fit_ridge(X, y, lam=lam, bias=False) for X, y, lam, _ in cases]
    assert_flat(found, cases, "the result of fit_ridge(X, y, lam, bias=False)")


@criterion(of="fit_ridge", points="1", says="With a penalty, it is the minimum of this very loss.")
def test_fit_with_penalty(student, rng):
    """(X^T X + lam I)^-1 X^T y minimises another loss than the book prints: lines 1566-1580."""
    cases = [(X, y, lam, True) for lam in (0.1, 0.5, 3.0) for X, y in problems(rng, 2)]
    cases.append((rng.normal(size=(3, 5)), rng.normal(size=3), 0.5, True))
    found = [student.fit_ridge(X, y, lam) for X, y, lam, _ in cases]
    assert_flat(found, cases, "the result of fit_ridge(X, y, lam)")


@criterion(of="fit_ridge", points="0.75", says="Features that depend on each other do no harm.")
def test_fit_of_dependent_features(student, rng):
    """Whole numbers and a factor of 2, so that X^T X is singular to the last bit."""
    cases = []
    for n in (5, 6, 7, 8):
        x = rng.permutation(np.arange(1.0, n + 1))
        cases.append((np.stack([x, 2 * x], axis=1), 3 * x, 0.0, False))
        wide = rng.normal(size=(n, n + 3))
        cases.append((wide, rng.normal(size=n), 0.0, True))
    cases.append((rng.normal(size=(1, 2)), rng.normal(size=1), 0.0, True))  # one example
    found = ask(student.fit_ridge, cases)
    assert_predicts(found, cases, "the predictions of fit_ridge for dependent features")


@criterion(
    of="fit_ridge",
    points="0.75",
    says="Nearly dependent features cost no digits: X^T X is not formed.",
)
def test_fit_of_nearly_dependent_features(student, rng):
    """Powers of x up to 10: forming X^T X squares a condition number of 2e6 or more."""
    cases = []
    for degree in (9, 10, 10):
        x = np.linspace(0, 1, 40 + int(rng.integers(0, 10)))
        powers = x[:, None] ** np.arange(1, degree + 1)
        cases.append((powers, powers @ rng.normal(size=degree) + 1.0, 0.0, True))
    found = ask(student.fit_ridge, cases)
    assert_predicts(found, cases, "the predictions of fit_ridge for powers of x")


@criterion(of="hat_matrix", points="0.5", says="It maps y to its prediction.")
def test_hat_matrix(student, rng):
    """M = X (X^T X)^-1 X^T: book 4.1.3, line 1488."""
    cases = [(X,) for X, _ in problems(rng, 4)]
    cases.append((rng.normal(size=(5, 2)) * [1.0, 1e-4],))
    found = untouched(student.hat_matrix, cases)
    expected = [X @ np.linalg.solve(X.T @ X, X.T) for (X,) in cases]
    assert_close(found, expected, what="hat_matrix(X) for several X", rtol=1e-7, atol=1e-8)


@criterion(
    of="hat_matrix", points="0.5", says="It projects, also when columns depend on each other."
)
def test_hat_matrix_of_dependent_features(student, rng):
    cases, ranks = [], []
    for n in (5, 6, 7, 8):
        x = rng.permutation(np.arange(1.0, n + 1))
        cases += [(np.stack([x, 2 * x], axis=1),), (rng.normal(size=(n, n + 2)),)]
        ranks += [1.0, float(n)]
    found = ask(student.hat_matrix, cases)
    assert_close(found, [X @ np.linalg.pinv(X) for (X,) in cases], what="hat_matrix(X)")
    assert_close(found, [M @ M for M in found], what="hat_matrix(X), compared with its square")
    assert_close(found, [M.T for M in found], what="hat_matrix(X), compared with its transpose")
    assert_close([float(np.trace(M)) for M in found], ranks, what="the traces, compared with ranks")


def valleys(rng, count):
    """Steep in w, flatter in b, and the minimum far from zero."""
    found = []
    for _ in range(count):
        c = int(rng.integers(2, 4))
        X = 1.5 * rng.normal(size=(12, c))
        found.append((X, X @ rng.normal(size=c) + 5.0 + 0.1 * rng.normal(size=12)))
    return found


@criterion(of="descend", points="0.75", says="It stops after the first step shorter than asked.")
def test_descend(student, reference, rng):
    """||w_{t+1} - w_t||^2 < eps: book 4.1.3, line 1498."""
    student = student.given(ridge_gradient=reference.ridge_gradient)
    cases = [(X, y, 0.05, eps, 500) for eps in (1e-3, 1e-6) for X, y in valleys(rng, 2)]
    # Here the first step is short enough.
    cases += [(X, y, 0.05, 1e6, 500) for X, y in valleys(rng, 1)]
    found = untouched(student.descend, cases)
    expected = ask(reference.descend, cases)
    assert_close(found, expected, what="descend(X, y, rate, eps, most)", dtype="any")


@criterion(
    of="descend", points="0.25", says="Until a step is short enough it takes all that are allowed."
)
def test_descend_no_further(student, reference, rng):
    student = student.given(ridge_gradient=reference.ridge_gradient)
    cases = [(X, y, 0.05, 1e-9, most) for most in (1, 2, 5) for X, y in valleys(rng, 1)]
    # From the minimum on the steps have the length 0, which is not below 0.
    cases += [(X, 0 * y, 0.05, 0.0, 3) for X, y in valleys(rng, 1)]
    found = ask(student.descend, cases)
    expected = ask(reference.descend, cases)
    assert_close(found, expected, what="descend(X, y, rate, eps, most), few steps", dtype="any")
