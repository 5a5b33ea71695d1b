from math import ceil


def out_size(n, k, p=0, s=1, d=1):
    free = n + 2 * p - d * (k - 1) - 1
    if free < 0:
        raise ValueError("no room")
    return 1 + ceil(free / s)


def pool_size(n, k, s=None):
    stride = s if s else 1
    if n < k:
        raise ValueError("no room")
    return 1 + (n - k) // stride


def flat_index(i, j, width):
    # column after column, like in MATLAB
    if i < 1 or not (1 <= j <= width):
        raise ValueError("not in the grid")
    return i + (j - 1) * width


def grid_index(m, width):
    if m <= 0:
        raise ValueError("not in the grid")
    q, r = divmod(m, width)
    return q + 1, r
