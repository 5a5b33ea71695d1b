"""Wrong answers about axes, each one that people give."""

import numpy as np

from autograder import misconception
from autograder import reference


def rewritten(operation, operands, name, string, order=(0, 1)):
    """The named operation by another string; all others as they should be."""
    if operation == name:
        return np.einsum(string, *[operands[k] for k in order])
    return reference.contract(operation, *operands)


# --- contract


@misconception(
    of="contract",
    killed_by="test_bmm",
    says=(
        "Your bmm sums over the batch. The batch letter stands in both operands, so it must "
        "also stand on the right, or it is summed away."
    ),
)
def sums_over_the_batch(operation, *operands):
    return rewritten(operation, operands, "bmm", "nab,nbc->ac")


@misconception(
    of="contract",
    killed_by="test_bmm",
    says="Your bmm is transposed. The letters on the right fix the order of the axes: n, a, c.",
)
def transposes_the_result(operation, *operands):
    return rewritten(operation, operands, "bmm", "nab,nbc->nca")


@misconception(
    of="contract",
    killed_by="test_bmm",
    says=(
        "Your bmm multiplies every matrix with every other. Use one letter for the batch in "
        "both operands: then matrix i meets only matrix i."
    ),
)
def every_matrix_with_every_other(operation, *operands):
    return rewritten(operation, operands, "bmm", "nab,mbc->nmac")


@misconception(
    of="contract",
    killed_by="test_bmm_transposed",
    says=(
        "Your bmm_transposed is the plain product. Here the common axis is the last of both: "
        "swap the two letters of the second operand."
    ),
)
def does_not_transpose(operation, *operands):
    return rewritten(operation, operands, "bmm_transposed", "nab,nbc->nac")


@misconception(
    of="contract",
    killed_by="test_generalised_dot",
    says=(
        "Your dot keeps an axis. Nothing stands on the right of its arrow: all letters are summed."
    ),
)
def keeps_an_axis(operation, *operands):
    return rewritten(operation, operands, "dot", "abc,abc->a")


@misconception(
    of="contract",
    killed_by="test_gram",
    says=(
        "Your gram is X^T X: it compares the columns. Rows are compared with rows, so the "
        "letter of the columns is the one that is summed."
    ),
)
def compares_the_columns(operation, *operands):
    return rewritten(operation, operands, "gram", "ni,nj->ij", order=(0, 0))


@misconception(
    of="contract",
    killed_by="test_quadratic_forms",
    says=(
        "Your quadratic holds x_i^T A x_j for all pairs. Give both copies of X the same letter "
        "for the rows, and one number for each row remains."
    ),
)
def all_pairs_of_rows(operation, *operands):
    return rewritten(operation, operands, "quadratic", "ni,ij,mj->nm", order=(0, 1, 0))


@misconception(
    of="contract",
    killed_by="test_quadratic_forms",
    says=(
        "Your quadratic adds up all rows. Keep their letter on the right: one number for each row."
    ),
)
def adds_up_the_rows(operation, *operands):
    return rewritten(operation, operands, "quadratic", "ni,ij,nj->", order=(0, 1, 0))


@misconception(
    of="contract",
    killed_by="test_trace_and_outer",
    says=(
        "Your trace adds up all entries. The same letter twice, ii, walks along the diagonal only."
    ),
)
def sums_the_whole_matrix(operation, *operands):
    return rewritten(operation, operands, "trace", "ij->", order=(0,))


@misconception(
    of="contract",
    killed_by="test_trace_and_outer",
    says="Your outer is transposed. Its rows belong to x: x_i y_j stands in row i, column j.",
)
def outer_with_swapped_axes(operation, *operands):
    return rewritten(operation, operands, "outer", "i,j->ji")


# --- broadcast_shape


@misconception(
    of="broadcast_shape",
    killed_by="test_broadcast_shape",
    says="You aligned the shapes on the left. They meet on the right: the last axes first.",
)
def aligned_on_the_left(s, t):
    rank = max(len(s), len(t))
    return reference.broadcast_shape(s + (1,) * (rank - len(s)), t + (1,) * (rank - len(t)))


@misconception(
    of="broadcast_shape",
    killed_by="test_broadcast_shape",
    says="The longer shape lost its leading axes. Missing axes count as 1, so the others remain.",
)
def forgets_leading_axes(s, t):
    rank = min(len(s), len(t))
    return reference.broadcast_shape(s[len(s) - rank :], t[len(t) - rank :])


@misconception(
    of="broadcast_shape",
    killed_by="test_broadcast_shape",
    says="You refuse shapes of different lengths. The shorter one gets axes of size 1 on the left.",
)
def refuses_other_lengths(s, t):
    if len(s) != len(t):
        raise ValueError("the shapes must have the same number of axes")
    return reference.broadcast_shape(s, t)


@misconception(
    of="broadcast_shape",
    killed_by="test_broadcast_refuses",
    says=(
        "You took the larger size wherever two differ. Only a 1 stretches: 2 does not become 3, "
        "nor 4. Raise ValueError."
    ),
)
def larger_size_wins(s, t):
    rank = max(len(s), len(t))
    s, t = (1,) * (rank - len(s)) + s, (1,) * (rank - len(t)) + t
    return tuple(b if a == 1 else a if b == 1 else max(a, b) for a, b in zip(s, t, strict=True))


@misconception(
    of="broadcast_shape",
    killed_by="test_broadcast_refuses",
    says=(
        "You repeat an axis whose size divides the other. numpy repeats nothing but single "
        "entries: only a 1 stretches."
    ),
)
def divisors_stretch(s, t):
    rank = max(len(s), len(t))
    s, t = (1,) * (rank - len(s)) + s, (1,) * (rank - len(t)) + t
    for a, b in zip(s, t, strict=True):
        if a != b and (min(a, b) == 0 or max(a, b) % min(a, b)):
            return reference.broadcast_shape(s, t)
    return tuple(b if a == 1 else a if b == 1 else max(a, b) for a, b in zip(s, t, strict=True))


@misconception(
    of="broadcast_shape",
    killed_by="test_broadcast_of_little",
    says=(
        "Where 1 meets 0 you answer 1, the larger. The 1 takes the size of the other axis, and "
        "here that is 0: the result is empty."
    ),
)
def empty_axis_grows(s, t):
    found = reference.broadcast_shape(s, t)
    rank = len(found)
    s, t = (1,) * (rank - len(s)) + s, (1,) * (rank - len(t)) + t
    return tuple(max(a, b) for a, b in zip(s, t, strict=True))


@misconception(
    of="broadcast_shape",
    killed_by="test_broadcast_of_much",
    says=(
        "You built arrays to look at the shape of their sum. The shape follows from s and t "
        "alone; real arrays may not fit into memory."
    ),
)
def adds_real_arrays(s, t):
    return (np.ones(s) + np.ones(t)).shape


# --- pairwise_sq_dists


@misconception(
    of="pairwise_sq_dists",
    killed_by="test_squared_distances",
    says="You returned distances. Squared distances are asked for: leave the root out.",
)
def takes_the_root(X, Y):
    return np.sqrt(reference.pairwise_sq_dists(X, Y))


@misconception(
    of="pairwise_sq_dists",
    killed_by="test_squared_distances",
    says=(
        "The product of x and y is subtracted once. (x - y)^2 is x^2 + y^2 - 2 x y: the 2 is "
        "missing."
    ),
)
def forgets_the_two(X, Y):
    return (X**2).sum(axis=1)[:, None] + (Y**2).sum(axis=1) - X @ Y.T


@misconception(
    of="pairwise_sq_dists",
    killed_by="test_squared_distances",
    says=(
        "You averaged over the features. A squared distance is the sum of the squared differences."
    ),
)
def averages_the_features(X, Y):
    return reference.pairwise_sq_dists(X, Y) / X.shape[1]


@misconception(
    of="pairwise_sq_dists",
    killed_by="test_squared_distances",
    says="Your result is (m, n). Row i belongs to row i of X, column j to row j of Y.",
)
def rows_belong_to_y(X, Y):
    return reference.pairwise_sq_dists(X, Y).T


@misconception(
    of="pairwise_sq_dists",
    killed_by="test_distances_far_away",
    says=(
        "x^2 + y^2 - 2 x y subtracts huge numbers that nearly agree, and their digits cancel. "
        "Take the differences first."
    ),
)
def expands_the_square(X, Y):
    X, Y = X.astype(float), Y.astype(float)
    return (X**2).sum(axis=1)[:, None] + (Y**2).sum(axis=1) - 2 * X @ Y.T


@misconception(
    of="pairwise_sq_dists",
    killed_by="test_distances_of_pixels",
    says="int32 ends near 2 * 10^9, and a square of differences of 10^5 does not fit. Turn all "
    "integers into floats.",
)
def squares_in_int32(X, Y):
    if X.dtype.kind in "iu":
        X, Y = X.astype(np.int32), Y.astype(np.int32)
    return ((X[:, None] - Y) ** 2).sum(axis=-1, dtype=X.dtype).astype(float)


@misconception(
    of="pairwise_sq_dists",
    killed_by="test_distances_of_pixels",
    says=(
        "A difference of bytes wraps around: 3 - 5 is 254 in uint8. Convert to float before you "
        "subtract."
    ),
)
def subtracts_bytes(X, Y):
    return ((X[:, None, :] - Y[None, :, :]).astype(float) ** 2).sum(axis=-1)


# --- cosine_similarity


@misconception(
    of="cosine_similarity",
    killed_by="test_cosine",
    says="These are dot products. A cosine is the dot product over the lengths of both vectors.",
)
def only_the_dot_product(X, Y):
    return X @ Y.T


@misconception(
    of="cosine_similarity",
    killed_by="test_cosine",
    says="You divided by the squared lengths. A length is the square root of the sum of squares.",
)
def divides_by_squared_lengths(X, Y):
    return X @ Y.T / np.outer((X**2).sum(axis=1), (Y**2).sum(axis=1))


@misconception(
    of="cosine_similarity",
    killed_by="test_cosine_of_any_length",
    says="A row of zeros gives 0/0, a NaN. It has no direction; its cosine is 0 by agreement.",
)
def nan_for_zero_rows(X, Y):
    with np.errstate(invalid="ignore"):
        return X @ Y.T / np.outer(np.linalg.norm(X, axis=1), np.linalg.norm(Y, axis=1))


@misconception(
    of="cosine_similarity",
    killed_by="test_cosine_of_any_length",
    says=(
        "You added a small number to the lengths against 0/0. It is not small beside a short "
        "vector: treat the zero rows by themselves."
    ),
)
def adds_a_small_number(X, Y):
    return X @ Y.T / (np.outer(np.linalg.norm(X, axis=1), np.linalg.norm(Y, axis=1)) + 1e-12)
