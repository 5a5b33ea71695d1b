"""What is registered, then values, then axes, then gradients, for each of the three layers.

Weights are drawn here and loaded into the student's layer: how it starts does not matter. The
expected values are written out as matrix products, the expected gradients come from those.
"""

from __future__ import annotations

import torch

from autograder import criterion
from autograder.checks import assert_close
from autograder.checks import assert_equal
from autograder.checks import assert_true


def tensors(rng, **shapes):
    """Drawn float64 tensors under the names of a state dict; `gate__weight` is gate.weight."""
    return {
        name.replace("__", "."): torch.from_numpy(rng.normal(size=shape))
        for name, shape in shapes.items()
    }


def assert_known(unknown, weights):
    """Whether the layer has a place for every weight; the names stand in the handout."""
    lacking = ", ".join(name for name in weights if name in unknown)
    assert_true(unknown == [], f"state_dict() lacks {lacking}: the weights could not be loaded.")


def loaded(layer, weights):
    """The student's layer in float64 with these weights; what else it registers stays."""
    layer = layer.double()
    _, unknown = layer.load_state_dict(weights, strict=False)
    assert_known(unknown, weights)
    return layer


def outputs(layer, weights, *inputs):
    """What the layer makes of each input with these weights; no graph is kept."""
    layer = loaded(layer, weights)
    with torch.no_grad():
        return [layer(x) for x in inputs]


def check_parameters(layer, weights, buffers=()):
    """The names of the parameters, and that weights of the right shapes can be loaded."""
    trained = sorted(layer.grads())
    missing, unknown = layer.load_state_dict(weights, strict=False)
    names = ", ".join(sorted(weights))
    lacking = ", ".join(sorted(set(weights) - set(trained)))
    assert_true(not lacking, f"These must be trained and are no parameters: {lacking}.")
    only = f"Only these are parameters: {names}. More is trained: what else is an nn.Parameter?"
    assert_true(len(trained) == len(weights), only)
    more = set(missing) - {*weights, *buffers}
    assert_true(not more, "state_dict() holds more than the table lists: what else is registered?")
    assert_known(unknown, weights)


def check_gradients(layer, formula, weights, x, cotangent, buffers=()):
    """Gradients of sum(cotangent * y) with respect to x and to every parameter."""
    x = x.requires_grad_()
    y = loaded(layer, weights)(x)
    if y.requires_grad:
        (cotangent * y).sum().backward()
    gradients = layer.grads()

    twin = x.detach().clone().requires_grad_()
    leaves = {name: w.clone().requires_grad_(name not in buffers) for name, w in weights.items()}
    (cotangent * formula(twin, leaves)).sum().backward()
    expected = {name: leaf.grad for name, leaf in leaves.items() if name not in buffers}
    found = {name: gradients.get(name) for name in expected}
    assert_close({**found, "x": x.grad}, {**expected, "x": twin.grad}, what="the gradients")


# --- SwiGLU


def swiglu(x, w):
    g, v = x @ w["gate.weight"].T, x @ w["value.weight"].T
    return (g / (1 + torch.exp(-g)) * v) @ w["out.weight"].T


def swiglu_weights(rng, d_in, d_hidden, d_out):
    return tensors(
        rng,
        gate__weight=(d_hidden, d_in),
        value__weight=(d_hidden, d_in),
        out__weight=(d_out, d_hidden),
    )


@criterion(of="SwiGLU", points="1", says="Its parameters are gate, value and out, without biases.")
def test_swiglu_parameters(student, rng):
    check_parameters(student.SwiGLU(4, 6, 3), swiglu_weights(rng, 4, 6, 3))


@criterion(of="SwiGLU", points="2", says="The values of (silu(x G) * (x V)) O.")
def test_swiglu_values(student, rng):
    found, expected = [], []
    for sizes in ((4, 6, 3), (3, 3, 3), (2, 5, 1)):
        weights = swiglu_weights(rng, *sizes)
        x = torch.from_numpy(rng.normal(size=(7, sizes[0])))
        x[:2] *= 2000  # exp overflows
        found += outputs(student.SwiGLU(*sizes), weights, x)
        expected.append(swiglu(x, weights))
    assert_close(found, expected, what="SwiGLU on (n, d_in)")


@criterion(
    of="SwiGLU",
    points="1",
    says="It acts on the last axis, of a vector or a batch of sequences; a new one is float32.",
)
def test_swiglu_axes(student, rng):
    weights = swiglu_weights(rng, 4, 6, 3)
    inputs = [torch.from_numpy(rng.normal(size=shape)) for shape in ((2, 5, 4), (4,))]
    found = outputs(student.SwiGLU(4, 6, 3), weights, *inputs)
    new = student.SwiGLU(4, 6, 3)(torch.zeros(4))
    assert_close(found, [swiglu(x, weights) for x in inputs], what="SwiGLU on (2, 5, 4) and (4,)")
    assert_close(new, torch.zeros(3), what="a new SwiGLU on zeros in float32", dtype="same")


@criterion(
    of="SwiGLU",
    points="1",
    says="Gradients reach x and all three matrices.",
)
def test_swiglu_gradients(student, rng):
    weights = swiglu_weights(rng, 4, 6, 3)
    x, cotangent = tensors(rng, x=(5, 4), y=(5, 3)).values()
    check_gradients(student.SwiGLU(4, 6, 3), swiglu, weights, x, cotangent)


# --- Maxout


def maxout(x, w):
    k = len(w) // 2
    pieces = [x @ w[f"pieces.{j}.weight"].T + w[f"pieces.{j}.bias"] for j in range(k)]
    return torch.stack(pieces, dim=-1).max(dim=-1).values


def maxout_weights(rng, d_in, d_out, k):
    shapes = {}
    for j in range(k):
        shapes[f"pieces__{j}__weight"] = (d_out, d_in)
        shapes[f"pieces__{j}__bias"] = (d_out,)
    weights = tensors(rng, **shapes)
    for j in range(k):
        weights[f"pieces.{j}.bias"][0] -= 20  # whatever is drawn, one unit is negative
    return weights


@criterion(of="Maxout", points="1", says="Its parameters are k weights and k biases, in pieces.")
def test_maxout_parameters(student, rng):
    check_parameters(student.Maxout(4, 3, 5), maxout_weights(rng, 4, 3, 5))


@criterion(of="Maxout", points="2", says="The largest of the k pieces, unit by unit.")
def test_maxout_values(student, rng):
    found, expected = [], []
    for sizes in ((4, 3, 2), (4, 3, 5), (3, 3, 3), (2, 4, 1)):
        weights = maxout_weights(rng, *sizes)
        x = torch.from_numpy(rng.normal(size=(7, sizes[0])))
        found += outputs(student.Maxout(*sizes), weights, x)
        expected.append(maxout(x, weights))
    assert_close(found, expected, what="Maxout on (n, d_in)")


@criterion(
    of="Maxout",
    points="1",
    says="It acts on the last axis: a single vector and a batch of sequences will do.",
)
def test_maxout_axes(student, rng):
    weights = maxout_weights(rng, 4, 3, 5)
    inputs = [torch.from_numpy(rng.normal(size=shape)) for shape in ((2, 6, 4), (4,))]
    found = outputs(student.Maxout(4, 3, 5), weights, *inputs)
    assert_close(found, [maxout(x, weights) for x in inputs], what="Maxout on (2, 6, 4) and (4,)")


@criterion(
    of="Maxout",
    points="1",
    says="The gradient of a unit goes to its largest piece, and to x.",
)
def test_maxout_gradients(student, rng):
    weights = maxout_weights(rng, 4, 3, 5)
    x, cotangent = tensors(rng, x=(6, 4), y=(6, 3)).values()
    check_gradients(student.Maxout(4, 3, 5), maxout, weights, x, cotangent)


# --- KANLayer

CENTRES = [-1.5, -0.25, 0.5, 2.0]


def kan(x, w, width):
    y = x @ w["slope"]
    for m, centre in enumerate(w["centres"]):
        bump = torch.exp(-((x - centre) ** 2) / (2 * width**2))
        y = y + bump @ w["coef"][:, m]
    return y


def kan_weights(rng, d_in, d_out, m=4):
    return tensors(rng, slope=(d_in, d_out), coef=(d_in, m, d_out), centres=(m,))


@criterion(
    of="KANLayer",
    points="1",
    says="Its parameters are slope and coef; besides them the centres alone are saved.",
)
def test_kan_parameters(student, rng):
    weights = tensors(rng, slope=(3, 2), coef=(3, 4, 2))
    check_parameters(student.KANLayer(3, 2, CENTRES, 0.75), weights, buffers=["centres"])


@criterion(of="KANLayer", points="1", says="centres is a buffer: saved and loaded, not trained.")
def test_kan_buffer(student, rng):
    layer = student.KANLayer(3, 2, CENTRES, 0.75)
    at_first = dict(layer.named_buffers())
    centres = torch.from_numpy(rng.normal(size=4))
    _, unknown = layer.double().load_state_dict({"centres": centres}, strict=False)
    afterwards = dict(layer.named_buffers())
    trained = sorted(layer.grads())
    first = torch.tensor(CENTRES)
    assert_close(at_first.get("centres"), first, what="the buffer centres", rtol=1e-6, dtype="same")
    assert_equal(unknown, [], what="the names load_state_dict does not know")
    assert_close(afterwards.get("centres"), centres, what="the buffer centres after loading")
    assert_true("centres" not in trained, "The centres are a parameter: they would be trained.")


@criterion(of="KANLayer", points="1", says="With coef = 0 it is the linear map x @ slope.")
def test_kan_line(student, rng):
    weights = kan_weights(rng, 3, 2)
    weights["coef"] = torch.zeros(3, 4, 2, dtype=torch.float64)
    x = torch.from_numpy(rng.normal(size=(6, 3)))
    (y,) = outputs(student.KANLayer(3, 2, CENTRES, 0.75), weights, x)
    assert_close(y, x @ weights["slope"], what="KANLayer with coef = 0")


@criterion(of="KANLayer", points="1", says="A new layer starts with coef = 0, as a linear map.")
def test_kan_starts_as_a_line(student, rng):
    layer = student.KANLayer(3, 2, CENTRES, 0.75).double()
    slope, x = tensors(rng, slope=(3, 2), x=(6, 3)).values()
    layer.load_state_dict({"slope": slope}, strict=False)
    assert_close(layer(x), x @ slope, what="a new KANLayer, given its slope")


@criterion(of="KANLayer", points="3", says="The sum over the inputs of the curves phi_io(x_i).")
def test_kan_values(student, rng):
    found, expected = [], []
    for d_in, d_out, m in ((3, 2, 4), (3, 3, 3), (2, 5, 1)):
        weights = kan_weights(rng, d_in, d_out, m)
        x = torch.from_numpy(rng.normal(size=(7, d_in)))
        width = float(rng.choice([0.375, 0.625, 1.75]))  # exact in float32, too
        # the second answer is not the first
        found += outputs(student.KANLayer(d_in, d_out, CENTRES[:m], width), weights, x, -x)
        expected += [kan(x, weights, width), kan(-x, weights, width)]
    single = student.KANLayer(2, 5, CENTRES[:1], width).float()
    single.load_state_dict({name: w.float() for name, w in weights.items()}, strict=False)
    y = single(-x.float())
    assert_close(found, expected, what="KANLayer on (n, d_in)")
    float32 = expected[-1].float()
    assert_close(y, float32, what="in float32", rtol=1e-4, atol=1e-4, dtype="same")


@criterion(
    of="KANLayer",
    points="1",
    says="It acts on the last axis: a single vector and a batch of sequences will do.",
)
def test_kan_axes(student, rng):
    weights = kan_weights(rng, 3, 2)
    inputs = [torch.from_numpy(rng.normal(size=shape)) for shape in ((2, 5, 3), (3,))]
    found = outputs(student.KANLayer(3, 2, CENTRES, 0.75), weights, *inputs)
    expected = [kan(x, weights, 0.75) for x in inputs]
    assert_close(found, expected, what="KANLayer on (2, 5, 3) and (3,)")


@criterion(
    of="KANLayer",
    points="2",
    says="Gradients reach x, slope and coef.",
)
def test_kan_gradients(student, rng):
    weights = kan_weights(rng, 3, 2)
    x, cotangent = tensors(rng, x=(5, 3), y=(5, 2)).values()
    layer = student.KANLayer(3, 2, CENTRES, 0.75)
    check_gradients(layer, lambda x, w: kan(x, w, 0.75), weights, x, cotangent, ("centres",))
