import numpy as np


def contract(operation: str, *operands: np.ndarray) -> np.ndarray:
    """One einsum for each name."""
    match operation:
        case "bmm":
            A, B = operands
            return np.einsum("nij,njk->nik", A, B)
        case "bmm_transposed":
            A, B = operands
            return np.einsum("nij,nkj->nik", A, B)
        case "dot":
            X, Y = operands
            return np.einsum("abc,abc->a", X, Y)
        case "gram":
            X = operands[0]
            return np.einsum("nc,mc->nm", X, X)
        case "quadratic":
            X, A = operands
            return np.einsum("nc,cd,nd->n", X, A, X)
        case "trace":
            return np.einsum("nn->", operands[0])
        case "outer":
            x, y = operands
            return np.einsum("n,m->nm", x, y)
        case _:
            raise ValueError(f"unknown operation {operation}")
