from itertools import pairwise


def count_parameters(widths) -> int:
    """Number of weights and biases of a network."""
    return int(sum(c * (o + 1) for c, o in pairwise(widths)))
