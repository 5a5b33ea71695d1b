"""Wrong answers about softmax and its loss, each one that people give."""

import numpy as np

from autograder import misconception
from autograder import reference


def quiet(function, *arguments, **options):
    with np.errstate(all="ignore"):
        return function(*arguments, **options)


def plain_softmax(x, axis=-1):
    e = np.exp(x)
    return e / e.sum(axis=axis, keepdims=True)


def label_probabilities(logits, y):
    return reference.softmax(logits)[np.arange(len(y)), y]


# --- one_hot


@misconception(
    of="one_hot",
    killed_by="test_one_hot",
    says=(
        "The width is the largest label that occurs. A class may be absent from the data: the "
        "width is m."
    ),
)
def width_from_the_labels(y, m):
    return np.eye(y.max() + 1)[y]


@misconception(
    of="one_hot",
    killed_by="test_one_hot",
    says="Your result is (m, n). Each label has a row of its own: (n, m).",
)
def labels_as_columns(y, m):
    return reference.one_hot(y, m).T


@misconception(
    of="one_hot",
    killed_by="test_one_hot",
    says="You counted the classes from 1. Labels start at 0, so label 0 has its 1 in column 0.",
)
def classes_from_one(y, m):
    return np.eye(m)[y - 1]


# --- logsumexp


@misconception(
    of="logsumexp",
    killed_by="test_logsumexp",
    says="The shift was not added back: log sum exp(x - c) is log sum exp(x) minus c.",
)
def forgets_the_shift(x, axis=-1):
    return reference.logsumexp(x, axis) - x.max(axis=axis)


@misconception(
    of="logsumexp",
    killed_by="test_logsumexp",
    says="You took the logarithm of the mean. It is the sum of the exponentials that counts.",
)
def logarithm_of_the_mean(x, axis=-1):
    return reference.logsumexp(x, axis) - np.log(x.shape[axis])


@misconception(
    of="logsumexp",
    killed_by="test_logsumexp",
    says="You summed over all axes. Only one axis is summed, the last unless another is asked for.",
)
def sums_over_everything(x, axis=-1):
    return np.log(np.exp(x).sum())


@misconception(
    of="logsumexp",
    killed_by="test_logsumexp",
    says="This is the largest entry. logsumexp lies above it: the other entries add to the sum.",
)
def only_the_maximum(x, axis=-1):
    return x.max(axis=axis)


@misconception(
    of="logsumexp",
    killed_by="test_logsumexp_along_an_axis",
    says="The argument axis has no effect in your answer.",
)
def logsumexp_ignores_axis(x, axis=-1):
    return reference.logsumexp(x)


@misconception(
    of="logsumexp",
    killed_by="test_logsumexp_of_huge_entries",
    says="exp(1000) is infinity. Subtract the largest entry first and add it back at the end.",
)
def logsumexp_overflows(x, axis=-1):
    return quiet(lambda: np.log(np.exp(x).sum(axis=axis)))


@misconception(
    of="logsumexp",
    killed_by="test_logsumexp_of_huge_entries",
    says=(
        "You subtracted the largest entry of the whole array; other rows underflow to log 0. "
        "Take the largest entry along the axis."
    ),
)
def one_maximum_for_all(x, axis=-1):
    return quiet(lambda: np.log(np.exp(x - x.max()).sum(axis=axis)) + x.max())


@misconception(
    of="logsumexp",
    killed_by="test_logsumexp_of_huge_entries",
    says=(
        "Your shift is never negative, so entries near -1000 underflow. Any shift is allowed: "
        "take the maximum whatever its sign."
    ),
)
def shift_never_negative(x, axis=-1):
    shift = np.maximum(x.max(axis=axis, keepdims=True), 0.0)
    return quiet(lambda: np.log(np.exp(x - shift).sum(axis=axis)) + shift.squeeze(axis))


# --- softmax


@misconception(
    of="softmax",
    killed_by="test_softmax",
    says="You normalised down the columns. Each row is one example: along the last axis.",
)
def over_the_first_axis(x, tau=1.0, axis=-1):
    return reference.softmax(x, tau, axis=0 if axis == -1 else axis)


@misconception(
    of="softmax",
    killed_by="test_softmax",
    says=(
        "You divided by the sum of all entries, so only the whole array sums to one, not each row."
    ),
)
def over_everything(x, tau=1.0, axis=-1):
    e = np.exp(x / tau)
    return e / e.sum()


@misconception(
    of="softmax",
    killed_by="test_softmax",
    says="You scaled the scores themselves. Take the exponentials first: they are positive.",
)
def without_exponentials(x, tau=1.0, axis=-1):
    shifted = x / tau - (x / tau).min(axis=axis, keepdims=True)
    return shifted / shifted.sum(axis=axis, keepdims=True)


@misconception(
    of="softmax",
    killed_by="test_softmax",
    says="This is the logarithm of the softmax. Probabilities are asked for.",
)
def log_softmax(x, tau=1.0, axis=-1):
    return np.log(quiet(reference.softmax, x, tau, axis))


@misconception(
    of="softmax",
    killed_by="test_softmax_temperature",
    says="You multiplied by the temperature. It divides: a high temperature makes all alike.",
)
def multiplies_by_temperature(x, tau=1.0, axis=-1):
    return reference.softmax(x, 1 / tau, axis)


@misconception(
    of="softmax",
    killed_by="test_softmax_temperature",
    says="You divided the probabilities by tau, so they no longer sum to one. Divide the scores.",
)
def divides_afterwards(x, tau=1.0, axis=-1):
    return reference.softmax(x, 1.0, axis) / tau


@misconception(
    of="softmax",
    killed_by="test_softmax_temperature",
    says="The temperature has no effect in your answer. Divide the scores by tau.",
)
def ignores_temperature(x, tau=1.0, axis=-1):
    return reference.softmax(x, 1.0, axis)


@misconception(
    of="softmax",
    killed_by="test_softmax_along_an_axis",
    says="The argument axis has no effect in your answer.",
)
def softmax_ignores_axis(x, tau=1.0, axis=-1):
    return reference.softmax(x, tau)


@misconception(
    of="softmax",
    killed_by="test_softmax_of_huge_scores",
    says=(
        "exp(1000) is infinity, and infinity over infinity is NaN. Subtract the row maximum first."
    ),
)
def softmax_overflows(x, tau=1.0, axis=-1):
    shift = 0.0 if tau == 1.0 else (x / tau).max(axis=axis, keepdims=True)
    return quiet(plain_softmax, x / tau - shift, axis)


@misconception(
    of="softmax",
    killed_by="test_softmax_of_huge_scores",
    says=(
        "You subtracted the largest score of the whole array; the other rows underflow to 0/0. "
        "Subtract each row's own maximum."
    ),
)
def softmax_of_one_maximum(x, tau=1.0, axis=-1):
    return quiet(plain_softmax, x / tau - (x / tau).max(), axis)


@misconception(
    of="softmax",
    killed_by="test_softmax_of_huge_scores",
    says=(
        "You clipped the scores, so large ones all look alike. A shift loses nothing; clipping "
        "does."
    ),
)
def clips_the_scores(x, tau=1.0, axis=-1):
    if tau != 1.0:
        return reference.softmax(x, tau, axis)
    return plain_softmax(np.clip(x, -30, 30), axis)


@misconception(
    of="softmax",
    killed_by="test_softmax_leaves_scores",
    says="x -= ... changed the caller's scores. Compute a new array: x - ...",
)
def shifts_the_callers_scores(x, tau=1.0, axis=-1):
    found = reference.softmax(x, tau, axis)
    x -= x.max(axis=axis, keepdims=True)
    return found


# --- cross_entropy


@misconception(
    of="cross_entropy",
    killed_by="test_cross_entropy",
    says="You added up the losses. Take their mean, so that it does not grow with the data.",
)
def adds_the_losses(logits, y):
    return reference.cross_entropy(logits, y) * len(y)


@misconception(
    of="cross_entropy",
    killed_by="test_cross_entropy",
    says="You averaged over n m entries. There is one loss for each example: divide by n.",
)
def averages_over_classes_too(logits, y):
    return reference.cross_entropy(logits, y) / logits.shape[1]


@misconception(
    of="cross_entropy",
    killed_by="test_cross_entropy",
    says="The sign is wrong: log p is negative, and the loss is minus that.",
)
def loss_with_wrong_sign(logits, y):
    return -reference.cross_entropy(logits, y)


@misconception(
    of="cross_entropy",
    killed_by="test_cross_entropy",
    says="The logarithm is missing: you averaged 1 - p or -p. The loss is -log p.",
)
def without_logarithm(logits, y):
    return float(-label_probabilities(logits, y).mean())


@misconception(
    of="cross_entropy",
    killed_by="test_cross_entropy",
    says=(
        "Softmax was applied twice: the function receives logits, and your loss takes the "
        "softmax of probabilities. It can never come near 0."
    ),
)
def softmax_twice(logits, y):
    return reference.cross_entropy(reference.softmax(logits), y)


@misconception(
    of="cross_entropy",
    killed_by="test_cross_entropy",
    says=(
        "logits[:, y] takes all labels from every row. One entry from each row is "
        "logits[np.arange(n), y]."
    ),
)
def all_labels_from_every_row(logits, y):
    return float(np.mean(-np.log(reference.softmax(logits)[:, y])))


@misconception(
    of="cross_entropy",
    killed_by="test_cross_entropy",
    says="You averaged the probabilities before the logarithm. Each example has a loss of its own.",
)
def logarithm_of_the_mean_probability(logits, y):
    return float(-np.log(label_probabilities(logits, y).mean()))


@misconception(
    of="cross_entropy",
    killed_by="test_cross_entropy_of_huge_logits",
    says=(
        "The softmax underflows to 0 and its logarithm is infinite. Take the logarithm on "
        "paper: logsumexp(logits) minus the label's logit."
    ),
)
def logarithm_of_softmax(logits, y):
    return quiet(lambda: float(np.mean(-np.log(label_probabilities(logits, y)))))


@misconception(
    of="cross_entropy",
    killed_by="test_cross_entropy_of_huge_logits",
    says=(
        "A small number inside the logarithm hides the infinity, but no loss can exceed 28 "
        "then. Use logsumexp(logits) minus the label's logit."
    ),
)
def small_number_in_the_logarithm(logits, y):
    return float(np.mean(-np.log(label_probabilities(logits, y) + 1e-12)))


# --- cross_entropy_gradient


@misconception(
    of="cross_entropy_gradient",
    killed_by="test_gradient",
    says="logits -= ... shifts the caller's own array. Compute a new one: logits - ...",
)
def shifts_the_callers_logits(logits, y):
    logits -= logits.max(axis=1, keepdims=True)
    return reference.cross_entropy_gradient(logits, y)


@misconception(
    of="cross_entropy_gradient",
    killed_by="test_gradient",
    says="The loss is a mean over n examples, so its gradient carries a factor 1/n.",
)
def forgets_the_mean(logits, y):
    return reference.cross_entropy_gradient(logits, y) * len(y)


@misconception(
    of="cross_entropy_gradient",
    killed_by="test_gradient",
    says="The sign is wrong: probabilities minus one-hot labels, not the other way round.",
)
def gradient_with_wrong_sign(logits, y):
    return -reference.cross_entropy_gradient(logits, y)


@misconception(
    of="cross_entropy_gradient",
    killed_by="test_gradient",
    says=(
        "The labels are missing. The probabilities are the gradient of logsumexp; the label's "
        "logit takes one away."
    ),
)
def forgets_the_labels(logits, y):
    return reference.softmax(logits) / len(y)


@misconception(
    of="cross_entropy_gradient",
    killed_by="test_gradient",
    says="p[:, y] -= 1 changes whole columns. One entry in each row is p[np.arange(n), y].",
)
def whole_columns(logits, y):
    p = reference.softmax(logits)
    p[:, y] -= 1.0
    return p / len(y)


@misconception(
    of="cross_entropy_gradient",
    killed_by="test_gradient",
    says="You kept the label's entry only. Every logit of a row moves its loss: keep the others.",
)
def only_the_label(logits, y):
    gradient = reference.cross_entropy_gradient(logits, y)
    return gradient * reference.one_hot(y, logits.shape[1])


@misconception(
    of="cross_entropy_gradient",
    killed_by="test_gradient_at_huge_logits",
    says="exp(1000) over exp(1000) is NaN. Use your stable softmax here too.",
)
def gradient_overflows(logits, y):
    p = quiet(plain_softmax, logits)
    return (p - reference.one_hot(y, logits.shape[1])) / len(y)


@misconception(
    of="logsumexp",
    killed_by="test_logsumexp_along_an_axis",
    says="squeeze() removes every axis of size 1. Remove the summed axis alone: squeeze(axis).",
)
def squeezes_all_axes(x, axis=-1):
    return np.squeeze(reference.logsumexp(x, axis))


@misconception(
    of="softmax",
    killed_by="test_softmax",
    says="Your default is axis 1. It is the last axis, -1: with more than two axes these differ.",
)
def second_axis_by_default(x, tau=1.0, axis=1):
    return reference.softmax(x, tau, min(axis, x.ndim - 1))
