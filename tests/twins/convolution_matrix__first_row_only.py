import numpy as np


def tied_gradient(G: np.ndarray, k: int) -> np.ndarray:
    """Gradient of k shared weights from the gradient of the matrix they fill."""
    return np.array(G[0, :k], dtype=float)
