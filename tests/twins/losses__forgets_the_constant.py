import numpy as np


def gaussian_nll(y: np.ndarray, out: np.ndarray) -> tuple[float, np.ndarray]:
    """Mean of -log N(y; m, r^2), and its gradient by the outputs."""
    m, r = out[:, 0], out[:, 1]
    n = y.shape[0]
    diff = y - m
    loss = np.mean(np.log(np.abs(r)) + diff**2 / (2 * r**2))
    grad = np.stack([-diff / r**2, 1 / r - diff**2 / r**3], axis=1) / n
    return float(loss), grad
