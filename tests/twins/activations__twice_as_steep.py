import numpy as np


def sigmoid(s: np.ndarray) -> np.ndarray:
    """1 / (1 + exp(-s)), no overflow."""
    s = np.asarray(s, dtype=float)
    result = np.empty_like(s)
    positive = s >= 0
    result[positive] = 1.0 / (1.0 + np.exp(-2.0 * s[positive]))
    z = np.exp(2.0 * s[~positive])
    result[~positive] = z / (z + 1.0)
    return result
