"""Losses that are wrong in one way each."""

import numpy as np

from autograder import misconception
from autograder import reference

# --- zero_one


@misconception(
    of="zero_one",
    killed_by="test_zero_one",
    says="That is the fraction of right answers. A loss counts the wrong ones.",
)
def counts_right_answers(y, s):
    return 1 - reference.zero_one(y, s)


@misconception(
    of="zero_one",
    killed_by="test_zero_one",
    says="The score itself was compared with the label. Only its sign decides.",
)
def compares_the_score(y, s):
    return float(np.mean(s != y))


@misconception(
    of="zero_one",
    killed_by="test_zero_one",
    says="The scores were cut at 0.5, as for labels 0 and 1. Labels are -1 and 1: cut at 0.",
)
def cuts_at_one_half(y, s):
    return float(np.mean(np.where(s > 0.5, 1, -1) != y))


@misconception(
    of="zero_one",
    killed_by="test_zero_one_of_zero",
    says="A score of 0 was taken for a 1. It has no sign, so it is wrong for both labels.",
)
def zero_is_positive(y, s):
    return float(np.mean(np.where(s >= 0, 1, -1) != y))


@misconception(
    of="zero_one",
    killed_by="test_zero_one_of_zero",
    says="You count negative margins. A margin of 0 is no right answer either.",
)
def zero_is_right(y, s):
    return float(np.mean(y * s < 0))


# --- hinge


@misconception(
    of="hinge",
    killed_by="test_hinge",
    says="max(0, -margin) is the perceptron's loss. The hinge asks for a margin of 1.",
)
def perceptron_loss(y, s):
    return float(np.maximum(-y * s, 0).mean()), np.where(y * s < 0, -y, 0) / len(y)


@misconception(
    of="hinge",
    killed_by="test_hinge",
    says="The terms were added up. The loss is their mean.",
)
def sums_the_hinge(y, s):
    loss, gradient = reference.hinge(y, s)
    return loss * len(y), gradient * len(y)


@misconception(
    of="hinge",
    killed_by="test_hinge",
    says="The mean was taken before the maximum, so large margins pay for mistakes. Cut each term.",
)
def mean_before_maximum(y, s):
    _, gradient = reference.hinge(y, s)
    return float(max(0, 1 - np.mean(y * s))), gradient


@misconception(
    of="hinge",
    killed_by="test_hinge",
    says="Your terms are squares (the squared hinge loss). Here they are not squared.",
)
def squared_hinge(y, s):
    room = np.maximum(1 - y * s, 0)
    return float(np.mean(room**2)), -2 * y * room / len(y)


@misconception(
    of="hinge",
    killed_by="test_hinge_gradient",
    says="The gradient is not zero where the margin exceeds 1. There the loss is 0 and flat.",
)
def hinge_without_a_mask(y, s):
    return reference.hinge(y, s)[0], -y / len(y)


@misconception(
    of="hinge",
    killed_by="test_hinge_gradient",
    says="The gradient lacks the 1/n of the mean.",
)
def hinge_gradient_of_the_sum(y, s):
    loss, gradient = reference.hinge(y, s)
    return loss, gradient * len(y)


@misconception(
    of="hinge",
    killed_by="test_hinge_gradient",
    says="The sign of the gradient is wrong: with the label 1 a larger score lowers the loss.",
)
def hinge_uphill(y, s):
    loss, gradient = reference.hinge(y, s)
    return loss, -gradient


# --- huber


@misconception(
    of="huber",
    killed_by="test_huber",
    says="The straight piece is |e| without the 1/2 taken off: at |e| = 1 the loss jumps.",
)
def huber_with_a_step(y, yhat, delta=1.0):
    size = np.abs(yhat - y)
    terms = np.where(size <= delta, size**2 / 2, delta * size)
    return float(terms.mean()), reference.huber(y, yhat, delta)[1]


@misconception(
    of="huber",
    killed_by="test_huber",
    says="The square near 0 is not halved.",
)
def huber_without_the_half(y, yhat, delta=1.0):
    size = np.abs(yhat - y)
    terms = np.where(size <= delta, size**2, delta * (size - delta / 2))
    return float(terms.mean()), reference.huber(y, yhat, delta)[1]


@misconception(
    of="huber",
    killed_by="test_huber",
    says="The pieces are swapped: squares belong to small errors, |e| to large ones.",
)
def huber_inside_out(y, yhat, delta=1.0):
    size = np.abs(yhat - y)
    terms = np.where(size > delta, size**2 / 2, delta * (size - delta / 2))
    return float(terms.mean()), reference.huber(y, yhat, delta)[1]


@misconception(
    of="huber",
    killed_by="test_huber_with_delta",
    says="delta only moves the border in your loss. The straight piece is delta (|e| - delta / 2).",
)
def huber_with_slope_one(y, yhat, delta=1.0):
    size = np.abs(yhat - y)
    terms = np.where(size <= delta, size**2 / 2, size - 1 / 2)
    return float(terms.mean()), reference.huber(y, yhat, delta)[1]


@misconception(
    of="huber",
    killed_by="test_huber_with_delta",
    says="The straight piece is delta (|e| - 1/2): the second delta is missing.",
)
def huber_with_one_delta(y, yhat, delta=1.0):
    size = np.abs(yhat - y)
    terms = np.where(size <= delta, size**2 / 2, delta * (size - 1 / 2))
    return float(terms.mean()), reference.huber(y, yhat, delta)[1]


@misconception(
    of="huber",
    killed_by="test_huber_with_delta",
    says="Your loss is divided by delta. Right elsewhere (smooth L1 with beta); here the square "
    "keeps its 1/2 for every delta.",
)
def smooth_l1(y, yhat, delta=1.0):
    loss, gradient = reference.huber(y, yhat, delta)
    return loss / delta, gradient / delta


@misconception(
    of="huber",
    killed_by="test_huber_gradient",
    says="The sign is wrong: e is yhat - y, so too large a prediction has a positive gradient.",
)
def huber_uphill(y, yhat, delta=1.0):
    loss, gradient = reference.huber(y, yhat, delta)
    return loss, -gradient


@misconception(
    of="huber",
    killed_by="test_huber_gradient",
    says="The gradient is not cut at -delta and delta: one outlier pulls with its whole error.",
)
def huber_not_cut(y, yhat, delta=1.0):
    return reference.huber(y, yhat, delta)[0], (yhat - y) / len(y)


@misconception(
    of="huber",
    killed_by="test_huber_gradient",
    says="Large negative errors get the gradient +delta. The slope has the sign of the error.",
)
def huber_without_the_sign(y, yhat, delta=1.0):
    e = yhat - y
    gradient = np.where(np.abs(e) <= delta, e, delta) / len(y)
    return reference.huber(y, yhat, delta)[0], gradient


# --- gaussian_nll


@misconception(
    of="gaussian_nll",
    killed_by="test_gaussian_nll",
    says="The second output was taken for the variance. Its square is the variance.",
)
def r_is_the_variance(y, out):
    m, v = out.T
    return float(
        np.mean(np.log(2 * np.pi * v) / 2 + (y - m) ** 2 / (2 * v))
    ), reference.gaussian_nll(y, out)[1]


@misconception(
    of="gaussian_nll",
    killed_by="test_gaussian_nll",
    says="log |r| is missing: the loss then rewards boundless uncertainty.",
)
def forgets_log_sigma(y, out):
    loss, gradient = reference.gaussian_nll(y, out)
    return loss - float(np.log(np.abs(out[:, 1])).mean()), gradient


@misconception(
    of="gaussian_nll",
    killed_by="test_gaussian_nll",
    says="The constant log(2 pi) / 2 is missing. Right elsewhere (it moves no minimum); here the "
    "loss is the whole -log N.",
)
def forgets_the_constant(y, out):
    loss, gradient = reference.gaussian_nll(y, out)
    return loss - float(np.log(2 * np.pi) / 2), gradient


@misconception(
    of="gaussian_nll",
    killed_by="test_gaussian_nll",
    says="The square has no 1/2: it is (y - m)^2 / (2 r^2).",
)
def forgets_the_half(y, out):
    loss, gradient = reference.gaussian_nll(y, out)
    return loss + float(np.mean(((y - out[:, 0]) / out[:, 1]) ** 2) / 2), gradient


@misconception(
    of="gaussian_nll",
    killed_by="test_gaussian_nll_of_negative_r",
    says="log r has no value for negative r. Take log |r|, or half the log of r^2.",
)
def log_of_negative_numbers(y, out):
    m, r = out.T
    with np.errstate(invalid="ignore"):
        terms = np.log(r) + np.log(2 * np.pi) / 2 + ((y - m) / r) ** 2 / 2
    return float(terms.mean()), reference.gaussian_nll(y, out)[1]


@misconception(
    of="gaussian_nll",
    killed_by="test_gaussian_nll_of_negative_r",
    says="Negative r were raised to a small positive number. The square makes them positive.",
)
def clips_r(y, out):
    clipped = np.stack([out[:, 0], np.maximum(out[:, 1], 1e-3)], axis=1)
    return reference.gaussian_nll(y, clipped)[0], reference.gaussian_nll(y, out)[1]


@misconception(
    of="gaussian_nll",
    killed_by="test_gaussian_nll_of_many",
    says="The densities were multiplied before the logarithm: the product of many is 0. Add logs.",
)
def log_of_the_product(y, out):
    m, r = out.T
    densities = np.exp(-(((y - m) / r) ** 2) / 2) / np.sqrt(2 * np.pi * r**2)
    with np.errstate(divide="ignore"):
        loss = -np.log(np.prod(densities)) / len(y)
    return float(loss), reference.gaussian_nll(y, out)[1]


@misconception(
    of="gaussian_nll",
    killed_by="test_gaussian_nll_gradient",
    says="The second column is the derivative for the variance. For r it has a factor 2 r more.",
)
def gradient_by_the_variance(y, out):
    loss, gradient = reference.gaussian_nll(y, out)
    return loss, gradient / np.stack([np.ones(len(y)), 2 * out[:, 1]], axis=1)


@misconception(
    of="gaussian_nll",
    killed_by="test_gaussian_nll_gradient",
    says="The gradient for m has the wrong sign: m above y must be pushed down.",
)
def gaussian_uphill(y, out):
    loss, gradient = reference.gaussian_nll(y, out)
    return loss, gradient * np.array([-1.0, 1.0])


@misconception(
    of="gaussian_nll",
    killed_by="test_gaussian_nll_gradient",
    says="The gradient lacks the 1/n of the mean.",
)
def gaussian_gradient_of_the_sum(y, out):
    loss, gradient = reference.gaussian_nll(y, out)
    return loss, gradient * len(y)


@misconception(
    of="gaussian_nll",
    killed_by="test_gaussian_nll_of_negative_r",
    says="You wrote the absolute values of r into `out`, which is the caller's. Put them into an "
    "array of their own.",
)
def absolute_values_in_place(y, out):
    answer = reference.gaussian_nll(y, out)
    out[:, 1] = np.abs(out[:, 1])
    return answer


# --- categorical_nll


@misconception(
    of="categorical_nll",
    killed_by="test_categorical_nll",
    says="The mean was taken over all n m entries. There is one term for each example.",
)
def mean_over_classes_too(Y, P):
    loss, gradient = reference.categorical_nll(Y, P)
    return loss / Y.shape[1], gradient


@misconception(
    of="categorical_nll",
    killed_by="test_categorical_nll",
    says="You penalise the other classes as well, with log(1 - p). That is for independent "
    "yes-or-no questions.",
)
def binary_terms(Y, P):
    terms = Y * np.log(P) + (1 - Y) * np.log(1 - P)
    return float(-terms.sum() / len(Y)), reference.categorical_nll(Y, P)[1]


@misconception(
    of="categorical_nll",
    killed_by="test_categorical_nll",
    says="The loss is 1 - p of the true class. Maximum likelihood takes -log p.",
)
def one_minus_p(Y, P):
    return float(1 - (Y * P).sum(axis=1).mean()), reference.categorical_nll(Y, P)[1]


@misconception(
    of="categorical_nll",
    killed_by="test_categorical_nll_of_certainty",
    says="0 * log 0 is NaN. Pick out the probability of the true class first.",
)
def zero_times_infinity(Y, P):
    with np.errstate(divide="ignore", invalid="ignore"):
        loss = -(Y * np.log(P)).sum() / len(Y)
    return float(loss), reference.categorical_nll(Y, P)[1]


@misconception(
    of="categorical_nll",
    killed_by="test_categorical_nll_of_certainty",
    says="A small number inside the logarithm caps the loss. What was called impossible and "
    "happens costs infinity.",
)
def adds_a_small_number(Y, P):
    return float(-np.log((Y * P).sum(axis=1) + 1e-12).mean()), reference.categorical_nll(Y, P)[1]


@misconception(
    of="categorical_nll",
    killed_by="test_categorical_nll_of_certainty",
    says="nan_to_num turns infinity into the largest float as well. A true class of probability 0 "
    "costs infinity: pick out the probability of the true class instead.",
)
def patches_the_numbers(Y, P):
    with np.errstate(divide="ignore", invalid="ignore"):
        terms = np.nan_to_num(Y * np.log(P))
    return float(-terms.sum() / len(Y)), reference.categorical_nll(Y, P)[1]


@misconception(
    of="categorical_nll",
    killed_by="test_categorical_nll_gradient",
    says="P - Y is the gradient for the scores before a softmax. For the probabilities it is -1/p "
    "for the true class.",
)
def gradient_by_the_logits(Y, P):
    return reference.categorical_nll(Y, P)[0], (P - Y) / len(Y)


@misconception(
    of="categorical_nll",
    killed_by="test_categorical_nll_gradient",
    says="The gradient lacks the 1/n of the mean.",
)
def categorical_gradient_of_the_sum(Y, P):
    loss, gradient = reference.categorical_nll(Y, P)
    return loss, gradient * len(Y)


@misconception(
    of="categorical_nll",
    killed_by="test_categorical_nll_gradient",
    says="-Y / P is 0 / 0 where a class is neither true nor predicted. The gradient is 0 there: "
    "divide at the true classes only.",
)
def zero_over_zero(Y, P):
    with np.errstate(divide="ignore", invalid="ignore"):
        return reference.categorical_nll(Y, P)[0], -Y / P / len(Y)
