"""Batches dealt out one example at a time; a gradient by a running mean."""

from __future__ import annotations

import math

import numpy as np


def steps(n, r, epochs=1, drop_last=False):
    batches = math.floor(n / r) if drop_last else math.ceil(n / r)
    return batches * epochs


def orders(n, epochs, seed):
    return np.argsort(np.random.default_rng(seed).random((epochs, n)), axis=1)


def minibatches(X, y, r, orders, drop_last=False):
    for order in orders:
        xb, yb = [], []
        for i in order:
            xb.append(X[i])
            yb.append(y[i])
            if len(xb) == r:
                yield np.array(xb), np.array(yb)
                xb, yb = [], []
        if xb and not drop_last:
            yield np.array(xb), np.array(yb)


def shard_bounds(n, machines):
    bounds, start = [], 0
    for k in range(machines):
        stop = start + n // machines + (1 if k < n % machines else 0)
        bounds.append((start, stop))
        start = stop
    return bounds


def data_parallel_gradient(gradient, shards):
    mean, seen = None, 0
    for X, y in shards:
        if len(X) == 0:
            continue
        seen += len(X)
        found = gradient(X, y)
        mean = found if mean is None else mean + len(X) / seen * (found - mean)
    return mean
