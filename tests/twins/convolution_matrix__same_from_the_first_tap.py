import numpy as np


def conv1d_matrix(w: np.ndarray, n: int, mode: str = "valid") -> np.ndarray:
    """Matrix M with M x = w slid along x, unflipped."""
    k = len(w)
    if mode == "valid":
        M = np.zeros((n - k + 1, n))
        for row in range(n - k + 1):
            M[row, row : row + k] = w
        return M
    # same: as many outputs as inputs, so build it with k - 1 zeros and cut their columns
    wide = np.zeros((n, n + k - 1))
    for row in range(n):
        wide[row, row : row + k] = w
    return wide[:, :n].copy()
