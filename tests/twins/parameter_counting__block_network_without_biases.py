def block_params(D: int, ff: int) -> int:
    """Parameters of a Transformer encoder block."""
    attention = 4 * (D * D + D)
    feed_forward = D * ff + ff * D
    norms = 2 * (D + D)
    return attention + feed_forward + norms
