def seen_by(layers, i):
    """First and last input position that output i depends on."""
    first, last = i, i
    for k, p, s, d in layers:
        first = first * s - p
        last = last * s - p + d * (k - 1)
    return first, last
