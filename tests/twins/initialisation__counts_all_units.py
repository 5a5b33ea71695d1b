import numpy as np


def distinct_units(W1: np.ndarray, b1: np.ndarray, W2: np.ndarray) -> int:
    """Number of hidden units."""
    units = [(*W1[:, j], b1[j], *W2[j]) for j in range(b1.size)]
    return len(units)
