import numpy as np


def surface(X: np.ndarray) -> np.ndarray:
    a, b = X.T
    return np.cos(a) * np.sin(b) + np.cos(a / 2) * np.sin(b / 2)
