"""Each test asks for all its answers before it judges one: a diagnosis needs several."""

from pathlib import Path

import numpy as np

from autograder import criterion
from autograder.checks import assert_array_equal
from autograder.checks import assert_close
from autograder.checks import assert_equal
from autograder.checks import assert_leaves_inputs
from autograder.checks import assert_true
from autograder.checks import numerical_vjp

TABLE = np.loadtxt(
    Path(__file__).parents[2] / "data" / "optdigits.csv", delimiter=",", skiprows=1, max_rows=400
)
PIXELS, DIGITS = TABLE[:, :64] / 16, TABLE[:, 64].astype(int)

CORNERS = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
AND, OR, XOR = (np.array(labels) for labels in ([0, 0, 0, 1], [0, 1, 1, 1], [0, 1, 1, 0]))


def sizes(rng, count):
    """Sizes from 3 to 8, no two alike, so that no mix-up of two axes goes unseen."""
    return [int(size) for size in rng.permutation(np.arange(3, 9))[:count]]


def ask(function, cases):
    return [function(*case) for case in cases]


def untouched(function, cases):
    """As ask, but a call that changes an argument fails."""
    return [assert_leaves_inputs(function, *case) for case in cases]


def binary(rng, n, c):
    """Examples of both classes, in no order; weights and a bias of ordinary size."""
    y = rng.permutation(np.arange(n) % 2)
    return rng.normal(size=(n, c)), y, rng.normal(size=c), float(rng.normal())


def multiclass(rng, n, c, m):
    """Examples; the last class does not occur."""
    X, y = rng.normal(size=(n, c)), rng.integers(0, m - 1, size=n)
    return X, y, rng.normal(size=(c, m)), rng.normal(size=m)


def whole(rng, n, c):
    """Whole numbers: every score is exact, also one of zero."""
    return rng.integers(-4, 5, size=(n, c)).astype(float), rng.permutation(np.arange(n) % 2)


def binary_losses(X, y, w, b):
    """The definition, for scores of ordinary size."""
    s = X @ w + b
    return np.log(1 + np.exp(np.where(y == 1, -s, s)))


def multiclass_loss(X, y, W, b):
    p = np.exp(X @ W + b)
    p /= p.sum(axis=1, keepdims=True)
    return -np.mean([np.log(row[label]) for row, label in zip(p, y, strict=True)])


@criterion(
    of="train_perceptron",
    points="1.5",
    says="Each example in turn moves w and b, if it was predicted wrongly.",
)
def test_perceptron(student, reference, rng):
    cases = [(CORNERS, AND, 1), (CORNERS, OR, 2)]
    cases += [(*whole(rng, *sizes(rng, 2)), epochs) for epochs in (1, 2, 3, 2)]
    # the long row is wrong, then the short ones: one move, all they get, does not put them right
    cases.append((np.array([[4.0, 4.0], [1.0, 0.0], [0.0, 1.0]]), np.array([0, 1, 1]), 2))
    found = ask(student.train_perceptron, cases)
    expected = ask(reference.train_perceptron, cases)
    for (w, b, _), (good_w, good_b, _) in zip(found, expected, strict=True):
        assert_close((w, b), (good_w, good_b), what="w and b from train_perceptron")


@criterion(
    of="train_perceptron",
    points="0.5",
    says="Every epoch is reported: AND ends without mistakes, XOR never does.",
    after="test_perceptron",
)
def test_perceptron_to_the_end(student, reference, rng):
    """XOR is beyond any line: 003, after the perceptrons."""
    orders = [rng.permutation(4) for _ in range(3)]
    cases = [(CORNERS[order], labels[order], 30) for order in orders for labels in (AND, OR, XOR)]
    found = untouched(student.train_perceptron, cases)
    for (_, _, mistakes), (_, labels, _) in zip(found, cases, strict=True):
        assert_equal(len(mistakes), 30, what="the number of epochs reported for 30 epochs")
        solvable = labels.sum() != 2
        assert_equal(
            mistakes[-1] == 0, bool(solvable), what="whether the last epoch has no mistake"
        )
    expected = ask(reference.train_perceptron, cases)
    assert_equal([f[2] for f in found], [e[2] for e in expected], what="the mistakes of 30 epochs")


@criterion(of="sigmoid", points="0.5", says="1 / (1 + exp(-s)) for every entry.")
def test_sigmoid(student, rng):
    """sigmoid(0) = 0.5: book 4.3.1, line 1894."""
    cases = [(np.array([0.0, np.log(3.0), -np.log(3.0)]),)]
    cases += [(2 * rng.normal(size=sizes(rng, 2)),) for _ in range(4)]
    cases.append((rng.normal(size=(2, 3, 4)),))
    found = untouched(student.sigmoid, cases)
    assert_close(found[0], np.array([0.5, 0.75, 0.25]), what="sigmoid at 0, log 3 and -log 3")
    expected = [1 / (1 + np.exp(-s)) for (s,) in cases]
    assert_close(found, expected, what="sigmoid(s) for several s")


@criterion(of="sigmoid", points="0.5", says="1 at 1000 and 0 at -1000, without a NaN.")
def test_sigmoid_at_the_ends(student, rng):
    cases, expected = [], []
    for n in (3, 4, 5, 6):
        signs, usual = rng.permutation(np.arange(n) % 2), rng.normal()
        far = (2.0 * signs - 1) * rng.uniform(800, 1200, size=n)
        cases.append((np.append(far, usual),))
        expected.append(np.append(signs, 1 / (1 + np.exp(-usual))))
    found = ask(student.sigmoid, cases)
    assert_close(found, expected, what="sigmoid(s) for s near +-1000")


@criterion(of="binary_loss", points="1", says="The mean of -log of each label's probability.")
def test_binary_loss(student, reference, rng):
    student = student.given(sigmoid=reference.sigmoid)
    cases = [binary(rng, *sizes(rng, 2)) for _ in range(5)]
    X, y, w, _ = cases[0]
    cases.append((X, y, 0.0 * w, 0.0))
    found = untouched(student.binary_loss, cases)
    assert_close(found[-1], np.log(2.0), what="binary_loss without any weights")
    expected = [binary_losses(*case).mean() for case in cases]
    assert_close(found, expected, what="binary_loss(X, y, w, b) for several inputs")


@criterion(of="binary_loss", points="0.5", says="Exact for scores of +-1000: 0 or 1000.")
def test_binary_loss_of_huge_scores(student, reference, rng):
    student = student.given(sigmoid=reference.sigmoid)
    cases, expected = [], []
    for score in (1000.0, 400.0, -750.0):
        for label in (0, 1):
            cases.append((np.array([[score]]), np.array([label]), np.array([1.0]), 0.0))
            expected.append(max(score, 0.0) - label * score)
    found = ask(student.binary_loss, cases)
    assert_close(found, expected, what="binary_loss(X, y, w, b) for scores up to +-1000")


@criterion(
    of="binary_gradient",
    points="1",
    says="It agrees with differences of the loss, for scores of any size.",
)
def test_binary_gradient(student, reference, rng):
    """(f(x) - y) x: book 4.3.1."""
    student = student.given(sigmoid=reference.sigmoid)
    cases = [binary(rng, *sizes(rng, 2)) for _ in range(5)]
    # X is the identity and b is 0: the weights are the scores
    signs = [np.array(s) for s in ([1.0, -1.0], [-1.0, 1.0, 1.0], [1.0, 1.0, -1.0, -1.0])]
    far = [(np.eye(len(s)), np.arange(len(s)) % 2, 1000.0 * s, 0.0) for s in signs]
    found = untouched(student.binary_gradient, cases + far)
    expected = []
    for X, y, w, b in cases:
        by_w = numerical_vjp(lambda v: binary_losses(X, y, v, b).mean(), w, np.array(1.0))  # noqa: B023
        by_b = numerical_vjp(lambda v: binary_losses(X, y, w, v).mean(), np.array(b), np.array(1.0))  # noqa: B023
        expected.append((by_w, float(by_b)))
    what = "binary_gradient(X, y, w, b), compared with differences"
    assert_close(found[: len(cases)], expected, what=what, rtol=1e-6, atol=1e-8)
    errors = [(w > 0) - y.astype(float) for _, y, w, _ in far]
    expected = [(error / len(error), float(error.mean())) for error in errors]
    what = "binary_gradient(X, y, w, b) for scores of +-1000"
    assert_close(found[len(cases) :], expected, what=what)


@criterion(of="predict_binary", points="0.5", says="Above one half it is class 1, else class 0.")
def test_predict_binary(student, rng):
    """At exactly 1/2 the class is 0: book 4.3.1, line 1864."""
    cases, expected = [], []
    for n, c in (sizes(rng, 2), sizes(rng, 2), sizes(rng, 2), (4, 4)):
        X = rng.integers(-3, 4, size=(3 * n, c)).astype(float)
        w = rng.integers(1, 4, size=c).astype(float)
        X[0], X[1:3] = 0.0, 0.05 * np.array([[1.0], [-1.0]])
        cases += [(X, w, 0.0), (X, w, 1.0)]
        expected += [np.array([int(x @ w + b > 0) for x in X]) for b in (0.0, 1.0)]
    found = untouched(student.predict_binary, cases)
    assert_array_equal(found, expected, what="predict_binary(X, w, b)")


@criterion(of="multiclass_gradient", points="1", says="It agrees with differences of the loss.")
def test_multiclass_gradient(student, rng):
    cases = [multiclass(rng, *sizes(rng, 3)) for _ in range(4)] + [multiclass(rng, 4, 4, 4)]
    found = untouched(student.multiclass_gradient, cases)
    expected = []
    for X, y, W, b in cases:
        by_W = numerical_vjp(lambda V: multiclass_loss(X, y, V, b), W, np.array(1.0))  # noqa: B023
        by_b = numerical_vjp(lambda v: multiclass_loss(X, y, W, v), b, np.array(1.0))  # noqa: B023
        expected.append((by_W, by_b))
    what = "multiclass_gradient(X, y, W, b), compared with differences"
    assert_close(found, expected, what=what, rtol=1e-6, atol=1e-8)


@criterion(of="multiclass_gradient", points="0.5", says="Logits of +-1000 give no NaN.")
def test_multiclass_gradient_of_huge_logits(student, reference, rng):
    cases = []
    for n, c, m in (sizes(rng, 3), sizes(rng, 3), sizes(rng, 3)):
        X, y, W, b = multiclass(rng, n, c, m)
        cases += [(X, y, W, b + 1000.0), (X, y, W, b - 1000.0), (X, y, 500.0 * W, b)]
    found = ask(student.multiclass_gradient, cases)
    expected = ask(reference.multiclass_gradient, cases)
    what = "multiclass_gradient(X, y, W, b) for logits of +-1000"
    assert_close(found, expected, what=what)


@criterion(
    of="train_multiclass",
    points="1",
    says="On 200 digits, 20 steps from zero: four of five unseen digits are recognised.",
)
def test_training_on_digits(student, reference, rng):
    """Full-batch descent on a convex loss has no luck in it: the weights are compared exactly."""
    student = student.given(multiclass_gradient=reference.multiclass_gradient)
    # with every digit: whether classes may be missing is the next test's question
    few = np.append(rng.permutation(400)[:50], [np.argmax(DIGITS == d) for d in range(10)])
    cases = [(PIXELS[200:], DIGITS[200:], 10, 0.5, 20), (PIXELS[few], DIGITS[few], 10, 0.25, 3)]
    found = untouched(student.train_multiclass, cases)
    expected = ask(reference.train_multiclass, cases)
    assert_close(found, expected, what="train_multiclass on digits")
    W, b = found[0]
    share = np.mean((PIXELS[:200] @ W + b).argmax(axis=1) == DIGITS[:200])
    assert_true(share > 0.8, "The trained weights must recognise four of five unseen digits.")


@criterion(
    of="train_multiclass",
    points="0.5",
    says="There are m classes, even if the last ones do not occur.",
)
def test_training_with_absent_classes(student, reference, rng):
    student = student.given(multiclass_gradient=reference.multiclass_gradient)
    cases = []
    for n, c, m in (sizes(rng, 3), sizes(rng, 3), sizes(rng, 3), (4, 4, 4)):
        X, y, _, _ = multiclass(rng, n, c, m)
        cases.append((X, y, m, 0.3, 5))
    found = ask(student.train_multiclass, cases)
    expected = ask(reference.train_multiclass, cases)
    assert_close(found, expected, what="train_multiclass(X, y, m, rate, steps)")


@criterion(of="accuracy", points="1", says="The fraction of labels that have the largest logit.")
def test_accuracy(student, rng):
    cases = [
        (X, np.append(y[:-1], 0), W, b)
        for X, y, W, b in (multiclass(rng, *sizes(rng, 3)) for _ in range(4))
    ]
    X, y, W, b = multiclass(rng, 12, 4, 4)
    best = (X @ W + b).argmax(axis=1)
    cases += [(X, best, W, b), (X, (best + 1) % 4, W, b)]
    mixed = np.where(np.arange(12) < 9, best, (best + 1) % 4)
    cases += [(X, mixed, W, b), (X, y, W, 10.0 * b)]
    # Small whole numbers: classes 0 and 3 are equal to the last bit, and mostly the largest.
    X, W = rng.integers(-2, 3, size=(12, 2)).astype(float), np.array([[1.0, 0, 2, 1], [2, 1, 0, 2]])
    cases += [
        (X, np.resize(labels, 12), W, np.array([5.0, 0, 0, 5])) for labels in ([0, 3, 3, 1], [3, 1])
    ]
    found = untouched(student.accuracy, cases)
    expected = [
        sum(
            int(max(range(W.shape[1]), key=(x @ W + b).__getitem__) == label)
            for x, label in zip(X, y, strict=True)
        )
        / len(y)
        for X, y, W, b in cases
    ]
    assert_close(found, expected, what="accuracy(X, y, W, b)")
