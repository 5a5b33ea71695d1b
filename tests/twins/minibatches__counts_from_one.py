import numpy as np


def orders(n: int, epochs: int, seed: int) -> np.ndarray:
    """An order of the examples for every epoch, each shuffled anew."""
    rng = np.random.default_rng(seed)
    table = np.empty((epochs, n), dtype=int)
    for e in range(epochs):
        row = np.arange(1, n + 1)
        rng.shuffle(row)
        table[e] = row
    return table
