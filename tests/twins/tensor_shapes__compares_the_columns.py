import numpy as np


def contract(operation: str, *operands: np.ndarray) -> np.ndarray:
    """The operation by this name."""
    strings = {
        "bmm": "ijk,ikl->ijl",
        "bmm_transposed": "ijk,ilk->ijl",
        "dot": "ijk,ijk->",
        "gram": "ki,kj->ij",
        "quadratic": "ni,ij,nj->n",
        "trace": "ii->",
        "outer": "i,j->ij",
    }
    arrays = list(operands)
    if operation in ("gram", "quadratic"):
        arrays.append(arrays[0])
    return np.einsum(strings[operation], *arrays)
