def out_size(n, k, p=0, s=1, d=1):
    end = n + 2 * p
    span = d * (k - 1) + 1
    if span > end:
        raise ValueError("does not fit")
    count = 0
    start = 0
    while start + span <= end:
        count += 1
        start += s
    return count


def pool_size(n, k, s=None):
    if k > n:
        raise ValueError("does not fit")
    count = 0
    start = 0
    while start + k <= n:
        count += 1
        if s is not None:
            start += s
    return count


def flat_index(i, j, width):
    if i < 1 or j < 1 or j > width:
        raise ValueError("not there")
    return (i - 1) * width + j


def grid_index(m, width):
    if m < 1:
        raise ValueError("not there")
    i = 1
    while True:
        for j in range(1, width + 1):
            if flat_index(i, j, width) == m:
                return i, j
        i += 1
