import numpy as np


def cosine_similarity(X: np.ndarray, Y: np.ndarray) -> np.ndarray:
    """Cosine of the angle between every row of X and every row of Y."""
    X_unit = X / np.linalg.norm(X, axis=1, keepdims=True)
    Y_unit = Y / np.linalg.norm(Y, axis=1, keepdims=True)
    return X_unit @ Y_unit.T
