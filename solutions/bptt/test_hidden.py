"""Each test asks for all its answers before it judges one: a diagnosis needs several.

The gradients are judged by differences of the forward pass below, which knows no derivative.
Central differences are right to about ten digits, hence the tolerance SLACK.
"""

import numpy as np

from autograder import criterion
from autograder.checks import assert_close
from autograder.checks import assert_leaves_inputs
from autograder.checks import assert_shape
from autograder.checks import assert_true
from autograder.checks import numerical_vjp

SLACK = {"rtol": 1e-6, "atol": 1e-8}

# The first ten returns of the Smarket data over the standard deviation of all 1250 (001 exercise
# 35), and a layer of two units. Gradients of torch.autograd, float64.
RETURNS = np.array([0.959, 1.032, -0.623, 0.614, 0.213, 1.392, -0.403, 0.027, 1.303, 0.287])
DAYS = RETURNS[:, None] / 1.1363340826373778
LAYER = (
    np.array([[1.0], [-0.5]]),
    np.array([[0.5, -0.3], [0.2, 0.4]]),
    np.array([0.1, -0.2]),
    np.zeros(2),
)
THREE_STATES = np.array(
    [
        [0.7370281311081, -0.5524988441333],
        [0.91253069440877, -0.62164745589752],
        [0.19208902187017, 0.00797411680156],
    ]
)
# 001 example 12: three steps, L = h_{3,1} + h_{3,2}.
THREE_DAYS = (
    np.array([[-0.3972507330668981], [-0.4904191369719787]]),
    np.array(
        [[0.9628907329522078, -0.6617018267058108], [0.9626875412572744, -0.6592505320236947]]
    ),
    np.array([1.1093791085119782, 1.06323860539536]),
    np.array([0.015166289445221153, -0.011611041661126364]),
)
# The same with the gradient cut before the third step: every entry of dW_h is within 0.09.
LAST_DAY = (
    np.array([[-0.528024667525722], [-0.5482193970108576]]),
    np.array([[0.8788599613458, -0.5987097885126856], [0.9124726697403954, -0.6216079274874666]]),
    np.array([0.9631018076769625, 0.999936413461235]),
)
# 001 example 13: ten days, L = h_{10,1}.
TEN_DAYS = (
    np.array([[0.1536455083502566], [-0.08258901330449066]]),
    np.array([[0.389504602446676, -0.277868604031631], [-0.059260528198063, 0.02977256597369]]),
    np.array([0.4607868581346918, -0.13463470717434384]),
    np.array([2.7949193362264555e-06, 5.125127052265219e-06]),
)


def unrolled(X, W_x, W_h, b, h0, push=None):
    """States (T, H), one number at a time; `push` (T, H) is added to the pre-activations."""
    states, h = np.empty((len(X), len(b))), h0
    for t in range(len(X)):
        a = [W_x[i] @ X[t] + W_h[i] @ h + b[i] for i in range(len(b))]
        h = np.tanh(np.array(a) + (0.0 if push is None else push[t]))
        states[t] = h
    return states


def layer(rng, T, d, H, *, start=True):
    """(X, W_x, W_h, b, h0), with weights that let a gradient live for some steps."""
    h0 = rng.uniform(-0.9, 0.9, size=H) if start else np.zeros(H)
    W_h = rng.normal(size=(H, H)) * 0.9 / np.sqrt(H)
    return rng.normal(size=(T, d)), 0.5 * rng.normal(size=(H, d)), W_h, rng.normal(size=H) / 3, h0


def beginning_alike(*arrays):
    """Other numbers in the same shapes, behind the same first ones: no answer can be looked up."""
    return tuple(np.concatenate((x.flat[:1], -x.flat[1:] / 2)).reshape(x.shape) for x in arrays)


def last_only(T, gradient):
    direct = np.zeros((T, len(gradient)))
    direct[-1] = gradient
    return direct


def differences(arguments, direct):
    """Gradients of sum(direct * states) by W_x, W_h, b and h0."""
    found = []
    for place in range(1, 5):

        def states(changed, place=place):
            return unrolled(*arguments[:place], changed, *arguments[place + 1 :])

        found.append(numerical_vjp(states, arguments[place], direct))
    return tuple(found)


def windowed(arguments, direct, k):
    """The differences of each window by itself, from the state in which it starts."""
    X, W_x, W_h, b, h0 = arguments
    states = np.vstack([h0, unrolled(*arguments)])
    total = [np.zeros_like(W_x), np.zeros_like(W_h), np.zeros_like(b)]
    for start in range(0, len(X), k):
        window = slice(start, start + k)
        parts = differences((X[window], W_x, W_h, b, states[start]), direct[window])
        total = [one + other for one, other in zip(total, parts[:3], strict=True)]
    return tuple(total)


def pushed(arguments, direct):
    """g_t = dL/da_t, by differences of the pre-activations."""
    T, H = direct.shape
    return numerical_vjp(lambda push: unrolled(*arguments, push), np.zeros((T, H)), direct)


def ask(function, cases):
    return [function(*case) for case in cases]


def untouched(function, cases):
    return [assert_leaves_inputs(function, *case) for case in cases]


@criterion(
    of="rnn_forward", points="0.75", says="Each state comes from the input and the previous state."
)
def test_forward(student, rng):
    cases = [(DAYS[:3], *LAYER)]
    cases += [layer(rng, T, d, H, start=False) for T, d, H in ((4, 3, 2), (3, 2, 4), (5, 3, 3))]
    found = untouched(student.rnn_forward, cases)
    assert_close(found[0], THREE_STATES, what="rnn_forward for three days")
    expected = [unrolled(*case) for case in cases]
    assert_close(found, expected, what="rnn_forward(X, W_x, W_h, b, 0) for several layers")


@criterion(of="rnn_forward", points="0.25", says="The first step starts from h0.")
def test_forward_start(student, rng):
    cases = [layer(rng, T, d, H) for T, d, H in ((1, 2, 3), (4, 3, 2), (2, 1, 5))]
    cases.append(beginning_alike(*cases[1]))
    found = untouched(student.rnn_forward, cases)
    expected = [unrolled(*case) for case in cases]
    assert_close(found, expected, what="rnn_forward(X, W_x, W_h, b, h0) for several layers")


def readouts(rng):
    sizes = ((4, 3, 2), (3, 2, 5), (5, 4, 1), (1, 3, 3))
    cases = [
        (rng.uniform(-0.9, 0.9, size=(T, H)), rng.normal(size=(K, H)), rng.normal(size=(T, K)))
        for T, H, K in sizes
    ]
    return [*cases, beginning_alike(*cases[0])]


def squared(states, U, Y):
    """Half the squared errors, entry by entry."""
    T, K = Y.shape
    return sum((U[k] @ states[t] - Y[t, k]) ** 2 / 2 for t in range(T) for k in range(K))


def assert_triples(found, name, parts):
    assert_true(
        all(isinstance(answer, tuple) and len(answer) == len(parts) for answer in found),
        f"{name} must return the tuple ({', '.join(parts)}).",
    )


@criterion(of="readout_loss", points="0.5", says="Half the sum of squares over steps and outputs.")
def test_readout_loss(student, rng):
    cases = readouts(rng)
    found = untouched(student.readout_loss, cases)
    assert_triples(found, "readout_loss", ("L", "direct", "dU"))
    losses = [float(squared(*case)) for case in cases]
    assert_close([answer[0] for answer in found], losses, what="L of readout_loss")


@criterion(of="readout_loss", points="1", says="Direct terms and dU are the gradients of the loss.")
def test_readout_gradients(student, rng):
    cases = readouts(rng)
    found = ask(student.readout_loss, cases)
    assert_triples(found, "readout_loss", ("L", "direct", "dU"))
    for answer, (states, U, Y) in zip(found, cases, strict=True):
        by_states = numerical_vjp(lambda H, U=U, Y=Y: squared(H, U, Y), states, 1.0)
        by_weights = numerical_vjp(lambda U, H=states, Y=Y: squared(H, U, Y), U, 1.0)
        assert_close(answer[1], by_states, what="direct of readout_loss", **SLACK)
        assert_close(answer[2], by_weights, what="dU of readout_loss", **SLACK)


@criterion(
    of="preactivation_gradients",
    points="1",
    says="A loss of the last state reaches every earlier step through W_h and tanh.",
)
def test_recursion(student, rng):
    layers = [(DAYS[:3], *LAYER)] + [layer(rng, T, 2, H) for T, H in ((4, 3), (3, 5), (2, 2))]
    directs = [last_only(len(X), rng.normal(size=len(h0))) for X, *_, h0 in layers]
    cases = [(unrolled(*one), one[2], direct) for one, direct in zip(layers, directs, strict=True)]
    found = ask(student.preactivation_gradients, cases)
    expected = [pushed(one, direct) for one, direct in zip(layers, directs, strict=True)]
    assert_close(found, expected, what="preactivation_gradients, loss of the last state", **SLACK)


@criterion(
    of="preactivation_gradients", points="1", says="The direct terms of all steps are added in."
)
def test_recursion_with_direct_terms(student, rng):
    layers = [layer(rng, T, 2, H) for T, H in ((4, 3), (3, 5), (6, 2), (1, 4))]
    directs = [rng.normal(size=(len(X), len(h0))) for X, *_, h0 in layers]
    layers.append(layers[0])
    directs += beginning_alike(directs[0])
    cases = [(unrolled(*one), one[2], direct) for one, direct in zip(layers, directs, strict=True)]
    found = ask(student.preactivation_gradients, cases)
    expected = [pushed(one, direct) for one, direct in zip(layers, directs, strict=True)]
    assert_close(found, expected, what="preactivation_gradients, a loss at every step", **SLACK)


@criterion(of="preactivation_gradients", points="0.5", says="The arguments stay as they were.")
def test_recursion_leaves_inputs(student, rng):
    """Many small calls, each of which a change of an argument tells a little about."""
    function = student.preactivation_gradients
    for T in (2, 3, 4, 5) * 5:
        states, direct = rng.uniform(-0.9, 0.9, size=(2, T, 3))
        g = assert_leaves_inputs(function, states, rng.normal(size=(3, 3)), direct)
        assert_shape(g, (T, 3), what="preactivation_gradients(states, W_h, direct)")


def gradients_given(reference, one, direct):
    """Arguments of weight_gradients for a layer and a loss."""
    X, _, W_h, _, h0 = one
    states = unrolled(*one)
    return X, states, h0, reference.preactivation_gradients(states, W_h, direct)


@criterion(of="weight_gradients", points="1.25", says="Every step's use of a weight adds its part.")
def test_weights(student, reference, rng):
    layers = [layer(rng, T, d, H, start=False) for T, d, H in ((4, 2, 3), (3, 4, 2), (5, 3, 3))]
    directs = [rng.normal(size=(len(X), len(h0))) for X, *_, h0 in layers]
    cases = [gradients_given(reference, *pair) for pair in zip(layers, directs, strict=True)]
    found = untouched(student.weight_gradients, cases)
    expected = [differences(*pair)[:3] for pair in zip(layers, directs, strict=True)]
    assert_close(found, expected, what="weight_gradients(X, states, 0, g)", **SLACK)


@criterion(of="weight_gradients", points="0.75", says="The first step read h0.")
def test_weights_start(student, reference, rng):
    layers = [layer(rng, T, d, H) for T, d, H in ((1, 2, 3), (3, 4, 2), (2, 3, 3))]
    layers.append(beginning_alike(*layers[1]))
    directs = [rng.normal(size=(len(X), len(h0))) for X, *_, h0 in layers]
    cases = [gradients_given(reference, *pair) for pair in zip(layers, directs, strict=True)]
    found = untouched(student.weight_gradients, cases)
    expected = [differences(*pair)[:3] for pair in zip(layers, directs, strict=True)]
    assert_close(found, expected, what="weight_gradients(X, states, h0, g)", **SLACK)


def with_parts(student, reference, *names):
    """The student's module with right functions for the parts a longer function may call."""
    names = ("rnn_forward", "preactivation_gradients", "weight_gradients", *names)
    return student.given(**{name: getattr(reference, name) for name in names})


@criterion(of="bptt", points="0.75", says="The gradients for three and for ten days of returns.")
def test_bptt(student, reference):
    three = (DAYS[:3], *LAYER, last_only(3, np.ones(2)))
    ten = (DAYS, *LAYER, last_only(10, np.array([1.0, 0.0])))
    found = untouched(with_parts(student, reference).bptt, [three, ten])
    assert_triples(found, "bptt", ("dW_x", "dW_h", "db", "dh0"))
    assert_close(found[0], THREE_DAYS, what="bptt for three days, L = h_{3,1} + h_{3,2}")
    assert_close(found[1], TEN_DAYS, what="bptt for ten days, L = h_{10,1}")


@criterion(of="bptt", points="0.75", says="Any start, a loss at any step: the gradients agree.")
def test_bptt_against_differences(student, reference, rng):
    cases = []
    for T, d, H in ((1, 3, 2), (4, 2, 3), (3, 4, 2), (5, 3, 3)):
        cases.append((*layer(rng, T, d, H), rng.normal(size=(T, H))))
    cases.append(beginning_alike(*cases[1]))
    found = untouched(with_parts(student, reference).bptt, cases)
    expected = [differences(arguments, direct) for *arguments, direct in cases]
    assert_close(found, expected, what="bptt(X, W_x, W_h, b, h0, direct)", **SLACK)


@criterion(
    of="truncated_bptt", points="1", says="The state crosses from window to window, no gradient."
)
def test_truncated(student, reference, rng):
    cases = [(DAYS[:3], *LAYER, last_only(3, np.ones(2)), 1)]
    for T, d, H, k in ((4, 2, 3, 2), (6, 3, 2, 3), (3, 2, 3, 1)):
        cases.append((*layer(rng, T, d, H), rng.normal(size=(T, H)), k))
    cases.append((*beginning_alike(*cases[1][:-1]), cases[1][-1]))
    found = untouched(with_parts(student, reference, "bptt").truncated_bptt, cases)
    assert_close(found[0], LAST_DAY, what="truncated_bptt for three days, k = 1")
    expected = [windowed(arguments, direct, k) for *arguments, direct, k in cases]
    assert_close(found, expected, what="truncated_bptt with windows that fit", **SLACK)


@criterion(
    of="truncated_bptt", points="0.5", says="The last window may be shorter, also the only one."
)
def test_truncated_remainder(student, reference, rng):
    cases = []
    for T, d, H, k in ((5, 2, 3, 2), (4, 3, 2, 3), (3, 2, 4, 5)):
        cases.append((*layer(rng, T, d, H), rng.normal(size=(T, H)), k))
    found = ask(with_parts(student, reference, "bptt").truncated_bptt, cases)
    expected = [windowed(arguments, direct, k) for *arguments, direct, k in cases]
    assert_close(found, expected, what="truncated_bptt with a shorter last window", **SLACK)
