def flat_index(i: int, j: int, width: int) -> int:
    """Place of entry (i, j) of a grid that is flattened row by row."""
    if not (1 <= i <= width and 1 <= j <= width):
        raise ValueError(f"({i}, {j}) is outside the grid")
    return (i - 1) * width + j
