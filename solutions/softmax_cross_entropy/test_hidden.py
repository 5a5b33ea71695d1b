"""Each test asks for all its answers before it judges one: a diagnosis needs several."""

import numpy as np

from autograder import criterion
from autograder.checks import assert_close
from autograder.checks import assert_leaves_inputs
from autograder.checks import numerical_vjp

# A point of the simplex: book 4.2.1, line 1640.
SIMPLEX = np.array([0.2, 0.05, 0.75])

# One row overflows exp, the other underflows it when it is shifted by the first one's maximum.
HUGE = np.array([[1000.0, 0.0, -1000.0], [-1000.0, -1001.0, -1002.0]])
LEVELS = np.array([[1000.0], [-1000.0], [0.0]])


def sizes(rng, count):
    """Sizes from 2 to 7, no two alike, so that no mix-up of two axes goes unseen."""
    return [int(size) for size in rng.permutation(np.arange(2, 8))[:count]]


def ask(function, cases):
    return [function(*case) for case in cases]


def untouched(function, cases):
    """As ask, but a call that changes an argument fails."""
    return [assert_leaves_inputs(function, *case) for case in cases]


def scored(rng, n, m):
    """Logits and labels; the last class does not occur."""
    return 2 * rng.normal(size=(n, m)), rng.integers(0, m - 1, size=n)


def losses(logits, y):
    """The definition, for logits of ordinary size."""
    p = np.exp(logits)
    p /= p.sum(axis=1, keepdims=True)
    return np.array([-np.log(row[label]) for row, label in zip(p, y, strict=True)])


def steps_given(student, reference):
    """Only what a function adds itself is judged: those it may call are the right ones."""
    names = ("one_hot", "logsumexp", "softmax")
    return student.given(**{name: getattr(reference, name) for name in names})


@criterion(of="one_hot", points="0.5", says="A row for each label, a column for each class.")
def test_one_hot(student, rng):
    """Three classes, three vectors: book 4.2, line 1618."""
    cases = [(np.array([0, 1, 2]), 3)]
    for n, m in (sizes(rng, 2), sizes(rng, 2), (9, 4), (5, 5)):
        cases.append((rng.integers(0, m - 1, size=n), m))
    found = untouched(student.one_hot, cases)
    expected = [np.array([[float(k == label) for k in range(m)] for label in y]) for y, m in cases]
    assert_close(found, expected, what="one_hot(y, m) for several labels", dtype="same")


@criterion(of="logsumexp", points="0.5", says="The logarithm of the sum of the exponentials.")
def test_logsumexp(student, rng):
    cases = [(np.log(np.array([1.0, 2.0, 5.0])),)]
    cases += [(rng.normal(size=sizes(rng, 2)),) for _ in range(3)] + [(rng.normal(size=(3, 3)),)]
    cases.append((rng.normal(size=(2, 4, 3)),))
    found = untouched(student.logsumexp, cases)
    assert_close(found[0], np.log(8.0), what="logsumexp of the logarithms of 1, 2 and 5")
    expected = [np.log(np.exp(x).sum(axis=-1)) for (x,) in cases]
    assert_close(found, expected, what="logsumexp(x) for several x")


@criterion(of="logsumexp", points="0.5", says="Along any axis, which is gone from the result.")
def test_logsumexp_along_an_axis(student, rng):
    cases = [(rng.normal(size=sizes(rng, 3)), axis) for axis in (0, 1, 2, -2)]
    cases += [(rng.normal(size=(3, 3)), 0), (rng.normal(size=(2, 1, 3)), 2)]
    found = ask(student.logsumexp, cases)
    expected = [np.log(np.exp(x).sum(axis=axis)) for x, axis in cases]
    assert_close(found, expected, what="logsumexp(x, axis) along several axes")


@criterion(of="logsumexp", points="1", says="Entries of +-1000 give neither infinity nor zero.")
def test_logsumexp_of_huge_entries(student, reference, rng):
    """The shift may be any number (the book asks c >= 0, line 2002): a maximum may be negative."""
    cases = [(HUGE,), (-1000 + rng.normal(size=4),), (1000 + rng.normal(size=3),)]
    cases += [(LEVELS + rng.normal(size=(3, m)),) for m in (2, 4)]
    found = ask(student.logsumexp, cases)
    expected = [np.logaddexp.reduce(x, axis=-1) for (x,) in cases]
    assert_close(found, expected, what="logsumexp(x) for entries of +-1000")


@criterion(of="softmax", points="1", says="Exponentials over their sum: each row is one example.")
def test_softmax(student, rng):
    cases = [(np.log(SIMPLEX),), (np.array([[0.0, np.log(3.0)]]),)]
    cases += [(rng.normal(size=sizes(rng, 2)),) for _ in range(3)] + [(rng.normal(size=(3, 3)),)]
    cases.append((rng.normal(size=(2, 4, 3)),))
    found = ask(student.softmax, cases)
    assert_close(found[:2], [SIMPLEX, np.array([[0.25, 0.75]])], what="softmax of logarithms")
    expected = [np.exp(x) / np.exp(x).sum(axis=-1, keepdims=True) for (x,) in cases]
    assert_close(found, expected, what="softmax(x) for several x")


@criterion(of="softmax", points="1", says="The temperature divides the scores.")
def test_softmax_temperature(student, rng):
    """Cold: the largest score takes all; hot: all are alike (book, lines 1720-1722 and 1772)."""
    x = np.array([[1.0, 3.0, 2.0], [0.0, -2.0, -1.0]])
    cases = [(x, 1e-3), (x, 1e9)]
    cases += [(rng.normal(size=sizes(rng, 2)), tau) for tau in (0.5, 2.0, 10.0, 100.0)]
    found = ask(student.softmax, cases)
    cold, hot = np.array([[0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]), np.full((2, 3), 1 / 3)
    assert_close(found[0], cold, what="softmax(x, tau) for a tiny tau")
    assert_close(found[1], hot, what="softmax(x, tau) for a huge tau", rtol=1e-7, atol=1e-7)
    e = [np.exp(x / tau) for x, tau in cases[2:]]
    expected = [part / part.sum(axis=-1, keepdims=True) for part in e]
    assert_close(found[2:], expected, what="softmax(x, tau) for several tau")


@criterion(of="softmax", points="0.5", says="Along the axis asked for.")
def test_softmax_along_an_axis(student, rng):
    cases = [(rng.normal(size=sizes(rng, 3)), 1.0, axis) for axis in (0, 1, 2, -2)]
    cases.append((rng.normal(size=(3, 3)), 1.0, 0))
    found = ask(student.softmax, cases)
    expected = [np.exp(x) / np.exp(x).sum(axis=axis, keepdims=True) for x, _, axis in cases]
    assert_close(found, expected, what="softmax(x, 1, axis) along several axes")


@criterion(of="softmax", points="0.5", says="Scores of +-1000 give probabilities, not NaN.")
def test_softmax_of_huge_scores(student, reference, rng):
    cases = [(HUGE,), (-1000 + rng.normal(size=(2, 4)),), (1000 + rng.normal(size=(3, 2)),)]
    cases += [(LEVELS + rng.normal(size=(3, m)),) for m in (2, 4)]
    cases.append((np.array([[100.0, 90.0], [-90.0, -100.0]]),))
    cases.append((np.array([[1000.0, 0.0], [-1000.0, -2000.0]]), 1000.0))
    single = (LEVELS / 10 + rng.normal(size=(3, 4))).astype(np.float32)
    found, found_single = ask(student.softmax, cases), student.softmax(single)
    assert_close(found, ask(reference.softmax, cases), what="softmax(x) for scores of +-1000")
    expected = reference.softmax(single.astype(np.float64))
    what = "softmax(x) for float32 scores of about 100"
    assert_close(found_single, expected, what=what, rtol=1e-3, atol=1e-5)


@criterion(
    of="softmax",
    points="0.5",
    says="The scores stay as they were.",
    after="test_softmax",
)
def test_softmax_leaves_scores(student, rng):
    for _ in range(4):
        assert_leaves_inputs(student.softmax, rng.normal(size=sizes(rng, 2)))


@criterion(of="cross_entropy", points="1", says="The mean of -log of each label's probability.")
def test_cross_entropy(student, reference, rng):
    """Without knowledge, all logits alike, the loss is log m."""
    student = steps_given(student, reference)
    cases = [(np.full((3, m), 5.0), np.array([0, 1, 0])) for m in (2, 10)]
    cases += [scored(rng, *sizes(rng, 2)) for _ in range(4)] + [scored(rng, 4, 4)]
    found = untouched(student.cross_entropy, cases)
    assert_close(found[:2], [np.log(2.0), np.log(10.0)], what="cross_entropy of equal logits")
    expected = [losses(*case).mean() for case in cases]
    assert_close(found, expected, what="cross_entropy(logits, y) for several logits")


@criterion(of="cross_entropy", points="1", says="Exact for logits of +-1000: 0, 1000, 2000.")
def test_cross_entropy_of_huge_logits(student, reference, rng):
    student = steps_given(student, reference)
    cases = [(HUGE[:1], np.array([label])) for label in (0, 1, 2)]
    cases += [(np.array([[0.0, -50.0 * k]]), np.array([1])) for k in (1, 2, 20)]
    cases.append((HUGE[[0, 0, 0]], np.array([0, 1, 2])))
    found = ask(student.cross_entropy, cases)
    expected = [0.0, 1000.0, 2000.0, 50.0, 100.0, 1000.0, 1000.0]
    assert_close(found, expected, what="cross_entropy(logits, y) for logits up to +-1000")


@criterion(
    of="cross_entropy_gradient", points="1.5", says="It agrees with differences of the loss."
)
def test_gradient(student, reference, rng):
    student = steps_given(student, reference)
    cases = [scored(rng, *sizes(rng, 2)) for _ in range(4)] + [scored(rng, 4, 4)]
    cases.append(scored(rng, 1, 3))
    found = untouched(student.cross_entropy_gradient, cases)
    expected = [
        numerical_vjp(lambda z, y=y: losses(z, y).mean(), logits, np.array(1.0))
        for logits, y in cases
    ]
    what = "cross_entropy_gradient(logits, y), compared with differences"
    assert_close(found, expected, what=what, rtol=1e-6, atol=1e-8)


@criterion(
    of="cross_entropy_gradient", points="0.5", says="Logits of +-1000 give a gradient, not NaN."
)
def test_gradient_at_huge_logits(student, reference, rng):
    student = steps_given(student, reference)
    cases = [(HUGE, np.array([1, 2]))]
    cases += [
        (1000 * rng.choice((-1.0, 1.0), size=(n, 1)) + rng.normal(size=(n, m)), np.arange(n) % m)
        for n, m in (sizes(rng, 2), sizes(rng, 2), (3, 3))
    ]
    found = ask(student.cross_entropy_gradient, cases)
    expected = ask(reference.cross_entropy_gradient, cases)
    what = "cross_entropy_gradient(logits, y) for logits of +-1000"
    assert_close(found, expected, what=what)
