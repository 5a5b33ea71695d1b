"""Wrong answers about convolution as a matrix, each one that people give."""

import numpy as np

from autograder import misconception
from autograder import reference

# --- local_matrix


@misconception(
    of="local_matrix",
    killed_by="test_local",
    says="Your rows are inputs. A row belongs to an output: M x must be defined, (m, m + k - 1).",
)
def local_transposed(weights):
    return reference.local_matrix(weights).T


@misconception(
    of="local_matrix",
    killed_by="test_local",
    says="All your outputs use the first row's weights: that is sharing. Here each has its own.",
)
def local_but_shared(weights):
    return reference.local_matrix(np.broadcast_to(weights[:1], weights.shape))


@misconception(
    of="local_matrix",
    killed_by="test_local",
    says="All your outputs read the first k inputs. Output i reads from input i on.",
)
def local_without_steps(weights):
    return np.hstack([weights, np.zeros((len(weights), len(weights) - 1))])


@misconception(
    of="local_matrix",
    killed_by="test_local",
    says="Each row's weights are in reverse. The first weight reads the first input.",
)
def local_reversed(weights):
    return reference.local_matrix(weights[:, ::-1])


# --- conv1d_matrix


@misconception(
    of="conv1d_matrix",
    killed_by="test_conv1d_valid",
    says=(
        "The filter is reversed: that is the matrix of true convolution. Row 1 starts with w_1, "
        "then w_2."
    ),
)
def filter_reversed(w, n, mode="valid"):
    return reference.conv1d_matrix(w[::-1], n, mode)


@misconception(
    of="conv1d_matrix",
    killed_by="test_conv1d_valid",
    says="The matrix is transposed: it takes outputs to inputs. That is the backward pass.",
)
def takes_outputs_to_inputs(w, n, mode="valid"):
    return reference.conv1d_matrix(w, n, mode).T


@misconception(
    of="conv1d_matrix",
    killed_by="test_conv1d_valid",
    says=(
        "The filter runs off the end and comes in again at the front. There is a row for each "
        "place where it fits, n - k + 1, and no more."
    ),
)
def circulant(w, n, mode="valid"):
    first = np.zeros(n)
    first[: min(len(w), n)] = w[:n]
    shift = (len(w) - 1) // 2 if mode == "same" else 0
    return np.array([np.roll(first, i - shift) for i in range(n)])


@misconception(
    of="conv1d_matrix",
    killed_by="test_conv1d_same",
    says="In mode same your filter wraps around the ends. What falls off meets zeros.",
)
def wraps_around_in_mode_same(w, n, mode="valid"):
    if mode == "valid":
        return reference.conv1d_matrix(w, n)
    M = np.zeros((n, n))
    for i in range(n):
        for j, tap in enumerate(w):
            M[i, (i + j - len(w) // 2) % n] += tap
    return M


@misconception(
    of="conv1d_matrix",
    killed_by="test_conv1d_same",
    says=(
        "All zeros are at the end of x, so w_1 lies on your diagonal. Pad both ends alike: the "
        "middle tap belongs there."
    ),
)
def same_from_the_first_tap(w, n, mode="valid"):
    if mode == "valid":
        return reference.conv1d_matrix(w, n)
    return reference.conv1d_matrix(w, n + len(w) - 1)[:, :n]


@misconception(
    of="conv1d_matrix",
    killed_by="test_conv1d_same",
    says=(
        "Your first and last rows are zero. Where the filter hangs over, the taps inside still "
        "count."
    ),
)
def zero_rows_at_the_ends(w, n, mode="valid"):
    if mode == "valid":
        return reference.conv1d_matrix(w, n)
    M = reference.conv1d_matrix(w, n, "same")
    edge = len(w) // 2
    M[:edge] = 0
    M[n - edge :] = 0
    return M


# --- conv_matrix


@misconception(
    of="conv_matrix",
    killed_by="test_matrix_of_square_images",
    says=(
        "You step by the width of the map inside the image. Pixel (i, j) is entry i W + j, with "
        "the width of the image."
    ),
)
def steps_by_the_width_of_the_map(K, H, W):
    kh, kw = K.shape
    rows, columns = H - kh + 1, W - kw + 1
    M = np.zeros((rows * columns, H * W))
    for i, j, u, v in np.ndindex(rows, columns, kh, kw):
        M[i * columns + j, (i + u) * columns + j + v] = K[u, v]
    return M


@misconception(
    of="conv_matrix",
    killed_by="test_matrix_of_any_image",  # a transposed filter is the same on square images
    says="You flattened column by column, as R does. Here images are flattened row by row.",
)
def column_by_column(K, H, W):
    kh, kw = K.shape
    M = reference.conv_matrix(K, H, W).reshape(H - kh + 1, W - kw + 1, H, W)
    return M.transpose(1, 0, 3, 2).reshape(-1, H * W)


@misconception(
    of="conv_matrix",
    killed_by="test_matrix_of_square_images",
    says="The filter is flipped: that is the matrix of true convolution.",
)
def filter_flipped(K, H, W):
    return reference.conv_matrix(K[::-1, ::-1], H, W)


@misconception(
    of="conv_matrix",
    killed_by="test_matrix_of_square_images",
    says="The matrix is transposed. M takes the image to the map: a row for each output.",
)
def matrix_transposed(K, H, W):
    return reference.conv_matrix(K, H, W).T


@misconception(
    of="conv_matrix",
    killed_by="test_matrix_of_square_images",
    says="The filter's rows follow each other without a gap. In the image a row lies between them.",
)
def filter_in_one_piece(K, H, W):
    kh, kw = K.shape
    rows, columns = H - kh + 1, W - kw + 1
    M = np.zeros((rows * columns, H * W))
    for i, j in np.ndindex(rows, columns):
        start = i * W + j
        piece = K.ravel()[: H * W - start]
        M[i * columns + j, start : start + len(piece)] = piece
    return M


@misconception(
    of="conv_matrix",
    killed_by="test_matrix_of_any_image",
    says="You took height and width in the wrong order. Only a square image forgives that.",
)
def height_for_width(K, H, W):
    return reference.conv_matrix(K, W, H)


# --- connections


@misconception(
    of="connections",
    killed_by="test_connections",
    says="The outputs are the positions of the filter, H - kh + 1 by W - kw + 1, not the pixels.",
)
def an_output_for_each_pixel(kh, kw, H, W):
    return (H * W) ** 2, H * W * kh * kw, kh * kw


@misconception(
    of="connections",
    killed_by="test_connections",
    says="You counted moves: there is one position more than moves, along each axis.",
)
def counts_moves(kh, kw, H, W):
    outputs = (H - kh) * (W - kw)
    return outputs * H * W, outputs * kh * kw, kh * kw


@misconception(
    of="connections",
    killed_by="test_connections",
    says=(
        "You counted one shared weight for each position. Sharing means that all positions use the "
        "same kh kw weights."
    ),
)
def shared_weights_counted_at_every_use(kh, kw, H, W):
    dense, local, _ = reference.connections(kh, kw, H, W)
    return dense, local, local


# --- conv1d_grad


@misconception(
    of="conv1d_grad",
    killed_by="test_input_gradient",
    says="dx has the integer type of x, so fractions are cut off. Gradients are floats.",
)
def as_integer_as_the_input(x, w, delta):
    dw, db, dx = reference.conv1d_grad(x, w, delta)
    return dw, db, dx.astype(x.dtype)


@misconception(
    of="conv1d_grad",
    killed_by="test_shared_gradient",
    says="You kept the last use of each weight. One weight, many uses: add their parts.",
)
def last_use_only(x, w, delta):
    _, _, dx = reference.conv1d_grad(x, w, delta)
    return delta[-1] * x[len(delta) - 1 :], float(delta[-1]), dx


@misconception(
    of="conv1d_grad",
    killed_by="test_shared_gradient",
    says="You took the mean over the uses. The chain rule adds them.",
)
def mean_of_the_uses(x, w, delta):
    dw, db, dx = reference.conv1d_grad(x, w, delta)
    return dw / len(delta), db / len(delta), dx


@misconception(
    of="conv1d_grad",
    killed_by="test_shared_gradient",
    says=(
        "Your dw has an entry for each use, as if the weights were not shared. Add up the uses "
        "of each: one parameter, one number."
    ),
)
def one_gradient_for_each_use(x, w, delta):
    _, db, dx = reference.conv1d_grad(x, w, delta)
    return np.array([delta * x[j : j + len(delta)] for j in range(len(w))]), db, dx


@misconception(
    of="conv1d_grad",
    killed_by="test_shared_gradient",
    says="Your dw is in reverse: its first entry belongs to the last weight.",
)
def weight_gradient_reversed(x, w, delta):
    dw, db, dx = reference.conv1d_grad(x, w, delta)
    return dw[::-1], db, dx


@misconception(
    of="conv1d_grad",
    killed_by="test_shared_gradient",
    says="db is the sum of all delta: the bias is used at every position. One use would give 1.",
)
def bias_gradient_one(x, w, delta):
    dw, _, dx = reference.conv1d_grad(x, w, delta)
    return dw, 1.0, dx


@misconception(
    of="conv1d_grad",
    killed_by="test_input_gradient",
    says=(
        "On the way back the filter is read backwards: dx is the full correlation of delta with "
        "the flipped w, that is M^T delta."
    ),
)
def back_through_the_unflipped_filter(x, w, delta):
    dw, db, _ = reference.conv1d_grad(x, w, delta)
    return dw, db, reference.conv1d_grad(x, w[::-1], delta)[2]


@misconception(
    of="conv1d_grad",
    killed_by="test_input_gradient",
    says="Your dx is too short. Every input that was read has a gradient, the outer ones, too.",
)
def inner_inputs_only(x, w, delta):
    dw, db, dx = reference.conv1d_grad(x, w, delta)
    return dw, db, dx[len(w) - 1 : len(delta)]


@misconception(
    of="conv1d_grad",
    killed_by="test_input_gradient",
    says=(
        "An input read by several outputs keeps only the last one's part in your dx. Add them up: "
        "+=, not =."
    ),
)
def last_reader_only(x, w, delta):
    dw, db, _ = reference.conv1d_grad(x, w, delta)
    dx = np.zeros(len(x))
    for i, error in enumerate(delta):
        dx[i : i + len(w)] = error * w
    return dw, db, dx


# --- tied_gradient


@misconception(
    of="tied_gradient",
    killed_by="test_tied_gradient",
    says="You took the mean along the diagonals. The parts of all uses are added.",
)
def mean_along_diagonals(G, k):
    return reference.tied_gradient(G, k) / len(G)


@misconception(
    of="tied_gradient",
    killed_by="test_tied_gradient",
    says="You added whole columns. A weight moves one column to the right in each row.",
)
def adds_columns(G, k):
    return G[:, :k].sum(axis=0)


@misconception(
    of="tied_gradient",
    killed_by="test_tied_gradient",
    says="You took one row. Every row uses each weight once: add along the diagonals.",
)
def first_row_only(G, k):
    return G[0, :k].copy()


@misconception(
    of="tied_gradient",
    killed_by="test_tied_gradient",
    says="Your diagonals go down to the left. The filter moves to the right from row to row.",
)
def other_diagonals(G, k):
    return reference.tied_gradient(G[:, ::-1], k)
