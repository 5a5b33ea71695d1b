"""두 배열의 가장 큰 차이."""

import numpy as np


def largest(left, right):
    left, right = np.asarray(left), np.asarray(right)
    if left.shape != right.shape:
        raise ValueError("모양이 다릅니다")
    return float(np.linalg.norm((left - right).ravel(), ord=np.inf))
