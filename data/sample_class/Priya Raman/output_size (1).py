def output_size(n, k, p=0, s=1, d=1):
    span = d * (k - 1) + 1
    if span > n + 2 * p:
        raise ValueError("too long")
    return (n + 2 * p - span) // s + 1


def pool_size(n, k, s=None):
    return output_size(n, k, s=s or k)


def flatIndex(i, j, width):
    if i < 1 or not 1 <= j <= width:
        raise ValueError("outside")
    return width * (i - 1) + j


def grid_index(m, width):
    if m < 1:
        raise ValueError("outside")
    return 1 + (m - 1) // width, 1 + (m - 1) % width
