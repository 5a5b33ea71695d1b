import numpy as np


def cross_entropy(logits: np.ndarray, y: np.ndarray) -> float:
    """Mean of -log softmax(logits_i)[y_i]."""
    target = one_hot(y, logits.shape[1])
    log_prob = logits - logsumexp(logits, axis=1)[:, None]
    return float(-np.mean(target * log_prob))
