"""From tables of counts to posteriors, Gaussians and distances between distributions."""

from __future__ import annotations

import numpy as np


def conditional(counts: np.ndarray) -> np.ndarray:
    """p(column | row) from a table of how often each pair came (book A.1, table T.A.1).

    counts: (a, b), non-negative, no row of zeros only. Returns (a, b), rows sum to one.
    """
    raise NotImplementedError


def bayes(prior: np.ndarray, likelihood: np.ndarray) -> np.ndarray:
    """p(hypothesis | observation) by Bayes' rule (book, equation E.A.3).

    prior: (k,), p(hypothesis); likelihood: (k, m), p(observation | hypothesis), rows sum to one.
    Returns (k, m): column j is the posterior after observation j, and sums to one.
    """
    raise NotImplementedError


def posterior(log_prior: np.ndarray, log_likelihood: np.ndarray) -> np.ndarray:
    """Posterior over k hypotheses after n independent observations (book 3.3).

    log_prior: (k,); log_likelihood: (n, k), row i the log probability of observation i under
    each hypothesis. Returns (k,) probabilities, however small the likelihood of all data is.
    """
    raise NotImplementedError


def gaussian_ml(X: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Mean and covariance of the most likely Gaussian (book, equations E.A.8 and E.A.9).

    X: (n, k), one example in each row. Returns (mean, covariance), (k,) and (k, k); the
    maximum of the likelihood divides by n.
    """
    raise NotImplementedError


def gaussian_log_density(X: np.ndarray, mean: np.ndarray, covariance: np.ndarray) -> np.ndarray:
    """log N(x; mean, covariance) of each row (book A.3, with the missing -1/2).

    X: (n, k); mean: (k,); covariance: (k, k), symmetric, positive definite; its determinant
    may be too small or too large for a float. Returns (n,).
    """
    raise NotImplementedError


def kl(p: np.ndarray, q: np.ndarray) -> float:
    """KL(p || q) = sum p log(p / q), natural logarithm (book A.5).

    p, q: (k,) probabilities, zeros allowed: a term with p = 0 is 0; inf if q = 0 < p.
    """
    raise NotImplementedError


def kl_monte_carlo(log_p: np.ndarray, log_q: np.ndarray) -> tuple[float, float]:
    """Estimate of KL(p || q) from samples of p, and its standard error (book A.5).

    log_p, log_q: (n,), the log densities, of any size, at n >= 2 independent samples from p.
    The standard error is the standard deviation (n - 1 in its variance) over sqrt(n).
    """
    raise NotImplementedError
