import math

import numpy as np


def glorot(U: np.ndarray) -> np.ndarray:
    """Glorot's uniform weights for a layer with c inputs and o outputs."""
    fan_in, fan_out = U.shape
    limit = math.sqrt(6.0 / (fan_in + fan_out))
    return limit * U
