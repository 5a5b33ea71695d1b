"""Matrix square roots, log-sum-exp and numpy's own statistics."""

from __future__ import annotations

import numpy as np


def conditional(counts):
    return (counts.T / counts.sum(axis=1)).T


def bayes(prior, likelihood):
    evidence = prior @ likelihood
    return np.einsum("k,km,m->km", prior, likelihood, 1 / evidence)


def posterior(log_prior, log_likelihood):
    score = np.vstack([log_prior, log_likelihood]).sum(axis=0)
    return np.exp(score - np.logaddexp.reduce(score))


def gaussian_ml(X):
    return np.mean(X, axis=0), np.atleast_2d(np.cov(X, rowvar=False, bias=True))


def gaussian_log_density(X, mean, covariance):
    L = np.linalg.cholesky(covariance)
    z = np.linalg.solve(L, (X - mean).T)
    constant = np.log(np.diag(L)).sum() + len(mean) / 2 * np.log(2 * np.pi)
    return -np.sum(z**2, axis=0) / 2 - constant


def kl(p, q):
    if np.any((q == 0) & (p > 0)):
        return np.inf
    ratio = np.where(p > 0, p, 1) / np.where(p > 0, q, 1)
    return np.dot(p, np.log(ratio))


def kl_monte_carlo(log_p, log_q):
    values = log_p - log_q
    return np.mean(values), np.sqrt(np.var(values) / (values.size - 1))
