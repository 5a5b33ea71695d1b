import numpy as np
from numpy.lib.stride_tricks import sliding_window_view


def respond(x: np.ndarray, w: np.ndarray, pad: int = 0) -> np.ndarray:
    """Response of the filter w at each position of x."""
    padded = np.pad(x, pad)
    windows = sliding_window_view(padded, w.shape)
    return np.sum(windows * w, axis=-1)
