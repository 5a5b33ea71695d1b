"""Wrong answers about initialisation and depth, each one that people give."""

import numpy as np

from autograder import misconception
from autograder import reference


def loss_of(X, Y, params):
    W1, b1, W2, b2 = params
    return np.mean((np.tanh(X @ W1 + b1) @ W2 + b2 - Y) ** 2)


def step(X, Y, params, lr):
    found = reference.gradients(X, Y, params)
    return tuple(part - lr * slope for part, slope in zip(params, found, strict=True))


def back(Ws, x, v, slopes_of, matrix=np.transpose):
    """Cotangents from the last layer to the first, given the slopes of every layer."""
    found = [v]
    for W, slope in zip(reversed(Ws), reversed(slopes_of), strict=True):
        found.append((found[-1] * slope) @ matrix(W))
    return found[::-1]


def pre_activations(Ws, x, phi):
    found, h = [], x
    for W in Ws:
        found.append(h @ W)
        h = phi(found[-1])
    return found


# --- glorot


@misconception(
    of="glorot",
    killed_by="test_glorot",
    says="Your weights are never negative: stretch U from [0, 1) to [-1, 1) first.",
)
def never_negative(U):
    return np.sqrt(6.0 / sum(U.shape)) * U


@misconception(
    of="glorot",
    killed_by="test_glorot",
    says=(
        "You used the standard deviation sqrt(2 / (c + o)) as the limit. A uniform distribution on "
        "[-a, a) has the variance a^2 / 3, so a has a 6."
    ),
)
def limit_is_the_deviation(U):
    return np.sqrt(2.0 / sum(U.shape)) * (2.0 * U - 1.0)


@misconception(
    of="glorot",
    killed_by="test_glorot",
    says=(
        "Your limit looks at the inputs only. Right for He's initialisation; Glorot's divides by "
        "inputs plus outputs."
    ),
)
def inputs_only(U):
    return np.sqrt(6.0 / U.shape[0]) * (2.0 * U - 1.0)


@misconception(
    of="glorot",
    killed_by="test_glorot",
    says="The square root is missing in your limit.",
)
def without_the_root(U):
    return 6.0 / sum(U.shape) * (2.0 * U - 1.0)


# --- orthogonal


@misconception(
    of="orthogonal",
    killed_by="test_orthogonal_columns",
    says=(
        "Your columns have length 1 but are not orthogonal to one another. Take from each what "
        "lies along the ones before."
    ),
)
def only_normalises(G):
    return G / np.linalg.norm(G, axis=0)


@misconception(
    of="orthogonal",
    killed_by="test_orthogonal_columns",
    says=(
        "You took the orthogonal factor of the singular value decomposition. Orthonormal it is, "
        "but not the Q of G = Q R."
    ),
)
def by_svd(G):
    U, _, Vt = np.linalg.svd(G, full_matrices=False)
    return U @ Vt


@misconception(
    of="orthogonal",
    killed_by="test_orthogonal_signs",
    says=(
        "You returned Q as the library chose its signs. Multiply each column by the sign of R's "
        "diagonal entry."
    ),
)
def signs_of_the_library(G):
    if G.shape[0] < G.shape[1]:
        return np.linalg.qr(G.T)[0].T
    return np.linalg.qr(G)[0]


@misconception(
    of="orthogonal",
    killed_by="test_orthogonal_rows",
    says=(
        "Of a wide G your result is square. It must have G's shape: work on the transpose, and "
        "transpose back."
    ),
)
def square_if_wide(G):
    Q, R = np.linalg.qr(G)
    return Q * np.sign(np.diag(R))


@misconception(
    of="orthogonal",
    killed_by="test_orthogonal_rows",
    says="Of a wide G your result has the shape of its transpose. Transpose back at the end.",
)
def forgets_to_transpose_back(G):
    return reference.orthogonal(G.T if G.shape[0] < G.shape[1] else G)


# --- gradients


@misconception(
    of="gradients",
    killed_by="test_gradients",
    says="The slope of tanh is missing on the way back to the first layer: 1 - H^2.",
)
def without_the_slope(X, Y, params):
    W1, b1, W2, b2 = params
    H = np.tanh(X @ W1 + b1)
    V = 2.0 * (H @ W2 + b2 - Y) / Y.size
    return X.T @ V @ W2.T, (V @ W2.T).sum(axis=0), H.T @ V, V.sum(axis=0)


@misconception(
    of="gradients",
    killed_by="test_gradients",
    says="The slope of tanh is 1 - H^2, in terms of its output H. You put its input there.",
)
def slope_from_the_input(X, Y, params):
    W1, b1, W2, b2 = params
    Z = X @ W1 + b1
    H = np.tanh(Z)
    V = 2.0 * (H @ W2 + b2 - Y) / Y.size
    V_hidden = V @ W2.T * (1.0 - Z**2)
    return X.T @ V_hidden, V_hidden.sum(axis=0), H.T @ V, V.sum(axis=0)


@misconception(
    of="gradients",
    killed_by="test_gradients",
    says="The loss is a mean over all n * o entries. You divided by the number of examples only.",
)
def mean_over_examples(X, Y, params):
    return tuple(Y.shape[1] * part for part in reference.gradients(X, Y, params))


@misconception(
    of="gradients",
    killed_by="test_gradients",
    says="The factor 2 of the square is missing in all your gradients.",
)
def without_the_two(X, Y, params):
    return tuple(part / 2.0 for part in reference.gradients(X, Y, params))


# --- train


@misconception(
    of="train",
    killed_by="test_train_one_step",
    says="You added the gradient. It points uphill: subtract it.",
)
def climbs(X, Y, params, lr, steps):
    return reference.train(X, Y, params, -lr, steps)


@misconception(
    of="train",
    killed_by="test_train_one_step",
    says="Only the weights are trained. The biases have gradients too.",
)
def leaves_the_biases(X, Y, params, lr, steps):
    losses = []
    for _ in range(steps):
        losses.append(loss_of(X, Y, params))
        W1, _, W2, _ = step(X, Y, params, lr)
        params = (W1, params[1], W2, params[3])
    return params, np.array(losses)


@misconception(
    of="train",
    killed_by="test_train_one_step",
    says="You wrote the loss down after the step. It belongs to the parameters before it.",
)
def loss_after_the_step(X, Y, params, lr, steps):
    losses = []
    for _ in range(steps):
        params = step(X, Y, params, lr)
        losses.append(loss_of(X, Y, params))
    return params, np.array(losses)


@misconception(
    of="train",
    killed_by="test_train_several_steps",
    says=(
        "You computed the gradients once and used them for all steps. They change with the "
        "parameters: compute them anew in each step."
    ),
)
def computes_gradients_once(X, Y, params, lr, steps):
    slopes = reference.gradients(X, Y, params)
    losses = []
    for _ in range(steps):
        losses.append(loss_of(X, Y, params))
        params = tuple(part - lr * slope for part, slope in zip(params, slopes, strict=True))
    return params, np.array(losses)


@misconception(
    of="train",
    killed_by="test_train_several_steps",
    says=(
        "The gradients of earlier steps are added to the new ones, as in torch without zero_grad. "
        "Start each step from nothing."
    ),
)
def accumulates_gradients(X, Y, params, lr, steps):
    total = tuple(np.zeros_like(part) for part in params)
    losses = []
    for _ in range(steps):
        losses.append(loss_of(X, Y, params))
        fresh = reference.gradients(X, Y, params)
        total = tuple(old + new for old, new in zip(total, fresh, strict=True))
        params = tuple(part - lr * slope for part, slope in zip(params, total, strict=True))
    return params, np.array(losses)


@misconception(
    of="train",
    killed_by="test_train_leaves_its_start",
    says=(
        "W -= lr * dW writes into the caller's array, who then has no start left to compare with. "
        "Make new arrays."
    ),
)
def trains_in_place(X, Y, params, lr, steps):
    losses = []
    for _ in range(steps):
        losses.append(loss_of(X, Y, params))
        for part, slope in zip(params, reference.gradients(X, Y, params), strict=True):
            part -= lr * slope
    return params, np.array(losses)


# --- distinct_units


@misconception(
    of="distinct_units",
    killed_by="test_distinct_units",
    says="You counted different rows of W1. Rows are inputs: a hidden unit is a column.",
)
def counts_inputs(W1, b1, W2):
    return len(np.unique(W1, axis=0))


@misconception(
    of="distinct_units",
    killed_by="test_distinct_units",
    says="You counted all hidden units. Copies of one another count once.",
)
def counts_all_units(W1, b1, W2):
    return len(b1)


@misconception(
    of="distinct_units",
    killed_by="test_distinct_units",
    says="You counted the copies that are too many. Count what remains without them.",
)
def counts_the_copies(W1, b1, W2):
    return len(b1) - reference.distinct_units(W1, b1, W2)


@misconception(
    of="distinct_units",
    killed_by="test_units_that_differ_in_one_thing",
    says="You count units as copies that are nearly alike. Copies agree exactly.",
)
def nearly_alike(W1, b1, W2):
    return np.unique(np.round(np.vstack([W1, b1, W2.T]), 6), axis=1).shape[1]


@misconception(
    of="distinct_units",
    killed_by="test_units_that_differ_in_one_thing",
    says=(
        "You compared incoming weights only. Units with other biases or other outgoing weights are "
        "no copies: their gradients differ."
    ),
)
def compares_incoming_weights(W1, b1, W2):
    return np.unique(W1, axis=1).shape[1]


@misconception(
    of="distinct_units",
    killed_by="test_units_that_differ_in_one_thing",
    says=(
        "You left out the outgoing weights. Two units that start alike but lead elsewhere get "
        "different gradients and grow apart."
    ),
)
def ignores_outgoing_weights(W1, b1, W2):
    return np.unique(np.vstack([W1, b1]), axis=1).shape[1]


@misconception(
    of="distinct_units",
    killed_by="test_units_that_differ_in_one_thing",
    says="You left out the biases. Units that switch on at different inputs are no copies.",
)
def ignores_biases(W1, b1, W2):
    return np.unique(np.vstack([W1, W2.T]), axis=1).shape[1]


# --- adjoint_norms


@misconception(
    of="adjoint_norms",
    killed_by="test_adjoint_norms_of_a_chain",
    says=(
        "The cotangent goes through the weights only. Each activation multiplies it by its slope."
    ),
)
def without_activations(Ws, x, v, phi, d_phi):
    ones = [np.ones(W.shape[1]) for W in Ws]
    return np.array([np.linalg.norm(part) for part in back(Ws, x, v, ones)])


@misconception(
    of="adjoint_norms",
    killed_by="test_adjoint_norms_of_a_chain",
    says=("You took the slope at the output of phi. It belongs to the input, h W, before phi."),
)
def slope_at_the_output(Ws, x, v, phi, d_phi):
    slopes = [d_phi(phi(z)) for z in pre_activations(Ws, x, phi)]
    return np.array([np.linalg.norm(part) for part in back(Ws, x, v, slopes)])


@misconception(
    of="adjoint_norms",
    killed_by="test_adjoint_norms_of_a_chain",
    says="Your norms run from the output to the input. Entry 0 belongs to the input.",
)
def output_first(Ws, x, v, phi, d_phi):
    return reference.adjoint_norms(Ws, x, v, phi, d_phi)[::-1]


@misconception(
    of="adjoint_norms",
    killed_by="test_adjoint_norms_of_a_chain",
    says="One norm is missing: of L layers there are L + 1, the one of v itself included.",
)
def without_the_last(Ws, x, v, phi, d_phi):
    return reference.adjoint_norms(Ws, x, v, phi, d_phi)[:-1]


@misconception(
    of="adjoint_norms",
    killed_by="test_adjoint_norms_of_any_width",
    says="You took the largest entry as the norm. Euclid's is the root of the sum of squares.",
)
def largest_entry(Ws, x, v, phi, d_phi):
    slopes = [d_phi(z) for z in pre_activations(Ws, x, phi)]
    return np.array([np.abs(part).max() for part in back(Ws, x, v, slopes)])


@misconception(
    of="adjoint_norms",
    killed_by="test_adjoint_norms_of_any_width",
    says="Going back, the weights are transposed: v W^T. With square W you see no error, only "
    "wrong numbers.",
)
def weights_not_transposed(Ws, x, v, phi, d_phi):
    slopes = [d_phi(z) for z in pre_activations(Ws, x, phi)]
    return np.array([np.linalg.norm(part) for part in back(Ws, x, v, slopes, matrix=np.asarray)])


# --- underflow_depth


@misconception(
    of="underflow_depth",
    killed_by="test_underflow_depth",
    says=(
        "You stopped at the smallest normal number. Below it there are subnormal ones, less "
        "precise but not yet 0."
    ),
)
def stops_at_the_smallest_normal(factor, dtype):
    return int(np.ceil(np.log(float(np.finfo(dtype).tiny)) / np.log(factor)))


@misconception(
    of="underflow_depth",
    killed_by="test_underflow_depth",
    says=(
        "You looked where the exact product is too small. Here every product is rounded, "
        "which may end a layer sooner: multiply in dtype and look."
    ),
)
def by_logarithms(factor, dtype):
    half_of_the_smallest = np.log(float(np.finfo(dtype).smallest_subnormal)) - np.log(2)
    return int(np.ceil(half_of_the_smallest / np.log(factor) - 1e-9))


@misconception(
    of="underflow_depth",
    killed_by="test_underflow_depth",
    says=(
        "You counted the layers after which something is left. The answer is one more: the first "
        "with exactly 0."
    ),
)
def last_that_is_left(factor, dtype):
    return reference.underflow_depth(factor, dtype) - 1


@misconception(
    of="underflow_depth",
    killed_by="test_underflow_depth",
    says=(
        "You multiplied Python floats, which have 64 bits whatever the type asked for. Keep every "
        "product in dtype."
    ),
)
def always_in_64_bits(factor, dtype):
    return reference.underflow_depth(factor, np.dtype("float64"))


# --- relu_vjp_from_output


@misconception(
    of="relu_vjp_from_output",
    killed_by="test_relu_vjp_from_output",
    says="You let V pass where V is positive. It is the unit's output that decides.",
)
def mask_of_the_cotangent(H, V):
    return np.where(V > 0, V, 0.0)


@misconception(
    of="relu_vjp_from_output",
    killed_by="test_relu_vjp_from_output",
    says=(
        "H >= 0 is true everywhere: a unit that was off has the output 0. Let V pass where H > 0."
    ),
)
def passes_everywhere(H, V):
    return np.where(H >= 0, V, 0.0)


@misconception(
    of="relu_vjp_from_output",
    killed_by="test_relu_vjp_from_output",
    says="You multiplied by the output. The factor is the slope, 1 where the unit was on.",
)
def times_the_output(H, V):
    return H * V


# --- is_subgradient


@misconception(
    of="is_subgradient",
    killed_by="test_is_subgradient",
    says=(
        "You want the line strictly below f. It touches f, at x itself at least: allow equality."
    ),
)
def strictly_below(f, x, z, ys):
    return all(f(y) > f(x) + z * (y - x) for y in ys)


@misconception(
    of="is_subgradient",
    killed_by="test_is_subgradient",
    says="One point where the line is below f is not enough. It must be so at all of them.",
)
def at_one_point(f, x, z, ys):
    return any(f(y) >= f(x) + z * (y - x) for y in ys)


@misconception(
    of="is_subgradient",
    killed_by="test_is_subgradient",
    says="Your line lies above f, not below it: turn the inequality round.",
)
def line_above(f, x, z, ys):
    return all(f(y) <= f(x) + z * (y - x) for y in ys)


@misconception(
    of="is_subgradient",
    killed_by="test_is_subgradient",
    says=(
        "You looked to the right of x only. A line that is below f there may be above it on the "
        "left."
    ),
)
def one_side_only(f, x, z, ys):
    return all(f(y) >= f(x) + z * (y - x) for y in ys if y > x)
