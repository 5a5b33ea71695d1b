import numpy as np


def contract(operation: str, *operands: np.ndarray) -> np.ndarray:
    if operation == "bmm":
        return np.einsum("nab,nbc->nac", *operands)
    if operation == "bmm_transposed":
        return np.einsum("nab,ncb->nac", *operands)
    if operation == "dot":
        return np.einsum("abc,abc->", *operands)
    if operation == "gram":
        (X,) = operands
        return np.einsum("ic,jc->ij", X, X)
    if operation == "quadratic":
        X, A = operands
        return np.einsum("ic,cd,jd->ij", X, A, X)
    if operation == "trace":
        return np.einsum("ii->", *operands)
    if operation == "outer":
        return np.einsum("i,j->ij", *operands)
    raise ValueError(operation)
