"""Each test asks for all its answers before it judges one: a diagnosis needs several."""

import numpy as np

from autograder import criterion
from autograder.checks import assert_array_equal
from autograder.checks import assert_close
from autograder.checks import assert_leaves_inputs
from autograder.checks import assert_true


def ask(function, cases):
    return [function(*case) for case in cases]


def untouched(function, cases):
    return [assert_leaves_inputs(function, *case) for case in cases]


def relabelled(P, y):
    """The same P, and other true classes behind the same first one: no answer can be looked up."""
    return P, np.append(y[:1], (y[1:] + 1) % P.shape[1])


def reordered(P):
    """The rows behind the first one backwards."""
    return np.concatenate((P[:1], P[:0:-1]))


def classified(rng, confidences, right, m):
    """P and y: a class with each confidence, the others far below; `right` says if it is true."""
    n = len(confidences)
    others = rng.uniform(0.9, 1.1, size=(n, m - 1))
    others *= (1 - np.array(confidences)[:, None]) / others.sum(axis=1, keepdims=True)
    top = rng.integers(m, size=n)
    P = np.array([np.insert(row, k, c) for row, k, c in zip(others, top, confidences, strict=True)])
    wrong = rng.integers(1, m, size=n)
    return P, np.where(right, top, (top + wrong) % m)


def spread(rng, per_bin):
    """That many confidences in each bin, away from its ends, shuffled; for 8 or more classes."""
    bins = len(per_bin)
    low = np.repeat(np.arange(bins), per_bin) / bins
    c = np.maximum(low + rng.uniform(0.05, 0.95, size=sum(per_bin)) / bins, 0.17)
    return rng.permutation(c)


def binned(confidences, right, bins):
    """Counts, accuracies and mean confidences, bin by bin."""
    counts, accuracies, means = [], [], []
    for k in range(bins):
        inside = [
            (float(r), c)
            for r, c in zip(right, confidences, strict=True)
            if k <= c * bins and (c * bins < k + 1 or k == bins - 1)
        ]
        counts.append(len(inside))
        accuracies.append(sum(r for r, _ in inside) / max(len(inside), 1))
        means.append(sum(c for _, c in inside) / max(len(inside), 1))
    return np.array(counts), np.array(accuracies), np.array(means)


def diagrams(student, rng, plans, what, ask=ask):
    """Ask for all, judge them all: a plan has the confidences, which are right, m and bins."""
    cases = []
    for confidences, right, m, bins in plans:
        P, y = classified(rng, confidences, right, m)
        cases.append((P, y) if bins is None else (P, y, bins))
    expected = [binned(confidences, right, bins or 10) for confidences, right, _, bins in plans]
    confidences, _, _, bins = plans[0]
    P, y = relabelled(*cases[0][:2])
    cases.append((P, y, *cases[0][2:]))
    expected.append(binned(confidences, P.argmax(axis=1) == y, bins or 10))
    found = ask(student.reliability, cases)
    assert_true(
        all(isinstance(f, tuple) and len(f) == 3 for f in found),
        "reliability must return the tuple (counts, accuracies, confidences).",
    )
    assert_array_equal([f[0] for f in found], [e[0] for e in expected], what=f"counts of {what}")
    assert_close([f[1] for f in found], [e[1] for e in expected], what=f"accuracies of {what}")
    assert_close([f[2] for f in found], [e[2] for e in expected], what=f"confidences of {what}")


def half_right(rng, n):
    """Near to one half of n, in any order."""
    return rng.permutation(np.arange(n) < n // 2 + rng.integers(2))


# --- reliability


@criterion(of="reliability", points="0.75", says="Counts, accuracies and mean confidences, by bin.")
def test_reliability(student, rng):
    plans = []
    for m, per_bin in ((9, (3, 4, 5, 3)), (8, (4, 3, 6)), (10, (3, 5, 4, 6, 4)), (9, (7,))):
        confidences = spread(rng, per_bin)
        plans.append((confidences, half_right(rng, len(confidences)), m, len(per_bin)))
    diagrams(student, rng, plans, "reliability(P, y, bins)", untouched)


@criterion(of="reliability", points="0.75", says="An empty bin has 0 in all three.")
def test_reliability_with_empty_bins(student, rng):
    """Ten bins unless told, as in the book (line 2100); no confidence is below 1/m."""
    plans = []
    for m, bins in ((3, None), (2, 5), (4, 8)):
        plans.append((rng.uniform(1 / m + 0.1, 0.99, size=6), half_right(rng, 6), m, bins))
    diagrams(student, rng, plans, "reliability(P, y, bins) with empty bins")


@criterion(
    of="reliability", points="0.75", says="Confidence 1 is in the last bin, 1/2 above its edge."
)
def test_reliability_at_the_edges(student, rng):
    plans = []
    for edges, bins in (((0.5, 0.75, 1.0), 4), ((1.0, 0.5), 2), ((0.625, 1.0, 0.25), 8)):
        confidences = rng.permutation([*edges, 1.0, *rng.uniform(0.3, 0.99, size=4)])
        plans.append((confidences, half_right(rng, len(confidences)), 7, bins))
    diagrams(student, rng, plans, "reliability(P, y, bins) at the edges of bins")


@criterion(of="reliability", points="0.25", says="Of classes with equal probabilities, the first.")
def test_reliability_of_equals(student, rng):
    """Three classes share the largest probability of each row; their order is drawn."""
    cases, expected = [], []
    for n, bins in ((12, 4), (9, 5), (10, 2)):
        P = rng.permuted(np.tile([0.25, 0.25, 0.25, 0.125, 0.125], (n, 1)), axis=1)
        y = rng.integers(5, size=n)
        right = [row.index(max(row)) == label for row, label in zip(P.tolist(), y, strict=True)]
        cases.append((P, y, bins))
        expected.append(binned(np.full(n, 0.25), right, bins))
    found = ask(student.reliability, cases)
    assert_close(
        [f[1] for f in found], [e[1] for e in expected], what="accuracies of equal classes"
    )


# --- ece


def errors(student, reference, rng, plans):
    """What the student finds, on right diagrams, and what is right."""
    given = student.given(reliability=reference.reliability)
    found, expected = [], []
    for confidences, right, m, bins in plans:
        P, y = classified(rng, confidences, right, m)
        found.append(given.ece(P, y, *([] if bins is None else [bins])))
        parts = zip(*binned(confidences, right, bins or 10), strict=True)
        expected.append(sum(count / len(y) * abs(a - c) for count, a, c in parts))
    return found, expected


def overconfident(rng, per_bin):
    """Three quarters sure or more; at most half of a bin are right, and of a single one none."""
    bins = len(per_bin)
    confidences = np.concatenate(
        [
            0.75 + (k + rng.uniform(0.1, 0.9, size=count)) / (4 * bins)
            for k, count in enumerate(per_bin)
        ]
    )
    right = np.concatenate([np.arange(count) < count // 2 for count in per_bin])
    return confidences, right, 3, 4 * bins


@criterion(of="ece", points="0.75", says="The bins' errors, weighted by how many are in each.")
def test_ece(student, reference, rng):
    plans = [overconfident(rng, per_bin) for per_bin in ((2, 5, 9), (7, 1), (3, 1, 8, 2))]
    found, expected = errors(student, reference, rng, plans)
    assert_close(found, expected, what="ece(P, y, bins) of overconfident models")


@criterion(of="ece", points="0.75", says="Too much and too little confidence are both errors.")
def test_ece_of_too_little_confidence(student, reference, rng):
    """The two models of the book (4.3, line 2046): always right at 0.8, and a blind one."""
    given = student.given(reliability=reference.reliability)
    labels = rng.permutation(np.repeat(np.arange(2), 5))
    sure = np.where(labels[:, None] == np.arange(2), 0.8, 0.2)
    blind = np.full((8, 4), 0.25), rng.permutation(np.repeat(np.arange(4), 2))
    golden = untouched(given.ece, [(sure, labels), blind])
    # Ten bins unless told: in fewer the bins that are all right would make up for their
    # neighbours, and in more the halves of a bin would not make up for one another.
    place, quarter = np.divmod(np.arange(20), 4)
    sure_or_not = (5 + place + (quarter + rng.uniform(0.1, 0.9, size=20)) / 4) / 10
    plans = [(sure_or_not, place % 2 == 1, 3, None), (sure_or_not, quarter < 2, 3, None)]
    # In four bins the last two groups make up for one another, in ten they would not.
    for n in (4, 7, 7):
        groups = ((0.5, 0.7, 3), (0.81, 0.89, n // 2), (0.91, 0.99, n - n // 2))
        confidences = np.concatenate([rng.uniform(low, high, size) for low, high, size in groups])
        right = np.arange(3 + n) < 3 + n // 2
        plans.append((confidences, right, 3, 4))
    found, expected = errors(student, reference, rng, plans)
    assert_close(found, expected, what="ece(P, y, bins) of a model that errs to both sides")
    assert_close(golden, [0.2, 0.0], what="ece of the model sure to 0.8, and of the blind one")


# --- decide


def cheapest(P, C):
    """The least of all sums, for each example."""
    costs = [
        [sum(c * q for c, q in zip(row, p, strict=True)) for row in C.tolist()] for p in P.tolist()
    ]
    return np.array([row.index(min(row)) for row in costs])


def clear(rng, n, C):
    """Probabilities for which no two decisions cost nearly the same."""
    P = rng.dirichlet(np.ones(C.shape[1]), size=10 * n)
    costs = np.sort(P @ C.T, axis=1)
    return P[costs[:, 1] - costs[:, 0] > 1e-3][:n]


@criterion(of="decide", points="1.25", says="The class with the smallest expected cost.")
def test_decide(student, rng):
    """A miss ten times as dear as a false alarm (book 4.3, lines 2066-2068): 1 from 1/11 on."""
    p = np.array([0.02, 0.08, 0.095, 0.1, 0.5, 0.93])
    cases = [(np.stack([1 - p, p], axis=1), np.array([[0.0, 10.0], [1.0, 0.0]]))]
    for n, m in ((16, 4), (15, 6), (17, 5)):
        C = rng.uniform(1, 9, size=(m, m)) * (1 - 0.9 * np.eye(m))
        cases.append((clear(rng, n, C), C))
    cases.append((rng.dirichlet(np.ones(5), size=6), 1 - np.eye(5)))
    P, C = cases[1]
    cases.append((reordered(P), C))
    found = untouched(student.decide, cases)
    assert_array_equal(found[0], np.array([0, 0, 1, 1, 1, 1]), what="decide(P, [[0, 10], [1, 0]])")
    assert_array_equal(found, ask(cheapest, cases), what="decide(P, C)")


@criterion(of="decide", points="0.5", says="There may be more decisions than classes, or fewer.")
def test_decide_otherwise(student, rng):
    cases = []
    for k, m in ((4, 3), (2, 4), (5, 2), (6, 4)):
        C = rng.uniform(1, 9, size=(k, m)) * (1 - 0.9 * np.eye(k, m))
        # The last decision, "ask somebody", costs the same whatever is true: often little.
        C[-1] = np.median((rng.dirichlet(np.ones(m), size=50) @ C[:-1].T).min(axis=1))
        cases.append((clear(rng, 14, C), C))
    found = ask(student.decide, cases)
    assert_array_equal(found, ask(cheapest, cases), what="decide(P, C) with other decisions")


# --- prediction_sets


def sets(P, gamma):
    return np.array([[p >= gamma for p in row] for row in P.tolist()])


@criterion(
    of="prediction_sets", points="0.5", says="All classes whose probability is large enough."
)
def test_prediction_sets(student, rng):
    cases = []
    for n, m, gamma in ((6, 4, 0.15), (5, 3, 0.1), (4, 6, 0.12)):
        P = rng.dirichlet(np.full(m, 2.0), size=n)
        # The largest is always in: whether a set may be empty is another question.
        P[:, 0] += 0.3
        cases.append((P / P.sum(axis=1, keepdims=True), gamma))
    P, gamma = cases[0]
    cases.append((reordered(P), gamma))
    found = untouched(student.prediction_sets, cases)
    assert_array_equal(found, ask(sets, cases), what="prediction_sets(P, gamma)")


@criterion(of="prediction_sets", points="0.5", says="Exactly gamma is enough; gamma 0 takes all.")
def test_prediction_sets_at_the_threshold(student, rng):
    """gamma = 0 includes every class (book 4.3, line 2146), so >= where the book prints >."""
    certain = np.eye(4)[rng.permutation(4)]
    even = rng.permuted(np.tile([0.5, 0.25, 0.125, 0.125], (6, 1)), axis=1)
    cases = [(certain, 0.0), (even, 0.25), (even, 0.125), (certain, 1.0), (even, 0.25 + 1e-9)]
    found = ask(student.prediction_sets, cases)
    assert_array_equal(found, ask(sets, cases), what="prediction_sets(P, gamma) at the threshold")


@criterion(of="prediction_sets", points="0.25", says="A set may be empty.")
def test_empty_prediction_sets(student, rng):
    cases = [(rng.dirichlet(np.full(5, 9.0), size=5), gamma) for gamma in (0.9, 0.85)]
    sure = np.full((6, 3), 0.1) + 0.7 * np.eye(3)[rng.integers(3, size=6)]
    sure[::2] = (0.5, 0.3, 0.2)
    cases.append((sure, 0.6))
    found = ask(student.prediction_sets, cases)
    assert_array_equal(found, ask(sets, cases), what="prediction_sets(P, gamma), some empty")


# --- conformal_threshold


def thresholds(student, reference, cases, ask=ask):
    """The student's thresholds, with a right function for the sets."""
    given = student.given(prediction_sets=reference.prediction_sets)
    return ask(given.conformal_threshold, cases)


def held_back(rng, n, m=4):
    """Probabilities, and true classes that are often not the likeliest."""
    return rng.dirichlet(np.full(m, 2.0), size=n), rng.integers(m, size=n)


def largest(P, y, alpha):
    """Try every probability of a true class; n + 1 examples, one of them not yet seen."""
    true = [float(row[label]) for row, label in zip(P, y, strict=True)]
    enough = [g for g in true if sum(p >= g for p in true) >= (1 - alpha) * (len(y) + 1)]
    return max(enough, default=0.0)


@criterion(of="conformal_threshold", points="1.5", says="The largest gamma that keeps the promise.")
def test_conformal_threshold(student, reference, rng):
    """The largest: the smallest, asked for by the book (4.3, line 2146), is always 0.

    It grows with alpha, where the book has the one inversely proportional to the other (line 2160).
    """
    cases = [(*held_back(rng, n), a) for n, a in ((8, 0.3), (10, 0.24), (6, 0.45), (9, 0.13))]
    P, y, _ = cases[1]
    cases += [(P, y, alpha) for alpha in (0.42, 0.63)]
    twins = np.array([0, 0, 0, 1, 1, 2, 2, 3])
    cases += [(*relabelled(P, y), 0.24), (P[twins], y[twins], 0.3)]
    found = thresholds(student, reference, cases)
    expected = ask(largest, cases)
    assert_close(found, expected, what="conformal_threshold(P, y, alpha)")


@criterion(
    of="conformal_threshold", points="0.75", says="Where (1 - alpha) (n + 1) is whole, so many do."
)
def test_conformal_threshold_of_whole_numbers(student, reference, rng):
    cases = [(*held_back(rng, n), a) for n, a in ((7, 0.25), (7, 0.5), (11, 0.25), (3, 0.25))]
    found = thresholds(student, reference, cases, untouched)
    what = "conformal_threshold(P, y, alpha), (1 - alpha) (n + 1) whole"
    assert_close(found, ask(largest, cases), what=what)


@criterion(
    of="conformal_threshold",
    points="0.75",
    says="Too few examples promise nothing: 0.",
    after="test_conformal_threshold",
)
def test_conformal_threshold_of_a_few(student, reference, rng):
    """Gamma 0 always keeps the promise (book 4.3, footnote of line 2146)."""
    cases = [(*held_back(rng, n), a) for n, a in ((5, 0.1), (3, 0.2), (8, 0.05))]
    found = thresholds(student, reference, cases)
    assert_close(found, [0.0, 0.0, 0.0], what="conformal_threshold(P, y, alpha) of a few examples")
