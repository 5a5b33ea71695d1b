"""Probabilities that can be relied on: measured, used for decisions, turned into sets."""

from __future__ import annotations

import math

import numpy as np


def reliability(
    P: np.ndarray, y: np.ndarray, bins: int = 10
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The numbers behind a reliability diagram (book 4.3).

    P: (n, m), rows of probabilities; y: (n,) ints, the true classes. The confidence of an example
    is its largest probability, and it is right if the class with that is the true one. Bin k holds
    the confidences from k / bins up to (k + 1) / bins, the upper end excluded but for the last.
    Returns (counts, accuracies, confidences), each (bins,): how many examples are in a bin, an
    int; the fraction of them that is right; their mean confidence. An empty bin has 0 in all.
    """
    ### BEGIN SOLUTION
    confidence = P.max(axis=1)
    right = P.argmax(axis=1) == y
    place = np.minimum((confidence * bins).astype(int), bins - 1)
    counts = np.bincount(place, minlength=bins)
    size = np.maximum(counts, 1)
    return (
        counts,
        np.bincount(place, right, bins) / size,
        np.bincount(place, confidence, bins) / size,
    )
    ### END SOLUTION


def ece(P: np.ndarray, y: np.ndarray, bins: int = 10) -> float:
    """Expected calibration error, sum of n_k / n |accuracy_k - confidence_k| (book 4.3).

    P, y, bins: as in `reliability`. Returns a float from 0 to 1.
    """
    ### BEGIN SOLUTION
    counts, accuracies, confidences = reliability(P, y, bins)
    return float(counts @ np.abs(accuracies - confidences) / len(y))
    ### END SOLUTION


def decide(P: np.ndarray, C: np.ndarray) -> np.ndarray:
    """The decision with the smallest expected cost, for each example (book 4.3).

    P: (n, m), rows of probabilities; C: (k, m), C[i, j] is the cost of decision i when class j is
    the true one. Often k = m and decision i is "class i", but there may be more or fewer.
    Returns (n,) ints from 0 to k - 1.
    """
    ### BEGIN SOLUTION
    return (P @ C.T).argmin(axis=1)
    ### END SOLUTION


def prediction_sets(P: np.ndarray, gamma: float) -> np.ndarray:
    """The set of classes with a probability of gamma or more (book 4.3).

    P: (n, m), rows of probabilities. Returns (n, m) bools, True for the classes in the set.
    """
    ### BEGIN SOLUTION
    return P >= gamma
    ### END SOLUTION


def conformal_threshold(P: np.ndarray, y: np.ndarray, alpha: float) -> float:
    """The largest gamma whose sets hold the true class of a new example with 1 - alpha or more.

    P: (n, m), rows of probabilities; y: (n,) ints, the true classes, of examples not used in
    training; 0 < alpha < 1. A new example is as likely to get any rank among n + 1, so gamma is
    the largest number for which (1 - alpha) (n + 1) or more of the n examples have their true class
    in their `prediction_sets`; it is 0.0 if n is too small for that. Returns a float.
    """
    ### BEGIN SOLUTION
    true = np.sort(P[np.arange(len(y)), y])[::-1]
    k = math.ceil((1 - alpha) * (len(y) + 1))
    return float(true[k - 1]) if k <= len(y) else 0.0
    ### END SOLUTION
