import numpy as np


def d_gelu(s: np.ndarray) -> np.ndarray:
    """Derivative of the Gaussian error linear unit at s."""
    density = np.exp(-(s * s) / 2)
    return s * density + (1 + erf(s / 2**0.5)) / 2
