"""One entry at a time; Bayes one observation after the other."""

from __future__ import annotations

import math

import numpy as np


def conditional(counts):
    found = np.zeros(counts.shape)
    for i in range(counts.shape[0]):
        total = sum(counts[i])
        for j in range(counts.shape[1]):
            found[i, j] = counts[i, j] / total
    return found


def bayes(prior, likelihood):
    columns = []
    for j in range(likelihood.shape[1]):
        column = prior * likelihood[:, j]
        columns.append(column / column.sum())
    return np.stack(columns, axis=1)


def posterior(log_prior, log_likelihood):
    belief = log_prior
    for row in log_likelihood:
        belief = belief + row
        belief = belief - max(belief)
    weights = [math.exp(b) for b in belief]
    return np.array([w / sum(weights) for w in weights])


def gaussian_ml(X):
    n, k = X.shape
    mean = np.array([sum(X[:, j]) / n for j in range(k)])
    covariance = np.zeros((k, k))
    for x in X:
        covariance += np.outer(x - mean, x - mean) / n
    return mean, covariance


def gaussian_log_density(X, mean, covariance):
    precision = np.linalg.inv(covariance)
    log_determinant = sum(math.log(v) for v in np.linalg.eigvalsh(covariance))
    found = []
    for x in X:
        square = (x - mean) @ precision @ (x - mean)
        found.append(-0.5 * (square + log_determinant + len(mean) * math.log(2 * math.pi)))
    return np.array(found)


def kl(p, q):
    total = 0.0
    for a, b in zip(p, q, strict=True):
        if a > 0:
            total += a * math.log(a / b) if b > 0 else math.inf
    return total


def kl_monte_carlo(log_p, log_q):
    values = [a - b for a, b in zip(log_p, log_q, strict=True)]
    n = len(values)
    mean = sum(values) / n
    variance = sum((v - mean) ** 2 for v in values) / (n - 1)
    return mean, math.sqrt(variance / n)
