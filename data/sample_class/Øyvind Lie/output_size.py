def out_size(n, k, p=0, s=1, d=1):
    span = (k - 1) * d + 1
    if span > n + 2 * p:
        raise ValueError("filteret er for langt")
    return (n + 2 * p - span) // s + 1


def pool_size(n, k, s=None):
    if k > n:
        raise ValueError("vinduet er for langt")
    return (n - k) // (s or k) + 1


def flat_index(i, j, width):
    if i < 1 or j < 1 or j > width
        raise ValueError("utenfor rutenettet")
    return (i - 1) * width + j


def grid_index(m, width):
    if m < 1:
        raise ValueError("plassene teller fra 1")
    return (m - 1) // width + 1, (m - 1) % width + 1
