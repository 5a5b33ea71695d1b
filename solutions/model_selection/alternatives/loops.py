"""Plain lists, one example at a time; the stopping rule told over again from the whole history."""

from __future__ import annotations

import math

import numpy as np


def split(X, y, order, m):
    first = [X[i] for i in order[:m]]
    train, test = [], []
    for i in order:
        copied = any(all(X[i] == x) for x in first)
        (test if copied else train).append(i)
    return X[train], y[train], X[test], y[test]


def standardise(X_train, X_test):
    Z_train, Z_test = np.zeros(X_train.shape), np.zeros(X_test.shape)
    for j in range(X_train.shape[1]):
        column = X_train[:, j]
        mean = sum(column) / len(column)
        scale = math.sqrt(sum((x - mean) ** 2 for x in column) / len(column))
        if scale < 1e-9:
            scale = 1.0
        Z_train[:, j] = (column - mean) / scale
        Z_test[:, j] = (X_test[:, j] - mean) / scale
    return Z_train, Z_test


def lookup(X_train, y_train, X, default=0.0):
    predictions = []
    for x in X:
        known = [label for row, label in zip(X_train, y_train, strict=True) if all(row == x)]
        predictions.append(sum(known) / len(known) if known else default)
    return np.array(predictions, dtype=float)


def gap(loss, f, train, test):
    total = 0.0
    for (X, y), sign in ((test, 1), (train, -1)):
        total += sign * sum(loss(y, f(X))) / len(y)
    return total


def stop_early(scores, patience, mode="max"):
    def improves(t):
        better = max if mode == "max" else min
        before = [s for s in scores[:t] if not math.isnan(s)]
        if math.isnan(scores[t]):
            return False
        return not before or (scores[t] not in before and better(*before, scores[t]) == scores[t])

    best = None
    for t in range(len(scores)):
        if improves(t):
            best = t
        start = t - patience + 1
        if start >= 0 and not any(improves(i) for i in range(start, t + 1)):
            return t, best
    return None, best


def train_linear(train, validation, rate, patience, epochs):
    X, y = train
    w = np.zeros(X.shape[1])
    kept, risks = [], []
    for epoch in range(epochs):
        gradient = np.zeros_like(w)
        for x, label in zip(X, y, strict=True):
            gradient += 2 * (x @ w - label) * x / len(y)
        w -= rate * gradient
        kept.append(w.copy())
        errors = validation[0] @ w - validation[1]
        risks.append(errors @ errors / len(errors))
        if epoch - risks.index(min(risks)) >= patience:
            break
    return kept[risks.index(min(risks))], risks
