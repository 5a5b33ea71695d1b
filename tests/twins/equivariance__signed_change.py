import numpy as np


def invariance_gap(f, x, act) -> float:
    """Largest entry of f(act(x)) - f(x)."""
    moved = np.asarray(f(act(x)))
    plain = np.asarray(f(x))
    if moved.shape != plain.shape:
        raise ValueError(f"shapes differ: {moved.shape} and {plain.shape}")
    return float(np.max(moved - plain))
