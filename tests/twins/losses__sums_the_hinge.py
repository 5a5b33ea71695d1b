import numpy as np


def hinge(y: np.ndarray, s: np.ndarray) -> tuple[float, np.ndarray]:
    """Hinge loss and its gradient by the scores."""
    slack = 1 - y * s
    loss = np.maximum(slack, 0).sum()
    gradient = np.where(slack > 0, -y, 0.0) / len(y)
    return float(loss), gradient
