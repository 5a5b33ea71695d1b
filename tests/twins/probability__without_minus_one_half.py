import numpy as np


def gaussian_log_density(X: np.ndarray, mean: np.ndarray, covariance: np.ndarray) -> np.ndarray:
    """log N(x; mean, covariance) of each row."""
    k = len(mean)
    centred = X - mean
    exponent = (centred * np.linalg.solve(covariance, centred.T).T).sum(axis=1)
    _, logdet = np.linalg.slogdet(covariance)
    log_norm = 0.5 * (k * np.log(2 * np.pi) + logdet)
    return exponent - log_norm
