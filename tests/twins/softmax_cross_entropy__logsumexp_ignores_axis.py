import numpy as np


def logsumexp(x: np.ndarray, axis: int = -1) -> np.ndarray:
    """log of the sum of exp(x), without overflow or underflow."""
    c = np.max(x, axis=-1)
    return c + np.log(np.sum(np.exp(x - c[..., np.newaxis]), axis=-1))
