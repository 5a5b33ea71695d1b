import numpy as np


def huber(y, yhat, delta=1.0):
    e = yhat - y
    size = np.abs(e)
    small = size <= delta
    terms = np.where(small, 0.5 * e**2, size - 0.5)
    slope = np.where(small, e, delta * np.sign(e))
    return float(terms.mean()), slope / e.size
