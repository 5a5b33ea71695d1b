"""Ways to misread probabilities."""

import math

import numpy as np

from autograder import misconception
from autograder import reference

# --- reliability


def diagram(confidence, right, bins):
    """A right diagram of any confidences, each right or wrong."""
    place = np.minimum((confidence * bins).astype(int), bins - 1)
    counts = np.bincount(place, minlength=bins)
    size = np.maximum(counts, 1)
    return (
        counts,
        np.bincount(place, right, bins) / size,
        np.bincount(place, confidence, bins) / size,
    )


@misconception(
    of="reliability",
    killed_by="test_reliability",
    says="You take the probability of class 1 for the confidence. It is the largest in the row.",
)
def probability_of_class_one(P, y, bins=10):
    return diagram(P[:, 1], P.argmax(axis=1) == y, bins)


@misconception(
    of="reliability",
    killed_by="test_reliability",
    says=(
        "You take the probability of the true class for the confidence. The model does not know "
        "it: take the largest in the row."
    ),
)
def probability_of_the_true_class(P, y, bins=10):
    return diagram(P[np.arange(len(y)), y], P.argmax(axis=1) == y, bins)


@misconception(
    of="reliability",
    killed_by="test_reliability",
    says=(
        "All probabilities are in your bins, m for each example. Right elsewhere (classwise "
        "calibration); here only the largest of each row is."
    ),
)
def every_probability(P, y, bins=10):
    return diagram(P.ravel(), (np.arange(P.shape[1]) == y[:, None]).ravel(), bins)


@misconception(
    of="reliability",
    killed_by="test_reliability",
    says="Your confidences are the centres of the bins. Take the mean of what is in the bin.",
)
def centres_of_the_bins(P, y, bins=10):
    counts, accuracies, _ = reference.reliability(P, y, bins)
    return counts, accuracies, np.where(counts > 0, (np.arange(bins) + 0.5) / bins, 0.0)


@misconception(
    of="reliability",
    killed_by="test_reliability",
    says="You divided by the number of all examples. Each bin has its own mean.",
)
def divides_by_all(P, y, bins=10):
    counts, accuracies, confidences = reference.reliability(P, y, bins)
    share = counts / len(y)
    return counts, accuracies * share, confidences * share


@misconception(
    of="reliability",
    killed_by="test_reliability",
    says="The bins reach from the smallest to the largest confidence. They divide 0 to 1.",
)
def bins_from_smallest_to_largest(P, y, bins=10):
    confidence, right = P.max(axis=1), P.argmax(axis=1) == y
    low, high = confidence.min(), confidence.max()
    place = np.minimum(((confidence - low) / (high - low) * bins).astype(int), bins - 1)
    counts, accuracies, _ = diagram((place + 0.5) / bins, right, bins)
    return counts, accuracies, np.bincount(place, confidence, bins) / np.maximum(counts, 1)


@misconception(
    of="reliability",
    killed_by="test_reliability_of_equals",
    says="Of two classes with the same probability you take the last. The first is the answer.",
)
def last_of_equals(P, y, bins=10):
    m = P.shape[1]
    return reference.reliability(P[:, ::-1], m - 1 - y, bins)


@misconception(
    of="reliability",
    killed_by="test_reliability_of_equals",
    says="Any of the classes with the largest probability counts as right. Only the first does.",
)
def any_of_equals(P, y, bins=10):
    best = P.max(axis=1)
    right = P[np.arange(len(y)), y] == best
    first = P.argmax(axis=1)
    return reference.reliability(P, np.where(right, first, (first + 1) % P.shape[1]), bins)


@misconception(
    of="reliability",
    killed_by="test_reliability_with_empty_bins",
    says="An empty bin divides 0 by 0. Give it 0: one NaN spoils every sum that comes later.",
)
def nan_from_empty_bins(P, y, bins=10):
    counts, accuracies, confidences = reference.reliability(P, y, bins)
    empty = counts == 0
    return counts, np.where(empty, np.nan, accuracies), np.where(empty, np.nan, confidences)


@misconception(
    of="reliability",
    killed_by="test_reliability_with_empty_bins",
    says="Empty bins are missing from your arrays. They have a place of their own, with 0 in it.",
)
def leaves_empty_bins_out(P, y, bins=10):
    counts, accuracies, confidences = reference.reliability(P, y, bins)
    used = counts > 0
    return counts[used], accuracies[used], confidences[used]


@misconception(
    of="reliability",
    killed_by="test_reliability_at_the_edges",
    says="A confidence of exactly 1 is in none of your bins. The last bin includes its upper end.",
)
def loses_the_certain(P, y, bins=10):
    uncertain = P.max(axis=1) < 1
    return reference.reliability(P[uncertain], y[uncertain], bins)


@misconception(
    of="reliability",
    killed_by="test_reliability_at_the_edges",
    says="A confidence of exactly 1 gets a bin of its own in your answer. It is in the last one.",
)
def one_bin_too_many(P, y, bins=10):
    confidence, right = P.max(axis=1), P.argmax(axis=1) == y
    place = (confidence * bins).astype(int)
    counts = np.bincount(place, minlength=bins)
    size = np.maximum(counts, 1)
    return (
        counts,
        np.bincount(place, right, bins) / size,
        np.bincount(place, confidence, bins) / size,
    )


@misconception(
    of="reliability",
    killed_by="test_reliability_at_the_edges",
    says=(
        "Your bins include their upper ends and not their lower ones. Right elsewhere; here 1/2 is "
        "in the bin that begins there."
    ),
)
def upper_ends_included(P, y, bins=10):
    confidence, right = P.max(axis=1), P.argmax(axis=1) == y
    place = np.ceil(confidence * bins).astype(int) - 1
    counts, accuracies, _ = diagram((place + 0.5) / bins, right, bins)
    return counts, accuracies, np.bincount(place, confidence, bins) / np.maximum(counts, 1)


# --- ece


def differences(P, y, bins):
    counts, accuracies, confidences = reference.reliability(P, y, bins)
    return counts / len(y), confidences - accuracies


@misconception(
    of="ece",
    killed_by="test_ece",
    says="Every bin counts the same, empty ones included. Weigh each by its share of the examples.",
)
def mean_over_the_bins(P, y, bins=10):
    return float(np.abs(differences(P, y, bins)[1]).mean())


@misconception(
    of="ece",
    killed_by="test_ece",
    says="Every bin with examples counts the same. Weigh each by its share of the examples.",
)
def mean_over_the_used_bins(P, y, bins=10):
    weights, d = differences(P, y, bins)
    return float(np.abs(d[weights > 0]).mean())


@misconception(
    of="ece",
    killed_by="test_ece",
    says="This is the largest error of a bin. Right elsewhere (the maximum calibration error).",
)
def largest_error(P, y, bins=10):
    return float(np.abs(differences(P, y, bins)[1]).max())


@misconception(
    of="ece",
    killed_by="test_ece",
    says="You squared the differences. The error is their absolute value.",
)
def squared_differences(P, y, bins=10):
    weights, d = differences(P, y, bins)
    return float(weights @ d**2)


@misconception(
    of="ece",
    killed_by="test_ece",
    says="You weigh by counts and do not divide by the number of all examples.",
)
def sum_over_examples(P, y, bins=10):
    weights, d = differences(P, y, bins)
    return float(weights @ np.abs(d)) * len(y)


@misconception(
    of="ece",
    killed_by="test_ece_of_too_little_confidence",
    says="Over and under cancel in your sum. Take the absolute value in each bin.",
)
def absolute_value_of_the_sum(P, y, bins=10):
    weights, d = differences(P, y, bins)
    return abs(float(weights @ d))


@misconception(
    of="ece",
    killed_by="test_ece_of_too_little_confidence",
    says="Your error has a sign: too much and too little confidence cancel. Take absolute values.",
)
def signed_sum(P, y, bins=10):
    weights, d = differences(P, y, bins)
    return float(weights @ d)


@misconception(
    of="ece",
    killed_by="test_ece_of_too_little_confidence",
    says="Only too much confidence counts in your answer. Too little is an error, too.",
)
def only_overconfidence(P, y, bins=10):
    weights, d = differences(P, y, bins)
    return float(weights @ np.maximum(d, 0))


@misconception(
    of="ece",
    killed_by="test_ece_of_too_little_confidence",
    says="Your error is always that of ten bins. Hand `bins` on.",
)
def always_ten_bins(P, y, bins=10):
    return reference.ece(P, y)


# --- decide


@misconception(
    of="decide",
    killed_by="test_decide",
    says=(
        "You read C the other way round. Its rows are decisions, its columns are true classes: sum "
        "along a row."
    ),
)
def transposed_costs(P, C):
    return (P @ (C if C.shape[0] == C.shape[1] else C.T)).argmin(axis=1)


@misconception(
    of="decide",
    killed_by="test_decide",
    says="You took the decision with the largest expected cost. Take argmin.",
)
def dearest_decision(P, C):
    return (P @ C.T).argmax(axis=1)


@misconception(
    of="decide",
    killed_by="test_decide",
    says="The costs have no effect: you decide for the likeliest class.",
)
def ignores_the_costs(P, C):
    return P.argmax(axis=1)


@misconception(
    of="decide",
    killed_by="test_decide",
    says=(
        "You ask what is cheapest if the likeliest class is the true one. The others may be true, "
        "too: weigh all costs with their probabilities."
    ),
)
def trusts_the_likeliest(P, C):
    return C[:, P.argmax(axis=1)].argmin(axis=0)


@misconception(
    of="decide",
    killed_by="test_decide",
    says="Your decision avoids the worst case, however unlikely. Weigh costs with probabilities.",
)
def fears_the_worst(P, C):
    return np.full(len(P), C.max(axis=1).argmin())


@misconception(
    of="decide",
    killed_by="test_decide",
    says=(
        "You weigh the likelihood of a class with the cost of missing it, and leave out what the "
        "wrong decision costs in the other cases."
    ),
)
def scales_each_class(P, C):
    return (P * C.max(axis=0)).argmax(axis=1)


@misconception(
    of="decide",
    killed_by="test_decide",
    says="The costs of the decisions came back. Their numbers are asked for.",
)
def returns_the_cost(P, C):
    return (P @ C.T).min(axis=1)


@misconception(
    of="decide",
    killed_by="test_decide_otherwise",
    says="You choose among the first m decisions. C has a row for each decision: look at all.",
)
def only_classes(P, C):
    return reference.decide(P, C[: P.shape[1]])


# --- prediction_sets


@misconception(
    of="prediction_sets",
    killed_by="test_prediction_sets",
    says=(
        "You collect the likeliest classes until their sum reaches gamma. Right elsewhere "
        "(adaptive sets); here each class is compared with gamma by itself."
    ),
)
def collects_mass(P, gamma):
    order = np.argsort(-P, axis=1)
    before = np.cumsum(np.take_along_axis(P, order, axis=1), axis=1)
    before -= np.take_along_axis(P, order, axis=1)
    found = np.zeros(P.shape, dtype=bool)
    np.put_along_axis(found, order, before < gamma, axis=1)
    return found


@misconception(
    of="prediction_sets",
    killed_by="test_prediction_sets",
    says="You compare with a part of the largest probability. Gamma is the threshold itself.",
)
def relative_to_the_largest(P, gamma):
    return P >= gamma * P.max(axis=1, keepdims=True)


@misconception(
    of="prediction_sets",
    killed_by="test_prediction_sets",
    says="Your sets hold the unlikely classes. Those with gamma or more belong in.",
)
def unlikely_classes(P, gamma):
    return P <= gamma


@misconception(
    of="prediction_sets",
    killed_by="test_prediction_sets_at_the_threshold",
    says=(
        "A probability of exactly gamma is left out: use >=. With >, gamma = 0 would not include "
        "every class, and the promise would be broken by one example."
    ),
)
def strictly_above(P, gamma):
    return P > gamma


@misconception(
    of="prediction_sets",
    killed_by="test_empty_prediction_sets",
    says="You always add the likeliest class. A set may be empty: it says that nothing fits.",
)
def never_empty(P, gamma):
    return (P >= gamma) | (np.arange(P.shape[1]) == P.argmax(axis=1)[:, None])


# --- conformal_threshold


def ranked(p, k):
    """The k-th largest, or 0.0 if there are not so many."""
    return float(np.sort(p)[::-1][k - 1]) if 1 <= k <= len(p) else 0.0


def true_ones(P, y):
    return P[np.arange(len(y)), y]


def rank(n, alpha):
    return math.ceil((1 - alpha) * (n + 1))


@misconception(
    of="conformal_threshold",
    killed_by="test_conformal_threshold",
    says=(
        "You take (1 - alpha) n of the n examples. They know their own labels; the new one does "
        "not, and may be worse than all. It counts as well: (1 - alpha) (n + 1)."
    ),
)
def forgets_the_new_example(P, y, alpha):
    return ranked(true_ones(P, y), math.ceil((1 - alpha) * len(y)))


@misconception(
    of="conformal_threshold",
    killed_by="test_conformal_threshold",
    says="You took alpha for the coverage. It is the share of misses: cover 1 - alpha.",
)
def alpha_is_the_coverage(P, y, alpha):
    return reference.conformal_threshold(P, y, 1 - alpha)


@misconception(
    of="conformal_threshold",
    killed_by="test_conformal_threshold",
    says="You rank the largest probabilities. The true class must be in the set: rank its own.",
)
def ranks_the_largest(P, y, alpha):
    return ranked(P.max(axis=1), rank(len(y), alpha))


@misconception(
    of="conformal_threshold",
    killed_by="test_conformal_threshold",
    says="You counted from the small end. The k largest probabilities must reach gamma.",
)
def counts_from_the_small_end(P, y, alpha):
    return ranked(true_ones(P, y), len(y) + 1 - rank(len(y), alpha))


@misconception(
    of="conformal_threshold",
    killed_by="test_conformal_threshold",
    says="You rounded (1 - alpha) (n + 1) down. Then too few are covered: round up.",
)
def rounds_down(P, y, alpha):
    return ranked(true_ones(P, y), math.floor((1 - alpha) * (len(y) + 1)))


@misconception(
    of="conformal_threshold",
    killed_by="test_conformal_threshold",
    says="You rounded (1 - alpha) (n + 1) to the nearest number. That may be too few: round up.",
)
def rounds_to_the_nearest(P, y, alpha):
    return ranked(true_ones(P, y), round((1 - alpha) * (len(y) + 1)))


@misconception(
    of="conformal_threshold",
    killed_by="test_conformal_threshold",
    says="A quantile by interpolation lies between two examples. Gamma is one of the values.",
)
def interpolates(P, y, alpha):
    k = rank(len(y), alpha)
    return float(np.quantile(true_ones(P, y), alpha)) if k <= len(y) else 0.0


@misconception(
    of="conformal_threshold",
    killed_by="test_conformal_threshold",
    says=(
        "This is the threshold of the scores 1 - p. Right elsewhere; here gamma is compared with "
        "the probabilities themselves."
    ),
)
def threshold_of_the_scores(P, y, alpha):
    return 1 - reference.conformal_threshold(P, y, alpha)


@misconception(
    of="conformal_threshold",
    killed_by="test_conformal_threshold",
    says="One rank too far, always: counted from 0, the k-th largest is at index k - 1.",
)
def one_rank_too_far(P, y, alpha):
    return ranked(true_ones(P, y), rank(len(y), alpha) + 1)


@misconception(
    of="conformal_threshold",
    killed_by="test_conformal_threshold_of_whole_numbers",
    says=(
        "One rank too far where (1 - alpha) (n + 1) is whole: int(...) + 1 is no rounding up. Use "
        "math.ceil."
    ),
)
def one_more_than_whole(P, y, alpha):
    return ranked(true_ones(P, y), math.floor((1 - alpha) * (len(y) + 1)) + 1)


@misconception(
    of="conformal_threshold",
    killed_by="test_conformal_threshold_of_a_few",
    says=(
        "You take the smallest probability when n examples are too few. The new one may be below "
        "it more often than alpha: only gamma = 0 is safe."
    ),
)
def smallest_when_too_few(P, y, alpha):
    return ranked(true_ones(P, y), min(rank(len(y), alpha), len(y)))
