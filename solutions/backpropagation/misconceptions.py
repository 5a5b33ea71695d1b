"""Wrong answers about backpropagation, each one that people give."""

import numpy as np

from autograder import misconception
from autograder import reference


def relu(Z):
    return np.maximum(Z, 0.0)


def sweep(X, Ws, bs, V, inputs=None, mask=None):
    """The reverse sweep, with what goes into each layer or what passes before it changed."""
    Zs = reference.forward(X, Ws, bs)
    inputs = inputs or [X, *map(relu, Zs[:-1])]
    mask = mask or (lambda k, V: reference.relu_vjp(Zs[k - 1], V))
    gradients = []
    for k in reversed(range(len(Ws))):
        V, dW, db = reference.linear_vjp(inputs[k], Ws[k], V)
        gradients.insert(0, (dW, db))
        if k > 0:
            V = mask(k, V)
    return V, gradients


# --- linear_vjp


@misconception(
    of="linear_vjp",
    killed_by="test_linear_vjp_by_the_input",
    says=(
        "dX = V W fits only when W is square, and then it is silently wrong. Going back, the "
        "weights are transposed: V W^T."
    ),
)
def weights_not_transposed(X, W, V):
    return V @ W, X.T @ V, V.sum(axis=0)


@misconception(
    of="linear_vjp",
    killed_by="test_linear_vjp_by_the_input",
    says="Your dX does not depend on V: you put ones in its place. Multiply by the cotangent.",
)
def cotangent_of_ones(X, W, V):
    return np.ones_like(V) @ W.T, X.T @ V, V.sum(axis=0)


@misconception(
    of="linear_vjp",
    killed_by="test_linear_vjp_by_the_input",
    says="You averaged dX over the batch. Each example has its own row; nothing is summed there.",
)
def averages_the_examples(X, W, V):
    return V @ W.T / len(X), X.T @ V, V.sum(axis=0)


@misconception(
    of="linear_vjp",
    killed_by="test_linear_vjp_by_the_weights",
    says=(
        "Your dW is V^T X, of shape (o, c). Right for torch.nn.Linear; here W is (c, o) and so is "
        "its gradient: X^T V."
    ),
)
def weight_gradient_transposed(X, W, V):
    return V @ W.T, V.T @ X, V.sum(axis=0)


@misconception(
    of="linear_vjp",
    killed_by="test_linear_vjp_by_the_weights",
    says=(
        "You divided dW by the number of examples. A mean belongs to the loss; here the "
        "contributions are summed."
    ),
)
def averages_the_weights(X, W, V):
    return V @ W.T, X.T @ V / len(X), V.sum(axis=0)


@misconception(
    of="linear_vjp",
    killed_by="test_linear_vjp_by_the_weights",
    says=(
        "You summed over the examples before the outer product. Each example has its own: sum the "
        "products, X^T V."
    ),
)
def product_of_sums(X, W, V):
    return V @ W.T, np.outer(X.sum(axis=0), V.sum(axis=0)), V.sum(axis=0)


@misconception(
    of="linear_vjp",
    killed_by="test_linear_vjp_by_the_bias",
    says="db is a mean over the examples in your answer. b is added to each of them: sum.",
)
def averages_the_bias(X, W, V):
    return V @ W.T, X.T @ V, V.mean(axis=0)


@misconception(
    of="linear_vjp",
    killed_by="test_linear_vjp_by_the_bias",
    says="You summed V over the outputs. b has an entry for each output: sum over the examples.",
)
def sums_over_outputs(X, W, V):
    return V @ W.T, X.T @ V, V.sum(axis=1)


@misconception(
    of="linear_vjp",
    killed_by="test_linear_vjp_by_the_bias",
    says="Your db has a leading axis of size 1. b has the shape (o,), and so has its gradient.",
)
def keeps_the_axis(X, W, V):
    return V @ W.T, X.T @ V, V.sum(axis=0, keepdims=True)


@misconception(
    of="linear_vjp",
    killed_by="test_linear_vjp_by_the_bias",
    says="Your db is V itself. b was broadcast to all examples: going back, sum over them.",
)
def bias_not_summed(X, W, V):
    return V @ W.T, X.T @ V, V.copy()


# --- relu_vjp


@misconception(
    of="relu_vjp",
    killed_by="test_relu_vjp",
    says="The cotangent passes everywhere. Where ReLU's input was negative, nothing passes.",
)
def no_mask(Z, V):
    return V.copy()


@misconception(
    of="relu_vjp",
    killed_by="test_relu_vjp",
    says="You let V pass where V is positive. It is the sign of Z that decides; V may be negative.",
)
def mask_of_the_cotangent(Z, V):
    return np.where(V > 0, V, 0.0)


@misconception(
    of="relu_vjp",
    killed_by="test_relu_vjp",
    says="Where Z is negative you return -V: that is the rule of |Z|. ReLU is flat there.",
)
def sign_instead_of_step(Z, V):
    return np.sign(Z) * V


@misconception(
    of="relu_vjp",
    killed_by="test_relu_vjp",
    says="You multiplied by relu(Z). The factor is its derivative, 1 or 0.",
)
def times_the_output(Z, V):
    return relu(Z) * V


@misconception(
    of="relu_vjp",
    killed_by="test_relu_vjp_leaves_its_inputs",
    says="You wrote the zeros into the caller's V. Return a new array.",
)
def in_place(Z, V):
    V[Z <= 0] = 0.0
    return V


# --- forward


@misconception(
    of="forward",
    killed_by="test_forward",
    says="You returned what comes after ReLU. The backward pass needs what goes in.",
)
def post_activations(X, Ws, bs):
    Zs = reference.forward(X, Ws, bs)
    return [*map(relu, Zs[:-1]), Zs[-1]]


@misconception(
    of="forward",
    killed_by="test_forward",
    says="You applied ReLU to the output too. The last layer is linear.",
)
def activates_the_output(X, Ws, bs):
    Zs = reference.forward(X, Ws, bs)
    return [*Zs[:-1], relu(Zs[-1])]


@misconception(
    of="forward",
    killed_by="test_forward",
    says="ReLU is missing between the layers: layer k gets relu(Z_(k-1)), not Z_(k-1).",
)
def without_relu(X, Ws, bs):
    Zs = [X]
    for W, b in zip(Ws, bs, strict=True):
        Zs.append(Zs[-1] @ W + b)
    return Zs[1:]


@misconception(
    of="forward",
    killed_by="test_forward",
    says="You returned the output alone. The backward pass needs all pre-activations, in a list.",
)
def the_output_alone(X, Ws, bs):
    return reference.forward(X, Ws, bs)[-1]


# --- mse


@misconception(
    of="mse",
    killed_by="test_mse",
    says=("You divided by the number of examples only. Here the mean is over all n * o entries."),
)
def mean_over_examples(Y_hat, Y):
    return float(np.sum((Y_hat - Y) ** 2) / len(Y))


@misconception(
    of="mse",
    killed_by="test_mse",
    says="This is a sum. Divide by the number of entries.",
)
def sum_of_squares(Y_hat, Y):
    return float(np.sum((Y_hat - Y) ** 2))


@misconception(
    of="mse",
    killed_by="test_mse",
    says="There is a factor 1/2 in your loss. Many texts have it, this one has not.",
)
def half_the_mean(Y_hat, Y):
    return float(np.mean((Y_hat - Y) ** 2) / 2.0)


@misconception(
    of="mse",
    killed_by="test_mse",
    says="You took the square root at the end. The mean squared error has none.",
)
def root_of_the_mean(Y_hat, Y):
    return float(np.sqrt(np.mean((Y_hat - Y) ** 2)))


# --- mse_gradient


@misconception(
    of="mse_gradient",
    killed_by="test_mse_gradient",
    says="The factor 2 of the square is missing.",
)
def without_the_two(Y_hat, Y):
    return (Y_hat - Y) / Y.size


@misconception(
    of="mse_gradient",
    killed_by="test_mse_gradient",
    says="You divided by the number of examples only. The loss is a mean over all n * o entries.",
)
def over_the_examples(Y_hat, Y):
    return 2.0 * (Y_hat - Y) / len(Y)


@misconception(
    of="mse_gradient",
    killed_by="test_mse_gradient",
    says="The sign is wrong: a prediction above its target has a positive gradient.",
)
def wrong_sign(Y_hat, Y):
    return 2.0 * (Y - Y_hat) / Y.size


@misconception(
    of="mse_gradient",
    killed_by="test_mse_gradient",
    says="You forgot the mean: divide by the number of entries.",
)
def not_divided(Y_hat, Y):
    return 2.0 * (Y_hat - Y)


# --- backward


@misconception(
    of="backward",
    killed_by="test_backward_to_the_input",
    says="The cotangent goes through the weights only. Each ReLU on the way must mask it.",
)
def never_masked(X, Ws, bs, V):
    return sweep(X, Ws, bs, V, mask=lambda k, V: V)


@misconception(
    of="backward",
    killed_by="test_backward_to_the_input",
    says="You masked the cotangent of the output too. No ReLU follows the last layer.",
)
def masks_the_output(X, Ws, bs, V):
    return sweep(X, Ws, bs, np.where(reference.forward(X, Ws, bs)[-1] > 0, V, 0.0))


@misconception(
    of="backward",
    killed_by="test_backward_to_the_input",
    says=(
        "You also masked dX, by the sign of X. The input went into the first layer without ReLU."
    ),
)
def masks_the_input(X, Ws, bs, V):
    dX, gradients = sweep(X, Ws, bs, V)
    return np.where(X > 0, dX, 0.0), gradients


@misconception(
    of="backward",
    killed_by="test_backward_to_the_parameters",
    says=(
        "You gave the layers the pre-activations as inputs. In the forward pass they got relu(Z): "
        "dW needs the same."
    ),
)
def inputs_without_relu(X, Ws, bs, V):
    return sweep(X, Ws, bs, V, inputs=[X, *reference.forward(X, Ws, bs)[:-1]])


@misconception(
    of="backward",
    killed_by="test_backward_to_the_parameters",
    says="The gradients come last layer first, as the sweep finds them. Reverse the list.",
)
def last_layer_first(X, Ws, bs, V):
    dX, gradients = sweep(X, Ws, bs, V)
    return dX, gradients[::-1]


@misconception(
    of="backward",
    killed_by="test_backward_to_the_parameters",
    says="Each pair is (db, dW) in your answer. It is (dW, db), weights first.",
)
def bias_first(X, Ws, bs, V):
    dX, gradients = sweep(X, Ws, bs, V)
    return dX, [(db, dW) for dW, db in gradients]


@misconception(
    of="backward",
    killed_by="test_backward_of_any_depth",
    says=(
        "Only the ReLU before the last layer masks the cotangent. Every hidden layer has one of "
        "its own."
    ),
)
def masked_once(X, Ws, bs, V):
    Z = reference.forward(X, Ws, bs)[-2:][0]
    last = len(Ws) - 1
    return sweep(X, Ws, bs, V, mask=lambda k, V: reference.relu_vjp(Z, V) if k == last else V)


@misconception(
    of="backward",
    killed_by="test_backward_of_any_depth",
    says="A network of one layer has no ReLU, and yours fails on it: its backward is one VJP.",
)
def needs_a_hidden_layer(X, Ws, bs, V):
    reference.relu_vjp(reference.forward(X, Ws, bs)[-2], V @ Ws[-1].T)
    return sweep(X, Ws, bs, V)


# --- loss_and_gradients


@misconception(
    of="loss_and_gradients",
    killed_by="test_loss_and_gradients",
    says=(
        "The sweep starts with ones: that is the gradient of the sum of the outputs. Start with "
        "the gradient of the loss."
    ),
)
def starts_with_ones(X, Y, Ws, bs):
    Y_hat = reference.forward(X, Ws, bs)[-1]
    return reference.mse(Y_hat, Y), reference.backward(X, Ws, bs, np.ones_like(Y))[1]


@misconception(
    of="loss_and_gradients",
    killed_by="test_loss_and_gradients",
    says=(
        "The sweep starts with the plain error. Start with the gradient of the loss, with its "
        "factor 2 and its mean."
    ),
)
def starts_with_the_error(X, Y, Ws, bs):
    Y_hat = reference.forward(X, Ws, bs)[-1]
    return reference.mse(Y_hat, Y), reference.backward(X, Ws, bs, Y_hat - Y)[1]


@misconception(
    of="loss_and_gradients",
    killed_by="test_loss_and_gradients",
    says=(
        "Predictions and targets are swapped, so your gradients point downhill. A descent step "
        "subtracts them: they must point uphill."
    ),
)
def points_downhill(X, Y, Ws, bs):
    Y_hat = reference.forward(X, Ws, bs)[-1]
    V = reference.mse_gradient(Y, Y_hat)
    return reference.mse(Y_hat, Y), reference.backward(X, Ws, bs, V)[1]


# --- jacobian


@misconception(
    of="jacobian",
    killed_by="test_jacobian",
    says="Your Jacobian is transposed. Each VJP gives a row: J[k, j] belongs to output k, input j.",
)
def columns(f, vjp, x):
    return reference.jacobian(f, vjp, x).T


@misconception(
    of="jacobian",
    killed_by="test_jacobian",
    says=(
        "You took the unit vectors of the input space. A cotangent has the size of the OUTPUT: "
        "take e_1 to e_o."
    ),
)
def basis_of_the_inputs(f, vjp, x):
    return np.stack([vjp(x, e) for e in np.eye(len(x))])


@misconception(
    of="jacobian",
    killed_by="test_jacobian",
    says=(
        "One call with a cotangent of ones adds up all rows. Ask for each row by itself, with a "
        "unit vector."
    ),
)
def one_call_with_ones(f, vjp, x):
    return vjp(x, np.ones(len(f(x))))[None, :]
