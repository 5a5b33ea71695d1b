"""Expected values are sums written out, fractions or, for Gaussians, products of eigenvalues."""

import math

import numpy as np

from autograder import criterion
from autograder.checks import assert_close
from autograder.checks import assert_leaves_inputs

# Table T.A.1 of the book: rows no, small and large win; columns real and fake ticket.
LOTTERY = np.array([[58, 2], [27, 3], [2, 8]])


def coin_tosses(heads, tails):
    """log p(toss | coin), (n, 3), for coins that show heads with 1/4, 1/2 and 3/4."""
    p = np.array([0.25, 0.5, 0.75])
    return np.log(np.repeat([p, 1 - p], [heads, tails], axis=0))


def untouched(function, cases):
    """The answers, if the arguments are left as they were."""
    return [assert_leaves_inputs(function, *case) for case in cases]


# --- conditional


@criterion(of="conditional", points="0.75", says="Each row is divided by its own sum.")
def test_conditional(student, rng):
    tables = [LOTTERY, *(rng.integers(1, 40, size=shape) for shape in ((3, 4), (3, 3)))]
    tables.append(rng.integers(1, 40, size=(2, 5)).astype(float))
    found = untouched(student.conditional, [(table,) for table in tables])
    expected = [
        np.array([[count / sum(row) for count in row] for row in table.tolist()])
        for table in tables
    ]
    assert_close(found, expected, what="conditional(counts)")
    assert_close(found[0][2], np.array([0.2, 0.8]), what="p(ticket | large win)")


# --- bayes


@criterion(of="bayes", points="1", says="Prior times likelihood, normalised for each observation.")
def test_bayes(student, rng):
    tickets = LOTTERY.T / 100
    cases = [(tickets.sum(axis=1), tickets / tickets.sum(axis=1, keepdims=True))]
    cases += [
        (rng.dirichlet(np.ones(k)), rng.dirichlet(np.ones(m), size=k)) for k, m in ((3, 4), (3, 3))
    ]
    rare = np.array([1e-7, 1e-9, 1e-8])  # an observation that hardly ever comes
    cases.append((rng.dirichlet(np.ones(3)), np.stack([rare, 1 - rare], axis=1)))
    found = untouched(student.bayes, cases)
    expected = []
    for prior, likelihood in cases:
        table = np.empty(likelihood.shape)
        for j in range(likelihood.shape[1]):
            evidence = sum(a * b for a, b in zip(prior, likelihood[:, j], strict=True))
            table[:, j] = [a * b / evidence for a, b in zip(prior, likelihood[:, j], strict=True)]
        expected.append(table)
    assert_close(found, expected, what="bayes(prior, likelihood)")
    assert_close(found[0][:, 2], np.array([0.2, 0.8]), what="bayes: the ticket of a large win")


# --- posterior


@criterion(of="posterior", points="1", says="The prior once, and every observation.")
def test_posterior(student, rng):
    tosses = coin_tosses(2, 1)
    found = [
        student.posterior(np.log(np.full(3, 1 / 3)), tosses),
        student.posterior(np.log([0.1, 0.8, 0.1]), tosses),
    ]
    # Likelihoods 3/64, 8/64, 9/64.
    expected = [np.array([0.15, 0.4, 0.45]), np.array([3, 64, 9]) / 76]
    assert_close(found, expected, what="posterior of three coins after two heads and a tail")
    prior, likelihood = rng.dirichlet(np.ones(4)), rng.uniform(0.1, 0.9, size=(5, 4))
    product = prior * likelihood.prod(axis=0)
    p = assert_leaves_inputs(student.posterior, np.log(prior), np.log(likelihood))
    assert_close(p, product / product.sum(), what="posterior(log_prior, log_likelihood)")


@criterion(of="posterior", points="1", says="Thousands of observations do not underflow.")
def test_posterior_of_many(student, rng):
    prior = rng.dirichlet(np.full(3, 5.0))
    cases = [(1500, 500), (1001, 1000), (700, 702)]
    found = [student.posterior(np.log(prior), coin_tosses(*case)) for case in cases]
    # one observation that is improbable, and a prior that is
    found.append(student.posterior(np.log([0.5, 0.5]), np.array([[-2000.0, -2001.0]])))
    found.append(student.posterior(np.array([-800.0, 0.0]), np.array([[0.0, -801.0]])))
    far_apart = np.array([[-3000.0, 0.0, -2000.0]])
    found.append(student.posterior(np.log(prior), far_apart))
    expected = []
    for heads, tails in cases:
        # Against the fair coin: factors of 1/2 and 3/2.
        odds = [math.log(a) + math.log(b) for a, b in zip(prior, (1, 2, 1), strict=True)]
        shift = [
            heads * math.log(0.5) + tails * math.log(1.5),
            -math.log(2),
            heads * math.log(1.5) + tails * math.log(0.5),
        ]
        scores = [a + b for a, b in zip(odds, shift, strict=True)]
        total = [math.exp(s - max(scores)) for s in scores]
        expected.append(np.array(total) / sum(total))
    odds = np.array([1.0, math.exp(-1.0)])
    expected += [odds / odds.sum()] * 2 + [np.array([0.0, 1.0, 0.0])]
    assert_close(found, expected, what="posterior of hypotheses of tiny probability")


# --- gaussian_ml


@criterion(of="gaussian_ml", points="1", says="Mean and covariance, divided by n.")
def test_gaussian_ml(student, rng):
    samples = [
        rng.normal(size=shape) @ rng.normal(size=(shape[1],) * 2) + 1
        for shape in ((5, 3), (4, 2), (3, 3), (4, 1))
    ]
    found = untouched(student.gaussian_ml, [(X,) for X in samples])
    expected = []
    for X in samples:
        mean = np.array([sum(column) / len(X) for column in X.T])
        covariance = sum(np.outer(x - mean, x - mean) for x in X) / len(X)
        expected.append((mean, covariance))
    assert_close(found, expected, what="gaussian_ml(X)")


@criterion(of="gaussian_ml", points="0.5", says="Data far from zero keep their covariance.")
def test_gaussian_ml_far_from_zero(student, rng):
    near = [rng.integers(-9, 10, size=(8, k)).astype(float) for k in (2, 3, 4)]
    found = [student.gaussian_ml(X + 2.0**30)[1] for X in near]
    # Eight whole numbers: the deviations from their mean are exact.
    deviations = [X - X.mean(axis=0) for X in near]
    expected = [np.einsum("ni,nj->ij", D, D) / 8 for D in deviations]
    assert_close(found, expected, what="the covariance of data around 2^30")


# --- gaussian_log_density


def ellipsoid(rng, k, low=0.2, high=3.0):
    """A covariance with its axes (columns) and the variances along them."""
    axes, _ = np.linalg.qr(rng.normal(size=(k, k)))
    variances = rng.uniform(low, high, size=k)
    return axes * variances @ axes.T, axes, variances


def log_density(X, mean, axes, variances):
    """The sum of one-dimensional log densities along the axes."""
    z = (X - mean) @ axes
    return (-(z**2) / (2 * variances) - np.log(2 * math.pi * variances) / 2).sum(axis=1)


@criterion(of="gaussian_log_density", points="1.25", says="log N(x; mean, covariance), per row.")
def test_gaussian_log_density(student, rng):
    x = np.array([[1.0, 1.0]])
    found = [student.gaussian_log_density(x, np.zeros(2), np.eye(2))]
    expected = [np.array([-1 - math.log(2 * math.pi)])]
    for n, k in ((4, 3), (3, 2), (5, 1)):
        covariance, axes, variances = ellipsoid(rng, k)
        X, mean = rng.normal(size=(n, k)), rng.normal(size=k)
        case = (X, mean, covariance)
        found.append(assert_leaves_inputs(student.gaussian_log_density, *case))
        expected.append(log_density(X, mean, axes, variances))
    # a flat ellipsoid: 1e-4 is a variance, not a zero
    _, axes, _ = ellipsoid(rng, 3)
    variances = np.array([1e-4, 1.0, 10.0])
    X = mean[:1] + rng.normal(size=(4, 3)) * np.sqrt(variances) @ axes.T
    case = (X, np.repeat(mean[:1], 3), axes * variances @ axes.T)
    found.append(student.gaussian_log_density(*case))
    expected.append(log_density(*case[:2], axes, variances))
    assert_close(found, expected, what="gaussian_log_density(X, mean, covariance)")


@criterion(
    of="gaussian_log_density",
    points="0.75",
    says="A determinant of 1e-400 or 1e400 does no harm.",
)
def test_gaussian_log_density_of_many_variables(student, rng):
    found, expected = [], []
    for low, high in ((1e-8, 2e-8), (1e8, 2e8)):
        covariance, axes, variances = ellipsoid(rng, 60, low, high)
        mean = rng.normal(size=60)
        X = mean + rng.normal(size=(3, 60)) * math.sqrt(low)
        X[0] += 10 * math.sqrt(high)  # so far off that its density is 0 in floats
        found.append(student.gaussian_log_density(X, mean, covariance))
        expected.append(log_density(X, mean, axes, variances))
    assert_close(found, expected, what="gaussian_log_density in 60 dimensions", rtol=1e-6)


# --- kl


@criterion(of="kl", points="1", says="The sum of p log(p / q), natural logarithm.")
def test_kl(student, rng):
    cases = [rng.dirichlet(np.full(k, 2.0), size=2) for k in (2, 3, 5)]
    found = untouched(student.kl, cases)
    expected = [sum(a * math.log(a / b) for a, b in zip(p, q, strict=True)) for p, q in cases]
    assert_close(found, expected, what="kl(p, q)")


@criterion(of="kl", points="0.75", says="p = 0 adds nothing; q = 0 where p > 0 gives infinity.")
def test_kl_with_zeros(student, rng):
    whole, part = rng.dirichlet(np.full(4, 2.0)), np.zeros(4)
    part[[1, 3]] = rng.dirichlet([2.0, 2.0])
    third = np.array([0.5, 0.5, 0.0, 0.0])
    found = [
        student.kl(part, whole),
        student.kl(third, third),
        student.kl(whole, part),
        student.kl(third, part),
        student.kl(np.array([1e-12, 1 - 1e-12]), np.array([0.0, 1.0])),
    ]
    finite = sum(part[i] * math.log(part[i] / whole[i]) for i in (1, 3))
    expected = [finite, 0.0, *[math.inf] * 3]
    assert_close(found, expected, what="kl(p, q) with zeros")


# --- kl_monte_carlo


def log_densities(rng, n):
    """Two normal log densities at n samples of the first."""
    x, shift = rng.normal(size=n), rng.uniform(0.5, 1.5)
    return -(x**2) / 2 - math.log(2 * math.pi) / 2, -((x - shift) ** 2) / 2 - math.log(
        2 * math.pi
    ) / 2


@criterion(of="kl_monte_carlo", points="0.5", says="The plain mean of log p - log q.")
def test_kl_monte_carlo(student, rng):
    cases = [log_densities(rng, n) for n in (5, 7, 12)]
    log_p = rng.normal(size=6)
    cases.append((log_p, log_p + rng.uniform(0.1, 0.9, size=6)))  # below 0, by bad luck
    found = [answer[0] for answer in untouched(student.kl_monte_carlo, cases)]
    expected = [sum(a - b for a, b in zip(*case, strict=True)) / len(case[0]) for case in cases]
    assert_close(found, expected, what="the estimate of kl_monte_carlo")


@criterion(of="kl_monte_carlo", points="0.5", says="The standard error shrinks like 1 / sqrt(n).")
def test_standard_error(student, rng):
    cases = [log_densities(rng, n) for n in (5, 7, 12)]
    cases += [
        (log_p + 1e6, log_q) for log_p, log_q in cases[:2]
    ]  # as far apart as in many variables
    found = [student.kl_monte_carlo(*case)[1] for case in cases]
    expected = []
    for log_p, log_q in cases:
        n, values = len(log_p), (log_p - log_q).tolist()
        mean = sum(values) / n
        expected.append(math.sqrt(sum((v - mean) ** 2 for v in values) / (n - 1) / n))
    assert_close(found, expected, what="the standard error of kl_monte_carlo")
