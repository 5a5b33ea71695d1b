import math


def out_size(n, k, p=0, s=1, d=1):
    # formula from the lecture: (N + P - F) / S + 1
    filter_length = d * (k - 1) + 1
    new_n = n + p
    if filter_length > new_n:
        raise ValueError("filter too long")
    steps = math.floor((new_n - filter_length) / s)
    return steps + 1


def pool_size(n, k, s=None):
    if s is None:
        s = k
    if k > n:
        raise ValueError("window too long")
    size = 0
    # every started window counts
    for start in range(0, n, s):
        size += 1
        if start + k >= n:
            break
    return size


def flat_index(i, j, width):
    if i < 1 or j < 1 or j > width:
        raise ValueError("no such entry")
    flat = list(range(width * i))
    return flat[width * (i - 1) + (j - 1)]


def grid_index(m, width):
    if m < 1:
        raise ValueError("no such place")
    i = 0
    while m - width * i > width:
        i = i + 1
    return (i + 1, m - width * i)
