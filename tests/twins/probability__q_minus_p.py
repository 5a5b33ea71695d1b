import numpy as np


def kl_monte_carlo(log_p: np.ndarray, log_q: np.ndarray) -> tuple[float, float]:
    """Estimate of KL(p || q) from samples of p, and its standard error."""
    ratio = np.asarray(log_q) - np.asarray(log_p)
    estimate = ratio.mean()
    error = ratio.std(ddof=1) / np.sqrt(ratio.size)
    return float(estimate), float(error)
