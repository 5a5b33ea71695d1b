def block_params(D: int, ff: int) -> int:
    n = 4 * D * (D + 1)  # Q, K, V, O
    n += fc_params(D, ff)  # feed-forward
    n += 2 * 2 * D  # layer norms
    return n
