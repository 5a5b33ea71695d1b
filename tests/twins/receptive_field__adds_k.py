def receptive_field(layers) -> int:
    """Length of the stretch of input that one output depends on."""
    if len(layers) == 0:
        return 1
    total, jump = 0, 1
    for k, _p, s, d in layers:
        size = d * (k - 1) + 1  # a dilated filter is longer
        total += size * jump
        jump *= s
    return total
