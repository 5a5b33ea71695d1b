def attention_params(D: int, d_k: int, d_v: int, heads: int = 1, bias: bool = False) -> int:
    """Parameters of multi-head attention."""
    total = 0
    for _ in range(heads):
        for _matrix in ("W_Q", "W_K", "W_V"):
            total += D * d_k
            if bias:
                total += d_k
    total += heads * d_k * D
    if bias:
        total += D
    return total
