from __future__ import annotations

import numpy as np


def d_leaky_relu(s: np.ndarray, alpha: float = 0.01) -> np.ndarray:
    """Derivative of the leaky ReLU at s."""
    return (np.asarray(s) > 0).astype(float)
