"""Whole arrays: comparisons by broadcasting, running maxima, powers of a matrix."""

from __future__ import annotations

import numpy as np


def split(X, y, order, m):
    equal = (X[order][:, None] == X[order[:m]]).all(axis=2)
    test = equal.any(axis=1)
    return X[order[~test]], y[order[~test]], X[order[test]], y[order[test]]


def standardise(X_train, X_test):
    both = np.vstack([X_train, X_test]) - X_train.mean(axis=0)
    scale = np.std(X_train, axis=0)
    scale[(X_train == X_train[0]).all(axis=0)] = 1
    return np.split(both / scale, [len(X_train)])[0], np.split(both / scale, [len(X_train)])[1]


def lookup(X_train, y_train, X, default=0.0):
    equal = (X[:, None] == X_train).all(axis=2)
    count = equal.sum(axis=1)
    return np.where(count > 0, equal @ y_train / np.maximum(count, 1), default)


def gap(loss, f, train, test):
    def risk(X, y):
        return np.average(loss(y, f(X)))

    return risk(*test) - risk(*train)


def stop_early(scores, patience, mode="max"):
    s = np.array(scores, dtype=float) * (1 if mode == "max" else -1)
    s = np.where(np.isnan(s), -np.inf, s)
    before = np.concatenate([[-np.inf], np.maximum.accumulate(s)[:-1]])
    better = np.flatnonzero(s > before)
    # A run begins after each improvement, and before epoch 0.
    ends = np.append(better, len(s))
    for begin, end in zip(np.insert(better, 0, -1), ends, strict=True):
        if end - begin > patience:
            return int(begin + patience), int(begin) if begin >= 0 else None
    return None, int(better[-1]) if len(better) else None


def train_linear(train, validation, rate, patience, epochs):
    X, y = train
    shrink = np.eye(X.shape[1]) - 2 * rate / len(y) * X.T @ X
    push = 2 * rate / len(y) * X.T @ y
    W = [np.zeros(X.shape[1])]
    for _ in range(epochs):
        W.append(shrink @ W[-1] + push)
    W = np.array(W[1:])
    risks = ((W @ validation[0].T - validation[1]) ** 2).mean(axis=1)
    stop, best = stop_early(risks, patience, "min")
    return W[best], risks[: epochs if stop is None else stop + 1].tolist()
