def out_size(n, k, p=0, s=1, d=1):
    # I slide the filter by hand and count where it fits.
    padded = n + p + p
    reach = (k - 1) * d
    positions = 0
    left = 0
    while left + reach <= padded - 1:
        positions += 1
        left += s
    if positions == 0:
        raise ValueError(f"a filter of reach {reach + 1} on {padded} entries")
    return positions


def pool_size(n, k, s=None):
    if s is None:
        s = k
    return out_size(n, k, 0, s)


def flat_index(i, j, width):
    if i < 1 or j < 1 or j > width:
        raise ValueError("outside the grid")
    place = 0
    for _ in range(i - 1):
        place += width
    return place + j


def grid_index(m, width):
    if m < 1:
        raise ValueError("places start at 1")
    row = 1
    while m > width:
        m -= width
        row += 1
    return row, m
