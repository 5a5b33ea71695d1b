"""Probabilities that are wrong in one way each."""

import numpy as np

from autograder import misconception
from autograder import reference

# --- conditional


@misconception(
    of="conditional",
    killed_by="test_conditional",
    says="The columns sum to one: that is p(row | column). Given the row, each row sums to one.",
)
def conditions_the_wrong_way(counts):
    return counts / counts.sum(axis=0)


@misconception(
    of="conditional",
    killed_by="test_conditional",
    says="The whole table sums to one: that is the joint distribution. Divide by the row sums.",
)
def joint_distribution(counts):
    return counts / counts.sum()


@misconception(
    of="conditional",
    killed_by="test_conditional",
    says="counts.sum(axis=1) divides column j by the sum of row j. Keep the axis: keepdims=True.",
)
def sums_along_the_wrong_axis(counts):
    return counts / counts.sum(axis=1)


# --- bayes


@misconception(
    of="bayes",
    killed_by="test_bayes",
    says="That is the joint distribution. Divide each column by its sum, p(observation).",
)
def never_normalises(prior, likelihood):
    return prior[:, None] * likelihood


@misconception(
    of="bayes",
    killed_by="test_bayes",
    says="The prior has no effect: a rare hypothesis stays rare unless the data say otherwise.",
)
def ignores_the_base_rate(prior, likelihood):
    return likelihood / likelihood.sum(axis=0)


@misconception(
    of="bayes",
    killed_by="test_bayes",
    says="You normalised over the observations. The hypotheses must sum to one, in each column.",
)
def normalises_over_observations(prior, likelihood):
    joint = prior[:, None] * likelihood
    return joint / joint.sum(axis=1, keepdims=True)


# --- posterior


@misconception(
    of="posterior",
    killed_by="test_posterior",
    says="The prior was multiplied in with every observation. It counts once.",
)
def prior_for_every_observation(log_prior, log_likelihood):
    return reference.posterior(len(log_likelihood) * log_prior, log_likelihood)


@misconception(
    of="posterior",
    killed_by="test_posterior",
    says="The log likelihoods were averaged. Independent observations multiply: their logs add up.",
)
def averages_the_evidence(log_prior, log_likelihood):
    return reference.posterior(log_prior, log_likelihood.mean(axis=0, keepdims=True))


@misconception(
    of="posterior",
    killed_by="test_posterior",
    says="The prior has no effect on your posterior.",
)
def maximum_likelihood_only(log_prior, log_likelihood):
    return reference.posterior(np.zeros(len(log_prior)), log_likelihood)


@misconception(
    of="posterior",
    killed_by="test_posterior",
    says="The logarithm of the posterior came back. Take exp at the end.",
)
def stays_in_logs(log_prior, log_likelihood):
    return np.log(reference.posterior(log_prior, log_likelihood))


@misconception(
    of="posterior",
    killed_by="test_posterior_of_many",
    says="The likelihood of so many observations is 0 in floats, for every hypothesis, and 0 / 0 "
    "is NaN. Add logarithms, and subtract the largest score before exp.",
)
def underflows(log_prior, log_likelihood):
    p = np.exp(log_prior + log_likelihood.sum(axis=0))
    with np.errstate(invalid="ignore"):
        return p / p.sum()


@misconception(
    of="posterior",
    killed_by="test_posterior_of_many",
    says="A small number added to the products hides the underflow: all hypotheses look alike. "
    "Stay in logarithms.",
)
def adds_a_small_number(log_prior, log_likelihood):
    p = np.exp(log_prior + log_likelihood.sum(axis=0)) + 1e-300
    return p / p.sum()


# --- gaussian_ml


@misconception(
    of="gaussian_ml",
    killed_by="test_gaussian_ml",
    says="You divided by n - 1. Right elsewhere (Bessel's correction); the likelihood has its "
    "maximum at n.",
)
def bessel(X):
    mean, covariance = reference.gaussian_ml(X)
    return mean, covariance * len(X) / (len(X) - 1)


@misconception(
    of="gaussian_ml",
    killed_by="test_gaussian_ml",
    says="The mean is still in the covariance: subtract it before you multiply.",
)
def second_moment(X):
    return X.mean(axis=0), X.T @ X / len(X)


@misconception(
    of="gaussian_ml",
    killed_by="test_gaussian_ml",
    says="Off the diagonal you have zeros. The covariance also says how variables move together.",
)
def variances_only(X):
    return X.mean(axis=0), np.diag(X.var(axis=0))


@misconception(
    of="gaussian_ml",
    killed_by="test_gaussian_ml_far_from_zero",
    says="The mean of products minus the product of means loses all digits when the mean is large. "
    "Subtract first.",
)
def difference_of_moments(X):
    mean = X.mean(axis=0)
    return mean, X.T @ X / len(X) - np.outer(mean, mean)


# --- gaussian_log_density


@misconception(
    of="gaussian_log_density",
    killed_by="test_gaussian_log_density",
    says="The exponent lacks its factor -1/2, so the density grows away from the mean.",
)
def without_minus_one_half(X, mean, covariance):
    D = X - mean
    squares = (D * np.linalg.solve(covariance, D.T).T).sum(axis=1)
    return reference.gaussian_log_density(X, mean, covariance) + 1.5 * squares


@misconception(
    of="gaussian_log_density",
    killed_by="test_gaussian_log_density",
    says="The determinant lacks its square root: its logarithm counts half.",
)
def whole_determinant(X, mean, covariance):
    log_determinant = np.linalg.slogdet(covariance)[1]
    return reference.gaussian_log_density(X, mean, covariance) - log_determinant / 2


@misconception(
    of="gaussian_log_density",
    killed_by="test_gaussian_log_density",
    says="2 pi counts once in your constant. It has the power k / 2: half of it for each variable.",
)
def constant_of_one_dimension(X, mean, covariance):
    shift = (len(mean) - 1) * np.log(2 * np.pi) / 2
    return reference.gaussian_log_density(X, mean, covariance) + shift


@misconception(
    of="gaussian_log_density",
    killed_by="test_gaussian_log_density",
    says="The density came back, not its logarithm.",
)
def the_density_itself(X, mean, covariance):
    return np.exp(reference.gaussian_log_density(X, mean, covariance))


@misconception(
    of="gaussian_log_density",
    killed_by="test_gaussian_log_density",
    says="The deviations meet the covariance itself. A wide direction makes a deviation less "
    "surprising: use the inverse.",
)
def forgets_the_inverse(X, mean, covariance):
    D = X - mean
    squares = (D * np.linalg.solve(covariance, D.T).T).sum(axis=1)
    wrong = (D @ covariance * D).sum(axis=1)
    return reference.gaussian_log_density(X, mean, covariance) + (squares - wrong) / 2


@misconception(
    of="gaussian_log_density",
    killed_by="test_gaussian_log_density_of_many_variables",
    says="The determinant of many variables leaves the range of floats. Take its logarithm with "
    "slogdet.",
)
def logarithm_of_the_determinant(X, mean, covariance):
    true = reference.gaussian_log_density(X, mean, covariance)
    with np.errstate(divide="ignore", over="ignore"):
        log_determinant = np.log(np.linalg.det(covariance))
    return true + (np.linalg.slogdet(covariance)[1] - log_determinant) / 2


# --- kl


@misconception(
    of="kl",
    killed_by="test_kl",
    says="That is KL(q || p). The weights are those of the first argument, and it is on top.",
)
def kl_the_other_way(p, q):
    return reference.kl(q, p)


@misconception(
    of="kl",
    killed_by="test_kl",
    says="Your logarithm has base 2. Right elsewhere (bits); here nats are asked for.",
)
def kl_in_bits(p, q):
    return reference.kl(p, q) / float(np.log(2))


@misconception(
    of="kl",
    killed_by="test_kl",
    says="That is the cross-entropy, -sum p log q. KL takes the entropy of p off.",
)
def cross_entropy(p, q):
    return float(-(p * np.log(q)).sum())


@misconception(
    of="kl",
    killed_by="test_kl_with_zeros",
    says="0 * log 0 is NaN. Where p is 0 the term is 0: leave it out.",
)
def zero_times_infinity(p, q):
    with np.errstate(divide="ignore", invalid="ignore"):
        return float((p * np.log(p / q)).sum())


@misconception(
    of="kl",
    killed_by="test_kl_with_zeros",
    says="A small number inside the logarithm makes infinite divergences finite.",
)
def kl_with_a_small_number(p, q):
    return float((p * np.log((p + 1e-12) / (q + 1e-12))).sum())


@misconception(
    of="kl",
    killed_by="test_kl_with_zeros",
    says="Terms with q = 0 were left out. If p is positive there, the divergence is infinite.",
)
def leaves_out_the_infinite(p, q):
    both = (p > 0) & (q > 0)
    return float((p[both] * np.log(p[both] / q[both])).sum())


# --- kl_monte_carlo


@misconception(
    of="kl_monte_carlo",
    killed_by="test_kl_monte_carlo",
    says="The samples were weighted with p once more. Likely ones already come more often.",
)
def weights_twice(log_p, log_q):
    values = log_p - log_q
    return float((np.exp(log_p) * values).mean()), reference.kl_monte_carlo(log_p, log_q)[1]


@misconception(
    of="kl_monte_carlo",
    killed_by="test_kl_monte_carlo",
    says="The sign is wrong: samples of p favour p, so log p - log q is positive on average.",
)
def q_minus_p(log_p, log_q):
    return reference.kl_monte_carlo(log_q, log_p)


@misconception(
    of="kl_monte_carlo",
    killed_by="test_kl_monte_carlo",
    says="The terms were added up. An expected value is estimated by their mean.",
)
def sums_the_samples(log_p, log_q):
    mean, error = reference.kl_monte_carlo(log_p, log_q)
    return mean * len(log_p), error


@misconception(
    of="kl_monte_carlo",
    killed_by="test_standard_error",
    says="That is the standard deviation of one sample. The mean of n varies less, by sqrt(n).",
)
def spread_of_one_sample(log_p, log_q):
    mean, error = reference.kl_monte_carlo(log_p, log_q)
    return mean, error * float(np.sqrt(len(log_p)))


@misconception(
    of="kl_monte_carlo",
    killed_by="test_standard_error",
    says="You divided by n. The variance of a mean has 1/n, so the standard error has 1/sqrt(n).",
)
def divides_by_n(log_p, log_q):
    mean, error = reference.kl_monte_carlo(log_p, log_q)
    return mean, error / float(np.sqrt(len(log_p)))


@misconception(
    of="kl_monte_carlo",
    killed_by="test_standard_error",
    says="The variance was divided by n. The mean comes from the same samples: divide by n - 1.",
)
def without_bessel(log_p, log_q):
    mean, error = reference.kl_monte_carlo(log_p, log_q)
    return mean, error * float(np.sqrt(1 - 1 / len(log_p)))


@misconception(
    of="gaussian_log_density",
    killed_by="test_gaussian_log_density_of_many_variables",
    says="You took the logarithm of the density, which is 0 in floats far from the mean. Leave "
    "out exp and log: the exponent is what is asked for.",
)
def logarithm_of_the_density(X, mean, covariance):
    with np.errstate(divide="ignore", over="ignore"):
        return np.log(np.exp(reference.gaussian_log_density(X, mean, covariance)))


@misconception(
    of="kl_monte_carlo",
    killed_by="test_kl_monte_carlo",
    says="Your estimate is never negative. The divergence is not; an estimate may be, by chance, "
    "and cutting it off makes it too large on average.",
)
def cuts_off_at_zero(log_p, log_q):
    estimate, error = reference.kl_monte_carlo(log_p, log_q)
    return max(0.0, estimate), error


@misconception(
    of="kl_monte_carlo",
    killed_by="test_standard_error",
    says="The mean of the squares minus the square of the mean loses all digits of a small "
    "variance. Subtract the mean first, then square.",
)
def difference_of_squares(log_p, log_q):
    d = log_p - log_q
    n = len(d)
    variance = max(0.0, float((d**2).sum() - n * d.mean() ** 2)) / (n - 1)
    return float(d.mean()), float(np.sqrt(variance / n))
