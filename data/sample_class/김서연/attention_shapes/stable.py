import numpy as np


def softmax(z):
    """마지막 축을 따라."""
    z = z - np.amax(z, axis=-1, keepdims=True)
    np.exp(z, out=z)
    z /= np.sum(z, axis=-1, keepdims=True)
    return z
