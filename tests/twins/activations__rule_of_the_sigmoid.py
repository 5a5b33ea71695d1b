import numpy as np


def d_tanh(s: np.ndarray) -> np.ndarray:
    """Derivative of the hyperbolic tangent at s."""
    t = np.tanh(s)
    return t * (1 - t)
