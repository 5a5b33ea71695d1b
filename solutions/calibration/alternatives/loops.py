"""One example at a time; the threshold is the best of all candidates."""

from __future__ import annotations

import numpy as np


def reliability(P, y, bins=10):
    members = [[] for _ in range(bins)]
    for p, label in zip(P.tolist(), y.tolist(), strict=True):
        confidence = max(p)
        k = 0
        while k < bins - 1 and confidence * bins >= k + 1:
            k += 1
        members[k].append((p.index(confidence) == label, confidence))
    means = [np.mean(inside, axis=0) if inside else (0.0, 0.0) for inside in members]
    accuracies, confidences = np.array(means).T
    return np.array([len(inside) for inside in members]), accuracies, confidences


def ece(P, y, bins=10):
    total = 0.0
    for count, accuracy, confidence in zip(*reliability(P, y, bins), strict=True):
        total += count / len(y) * abs(accuracy - confidence)
    return total


def decide(P, C):
    decisions = []
    for p in P:
        costs = [sum(c * q for c, q in zip(row, p, strict=True)) for row in C]
        decisions.append(costs.index(min(costs)))
    return np.array(decisions)


def prediction_sets(P, gamma):
    return np.array([[bool(p >= gamma) for p in row] for row in P])


def conformal_threshold(P, y, alpha):
    gamma = 0.0
    for candidate in P[range(len(y)), y]:
        covered = sum(p[label] >= candidate for p, label in zip(P, y, strict=True))
        if covered >= (1 - alpha) * (len(y) + 1):
            gamma = max(gamma, candidate)
    return gamma
