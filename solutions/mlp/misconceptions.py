"""Wrong answers about fully connected networks, each one that people give."""

from itertools import pairwise

import numpy as np

from autograder import misconception
from autograder import reference


def relu(S):
    return np.maximum(S, 0.0)


# --- fully_connected


@misconception(
    of="fully_connected",
    killed_by="test_fully_connected",
    says="The bias is missing: a layer is X W + b.",
)
def without_bias(X, W, b):
    return X @ W


@misconception(
    of="fully_connected",
    killed_by="test_fully_connected",
    says=(
        "You multiplied by W^T. Right for torch.nn.Linear, which stores (out, in); here W is (in, "
        "out) and the layer is X W + b."
    ),
)
def weights_stored_out_in(X, W, b):
    return X @ W.T + b


@misconception(
    of="fully_connected",
    killed_by="test_fully_connected",
    says=(
        "The bias runs down the rows: you gave each example its own. It has one entry for each "
        "output, so it must run along them."
    ),
)
def a_bias_for_each_example(X, W, b):
    return X @ W + b[:, None]


@misconception(
    of="fully_connected",
    killed_by="test_fully_connected",
    says="All outputs share one bias in your answer. Output k has its own, b[k].",
)
def one_shared_bias(X, W, b):
    return X @ W + b[0]


# --- mlp


@misconception(
    of="mlp",
    killed_by="test_mlp_with_a_hidden_layer",
    says=(
        "phi is never used, so your layers collapse into a single linear one. Apply it between "
        "layers."
    ),
)
def no_activation(X, Ws, bs, phi):
    return reference.mlp(X, Ws, bs, lambda S: S)


@misconception(
    of="mlp",
    killed_by="test_mlp_with_a_hidden_layer",
    says=(
        "You applied phi before each layer, so also to the input. The input goes into the first "
        "layer as it is; phi follows each hidden layer."
    ),
)
def activates_the_input(X, Ws, bs, phi):
    return reference.mlp(phi(X), Ws, bs, phi)


@misconception(
    of="mlp",
    killed_by="test_mlp_with_a_hidden_layer",
    says="You added the bias after phi. It belongs inside: phi(H W + b).",
)
def bias_outside(X, Ws, bs, phi):
    H = X
    for W, b in zip(Ws[:-1], bs[:-1], strict=True):
        H = phi(H @ W) + b
    return H @ Ws[-1] + bs[-1]


@misconception(
    of="mlp",
    killed_by="test_mlp_ends_without_activation",
    says=(
        "You applied phi after the last layer too. Then a ReLU network can never answer with a "
        "negative number: leave the last layer linear."
    ),
)
def activates_the_output(X, Ws, bs, phi):
    return phi(reference.mlp(X, Ws, bs, phi))


@misconception(
    of="mlp",
    killed_by="test_mlp_of_any_depth",
    says="Only the first and the last layer are used. Go through all the layers in between too.",
)
def two_layers_only(X, Ws, bs, phi):
    H = phi(X @ Ws[0] + bs[0])
    return H @ Ws[-1] + bs[-1]


@misconception(
    of="mlp",
    killed_by="test_mlp_of_any_depth",
    says=(
        "phi comes only once, before the last layer. Each hidden layer needs its own, or "
        "neighbouring layers collapse."
    ),
)
def activates_once(X, Ws, bs, phi):
    H = X
    for W, b in zip(Ws[:-1], bs[:-1], strict=True):
        H = H @ W + b
    return (phi(H) if len(Ws) > 1 else H) @ Ws[-1] + bs[-1]


@misconception(
    of="mlp",
    killed_by="test_mlp_with_any_activation",
    says="You always use ReLU. Use the function phi that is passed in.",
)
def always_relu(X, Ws, bs, phi):
    return reference.mlp(X, Ws, bs, relu)


# --- count_parameters


@misconception(
    of="count_parameters",
    killed_by="test_count_parameters",
    says="You counted the weights only. Every output of every layer has a bias too.",
)
def counts_no_biases(widths):
    return sum(c * o for c, o in pairwise(widths))


@misconception(
    of="count_parameters",
    killed_by="test_count_parameters",
    says=(
        "You gave biases to the inputs of a layer, c (o + 1). They belong to its outputs: "
        "(c + 1) o."
    ),
)
def counts_a_bias_for_each_input(widths):
    return sum(c * (o + 1) for c, o in pairwise(widths))


@misconception(
    of="count_parameters",
    killed_by="test_count_parameters",
    says="You counted one bias for each layer. Each of its outputs has one.",
)
def counts_one_bias_for_each_layer(widths):
    return sum(c * o + 1 for c, o in pairwise(widths))


@misconception(
    of="count_parameters",
    killed_by="test_count_parameters",
    says=(
        "You counted a bias for every width, the input's too. The input is no layer and has no "
        "parameters."
    ),
)
def counts_the_input_as_a_layer(widths):
    return reference.count_parameters(widths) + widths[0]


# --- collapse


@misconception(
    of="collapse",
    killed_by="test_collapse_of_two_layers",
    says=("The bias of the first layer is lost. It passes through the second: c = b1 W2 + b2."),
)
def keeps_the_last_bias_only(Ws, bs):
    return reference.collapse(Ws, bs)[0], bs[-1]


@misconception(
    of="collapse",
    killed_by="test_collapse_of_two_layers",
    says=(
        "You multiplied the matrices in the order W2 W1. Right for column vectors; here rows meet "
        "W1 first: A = W1 W2."
    ),
)
def multiplies_backwards(Ws, bs):
    A, c = Ws[0], bs[0]
    for W, b in zip(Ws[1:], bs[1:], strict=True):
        A, c = W @ A, W @ c + b
    return A, c


@misconception(
    of="collapse",
    killed_by="test_collapse_of_two_layers",
    says=(
        "Here c is a matrix of one row. Adding it works thanks to broadcasting, but a bias is a "
        "vector of shape (o,)."
    ),
)
def bias_as_a_row(Ws, bs):
    A, c = reference.collapse(Ws, bs)
    return A, c[None, :]


@misconception(
    of="collapse",
    killed_by="test_collapse_of_many_layers",
    says=(
        "Each bias is carried through one layer only. It passes through all that follow: c "
        "becomes c W + b at every layer."
    ),
)
def carries_biases_one_layer(Ws, bs):
    A = reference.collapse(Ws, bs)[0]
    return A, bs[-1] if len(Ws) == 1 else bs[-2] @ Ws[-1] + bs[-1]


# --- xor_weights


@misconception(
    of="xor_weights",
    killed_by="test_xor_weights",
    says=(
        "Your network is OR: it also fires for (1, 1). The second unit must take away there what "
        "the first one adds."
    ),
)
def is_or():
    W1, b1, _, b2 = reference.xor_weights()
    return W1, b1, np.array([[1.0], [-1.0]]), b2


@misconception(
    of="xor_weights",
    killed_by="test_xor_weights",
    says=(
        "Both hidden units switch on at the same sum, so together they are one unit. Give them "
        "different biases."
    ),
)
def without_a_threshold():
    W1, _, W2, b2 = reference.xor_weights()
    return W1, np.zeros(2), W2, b2


@misconception(
    of="xor_weights",
    killed_by="test_xor_weights",
    says="Your network is 1 where XOR is 0 and the other way round: it answers 'are they equal?'.",
)
def is_equality():
    W1, b1, W2, b2 = reference.xor_weights()
    return W1, b1, -W2, b2 + 1.0


# --- reorder_units


@misconception(
    of="reorder_units",
    killed_by="test_reordering_keeps_the_function",
    says=("The outgoing weights stayed where they were. Each unit takes its row of W2 along."),
)
def leaves_outgoing_weights(W1, b1, W2, order):
    return W1[:, order], b1[order], W2.copy()


@misconception(
    of="reorder_units",
    killed_by="test_reordering_keeps_the_function",
    says="The biases stayed where they were. Each unit takes its bias along.",
)
def leaves_biases(W1, b1, W2, order):
    return W1[:, order], b1.copy(), W2[order]


@misconception(
    of="reorder_units",
    killed_by="test_reordering_keeps_the_function",
    says=(
        "You undid the order on the way out. The units keep their new places: W1's columns and "
        "W2's rows move alike."
    ),
)
def undoes_the_order(W1, b1, W2, order):
    return W1[:, order], b1[order], W2[np.argsort(order)]


@misconception(
    of="reorder_units",
    killed_by="test_reordering_follows_the_order",
    says=(
        "You moved old unit k to place order[k]. It is the other way: new unit k is the old unit "
        "order[k]."
    ),
)
def moves_to_instead_of_from(W1, b1, W2, order):
    return reference.reorder_units(W1, b1, W2, np.argsort(order))


@misconception(
    of="reorder_units",
    killed_by="test_reordering_keeps_the_function",
    says="You reordered the caller's own arrays. Return new ones and leave these as they were.",
)
def reorders_in_place(W1, b1, W2, order):
    W1[:], b1[:], W2[:] = reference.reorder_units(W1, b1, W2, order)
    return W1, b1, W2


# --- rescale_units


@misconception(
    of="rescale_units",
    killed_by="test_rescaling_keeps_the_function",
    says=(
        "The bias kept its size, so the kink of the unit has moved. It is part of what is scaled."
    ),
)
def scales_no_bias(W1, b1, W2, scales):
    grown, _, shrunk = reference.rescale_units(W1, b1, W2, scales)
    return grown, b1.copy(), shrunk


@misconception(
    of="rescale_units",
    killed_by="test_rescaling_keeps_the_function",
    says=("The outgoing weights grew along with the unit. Divide them, so that the product stays."),
)
def scales_outgoing_weights(W1, b1, W2, scales):
    grown, biases, _ = reference.rescale_units(W1, b1, W2, scales)
    return grown, biases, W2 * scales[:, None]


@misconception(
    of="rescale_units",
    killed_by="test_rescaling_keeps_the_function",
    says="W1 *= scales changes the caller's own array. W1 * scales is a new one.",
)
def rescales_in_place(W1, b1, W2, scales):
    if np.any(scales <= 0):
        raise ValueError("scales must be positive")
    W1 *= scales
    b1 *= scales
    W2 /= scales[:, None]
    return W1, b1, W2


@misconception(
    of="rescale_units",
    killed_by="test_rescaling_refuses",
    says=(
        "You accept negative scales. relu(a s) = a relu(s) holds for a >= 0 only: raise ValueError."
    ),
)
def accepts_any_scale(W1, b1, W2, scales):
    if np.any(scales == 0):
        raise ValueError("cannot divide by zero")
    return W1 * scales, b1 * scales, W2 / scales[:, None]


@misconception(
    of="rescale_units",
    killed_by="test_rescaling_refuses",
    says=(
        "You accept a scale of zero. It cannot be undone on the way out, where you divide by it: "
        "raise ValueError."
    ),
)
def accepts_zero(W1, b1, W2, scales):
    if np.any(scales < 0):
        raise ValueError("scales must not be negative")
    with np.errstate(divide="ignore", invalid="ignore"):
        return W1 * scales, b1 * scales, W2 / scales[:, None]


@misconception(
    of="rescale_units",
    killed_by="test_rescaling_refuses",
    says="You looked at the product of the scales: two negative ones hide each other. "
    "Look at each.",
)
def looks_at_the_product(W1, b1, W2, scales):
    if not np.prod(scales) > 0:
        raise ValueError("scales must be positive")
    return W1 * scales, b1 * scales, W2 / scales[:, None]
