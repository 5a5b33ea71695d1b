def shapes(T: int, D: int, d_k: int, d_v: int) -> dict[str, tuple[int, int]]:
    """Shape of every matrix of self-attention over T tokens."""
    return dict(
        E=(T, D),
        W_Q=(d_k, D),
        W_K=(d_k, D),
        W_V=(d_v, D),
        Q=(T, d_k),
        K=(T, d_k),
        V=(T, d_v),
        S=(T, T),
        A=(T, T),
        O=(T, d_v),
    )
