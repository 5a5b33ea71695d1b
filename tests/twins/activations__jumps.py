import numpy as np


def elu(s: np.ndarray) -> np.ndarray:
    """s where s >= 0, exponential elsewhere."""
    out = np.array(s, dtype=float)
    neg = out < 0
    out[neg] = np.exp(out[neg])
    return out
