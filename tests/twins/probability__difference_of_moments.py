import numpy as np


def gaussian_ml(X: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Mean and covariance of the most likely Gaussian."""
    n = X.shape[0]
    mu = X.sum(axis=0) / n
    second_moment = np.einsum("ni,nj->ij", X, X) / n
    return mu, second_moment - mu[:, None] * mu[None, :]
