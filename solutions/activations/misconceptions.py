"""Wrong answers about activations, each one that people give."""

import math

import numpy as np

from autograder import misconception
from autograder import reference


def normal_cdf(s):
    return 0.5 * (1.0 + reference.erf(s / math.sqrt(2.0)))


def normal_density(s):
    return np.exp(-0.5 * s**2) / math.sqrt(2.0 * math.pi)


# --- sigmoid


@misconception(
    of="sigmoid",
    killed_by="test_sigmoid",
    says="Your sigmoid falls from 1 to 0. The minus sign belongs in the exponent: exp(-s).",
)
def falls(s):
    return reference.sigmoid(-s)


@misconception(
    of="sigmoid",
    killed_by="test_sigmoid",
    says="You used the factor 2 of tanh. The sigmoid has plain exp(-s).",
)
def twice_as_steep(s):
    return reference.sigmoid(2.0 * s)


@misconception(
    of="sigmoid",
    killed_by="test_sigmoid_far_out",
    says=(
        "exp(s) / (1 + exp(s)) is inf / inf = NaN for large s. Use a form in which exp cannot "
        "overflow."
    ),
)
def infinite_quotient(s):
    with np.errstate(all="ignore"):
        return np.exp(s) / (1.0 + np.exp(s))


@misconception(
    of="d_sigmoid",
    killed_by="test_d_sigmoid",
    says=("p (1 - p) is in terms of the OUTPUT p = sigmoid(s). You put the input s in its place."),
)
def input_for_output(s):
    return s * (1.0 - s)


@misconception(
    of="d_sigmoid",
    killed_by="test_d_sigmoid",
    says="One factor is missing: the derivative is sigmoid(s) times (1 - sigmoid(s)).",
)
def one_minus_sigmoid(s):
    return 1.0 - reference.sigmoid(s)


@misconception(
    of="d_sigmoid",
    killed_by="test_d_sigmoid",
    says="The sign is wrong: the sigmoid rises everywhere, so its derivative is positive.",
)
def negative_slope(s):
    return -reference.d_sigmoid(s)


@misconception(
    of="d_sigmoid",
    killed_by="test_d_sigmoid_far_out",
    says=(
        "exp(-s) / (1 + exp(-s))^2 is inf / inf = nan on the far left. Express it by sigmoid(s) "
        "instead."
    ),
)
def quotient_rule(s):
    with np.errstate(all="ignore"):
        return np.exp(-s) / (1.0 + np.exp(-s)) ** 2


# --- tanh


@misconception(
    of="tanh",
    killed_by="test_tanh",
    says=(
        "2 sigmoid(s) - 1 has the right range but half the slope (some books print it). tanh(s) "
        "is 2 sigmoid(2s) - 1."
    ),
)
def half_as_steep(s):
    return 2.0 * reference.sigmoid(s) - 1.0


@misconception(
    of="tanh",
    killed_by="test_tanh",
    says="Your function runs from 0 to 1. Stretch it by 2 and take 1 away: tanh runs from -1 to 1.",
)
def not_stretched(s):
    return reference.sigmoid(2.0 * s)


@misconception(
    of="tanh",
    killed_by="test_tanh_far_out",
    says=(
        "(exp(s) - exp(-s)) / (exp(s) + exp(-s)) is inf / inf = nan far out. Use a form in which "
        "exp cannot overflow."
    ),
)
def by_definition(s):
    with np.errstate(all="ignore"):
        return (np.exp(s) - np.exp(-s)) / (np.exp(s) + np.exp(-s))


@misconception(
    of="d_tanh",
    killed_by="test_d_tanh",
    says="1 - t^2 is in terms of the OUTPUT t = tanh(s). You put the input s in its place.",
)
def one_minus_input_squared(s):
    return 1.0 - s**2


@misconception(
    of="d_tanh",
    killed_by="test_d_tanh",
    says="The square is missing: the derivative is 1 - tanh(s)^2.",
)
def without_the_square(s):
    return 1.0 - reference.tanh(s)


@misconception(
    of="d_tanh",
    killed_by="test_d_tanh",
    says="t (1 - t) is the rule of the sigmoid. For t = tanh(s) it is 1 - t^2.",
)
def rule_of_the_sigmoid(s):
    t = reference.tanh(s)
    return t * (1.0 - t)


# --- relu


@misconception(
    of="relu",
    killed_by="test_relu",
    says="Negative entries come out positive: that is |s|. ReLU turns them into 0.",
)
def absolute_value(s):
    return np.abs(s)


@misconception(
    of="relu",
    killed_by="test_relu",
    says="You kept the negative entries and dropped the positive ones: max(0, s), not min(0, s).",
)
def keeps_negatives(s):
    return np.minimum(s, 0.0)


@misconception(
    of="relu",
    killed_by="test_relu",
    says="ReLU has no upper bound: only negative entries are changed.",
)
def clipped_at_one(s):
    return np.clip(s, 0.0, 1.0)


@misconception(
    of="relu",
    killed_by="test_relu_leaves_its_input",
    says=(
        "The caller's array was overwritten. The derivative may need it later: return a new array."
    ),
)
def in_place(s):
    s[s < 0] = 0.0
    return s


@misconception(
    of="d_relu",
    killed_by="test_d_relu",
    says="s > 0 is True and False. A derivative is a number: turn it into floats.",
)
def a_comparison(s):
    return s > 0


@misconception(
    of="d_relu",
    killed_by="test_d_relu",
    says="Negative entries get -1: that is the derivative of |s|. ReLU is flat there, so 0.",
)
def sign(s):
    return np.sign(s)


@misconception(
    of="d_relu",
    killed_by="test_d_relu",
    says="You returned the ReLU itself. Its slope on the positive side is 1, whatever s is.",
)
def relu_itself(s):
    return reference.relu(s)


# --- leaky_relu


@misconception(
    of="leaky_relu",
    killed_by="test_leaky_relu",
    says="alpha sits on the positive side. It is the slope where s is negative.",
)
def leaks_upwards(s, alpha=0.01):
    return np.where(s >= 0, alpha * s, s)


@misconception(
    of="leaky_relu",
    killed_by="test_leaky_relu",
    says="The slope is always 0.01 in your answer. Use the alpha that is passed in.",
)
def always_one_percent(s, alpha=0.01):
    return np.where(s >= 0, s, 0.01 * s)


@misconception(
    of="leaky_relu",
    killed_by="test_leaky_relu",
    says=("The negative side bends upwards: alpha must multiply s, not |s|. The slope is +alpha."),
)
def leaks_with_the_wrong_sign(s, alpha=0.01):
    return np.where(s >= 0, s, -alpha * s)


@misconception(
    of="leaky_relu",
    killed_by="test_leaky_relu",
    says=(
        "The caller's array was overwritten. The derivative may need it later: return a new array."
    ),
)
def leaks_in_place(s, alpha=0.01):
    s[s < 0] *= alpha
    return s


@misconception(
    of="leaky_relu",
    killed_by="test_leaky_relu_with_any_slope",
    says=(
        "max(s, alpha s) is right only for alpha up to 1: beyond, the larger one is the wrong one. "
        "Ask for the sign of s."
    ),
)
def by_maximum(s, alpha=0.01):
    return np.maximum(s, alpha * s)


@misconception(
    of="d_leaky_relu",
    killed_by="test_d_leaky_relu",
    says="The negative side is flat in your answer, as for the plain ReLU. Its slope is alpha.",
)
def does_not_leak(s, alpha=0.01):
    return np.where(s > 0, 1.0, 0.0)


@misconception(
    of="d_leaky_relu",
    killed_by="test_d_leaky_relu",
    says="With an alpha like 2 your slopes are ints. Slopes are floats: write 1.0.",
)
def slopes_of_ints(s, alpha=0.01):
    return np.where(s > 0, 1, alpha)


@misconception(
    of="d_leaky_relu",
    killed_by="test_d_leaky_relu",
    says="You answer alpha s on the negative side. That is the function; its slope is alpha.",
)
def slope_times_input(s, alpha=0.01):
    return np.where(s > 0, 1.0, alpha * s)


@misconception(
    of="d_leaky_relu",
    killed_by="test_d_leaky_relu",
    says="alpha sits on the positive side. It is the slope where s is negative.",
)
def slope_on_the_wrong_side(s, alpha=0.01):
    return np.where(s > 0, alpha, 1.0)


# --- softplus


@misconception(
    of="softplus",
    killed_by="test_softplus",
    says="The 1 is missing: log(exp(s)) is just s. The softplus is log(1 + exp(s)).",
)
def without_the_one(s):
    return np.log(np.exp(s))


@misconception(
    of="softplus",
    killed_by="test_softplus",
    says="You took the logarithm to base 2. Here log is the natural one.",
)
def to_base_two(s):
    return reference.softplus(s) / math.log(2.0)


@misconception(
    of="softplus",
    killed_by="test_softplus_far_out",
    says=(
        "exp(800) is infinite, so your softplus is too. Take the larger of 0 and s out of the "
        "logarithm."
    ),
)
def overflows(s):
    with np.errstate(all="ignore"):
        return np.log1p(np.exp(s))


@misconception(
    of="softplus",
    killed_by="test_softplus_tail",
    says=(
        "On the far left you get exactly 0, since 1 + 1e-18 is 1 in a computer. log1p(x) is "
        "log(1 + x) without that loss."
    ),
)
def loses_the_tail(s):
    return np.maximum(s, 0.0) + np.log(1.0 + np.exp(-np.abs(s)))


@misconception(
    of="d_softplus",
    killed_by="test_d_softplus",
    says="The inner derivative is missing: log(u) has u' / u, and here u' = exp(s).",
)
def without_the_inner_derivative(s):
    with np.errstate(all="ignore"):
        return 1.0 / (1.0 + np.exp(s))


@misconception(
    of="d_softplus",
    killed_by="test_d_softplus",
    says=(
        "exp(s) / (1 + exp(s)) is inf / inf = NaN for large s. You have a safe form of it already."
    ),
)
def overflowing_quotient(s):
    with np.errstate(all="ignore"):
        return np.exp(s) / (1.0 + np.exp(s))


@misconception(
    of="d_softplus",
    killed_by="test_d_softplus",
    says="You went one derivative too far: sigmoid(s) is the first, p (1 - p) the second.",
)
def second_derivative(s):
    return reference.d_sigmoid(s)


# --- elu


@misconception(
    of="elu",
    killed_by="test_elu",
    says="The -1 is missing, so the function jumps at 0. The negative side is exp(s) - 1.",
)
def jumps(s):
    return np.where(s >= 0, s, np.exp(np.minimum(s, 0.0)))


@misconception(
    of="elu",
    killed_by="test_elu",
    says=(
        "The caller's array was overwritten. The derivative may need it later: return a new array."
    ),
)
def bends_in_place(s):
    s[s < 0] = np.expm1(s[s < 0])
    return s


@misconception(
    of="elu",
    killed_by="test_elu",
    says="Your negative side is positive: 1 - exp(s). It is exp(s) - 1, down to -1.",
)
def upside_down(s):
    return np.where(s >= 0, s, -np.expm1(np.minimum(s, 0.0)))


@misconception(
    of="elu",
    killed_by="test_elu_far_out",
    says=(
        "You multiply exp(s) - 1 by a mask of 0 and 1, and inf * 0 is nan. Keep exp away from "
        "large s."
    ),
)
def by_masks(s):
    with np.errstate(all="ignore"):
        return s * (s >= 0) + (np.exp(s) - 1.0) * (s < 0)


@misconception(
    of="d_elu",
    killed_by="test_d_elu",
    says="On the negative side you answer exp(s) - 1, the function. Its slope is exp(s).",
)
def keeps_the_minus_one(s):
    return np.where(s >= 0, 1.0, np.expm1(np.minimum(s, 0.0)))


@misconception(
    of="d_elu",
    killed_by="test_d_elu",
    says="The two sides are swapped: the slope is 1 where s is positive, exp(s) where it is not.",
)
def sides_swapped(s):
    with np.errstate(all="ignore"):
        return np.where(s >= 0, np.exp(s), 1.0)


@misconception(
    of="d_elu",
    killed_by="test_d_elu",
    says="The negative side is flat in your answer, as for the ReLU. Its slope is exp(s).",
)
def flat_on_the_left(s):
    return np.where(s >= 0, 1.0, 0.0)


# --- gelu


@misconception(
    of="gelu",
    killed_by="test_gelu",
    says="The square root of 2 is missing: Phi(s) = (1 + erf(s / sqrt(2))) / 2.",
)
def without_root_two(s):
    return s * 0.5 * (1.0 + reference.erf(s))


@misconception(
    of="gelu",
    killed_by="test_gelu",
    says="You multiplied s by the normal density. Phi is its integral, the distribution function.",
)
def times_the_density(s):
    return s * normal_density(s)


@misconception(
    of="gelu",
    killed_by="test_gelu",
    says="You returned Phi(s) alone. The GELU is s times Phi(s).",
)
def only_the_distribution(s):
    return normal_cdf(s)


@misconception(
    of="gelu",
    killed_by="test_gelu_is_exact",
    says=(
        "This is the approximation by tanh, off by up to 0.0005. Right where it is asked for; here "
        "use erf."
    ),
)
def by_tanh(s):
    return 0.5 * s * (1.0 + np.tanh(math.sqrt(2.0 / math.pi) * (s + 0.044715 * s**3)))


@misconception(
    of="gelu",
    killed_by="test_gelu_is_exact",
    says=(
        "This is the approximation s sigmoid(1.702 s), off by up to 0.02. Use erf for the exact "
        "value."
    ),
)
def by_sigmoid(s):
    return s * reference.sigmoid(1.702 * s)


@misconception(
    of="d_gelu",
    killed_by="test_d_gelu",
    says="The product rule has two terms: Phi(s) and s times the density. The second is missing.",
)
def gelu_without_product_rule(s):
    return normal_cdf(s)


@misconception(
    of="d_gelu",
    killed_by="test_d_gelu",
    says="In the second term of the product rule the factor s is missing: s times the density.",
)
def density_without_s(s):
    return normal_cdf(s) + normal_density(s)


@misconception(
    of="d_gelu",
    killed_by="test_d_gelu",
    says="Your density lacks its factor: it is exp(-s^2 / 2) over sqrt(2 pi).",
)
def unnormalised_density(s):
    return normal_cdf(s) + s * np.exp(-0.5 * s**2)


# --- silu


@misconception(
    of="silu",
    killed_by="test_silu",
    says="You returned the sigmoid alone. The SiLU is s times sigmoid(s).",
)
def only_the_gate(s):
    return reference.sigmoid(s)


@misconception(
    of="silu",
    killed_by="test_silu",
    says=("s exp(s) / (1 + exp(s)) is inf / inf = NaN for large s. Use your stable sigmoid."),
)
def overflowing_gate(s):
    with np.errstate(all="ignore"):
        return s * np.exp(s) / (1.0 + np.exp(s))


@misconception(
    of="silu",
    killed_by="test_silu",
    says="You applied the sigmoid to the product, s and all. The gate is sigmoid(s), outside it s.",
)
def relu_gate(s):
    return reference.sigmoid(s * s)


@misconception(
    of="d_silu",
    killed_by="test_d_silu",
    says="The product rule has two terms: sigmoid(s), and s times its derivative.",
)
def silu_without_product_rule(s):
    return reference.sigmoid(s)


@misconception(
    of="d_silu",
    killed_by="test_d_silu",
    says="In the second term of the product rule the factor s is missing: s sigmoid'(s).",
)
def slope_without_s(s):
    return reference.sigmoid(s) + reference.d_sigmoid(s)


@misconception(
    of="d_silu",
    killed_by="test_d_silu",
    says="You kept only s times the derivative of the gate. The gate itself is the other term.",
)
def only_the_second_term(s):
    return s * reference.d_sigmoid(s)
