import numpy as np


def minibatches(X, y, r, orders, drop_last=False):
    """Yield the batches of all epochs, one after another."""
    n = len(X)
    for _ in orders:
        for start in range(0, n, r):
            stop = min(start + r, n)
            if drop_last and stop - start < r:
                break
            yield X[start:stop], y[start:stop]
