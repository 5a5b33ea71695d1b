"""Each test asks for all its answers before it judges one: a diagnosis needs several."""

import math

import numpy as np

from autograder import criterion
from autograder.checks import assert_close
from autograder.checks import assert_equal
from autograder.checks import assert_leaves_inputs

NAN = math.nan


def ask(function, cases):
    return [function(*case) for case in cases]


def untouched(function, cases):
    """As ask, but a call that changes an argument fails."""
    return [assert_leaves_inputs(function, *case) for case in cases]


# --- split


def dealt(X, y, order, m):
    """The two sets, one example at a time."""
    first = [X[i].tolist() for i in order[:m]]
    sides = [], []
    for i in order:
        sides[X[i].tolist() in first].append(i)
    train, test = sides
    return X[train], y[train], X[test], y[test]


@criterion(of="split", points="1", says="The first m of the order are held out, each with its y.")
def test_split(student, rng):
    cases = [
        (rng.normal(size=(n, c)), rng.normal(size=n), rng.permutation(n), m)
        for n, c, m in ((7, 3, 2), (9, 2, 5), (8, 1, 3), (5, 5, 2))
    ]
    found = untouched(student.split, cases)
    assert_close(found, ask(dealt, cases), what="split(X, y, order, m)")


def repeated(rng, m):
    """Four rows with entries in common, each twice with one label and twice with another."""
    a, b = rng.uniform(1, 2, size=2), rng.uniform(-2, -1, size=2)
    a[1] = a[0] + 1e-9  # nearly equal is not equal
    X = np.repeat([[u, v] for u in a for v in b], 4, axis=0)
    y = np.repeat(rng.normal(size=8), 2)
    shuffled = rng.permutation(16)
    return X[shuffled], y[shuffled], rng.permutation(16), m


@criterion(of="split", points="1", says="A copy of a held out example is held out, too.")
def test_split_of_copies(student, rng):
    """Training and test set have no input in common: book 3.2.1, line 1242."""
    cases = [repeated(rng, m) for m in (1, 2, 3)]
    X = np.array([[0.0, 1.0], [-0.0, 1.0], [1.0, 0.0], [1.0, -0.0], [0.5, 0.5], [2.0, 1.0]])
    for first in (0, 3):  # -0.0 equals 0.0, and five of the rows have the same sum
        order = np.array([first, *(i for i in rng.permutation(6) if i != first)])
        cases.append((X, rng.normal(size=6), order, 1))
    found = ask(student.split, cases)
    assert_close(found, ask(dealt, cases), what="split(X, y, order, m) of examples with copies")


# --- standardise


def standardised(X_train, X_test):
    """Column by column, in sums written out."""
    columns = []
    for train, test in zip(X_train.T.tolist(), X_test.T.tolist(), strict=True):
        mean = math.fsum(train) / len(train)
        variance = math.fsum((x - mean) ** 2 for x in train) / len(train)
        scale = math.sqrt(variance) if max(train) > min(train) else 1.0
        columns.append(([(x - mean) / scale for x in train], [(x - mean) / scale for x in test]))
    return tuple(np.array(side).T for side in zip(*columns, strict=True))


@criterion(of="standardise", points="0.75", says="Both sets by the statistics of the training set.")
def test_standardise(student, rng):
    cases = [
        tuple(rng.normal(size=c) + np.logspace(-2, 1, c) * rng.normal(size=(k, c)) for k in s)
        for *s, c in ((6, 4, 3), (4, 7, 2), (5, 1, 4), (3, 3, 3))
    ]
    found = ask(student.standardise, cases)
    assert_close(found, ask(standardised, cases), what="standardise(X_train, X_test)")


@criterion(of="standardise", points="0.5", says="A column that is constant in training is shifted.")
def test_standardise_a_constant_column(student, rng):
    """The mean of 0.1, 0.1 and 0.1 is not 0.1 in floats, and their deviation not 0."""
    cases = []
    for n, constant in ((4, 3.0), (3, 0.1), (5, -2.0), (6, 0.1)):
        X_train, X_test = rng.normal(size=(n, 2)), rng.normal(size=(2, 2))
        X_train[:, rng.integers(2)] = constant
        cases.append((X_train, X_test))
    for centre in (1.0, -2.0, 3.0):  # hardly a change, yet not constant
        changes = np.outer(rng.permutation([-1.2, 0.4, 0.8]), [3e-6, 1e-5])
        cases.append((np.array([0.0, centre]) + changes, rng.normal(size=(2, 2))))
    found = ask(student.standardise, cases)
    what = "standardise(X_train, X_test) with a constant column"
    assert_close(found, ask(standardised, cases), what=what)


@criterion(
    of="standardise", points="0.25", says="Both sets stay as they were.", after="test_standardise"
)
def test_standardise_leaves_inputs(student, rng):
    for _ in range(3):
        assert_leaves_inputs(student.standardise, rng.normal(size=(4, 3)), rng.normal(size=(2, 3)))


# --- lookup


def grid(rng, k):
    """k different points of a grid of 9: any two lines of it meet."""
    a, b = rng.normal(size=(2, 3))
    return rng.permutation(np.array([[u, v] for u in a for v in b]))[:k]


@criterion(of="lookup", points="0.5", says="It knows every label of the training set.")
def test_lookup_of_the_training_set(student, rng):
    cases = []
    for n, k in ((5, 7), (6, 4), (4, 4)):
        X, y, rows = grid(rng, n), rng.normal(size=n), rng.integers(n, size=k)
        cases.append(((X, y, X[rows]), y[rows]))
    found = untouched(student.lookup, [case for case, _ in cases])
    assert_close(found, [y for _, y in cases], what="lookup(X_train, y_train, X) of known rows")


@criterion(of="lookup", points="0.5", says="What it has not seen gets the default, 0 unless told.")
def test_lookup_of_new_rows(student, rng):
    """The default value e.g. 0: book 3.2.1, line 1230."""
    found, expected = [], []
    for default in (None, *rng.uniform(1, 3, size=2)):
        X, y = grid(rng, 8), rng.normal(size=5)
        options = {} if default is None else {"default": float(default)}
        nearly = X[1] + 1e-9  # nearly equal is not equal
        asked = np.vstack([X[[6, 2, 5, 7, 0]], nearly])
        found.append(student.lookup(X[:5], y, asked, **options))
        other = default or 0.0
        expected.append(np.array([other, y[2], other, other, y[0], other]))
    assert_close(found, expected, what="lookup(X_train, y_train, X) with new rows")


@criterion(of="lookup", points="0.25", says="A row with several labels gets their mean.")
def test_lookup_of_contradictions(student, rng):
    found, expected = [], []
    for _ in range(3):
        X, y = grid(rng, 3), rng.normal(size=6)
        rows = np.array([0, 1, 0, 2, 0, 1])
        found.append(student.lookup(X[rows], y, X[[1, 0, 2]]))
        expected.append(np.array([(y[1] + y[5]) / 2, (y[0] + y[2] + y[4]) / 3, y[3]]))
    # an int for a default leaves the labels their fractions
    # 0.0 and -0.0 are equal; a label of 0 is a label
    X, asked = (np.array([column]).T for column in ([1, 1, 2, 0.0, -3], [1, 2, -0.0, -3]))
    for default in (-1, 2, 30):
        y = np.append(rng.uniform(5, 9, size=4), 0.0)
        found.append(student.lookup(X, y, asked, default))
        expected.append(np.array([(y[0] + y[1]) / 2, *y[2:]]))
    assert_close(found, expected, what="lookup(X_train, y_train, X) with labels that contradict")


# --- gap


def squared(y, predictions):
    return (y - predictions) ** 2


def absolute(y, predictions):
    return np.abs(y - predictions)


def lopsided(y, predictions):
    """Three times as bad to predict too little as too much."""
    e = y - predictions
    return np.where(e > 0, 3 * e, -e)


def linear(w):
    return lambda X: X @ w


def noisy(rng, w, n, noise):
    """n examples of a linear function, every label off by about `noise`."""
    X = rng.normal(size=(n, len(w)))
    return X, X @ w + noise * rng.choice((-1.0, 1.0), size=n) * rng.uniform(0.8, 1.2, size=n)


def mean_loss(loss, f, X, y):
    return sum(float(loss(y[i : i + 1], f(X[i : i + 1]))[0]) for i in range(len(y))) / len(y)


def gaps(cases):
    return [mean_loss(*case[:2], *case[3]) - mean_loss(*case[:2], *case[2]) for case in cases]


@criterion(of="gap", points="0.75", says="Mean loss on the test set minus that in training.")
def test_gap(student, reference, rng):
    """A look-up table makes no error in training: its gap is the risk of its default."""
    w = rng.normal(size=3)
    known, unseen = noisy(rng, w, 6, 1.0), noisy(rng, w, 4, 1.0)
    table = (squared, lambda X: reference.lookup(*known, X, 2.0), known, unseen)
    cases = [table]
    for loss, n, m in ((squared, 7, 4), (absolute, 3, 6)):
        cases.append((loss, linear(w), noisy(rng, w, n, 0.5), noisy(rng, w, m, 2.0)))
    found = untouched(student.gap, cases)
    assert_close(found[0], np.mean((unseen[1] - 2.0) ** 2), what="gap of a lookup model")
    assert_close(found, gaps(cases), what="gap(loss, f, train, test)")


@criterion(of="gap", points="0.25", says="It is negative where the test set is the easier one.")
def test_gap_below_zero(student, rng):
    w = rng.normal(size=2)
    cases = [
        (loss, linear(w), noisy(rng, w, n, 2.0), noisy(rng, w, m, 0.5))
        for loss, n, m in ((squared, 4, 6), (absolute, 6, 3), (squared, 3, 3))
    ]
    found = ask(student.gap, cases)
    assert_close(found, gaps(cases), what="gap(loss, f, train, test) with an easy test set")


@criterion(of="gap", points="0.25", says="The loss gets the labels first, then the predictions.")
def test_gap_of_a_lopsided_loss(student, rng):
    cases = []
    for n, m in ((4, 6), (6, 3), (3, 5)):
        w = rng.normal(size=2)
        X, y = noisy(rng, w, n + m, 0.1)
        shift = np.where(np.arange(n + m) < n, -2.0, 1.0)
        train, test = (X[:n], (y + shift)[:n]), (X[n:], (y + shift)[n:])
        cases.append((lopsided, linear(w), train, test))
    found = ask(student.gap, cases)
    assert_close(found, gaps(cases), what="gap(loss, f, train, test) of a loss with two sides")


# --- stop_early


def stretched(rng, scores):
    """Other scores from 0 to 1 in the same order: the rule sees no more than that."""
    power = rng.uniform(0.8, 1.2)
    return [float(s) ** power for s in scores]


def rule(scores, patience, sign=1):
    """The epochs that improve, then the first stretch without one."""
    s = [sign * score for score in scores]
    better = [t for t in range(len(s)) if s[t] > max([-math.inf, *(x for x in s[:t] if x == x)])]
    for stop in range(patience - 1, len(s)):
        if not set(better) & set(range(stop - patience + 1, stop + 1)):
            return stop, max((t for t in better if t < stop), default=None)
    return None, max(better, default=None)


# In the first the newest score is never the lowest of four, in the second it is once: the
# inequality the book prints (line 4397) is another rule than the one it describes.
HISTORIES = [
    ([0.5, 0.9, 0.8, 0.85, 0.84, 0.86, 0.85], 3),
    ([0.5, 0.6, 0.7, 0.4], 3),
    ([0.2, 0.5, 0.3, 0.6, 0.4, 0.55, 0.5, 0.3], 2),
    ([0.3, 0.4, 0.35, 0.38], 1),
    ([0.6, 0.3, 0.7, 0.4, 0.5, 0.65, 0.9, 0.8], 4),
]
# After the stop comes a better score than any before.
COMEBACKS = [
    ([0.5, 0.6, 0.55, 0.4, 0.9, 0.3], 2),
    ([0.4, 0.3, 0.7, 0.8], 1),
    ([0.2, 0.6, 0.5, 0.4, 0.55, 0.65, 0.7], 3),
]
TIES = [
    ([0.7, 0.7, 0.7, 0.7], 2),
    ([0.5, 0.7, 0.7, 0.6, 0.7], 3),
    ([0.5, 0.6, 0.6, 0.8, 0.8, 0.8], 2),
    ([0.5, 0.4, 0.9, 0.9], 3),
]
GAPS = [
    ([0.5, NAN, 0.6, NAN, NAN, 0.55], 2),
    ([NAN, NAN, 0.5], 2),
    ([NAN, 0.5, NAN, 0.6, 0.7], 2),
    ([0.5, 0.6, 0.4, NAN, 0.5], 2),
]


@criterion(of="stop_early", points="0.75", says="It stops after `patience` epochs without a best.")
def test_stop_early(student, rng):
    cases = [(stretched(rng, scores), patience) for scores, patience in HISTORIES]
    # negative, and better by very little
    cases += [([1e-6 * (s - 3.0) for s in scores], patience) for scores, patience in cases[:3]]
    found = untouched(student.stop_early, cases)
    assert_equal(found[:2], [(4, 1), (None, 2)], what="stop_early(scores, 3)")
    assert_equal(found, [rule(*case) for case in cases], what="stop_early(scores, patience)")


@criterion(of="stop_early", points="0.25", says="Scores after the stop play no part.")
def test_stop_early_does_not_look_ahead(student, rng):
    cases = [(stretched(rng, scores), patience) for scores, patience in COMEBACKS]
    found = ask(student.stop_early, cases)
    what = "stop_early(scores, patience) with better scores after the stop"
    assert_equal(found, [rule(*case) for case in cases], what=what)


@criterion(of="stop_early", points="0.5", says="A tie is no improvement.")
def test_stop_early_at_ties(student, rng):
    cases = [(stretched(rng, scores), patience) for scores, patience in TIES]
    found = ask(student.stop_early, cases)
    what = "stop_early(scores, patience) with equal scores"
    assert_equal(found, [rule(*case) for case in cases], what=what)


@criterion(of="stop_early", points="0.25", says='With mode "min" low scores are good.')
def test_stop_early_of_risks(student, rng):
    cases = []
    for scores, patience in HISTORIES[:4]:
        cases.append(([2.0 - s for s in stretched(rng, scores)], patience, "min"))
    found = ask(student.stop_early, cases)
    expected = [rule(scores, patience, -1) for scores, patience, _ in cases]
    assert_equal(found, expected, what='stop_early(scores, patience, "min")')


@criterion(of="stop_early", points="0.25", says="A score of NaN is an epoch without improvement.")
def test_stop_early_with_nan(student, rng):
    cases = [(stretched(rng, scores), patience) for scores, patience in GAPS]
    found = ask(student.stop_early, cases)
    assert_equal(found, [rule(*case) for case in cases], what="stop_early(scores, patience), NaN")


# --- train_linear


def course(rng, factors, n, m, best):
    """Data on which the weights after t steps are target * (1 - factors ** t), for rate 0.1.

    The columns of X are orthogonal and the errors of the labels orthogonal to them. The
    validation set agrees best with the weights after `best` steps. Returns it all, and the path.
    """
    factors = np.array(factors)
    c = len(factors)
    Q, _ = np.linalg.qr(rng.normal(size=(n, c + 1)))
    X = Q[:, :c] * np.sqrt((1 - factors) * n / 0.2)
    target = rng.choice((-1.0, 1.0), size=c) * rng.uniform(1, 2, size=c)
    y = X @ target + rng.uniform(0.5, 1) * Q[:, c]
    V, _ = np.linalg.qr(rng.normal(size=(m, c + 1)))
    X_val = V[:, :c] * rng.uniform(2, 3, size=c)
    path = [target * (1 - factors**t) for t in range(30)]
    y_val = X_val @ path[best] + rng.uniform(0.5, 1) * V[:, c]
    return (X, y), (X_val, y_val), path


# Factors between 0 and 1: the risk falls to its lowest and rises. A negative one: it swings.
COURSES = [((0.8, 0.7), 6, 4, 4, 2), ((-0.7,), 5, 3, 5, 2), ((0.6, 0.9, 0.8), 5, 7, 3, 4)]


def trained(student, reference, rng, epochs):
    """Answers, and what they should be; `epochs` says how many, given the best and patience."""
    given = student.given(stop_early=reference.stop_early)
    found, expected = [], []
    for *how, best, patience in COURSES:
        train, (X_val, y_val), path = course(rng, *how, best)
        limit = epochs(best, patience)
        found.append(given.train_linear(train, (X_val, y_val), 0.1, patience, limit))
        run = path[1 : min(limit, best + patience) + 1]
        risks = [sum((X_val @ w - y_val) ** 2) / len(y_val) for w in run]
        expected.append((path[best], risks))
    return found, expected


def time_enough(best, patience):
    return best + patience + 6


def too_little_time(best, patience):
    return best + patience - 1


@criterion(of="train_linear", points="0.75", says="The validation risk of every epoch that is run.")
def test_risks_of_training(student, reference, rng):
    found, expected = [], []
    for epochs in (time_enough, too_little_time):
        answers = trained(student, reference, rng, epochs)
        found += answers[0]
        expected += answers[1]
    what = "the risks of train_linear"
    assert_close([risks for _, risks in found], [risks for _, risks in expected], what=what)


@criterion(of="train_linear", points="0.75", says="The weights go back to the best epoch.")
def test_rollback(student, reference, rng):
    found, expected = trained(student, reference, rng, time_enough)
    # 4, 6, 7: from w = 0 it only gets worse, but the first epoch is the best, and 0 is no epoch
    one = np.array([[1.0]])
    given = student.given(stop_early=reference.stop_early)
    worse = ((one, np.array([8.0])), (one, np.array([0.0])), 0.25, 2, 5)
    found.append(assert_leaves_inputs(given.train_linear, *worse))
    expected.append((np.array([4.0]), [16.0, 36.0, 49.0]))
    assert_close([w for w, _ in found], [w for w, _ in expected], what="the w of train_linear")


@criterion(of="train_linear", points="0.5", says="So they do when the epochs run out.")
def test_rollback_at_the_end(student, reference, rng):
    """The book goes back by k epochs (line 4399): right only where patience ended the training."""
    found, expected = trained(student, reference, rng, too_little_time)
    # not judged here: it tells who never goes back from who does so after a stop
    trained(student, reference, rng, time_enough)
    what = "the w of train_linear when the epochs run out"
    assert_close([w for w, _ in found], [w for w, _ in expected], what=what)
