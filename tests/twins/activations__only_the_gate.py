import numpy as np


def silu(s: np.ndarray) -> np.ndarray:
    """The sigmoid linear unit."""
    e = np.exp(-np.abs(s))
    return np.where(s >= 0, 1 / (1 + e), e / (1 + e))
