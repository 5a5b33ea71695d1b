"""Batches for stochastic gradient descent, and one gradient from several machines."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Iterator
from collections.abc import Sequence

import numpy as np


def steps(n: int, r: int, epochs: int = 1, drop_last: bool = False) -> int:
    """Number of gradient steps in a training run (book 5.3).

    n: examples; r: batch size; epochs: passes through the data; drop_last: leave out the last
    batch of an epoch when it is short. Returns an int.
    """
    ### BEGIN SOLUTION
    full, rest = divmod(n, r)
    return epochs * (full if drop_last or rest == 0 else full + 1)
    ### END SOLUTION


def orders(n: int, epochs: int, seed: int) -> np.ndarray:
    """An order of the examples for every epoch, each shuffled anew (book 5.3).

    seed: the same seed gives the same orders, another seed gives others.
    Returns (epochs, n), ints: each row holds every number from 0 to n - 1 once.
    """
    ### BEGIN SOLUTION
    rng = np.random.default_rng(seed)
    return np.stack([rng.permutation(n) for _ in range(epochs)])
    ### END SOLUTION


def minibatches(
    X: np.ndarray, y: np.ndarray, r: int, orders: np.ndarray, drop_last: bool = False
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield the batches of all epochs, one after another (book 5.3).

    X: (n, ...); y: (n, ...), y[i] belongs to X[i]; r: batch size; orders: (epochs, n), in epoch e
    the examples come in the order orders[e]; drop_last: leave out the last batch of an epoch when
    it is short. Yields tuples (xb, yb) of at most r rows, or returns a list of them; no batch
    spans two epochs.
    """
    ### BEGIN SOLUTION
    n = len(X)
    end = n - n % r if drop_last else n
    for order in orders:
        for start in range(0, end, r):
            rows = order[start : start + r]
            yield X[rows], y[rows]
    ### END SOLUTION


def shard_bounds(n: int, machines: int) -> list[tuple[int, int]]:
    """Which examples go to which machine: neighbouring ones, as evenly as possible.

    n: examples; machines: at least 1. Returns a list of `machines` tuples (start, stop), in order,
    from 0 to n; the first n % machines of them hold one example more than the others.
    """
    ### BEGIN SOLUTION
    size, rest = divmod(n, machines)
    stops = [(k + 1) * size + min(k + 1, rest) for k in range(machines)]
    return list(zip([0, *stops[:-1]], stops, strict=True))
    ### END SOLUTION


def data_parallel_gradient(
    gradient: Callable[[np.ndarray, np.ndarray], np.ndarray],
    shards: Sequence[tuple[np.ndarray, np.ndarray]],
) -> np.ndarray:
    """Gradient of the mean loss over all examples, from one call for each shard (book 5.3).

    gradient(X, y): gradient of the mean loss over the examples it is given, not more than a shard,
    an array of floats, NaN without any example; shards: the tuples (X, y) of all machines,
    (n_k, ...), some perhaps without any example. Returns an array of the shape of the gradients.
    """
    ### BEGIN SOLUTION
    busy = [(X, y) for X, y in shards if len(X) > 0]
    n = sum(len(X) for X, _ in busy)
    return sum(len(X) / n * gradient(X, y) for X, y in busy)
    ### END SOLUTION
