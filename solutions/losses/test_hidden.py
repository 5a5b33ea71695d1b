"""Each loss by its definition, example by example; each gradient by differences of that."""

import math

import numpy as np

from autograder import criterion
from autograder.checks import assert_close
from autograder.checks import assert_leaves_inputs

EXAMPLES = (5, 4, 7)


def labels(rng, n):
    """Both labels, in no order."""
    return rng.permutation(np.resize([-1.0, 1.0], n))


def differences(loss, y, outputs, h=6e-6):
    """Gradient of loss(y, outputs) by the outputs: central differences."""
    gradient = np.empty(outputs.shape)
    for index in np.ndindex(outputs.shape):
        step = np.zeros(outputs.shape)
        step[index] = h
        gradient[index] = (loss(y, outputs + step) - loss(y, outputs - step)) / (2 * h)
    return gradient


def untouched(function, cases):
    """The answers, if the arguments are left as they were."""
    return [assert_leaves_inputs(function, *case) for case in cases]


def mean(terms):
    terms = list(terms)
    return sum(terms) / len(terms)


def hinge(y, s):
    return mean(max(0.0, 1 - a * b) for a, b in zip(y, s, strict=True))


def huber(y, yhat, delta=1.0):
    sizes = [abs(b - a) for a, b in zip(y, yhat, strict=True)]
    return mean(e * e / 2 if e <= delta else delta * e - delta**2 / 2 for e in sizes)


def gaussian(y, out):
    return mean(
        math.log(2 * math.pi * r * r) / 2 + (a - m) ** 2 / (2 * r * r)
        for a, (m, r) in zip(y, out, strict=True)
    )


def check_gradients(found, expected, what):
    # Central differences are good to about 1e-10 here.
    assert_close(found, expected, what=what, rtol=1e-6, atol=1e-7)


# --- zero_one


@criterion(of="zero_one", points="0.75", says="The fraction of scores with the wrong sign.")
def test_zero_one(student, rng):
    cases, expected = [], []
    for n, wrong in ((7, 2), (5, 1), (8, 4)):
        y = labels(rng, n)
        margins = rng.uniform(0.6, 2, size=n) * np.where(np.arange(n) < wrong, -1, 1)
        margins[-1] = 1.0
        y[[-4, -2]], margins[[-4, -2]] = 1, (0.4, 0.3)
        margins[-3] = 1e-9  # as right as any other
        cases.append((y, y * margins))
        expected.append(wrong / n)
    found = untouched(student.zero_one, cases)
    assert_close(found, expected, what="zero_one(y, s)")


@criterion(of="zero_one", points="0.25", says="A score of 0 is wrong, whatever the label.")
def test_zero_one_of_zero(student, rng):
    found, expected = [], []
    for n, wrong, zeros in ((5, 1, 2), (6, 0, 3), (9, 2, 4), (7, 3, 2)):
        y = labels(rng, n)
        margins = np.repeat([-0.7, 0.0, 0.7], [wrong, zeros, n - wrong - zeros])
        found.append(student.zero_one(y, y * margins))
        expected.append((wrong + zeros) / n)
    assert_close(found, expected, what="zero_one(y, s) with scores of 0")


# --- hinge


@criterion(of="hinge", points="1", says="The mean of max(0, 1 - margin).")
def test_hinge(student, rng):
    cases = [(np.ones(5), np.array([-1.0, 0.0, 0.5, 1.0, 2.0]))]
    for n in EXAMPLES:
        y = labels(rng, n)
        # Margins on both sides of 0 and of 1.
        cases.append((y, y * np.resize([-1.5, 0.5, 1.5], n) + rng.uniform(-0.4, 0.4, size=n)))
    found = [answer[0] for answer in untouched(student.hinge, cases)]
    assert_close(found, [0.7, *(hinge(*case) for case in cases[1:])], what="the loss of hinge")


@criterion(of="hinge", points="1", says="Its gradient: -y / n where the margin is below 1.")
def test_hinge_gradient(student, rng):
    found, expected = [], []
    for n in EXAMPLES:
        y = labels(rng, n)
        s = y * np.resize([-1.5, 0.5, 1.5], n) + rng.uniform(-0.4, 0.4, size=n)
        found.append(student.hinge(y, s)[1])
        expected.append(differences(hinge, y, s))
    check_gradients(found, expected, "the gradient of hinge")


# --- huber


def regression(rng, n, delta=1.0):
    """Targets and predictions with errors of both signs, below and above delta."""
    y = rng.normal(size=n)
    e = delta * np.resize([0.5, -2.0, 1.6, -0.7], n) + rng.uniform(-0.2, 0.2, size=n) * delta
    return y, y + e


@criterion(of="huber", points="1", says="With delta 1: squares near 0, straight beyond.")
def test_huber(student, rng):
    cases = [(np.zeros(5), np.array([0.0, 0.5, 1.0, 2.0, -3.0]))]
    cases += [regression(rng, n) for n in EXAMPLES]
    found = [answer[0] for answer in untouched(student.huber, cases)]
    # The terms of the first: 0, 0.125, 0.5, 1.5, 2.5.
    expected = [4.625 / 5, *(huber(*case) for case in cases[1:])]
    assert_close(found, expected, what="the loss of huber with delta 1")


@criterion(of="huber", points="0.75", says="With any delta the pieces meet without a step.")
def test_huber_with_delta(student, rng):
    deltas = (0.5, 2.0, 3.0)
    cases = [(*regression(rng, n, d), d) for n, d in zip(EXAMPLES, deltas, strict=True)]
    found = [student.huber(*case)[0] for case in cases]
    assert_close(found, [huber(*case) for case in cases], what="the loss of huber")


@criterion(of="huber", points="0.75", says="Its gradient: the error, cut at -delta and delta.")
def test_huber_gradient(student, rng):
    deltas = (1.0, 0.5, 2.0)
    cases = [(*regression(rng, n, d), d) for n, d in zip(EXAMPLES, deltas, strict=True)]
    found = [student.huber(*case)[1] for case in cases]
    expected = [differences(lambda a, b, d=d: huber(a, b, d), y, yhat) for y, yhat, d in cases]
    check_gradients(found, expected, "the gradient of huber")


# --- gaussian_nll


def gaussian_case(rng, n, signs=(1.0,)):
    y, m = rng.normal(size=(2, n))
    return y, np.stack([m, rng.uniform(0.4, 2.5, size=n) * np.resize(signs, n)], axis=1)


@criterion(of="gaussian_nll", points="1", says="The mean of -log N(y; m, r^2).")
def test_gaussian_nll(student, rng):
    cases = [(np.array([1.0]), np.array([[0.5, 0.5]]))]
    cases += [gaussian_case(rng, n) for n in EXAMPLES]
    y, r = rng.normal(size=4), rng.uniform(1e-4, 1e-3, size=4)
    cases.append((y, np.stack([y + r, r], axis=1)))
    found = [student.gaussian_nll(*case)[0] for case in cases]
    expected = [0.7257913526447274, *(gaussian(*case) for case in cases[1:])]
    assert_close(found, expected, what="the loss of gaussian_nll")


@criterion(of="gaussian_nll", points="0.5", says="The sign of r makes no difference.")
def test_gaussian_nll_of_negative_r(student, rng):
    cases = [gaussian_case(rng, n, (-1.0, 1.0)) for n in EXAMPLES]
    found = [answer[0] for answer in untouched(student.gaussian_nll, cases)]
    assert_close(found, [gaussian(*case) for case in cases], what="the loss for negative r")


@criterion(of="gaussian_nll", points="0.5", says="2000 points far off: logs, not a product.")
def test_gaussian_nll_of_many(student, rng):
    cases = []
    for far in (3.0, -4.0, 50.0):
        y, out = gaussian_case(rng, 2000)
        cases.append((y + far, out))
    found = [student.gaussian_nll(*case)[0] for case in cases]
    assert_close(found, [gaussian(*case) for case in cases], what="the loss of 2000 points")


@criterion(
    of="gaussian_nll", points="1", says="Its gradient with respect to m and r, in two columns."
)
def test_gaussian_nll_gradient(student, rng):
    cases = [gaussian_case(rng, n, (1.0, -1.0)) for n in EXAMPLES]
    found = [student.gaussian_nll(*case)[1] for case in cases]
    expected = [differences(gaussian, y, out) for y, out in cases]
    check_gradients(found, expected, "the gradient of gaussian_nll")


# --- categorical_nll


def categorical_case(rng, n, m):
    return np.eye(m)[rng.integers(m, size=n)], rng.dirichlet(np.full(m, 5.0), size=n)


@criterion(of="categorical_nll", points="0.75", says="The mean of -log p of the true class.")
def test_categorical_nll(student, rng):
    P = np.array([[0.2, 0.05, 0.75]] * 3)
    cases = [(np.eye(3), P), *(categorical_case(rng, n, m) for n, m in ((4, 3), (3, 5), (2, 2)))]
    found = [answer[0] for answer in untouched(student.categorical_nll, cases)]
    by_hand = (1.6094379124341003 + 2.995732273553991 + 0.2876820724517809) / 3
    expected = [
        mean(-math.log(p[list(y).index(1)]) for y, p in zip(*case, strict=True))
        for case in cases[1:]
    ]
    assert_close(found, [by_hand, *expected], what="the loss of categorical_nll")


@criterion(
    of="categorical_nll",
    points="0.25",
    says="Certain predictions: 0 if right, infinite if wrong, never NaN.",
)
def test_categorical_nll_of_certainty(student, rng):
    Y = np.eye(4)[rng.permutation(4)]
    half = (Y + np.roll(Y, 1, axis=0)) / 2
    wrong = np.roll(Y, 1, axis=0)
    one_wrong = np.concatenate([wrong[:1], Y[1:]])
    found = [student.categorical_nll(Y, P)[0] for P in (Y, half, wrong, one_wrong)]
    expected = [0.0, math.log(2), math.inf, math.inf]
    assert_close(found, expected, what="the loss with probabilities of 0")


@criterion(
    of="categorical_nll", points="0.5", says="Its gradient with respect to the probabilities."
)
def test_categorical_nll_gradient(student, rng):
    cases = [categorical_case(rng, n, m) for n, m in ((4, 3), (3, 5), (2, 2))]
    # where neither the label nor the prediction is 1: Y / P is 0 / 0 there
    ruled_out = np.array([[0.5, 0.5, 0.0], [0.0, 1.0, 0.0], [0.0, 0.25, 0.75]])
    cases += [(np.eye(3)[[0, 1, k]], ruled_out) for k in (1, 2)]
    found = [student.categorical_nll(*case)[1] for case in cases]
    expected = []
    for Y, P in cases:
        gradient = np.zeros(P.shape)
        gradient[Y == 1] = -1 / (len(Y) * P[Y == 1])
        expected.append(gradient)
    assert_close(found, expected, what="the gradient of categorical_nll")
