import numpy as np


def xor_weights():
    # first unit counts the ones, second is on when both are
    W1 = np.ones((2, 2))
    b1 = np.array([0.0, -1.0])
    W2 = np.array([[-1.0], [2.0]])
    b2 = np.array([1.0])
    return W1, b1, W2, b2
