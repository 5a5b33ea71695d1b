"""One comparison for every pair of an example and a bin."""

from __future__ import annotations

import numpy as np


def membership(confidence, bins):
    """(bins, n) zeros and ones."""
    edges = np.arange(bins + 1) / bins
    edges[-1] = np.inf
    return ((edges[:-1, None] <= confidence) & (confidence < edges[1:, None])).astype(float)


def reliability(P, y, bins=10):
    top = np.argsort(-P, axis=1, kind="stable")[:, 0]
    confidence = np.take_along_axis(P, top[:, None], axis=1)[:, 0]
    B = membership(confidence, bins)
    counts = B.sum(axis=1)
    sums = np.stack([B @ (top == y), B @ confidence])
    means = np.divide(sums, counts, out=np.zeros_like(sums), where=counts > 0)
    return counts.astype(np.int64), means[0], means[1]


def ece(P, y, bins=10):
    # n_k |a_k - p_k| is the absolute value of a sum over the bin: no means are needed.
    confidence = P.max(axis=1)
    surplus = membership(confidence, bins) @ (confidence - (P.argmax(axis=1) == y))
    return np.abs(surplus).sum() / len(y)


def decide(P, C):
    return np.argmin(np.einsum("nj,ij->ni", P, C), axis=1)


def prediction_sets(P, gamma):
    return np.logical_not(np.less(P, gamma))


def conformal_threshold(P, y, alpha):
    # The new example joins the others with the worst probability it can have.
    p = np.append(P[np.arange(len(y)), y], 0.0)
    reached = (p[:, None] >= p).sum(axis=0)
    return p[reached >= (1 - alpha) * len(p)].max()
