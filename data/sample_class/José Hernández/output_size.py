import numpy as np


def out_size(n, k, p=0, s=1, d=1):
    result = np.floor((n + 2 * p - d * (k - 1) - 1) / s + 1)
    if result < 1:
        raise ValueError("el filtro no cabe")
    return result


def pool_size(n, k, s=None):
    if k > n:
        return "la ventana no cabe"
    return np.array([(n - k) // (k if s is None else s) + 1])


def flat_index(i, j, width):
    if i < 1 or j < 1 or j > width:
        raise Exception("fuera de la cuadrícula")
    return str(width * (i - 1) + j)


def grid_index(m, width):
    if m < 1:
        raise ValueError("fuera de la cuadrícula")
    return [(m - 1) // width + 1, (m - 1) % width + 1]
