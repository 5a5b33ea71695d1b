"""All batches in a list, from numpy's own splits."""

from __future__ import annotations

import random

import numpy as np


def steps(n, r, epochs=1, drop_last=False):
    return epochs * len(range(r if drop_last else 1, n + 1, r))


def orders(n, epochs, seed):
    dealer = random.Random(seed)
    return np.array([dealer.sample(range(n), n) for _ in range(epochs)])


def minibatches(X, y, r, orders, drop_last=False):
    cuts = np.arange(r, len(X), r)
    batches = [rows for order in orders for rows in np.split(order, cuts)]
    return [(X[rows], y[rows]) for rows in batches if len(rows) == r or not drop_last]


def shard_bounds(n, machines):
    lengths = [len(part) for part in np.array_split(np.arange(n), machines)]
    stops = np.cumsum(lengths).tolist()
    return [(stop - length, stop) for stop, length in zip(stops, lengths, strict=True)]


def data_parallel_gradient(gradient, shards):
    lengths = [len(X) for X, _ in shards if len(X)]
    gradients = [gradient(X, y) for X, y in shards if len(X)]
    return np.average(gradients, axis=0, weights=lengths)
