"""Each test asks for all its answers before it judges one: a diagnosis needs several."""

import numpy as np

from autograder import criterion
from autograder.checks import assert_close
from autograder.checks import assert_leaves_inputs

FUNCTIONS = ("sigmoid", "tanh", "relu", "leaky_relu", "softplus", "elu", "gelu", "silu")
SHAPES = ((7,), (3, 4), (4, 2), (2, 3, 2))
# 000 lines 241 to 245
RESPONSES = np.array([[-2.0, -1, 1, 2], [2, -1, -1, 1], [1, -1, -1, -2], [-2, -1, -2, -3]])


def inputs(rng, low=0.1, high=4.0):
    """Arrays of several shapes with entries of both signs, none near the kinks at 0.

    The last two are there for answers that are looked up: the entries of an earlier one in
    another shape, and an array that begins like it.
    """
    arrays = [
        rng.choice((-1.0, 1.0), size=shape) * rng.uniform(low, high, size=shape) for shape in SHAPES
    ]
    table = arrays[1]
    return [*arrays, table.reshape(2, 6), np.concatenate((table[:1], -table[1:] / 2))]


def far_out(rng):
    """Entries far beyond what exp can hold, around 0 and in between."""
    large = rng.uniform(750.0, 900.0, size=(3, 1)) * np.array([[1.0, -1.0]])
    return [np.append(row, rng.normal(size=3)) for row in large]


def answers(module, name, arrays, *more):
    """The answers of one function, with the other functions of the module given."""
    function = getattr(module, name)
    return [function(s, *more) for s in arrays]


def untouched(module, name, arrays, *more):
    """The same, where each array must stay as it was."""
    function = getattr(module, name)
    return [assert_leaves_inputs(function, s, *more) for s in arrays]


def given(student, reference, name):
    """The student with right versions of all functions and of the derivatives further up."""
    known = [f"d_{other}" for other in FUNCTIONS[: FUNCTIONS.index(name.removeprefix("d_"))]]
    return student.given(
        **{other: getattr(reference, other) for other in (*FUNCTIONS, *known) if other != name}
    )


def judge(student, reference, name, arrays, ask=answers):
    found = ask(given(student, reference, name), name, arrays)
    expected = answers(reference, name, arrays)
    assert_close(found, expected, what=f"{name} of several arrays")
    return found


@criterion(of="sigmoid", points="0.5", says="The sigmoid has the right values.")
def test_sigmoid(student, reference, rng):
    arrays = [np.array([0.0, 1.0]), *inputs(rng)]
    right = given(student, reference, "sigmoid")
    found = untouched(right, "sigmoid", [*arrays, *(-s for s in arrays)])
    assert_close(found[0], np.array([0.5, 0.7310585786300049]), what="sigmoid of 0 and 1")
    expected = answers(reference, "sigmoid", [*arrays, *(-s for s in arrays)])
    assert_close(found, expected, what="sigmoid of several arrays")
    for plus, minus in zip(found[: len(arrays)], found[len(arrays) :], strict=True):
        assert_close(plus + minus, np.ones(plus.shape), what="sigmoid(s) + sigmoid(-s)")


@criterion(of="sigmoid", points="0.2", says="Inputs of 800 and -800 give 1 and 0, not NaN.")
def test_sigmoid_far_out(student, reference, rng):
    judge(student, reference, "sigmoid", far_out(rng))


@criterion(of="d_sigmoid", points="0.5", says="The derivative of the sigmoid, at most 1/4.")
def test_d_sigmoid(student, reference, rng):
    """The bound of 1/4 is reached at 0: book 6.4.3, line 3194."""
    arrays = [np.array([0.0, 1.0, -2.0]), *inputs(rng)]
    found = judge(student, reference, "d_sigmoid", arrays, untouched)
    assert_close(found[0][0], 0.25, what="d_sigmoid of 0")


@criterion(of="d_sigmoid", points="0.2", says="It is 0 far out on both sides, not NaN.")
def test_d_sigmoid_far_out(student, reference, rng):
    judge(student, reference, "d_sigmoid", far_out(rng))


@criterion(of="tanh", points="0.5", says="tanh has the right values.")
def test_tanh(student, reference, rng):
    """The book prints 2 sigmoid(s) - 1, which is 0.4621 at 1: line 2450."""
    found = judge(student, reference, "tanh", [np.array([0.0, 1.0]), *inputs(rng)], untouched)
    assert_close(found[0], np.array([0.0, 0.7615941559557649]), what="tanh of 0 and 1")


@criterion(of="tanh", points="0.2", says="Inputs of 800 and -800 give 1 and -1, not NaN.")
def test_tanh_far_out(student, reference, rng):
    judge(student, reference, "tanh", far_out(rng))


@criterion(of="d_tanh", points="0.5", says="The derivative of tanh, which is 1 at 0.")
def test_d_tanh(student, reference, rng):
    arrays = [np.array([0.0, 1.0]), *inputs(rng), *far_out(rng)]
    found = judge(student, reference, "d_tanh", arrays, untouched)
    assert_close(found[0], np.array([1.0, 0.4199743416140261]), what="d_tanh of 0 and 1")


@criterion(of="relu", points="0.5", says="Negative entries become 0, the others stay.")
def test_relu(student, reference, rng):
    found = judge(student, reference, "relu", [RESPONSES, *inputs(rng), *far_out(rng)])
    golden = np.array([[0.0, 0, 1, 2], [2, 0, 0, 1], [1, 0, 0, 0], [0, 0, 0, 0]])
    assert_close(found[0], golden, what="relu of a response map")


@criterion(of="relu", points="0.2", says="The same values, and the input is left as it was.")
def test_relu_leaves_its_input(student, reference, rng):
    arrays = inputs(rng)
    found = untouched(given(student, reference, "relu"), "relu", arrays)
    assert_close(found, answers(reference, "relu", arrays), what="relu of several arrays")


@criterion(of="d_relu", points="0.7", says="The derivative is 0 or 1, as floats.")
def test_d_relu(student, reference, rng):
    """Book 6.4.3, line 3206. Not at the kink, where every library has its own answer."""
    judge(student, reference, "d_relu", inputs(rng), untouched)


@criterion(
    of="leaky_relu", points="0.5", says="Slope alpha on the negative side, 0.01 unless given."
)
def test_leaky_relu(student, reference, rng):
    """The default is the book's: line 2464."""
    arrays = inputs(rng)
    right = given(student, reference, "leaky_relu")
    default = untouched(right, "leaky_relu", arrays)
    chosen = [right.leaky_relu(s, alpha) for s in arrays for alpha in (0.2, 0.7)]
    assert_close(default, [np.maximum(s, 0.01 * s) for s in arrays], what="leaky_relu(s)")
    expected = [np.maximum(s, alpha * s) for s in arrays for alpha in (0.2, 0.7)]
    assert_close(chosen, expected, what="leaky_relu(s, alpha) for alpha from 0 to 1")


@criterion(of="leaky_relu", points="0.2", says="alpha may also be above 1 or below 0.")
def test_leaky_relu_with_any_slope(student, reference, rng):
    arrays = inputs(rng)
    slopes = (1.5, -0.5, 3.0, 0.0)
    right = given(student, reference, "leaky_relu")
    found = [right.leaky_relu(s, alpha) for s in arrays for alpha in slopes]
    expected = [reference.leaky_relu(s, alpha) for s in arrays for alpha in slopes]
    assert_close(found, expected, what="leaky_relu(s, alpha) for alpha above 1 or below 0")


@criterion(of="d_leaky_relu", points="0.5", says="The derivative is 1 or alpha, as floats.")
def test_d_leaky_relu(student, reference, rng):
    arrays = inputs(rng)
    slopes = (0.2, 1.5, -0.5, 2, 0.0)
    right = given(student, reference, "d_leaky_relu")
    default = untouched(right, "d_leaky_relu", arrays)
    chosen = [right.d_leaky_relu(s, alpha) for s in arrays for alpha in slopes]
    assert_close(default, answers(reference, "d_leaky_relu", arrays), what="d_leaky_relu(s)")
    expected = [reference.d_leaky_relu(s, alpha) for s in arrays for alpha in slopes]
    assert_close(chosen, expected, what="d_leaky_relu(s, alpha) for several alpha")


@criterion(of="softplus", points="0.5", says="The softplus has the right values.")
def test_softplus(student, reference, rng):
    arrays = [np.array([0.0, 1.0, -2.0]), *inputs(rng)]
    found = judge(student, reference, "softplus", arrays, untouched)
    golden = np.array([0.6931471805599453, 1.3132616875182228, 0.1269280110429725])
    assert_close(found[0], golden, what="softplus of 0, 1 and -2")


@criterion(of="softplus", points="0.2", says="Inputs of 800 give 800, not infinity.")
def test_softplus_far_out(student, reference, rng):
    judge(student, reference, "softplus", far_out(rng))


@criterion(of="softplus", points="0.2", says="It stays positive and precise on the far left.")
def test_softplus_tail(student, reference, rng):
    """Always above 0: book 5.4, line 2476."""
    arrays = [-rng.uniform(30.0, high, size=6) for high in (36.0, 36.0, 40.0, 700.0)]
    found = answers(given(student, reference, "softplus"), "softplus", arrays)
    # exp(s) up to a relative error of exp(s) / 2, which is nothing here
    expected = [np.exp(s) for s in arrays]
    assert_close(found, expected, what="softplus from -700 to -30", rtol=1e-6, atol=0.0)


@criterion(of="d_softplus", points="0.5", says="The derivative of the softplus, also far out.")
def test_d_softplus(student, reference, rng):
    arrays = [np.zeros(1), *inputs(rng), *far_out(rng)]
    judge(student, reference, "d_softplus", arrays, untouched)


@criterion(of="elu", points="0.5", says="The ELU has the right values, never below -1.")
def test_elu(student, reference, rng):
    """The bound of -1: book 5.4, line 2476."""
    arrays = [np.array([0.0, -1.0, -700.0]), *inputs(rng)]
    found = judge(student, reference, "elu", arrays, untouched)
    golden = np.array([0.0, -0.6321205588285577, -1.0])
    assert_close(found[0], golden, what="elu of 0, -1 and -700")


@criterion(of="elu", points="0.2", says="Inputs of 800 give 800, not NaN.")
def test_elu_far_out(student, reference, rng):
    judge(student, reference, "elu", far_out(rng))


@criterion(of="d_elu", points="0.5", says="The derivative of the ELU, also far out.")
def test_d_elu(student, reference, rng):
    judge(student, reference, "d_elu", [*inputs(rng), *far_out(rng)], untouched)


@criterion(of="gelu", points="0.5", says="The GELU is s Phi(s), at least to two digits.")
def test_gelu(student, reference, rng):
    arrays = [np.array([0.0, 1.0, -1.0]), *inputs(rng), *far_out(rng)]
    found = untouched(given(student, reference, "gelu"), "gelu", arrays)
    expected = answers(reference, "gelu", arrays)
    assert_close(found, expected, what="gelu of several arrays", atol=0.025)


@criterion(of="gelu", points="0.2", says="The GELU is exact, not an approximation.")
def test_gelu_is_exact(student, reference, rng):
    found = judge(student, reference, "gelu", [np.array([1.0, -1.0]), *inputs(rng, 0.3, 2.0)])
    golden = np.array([0.8413447460685429, -0.15865525393145705])
    assert_close(found[0], golden, what="gelu of 1 and -1")


@criterion(of="d_gelu", points="0.5", says="The derivative of the GELU, both terms.")
def test_d_gelu(student, reference, rng):
    judge(student, reference, "d_gelu", [np.zeros(1), *inputs(rng), *far_out(rng)], untouched)


@criterion(of="silu", points="0.5", says="The SiLU is s sigmoid(s), also far out.")
def test_silu(student, reference, rng):
    arrays = [np.array([0.0, 1.0, -1.0]), *inputs(rng), *far_out(rng)]
    found = judge(student, reference, "silu", arrays, untouched)
    golden = np.array([0.0, 0.7310585786300049, -0.2689414213699951])
    assert_close(found[0], golden, what="silu of 0, 1 and -1")


@criterion(of="d_silu", points="0.5", says="The derivative of the SiLU, both terms.")
def test_d_silu(student, reference, rng):
    judge(student, reference, "d_silu", [np.zeros(1), *inputs(rng), *far_out(rng)], untouched)
