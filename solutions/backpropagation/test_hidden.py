"""Each test asks for all its answers before it judges one: a diagnosis needs several."""

from itertools import pairwise

import numpy as np

from autograder import criterion
from autograder.checks import assert_close
from autograder.checks import assert_leaves_inputs
from autograder.checks import assert_shape
from autograder.checks import assert_true
from autograder.checks import numerical_vjp

LAYERS = ((5, 3, 4), (2, 6, 3), (4, 4, 4), (1, 5, 2), (6, 2, 5))
SHALLOW = ((5, 3, 4, 2), (2, 2, 6, 3), (3, 4, 5, 4), (4, 3, 3, 3))
DEEP = ((3, 2, 4), (5, 4, 2), (2, 3, 6), (4, 4, 4, 4, 4), (2, 5, 3, 2, 4), (5, 2, 3, 4, 5, 3))
PARTS = ("linear_vjp", "relu_vjp", "forward", "mse", "mse_gradient", "backward")


def untouched(function, cases):
    return [assert_leaves_inputs(function, *case) for case in cases]


def beginning_alike(*arrays):
    """Other numbers in the same shapes, behind the same first ones: no answer can be looked up."""
    return tuple(np.concatenate((x.flat[:1], -x.flat[1:] / 2)).reshape(x.shape) for x in arrays)


def signed(rng, shape):
    """Entries of both signs, none near 0."""
    return rng.choice((-1.0, 1.0), size=shape) * rng.uniform(0.3, 1.7, size=shape)


def layer(rng, n, c, o):
    return rng.normal(size=(n, c)), rng.normal(size=(c, o)), signed(rng, (n, o))


def layers(rng):
    cases = [layer(rng, *sizes) for sizes in LAYERS]
    return [*cases, beginning_alike(*cases[0])]


def network(reference, rng, n, *widths):
    """An input and a network whose ReLUs are away from the kink and partly off in every layer."""
    while True:
        X = rng.normal(size=(n, widths[0]))
        Ws = [rng.normal(size=(c, o)) for c, o in pairwise(widths)]
        bs = [signed(rng, o) for o in widths[1:]]
        hidden = reference.forward(X, Ws, bs)[:-1]
        if all(np.abs(Z).min() > 1e-2 and 0.2 < (Z > 0).mean() < 0.8 for Z in hidden):
            return X, Ws, bs


def given(student, reference, name):
    """The student with right versions of the functions that the one judged may call."""
    return student.given(**{part: getattr(reference, part) for part in PARTS if part != name})


def assert_parts(answers, first, count):
    """Every answer is a tuple of an array or number and a list of `count` pairs."""
    for answer, wanted in zip(answers, count, strict=True):
        assert_true(
            isinstance(answer, tuple) and len(answer) == 2,
            f"The answer must be the tuple ({first}, gradients).",
        )
        assert_true(
            isinstance(answer[1], list) and len(answer[1]) == wanted,
            "gradients must be a list with the tuple (dW, db) of every layer.",
        )


def assert_three(answers):
    for answer in answers:
        assert_true(
            isinstance(answer, tuple) and len(answer) == 3,
            "linear_vjp must return the tuple (dX, dW, db).",
        )


@criterion(of="linear_vjp", points="1", says="dX carries the cotangent back through the weights.")
def test_linear_vjp_by_the_input(student, rng):
    """The book prints the untransposed weights, which fit only a square W: line 3038."""
    cases = layers(rng)
    found = untouched(student.linear_vjp, cases)
    assert_three(found)
    expected = [np.einsum("no,co->nc", V, W) for _, W, V in cases]
    assert_close([answer[0] for answer in found], expected, what="dX of linear_vjp(X, W, V)")


@criterion(of="linear_vjp", points="1", says="dW sums the outer products of all examples.")
def test_linear_vjp_by_the_weights(student, rng):
    """The outer product of book 6.4.1, lines 3048-3064."""
    cases = layers(rng)
    found = [student.linear_vjp(*case) for case in cases]
    assert_three(found)
    expected = [sum(np.outer(x, v) for x, v in zip(X, V, strict=True)) for X, _, V in cases]
    assert_close([answer[1] for answer in found], expected, what="dW of linear_vjp(X, W, V)")


@criterion(of="linear_vjp", points="0.5", says="db sums the cotangents of all examples.")
def test_linear_vjp_by_the_bias(student, rng):
    cases = layers(rng)
    found = [student.linear_vjp(*case) for case in cases]
    assert_three(found)
    expected = [np.einsum("no->o", V) for _, _, V in cases]
    assert_close([answer[2] for answer in found], expected, what="db of linear_vjp(X, W, V)")


@criterion(of="relu_vjp", points="0.75", says="The cotangent passes where Z > 0 and nowhere else.")
def test_relu_vjp(student, rng):
    cases = [(signed(rng, size), signed(rng, size)) for size in ((3, 5), (4, 4), (6, 2), (1, 7))]
    cases += [tuple(x.reshape(2, 8) for x in cases[1]), beginning_alike(*cases[0])]
    cases.append((cases[0][0] / 1e6, cases[0][1]))  # near the kink is not at it
    found = [student.relu_vjp(*case) for case in cases]
    expected = [V * (Z > 0) for Z, V in cases]
    assert_close(found, expected, what="relu_vjp(Z, V) for several shapes")


@criterion(of="relu_vjp", points="0.25", says="The same values, and Z and V are left as they were.")
def test_relu_vjp_leaves_its_inputs(student, rng):
    cases = [(signed(rng, size), signed(rng, size)) for size in ((3, 5), (4, 4), (6, 2), (2, 7))]
    found = untouched(student.relu_vjp, cases)
    expected = [V * (Z > 0) for Z, V in cases]
    assert_close(found, expected, what="relu_vjp(Z, V) for several shapes")


@criterion(of="forward", points="1", says="The pre-activations of all layers, in a list.")
def test_forward(student, reference, rng):
    cases = [network(reference, rng, *sizes) for sizes in (*SHALLOW, *DEEP)]
    X, *parameters = cases[0]
    cases.append((*beginning_alike(X), *parameters))
    found = untouched(student.forward, cases)
    expected = []
    for H, Ws, bs in cases:
        Zs = []
        for W, b in zip(Ws, bs, strict=True):
            Zs.append(np.einsum("nc,co->no", H, W) + b)
            H = Zs[-1] * (Zs[-1] > 0)
        expected.append(Zs)
    assert_close(found, expected, what="forward(X, Ws, bs) for several networks")


@criterion(of="mse", points="0.5", says="The loss is a mean over all entries.")
def test_mse(student, rng):
    """Two outputs: the errors 1, 2, -1, 2 have the mean square 2.5."""
    Y = np.array([[3.0, -1.0], [0.0, 4.0]])
    cases = [(Y + np.array([[1.0, 2.0], [-1.0, 2.0]]), Y)]
    cases += [(rng.normal(size=s), rng.normal(size=s)) for s in ((5, 3), (2, 6), (4, 1), (3, 3))]
    cases.append(beginning_alike(*cases[1]))
    found = untouched(student.mse, cases)
    assert_close(found[0], 2.5, what="mse(Y_hat, Y) for errors 1, 2, -1 and 2")
    expected = [sum((A - B).ravel() ** 2) / A.size for A, B in cases]
    assert_close(found, expected, what="mse(Y_hat, Y) for several sizes")


@criterion(of="mse_gradient", points="0.5", says="The gradient of the loss for the predictions.")
def test_mse_gradient(student, reference, rng):
    cases = [(rng.normal(size=s), rng.normal(size=s)) for s in ((5, 3), (2, 6), (4, 2), (3, 3))]
    cases += [beginning_alike(*cases[0]), tuple(x.reshape(4, 3) for x in cases[1])]
    found = untouched(student.mse_gradient, cases)
    expected = [numerical_vjp(lambda A, B=B: reference.mse(A, B), A, 1.0) for A, B in cases]
    assert_close(found, expected, what="mse_gradient(Y_hat, Y)", rtol=1e-6, atol=1e-8)


@criterion(of="backward", points="1", says="The cotangent arrives at the input.")
def test_backward_to_the_input(student, reference, rng):
    """Against differences of the forward pass."""
    right = given(student, reference, "backward")
    cases = [network(reference, rng, *sizes) for sizes in SHALLOW]
    cases = [(*case, signed(rng, (len(case[0]), len(case[2][-1])))) for case in cases]
    found = untouched(right.backward, cases)
    assert_parts(found, "dX", [len(Ws) for _, Ws, _, _ in cases])
    for answer, (X, Ws, bs, V) in zip(found, cases, strict=True):
        expected = numerical_vjp(lambda A, n=(Ws, bs): reference.forward(A, *n)[-1], X, V)
        assert_close(answer[0], expected, what="dX of backward", rtol=1e-5, atol=1e-7)


@criterion(of="backward", points="1", says="Every layer gets the gradient of its weights and bias.")
def test_backward_to_the_parameters(student, reference, rng):
    right = given(student, reference, "backward")
    cases = [network(reference, rng, *sizes) for sizes in SHALLOW]
    cases = [(*case, signed(rng, (len(case[0]), len(case[2][-1])))) for case in cases]
    found = [right.backward(*case) for case in cases]
    assert_parts(found, "dX", [len(Ws) for _, Ws, _, _ in cases])
    for answer, case in zip(found, cases, strict=True):
        assert_close(answer[1], reference.backward(*case)[1], what="the gradients of backward")


@criterion(of="backward", points="0.5", says="So it goes for any number of layers, also for one.")
def test_backward_of_any_depth(student, reference, rng):
    right = given(student, reference, "backward")
    cases = [network(reference, rng, *sizes) for sizes in DEEP]
    cases = [(*case, signed(rng, (len(case[0]), len(case[2][-1])))) for case in cases]
    *rest, V = cases[0]
    cases.append((*rest, *beginning_alike(V)))
    found = [right.backward(*case) for case in cases]
    assert_parts(found, "dX", [len(Ws) for _, Ws, _, _ in cases])
    expected = [reference.backward(*case) for case in cases]
    assert_close(found, expected, what="backward(X, Ws, bs, V) for 1 to 4 layers")


@criterion(
    of="loss_and_gradients", points="1", says="The loss and its gradient for all parameters."
)
def test_loss_and_gradients(student, reference, rng):
    """Also against differences of the loss."""
    right = given(student, reference, "loss_and_gradients")
    cases = []
    for sizes in ((5, 3, 4, 2), (2, 2, 5, 3, 4), (3, 4, 4, 4), (4, 3, 2)):
        X, Ws, bs = network(reference, rng, *sizes)
        cases.append((X, signed(rng, (sizes[0], sizes[-1])), Ws, bs))
    X, Y, *parameters = cases[-1]
    cases.append((X, *beginning_alike(Y), *parameters))
    found = untouched(right.loss_and_gradients, cases)
    assert_parts(found, "loss", [len(case[2]) for case in cases])
    expected = [reference.loss_and_gradients(*case) for case in cases]
    assert_close(found, expected, what="loss_and_gradients(X, Y, Ws, bs)")
    X, Y, (first, *others), bs = cases[0]
    slopes = numerical_vjp(
        lambda W: reference.mse(reference.forward(X, [W, *others], bs)[-1], Y), first, 1.0
    )
    gradient = found[0][1][0][0]
    assert_close(gradient, slopes, what="the gradient of the first W", rtol=1e-5, atol=1e-7)


@criterion(of="jacobian", points="1", says="Row k of the Jacobian belongs to output k.")
def test_jacobian(student, rng):
    """One row for each unit vector of the output; the book takes those of the input: line 3012."""
    sizes = ((2, 5), (4, 3), (6, 2), (3, 3), (1, 4))
    cases = [(signed(rng, (o, c)), rng.normal(size=c)) for o, c in sizes]
    found, expected = [], []
    for A, x in cases:

        def f(x, A=A):
            return 1e6 + np.tanh(A @ x)  # too large for differences

        def vjp(x, v, A=A):
            if np.shape(v) != (len(A),):
                raise ValueError(f"vjp: v must have the shape ({len(A)},) of f(x)")
            return (v * (1.0 - np.tanh(A @ x) ** 2)) @ A

        found.append(assert_leaves_inputs(student.jacobian, f, vjp, x))
        expected.append(np.diag(1.0 - np.tanh(A @ x) ** 2) @ A)
    for J, right in zip(found, expected, strict=True):
        assert_shape(J, right.shape, what="jacobian(f, vjp, x)")
    assert_close(found, expected, what="jacobian(f, vjp, x) for several f")
