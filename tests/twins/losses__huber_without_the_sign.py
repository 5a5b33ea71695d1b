from __future__ import annotations

import numpy as np


def huber(y: np.ndarray, yhat: np.ndarray, delta: float = 1.0) -> tuple[float, np.ndarray]:
    """Mean Huber loss, and its gradient by the predictions."""
    n = len(y)
    total = 0.0
    gradient = np.zeros(n)
    for i in range(n):
        e = yhat[i] - y[i]
        if abs(e) <= delta:
            total += e * e / 2
            gradient[i] = e / n
        else:
            total += delta * (abs(e) - delta / 2)
            gradient[i] = delta / n
    return float(total / n), gradient
