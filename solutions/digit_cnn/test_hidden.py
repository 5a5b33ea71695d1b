"""Layers on drawn weights, training on a linear model, and one training in earnest."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import torch

from autograder import criterion
from autograder.checks import assert_close
from autograder.checks import assert_equal
from autograder.checks import assert_leaves_inputs
from autograder.checks import assert_true

DIGITS = Path(__file__).parents[2] / "data" / "optdigits.csv"


@cache
def digits():
    """(X, y) of the whole file."""
    rows = np.loadtxt(DIGITS, delimiter=",", skiprows=1)
    X = torch.from_numpy(rows[:, :64].reshape(-1, 1, 8, 8) / 16).float()
    return X, torch.from_numpy(rows[:, 64]).long()


def tensors(rng, *shapes):
    return [torch.from_numpy(rng.normal(size=shape)) for shape in shapes]


@criterion(of="as_images", points="1", says="(n, 1, 8, 8), row by row, from 0 to 1; int64 labels.")
def test_images(student, rng):
    found, expected = [], []
    # The whole file holds a pixel of 16, a part of it need not.
    for n, darkest in ((3, 16), (1, 12), (5, 14)):
        pixels = rng.integers(darkest + 1, size=(n, 64))
        rows = np.column_stack([pixels, rng.integers(10, size=n)])
        found.append(assert_leaves_inputs(student.as_images, rows.astype(float)))
        grids = np.array(
            [[[p / 16 for p in row[8 * i : 8 * i + 8]] for i in range(8)] for row in rows]
        )
        expected.append((torch.tensor(grids[:, None]).float(), torch.tensor(rows[:, 64])))
    assert_true(
        all(isinstance(answer, tuple) and len(answer) == 2 for answer in found),
        "as_images must return the tuple (X, y).",
    )
    images, labels = zip(*found, strict=True)
    assert_close(images, tuple(X for X, _ in expected), what="the images", dtype="same")
    assert_close(labels, tuple(y for _, y in expected), what="the labels", dtype="same")


# --- DigitCNN

SHAPES = {
    "conv.weight": (4, 1, 3, 3),
    "conv.bias": (4,),
    "fc.weight": (10, 36),
    "fc.bias": (10,),
}


def fill(model, weights):
    """Put weights into the layers of these names, or into the only one in a container so named.

    The model may hold a layer in other containers besides. Returns the names without a layer.
    """
    _, nowhere = model.load_state_dict(weights, strict=False)
    names = list(model.state_dict()) if nowhere else []
    inner = {}
    for name in nowhere:
        place, kind = name.split(".")
        inside = [n for n in names if n.startswith(f"{place}.") and n.endswith(f".{kind}")]
        if len(inside) == 1:
            inner[inside[0]] = weights[name]
    if inner:
        model.load_state_dict(inner, strict=False)
    return nowhere if len(inner) < len(nowhere) else []


def refuses(model, weights):
    """Whether these weights do not fit, in names or shapes."""
    try:
        return fill(model, weights) != []
    except RuntimeError:
        return True


@criterion(of="DigitCNN", points="1", says="40 parameters in conv and 370 in fc.")
def test_parameters(student, rng):
    model = student.DigitCNN().double()
    weights = [dict(zip(SHAPES, tensors(rng, *SHAPES.values()), strict=True)) for _ in range(4)]
    count = len(model.grads())
    refusals = [refuses(model, w) for w in weights]
    assert_true(not any(refusals), "Weights of the right shapes do not fit into conv and fc.")
    assert_equal(count, len(SHAPES), what="the number of weights and biases, as arrays")


@criterion(of="DigitCNN", points="2", says="Scores by convolution, ReLU, pooling, linear layer.")
def test_scores(student, rng):
    found, expected, gradients = [], [], []
    for n in (3, 1):
        weights = dict(zip(SHAPES, tensors(rng, *SHAPES.values()), strict=True))
        (X,) = tensors(rng, (n, 1, 8, 8))
        model = student.DigitCNN().double()
        fill(model, weights)
        scores = assert_leaves_inputs(model, X)
        found.append(scores.detach())
        if scores.requires_grad:
            (scores * torch.arange(10.0)).sum().backward()
        gradients.append(model.grads())
        patches = X[:, 0].unfold(1, 3, 1).unfold(2, 3, 1)
        maps = torch.einsum("nhwij,fij->nfhw", patches, weights["conv.weight"][:, 0])
        maps = (maps + weights["conv.bias"][:, None, None]).clamp(min=0)
        pooled = maps.reshape(n, 4, 3, 2, 3, 2).amax(dim=(3, 5)).reshape(n, 36)
        expected.append(pooled @ weights["fc.weight"].T + weights["fc.bias"])
    assert_close(found, expected, what="DigitCNN()(X)")
    assert_true(
        all(grad is not None for grads in gradients for grad in grads.values()),
        "A gradient of the scores must reach the weights of both layers, or they never learn.",
    )


# --- MatchedMLP


def mlp_weights(rng, h):
    shapes = {
        "hidden.weight": (h, 64),
        "hidden.bias": (h,),
        "out.weight": (10, h),
        "out.bias": (10,),
    }
    return dict(zip(shapes, tensors(rng, *shapes.values()), strict=True))


@criterion(of="MatchedMLP", points="0.5", says="Two layers with a ReLU between them.")
def test_matched_scores(student, rng):
    found, expected = [], []
    # Budgets that are met exactly.
    for h in (5, 2):
        weights, (X,) = mlp_weights(rng, h), tensors(rng, (3, 1, 8, 8))
        model = student.MatchedMLP(75 * h + 10).double()
        fill(model, weights)
        found.append(model(X).detach())
        W1, b1, W2, b2 = weights.values()
        expected.append((X.reshape(3, 64) @ W1.T + b1).clamp(min=0) @ W2.T + b2)
    assert_close(found, expected, what="MatchedMLP(budget)(X)")


@criterion(of="MatchedMLP", points="0.5", says="The width whose count comes nearest.")
def test_matched_width(student, rng):
    widths = {20: 1, 410: 5, 422: 5, 423: 6, 700: 9, 722: 9, 723: 10, 6010: 80}
    models = [student.MatchedMLP(budget).double() for budget in widths]
    counts = [len(model.grads()) for model in models]
    refusals = [
        refuses(model, mlp_weights(rng, h))
        for model, h in zip(models, widths.values(), strict=True)
    ]
    assert_true(not any(refusals), "Weights of the nearest width do not fit into hidden and out.")
    assert_equal(counts, [4] * len(models), what="the numbers of weights and biases, as arrays")


# --- shuffles


def orders(rng):
    """Three permutations; none is its own inverse."""
    return [torch.from_numpy(rng.permutation(64)) for _ in range(3)]


@criterion(of="shuffle_pixels", points="0.5", says="Pixel k comes from place order[k].")
def test_shuffle_pixels(student, rng):
    cases = [(X, order) for order in orders(rng) for X in tensors(rng, (2, 1, 8, 8))]
    found = [assert_leaves_inputs(student.shuffle_pixels, *case) for case in cases]
    expected = []
    for X, order in cases:
        pixels = [[image.flatten()[j].item() for j in order.tolist()] for image in X]
        expected.append(torch.tensor(pixels, dtype=torch.float64).reshape(X.shape))
    assert_close(found, expected, what="shuffle_pixels(X, order)")


@criterion(of="shuffle_weights", points="0.5", says="The layer gives what it gave before.")
def test_shuffle_weights(student, rng):
    found, expected = [], []
    for h, order in zip((5, 64, 1), orders(rng), strict=True):
        W, x = tensors(rng, (h, 64), (64, 3))
        found.append(assert_leaves_inputs(student.shuffle_weights, W, order) @ x[order])
        expected.append(W @ x)
    assert_close(found, expected, what="shuffle_weights(W, order) times the shuffled pixels")


# --- accuracy and training, on the linear model


def linear(student, weights):
    """The given linear model in float64 with these weights."""
    model = student.linear_model().double()
    model.load_state_dict(weights)
    return model


def draw(rng, n):
    """Images, labels and weights of the linear model."""
    X, W, b = tensors(rng, (n, 1, 8, 8), (10, 64), (10,))
    return X, torch.from_numpy(rng.integers(10, size=n)), {"1.weight": W / 8, "1.bias": b}


@criterion(of="accuracy", points="0.5", says="The fraction of images read correctly.")
def test_accuracy(student, rng):
    found, expected = [], []
    for n, right in ((10, 7), (8, 3), (12, 11)):
        X, _, weights = draw(rng, n)
        scores = X.reshape(n, 64) @ weights["1.weight"].T + weights["1.bias"]
        y = (scores.argmax(dim=1) + (torch.arange(n) >= right)) % 10
        model = linear(student, weights)
        found.append(assert_leaves_inputs(student.accuracy, model, X, y))
        expected.append(right / n)
    assert_close(found, expected, what="accuracy(model, X, y)")


def trained(X, y, weights, epochs, batch_size, lr, seed):
    """Final weights and the mean loss of each epoch: Adam written out."""
    W = torch.cat([weights["1.weight"], weights["1.bias"][:, None]], dim=1)
    inputs = torch.cat([X.reshape(len(X), 64), torch.ones(len(X), 1)], dim=1)
    first, second = torch.zeros_like(W), torch.zeros_like(W)
    generator = torch.Generator().manual_seed(seed)
    losses, steps = [], 0
    for _ in range(epochs):
        total = 0.0
        for batch in torch.randperm(len(X), generator=generator).split(batch_size):
            log_p = (inputs[batch] @ W.T).log_softmax(dim=1)
            total -= log_p[torch.arange(len(batch)), y[batch]].sum().item()
            error = log_p.exp() - torch.nn.functional.one_hot(y[batch], 10)
            g = error.T @ inputs[batch] / len(batch)
            steps += 1
            first, second = 0.9 * first + 0.1 * g, 0.999 * second + 0.001 * g * g
            size = (second / (1 - 0.999**steps)).sqrt() + 1e-8
            W = W - lr * first / (1 - 0.9**steps) / size
        losses.append(total / len(X))
    return {"1.weight": W[:, :64], "1.bias": W[:, 64]}, losses


def direct(function, *case):
    return function(*case)


def training_cases(student, rng, *settings, ask=direct):
    """(found, expected) pairs of final weights and of losses, for each (n, epochs, batch_size)."""
    found, expected = [], []
    for n, epochs, batch_size in settings:
        X, y, weights = draw(rng, n)
        how = (epochs, batch_size, 0.05, int(rng.integers(1000)))
        model = linear(student, weights)
        losses = ask(student.train, model, X, y, *how)
        found.append((dict(model.state_dict()), losses))
        expected.append(trained(X, y, weights, *how))
    return found, expected


@criterion(of="train", points="1", says="One batch, one epoch: a single step of Adam.")
def test_first_step(student, rng):
    settings = ((40, 1, 40), (7, 1, 9))
    found, expected = training_cases(student, rng, *settings, ask=assert_leaves_inputs)
    # Where a gradient is nearly 0, Adam's first step enlarges its rounding.
    assert_close([f[0] for f in found], [e[0] for e in expected], what="the weights", rtol=1e-6)


@criterion(of="train", points="1", says="Several epochs: every example once, in a new order.")
def test_epochs(student, rng):
    found, expected = training_cases(student, rng, (22, 3, 8), (10, 4, 3))
    assert_close([f[0] for f in found], [e[0] for e in expected], what="the weights", rtol=1e-6)


@criterion(of="train", points="0.5", says="The mean loss of each epoch, over its examples.")
def test_losses(student, rng):
    found, expected = training_cases(student, rng, (22, 3, 8), (10, 4, 3))
    assert_close([f[1] for f in found], [e[1] for e in expected], what="the losses", rtol=1e-6)


# --- recipe


@criterion(of="recipe", points="0.5", says="No more steps than allowed, short batches included.")
def test_steps(student, reference):
    cases = [(1200, 450), (1200, 600), (1001, 520), (999, 130), (333, 77), (50, 4)]
    # One example too many for full batches of 20, 25, 50 or 64: a whole step more in each epoch.
    cases += [(901, 91), (897, 57)]
    found = [student.recipe(*case) for case in cases]
    compare_steps(found, cases)


def compare_steps(found, cases):
    for numbers in found:
        kinds = "".join(np.asarray(number).dtype.kind for number in numbers)
        assert_true(
            isinstance(numbers, tuple)
            and kinds
            in ("iif", "iii"),  # a rate of 1 is one of 1.0, and numpy's numbers are numbers
            "recipe must return the tuple (epochs, batch_size, lr): an int, an int and a float.",
        )
    for (n, steps), (epochs, batch_size, _) in zip(cases, found, strict=True):
        assert_true(
            epochs >= 1 and batch_size >= 1, "recipe must ask for an epoch and an example at least."
        )
        taken = epochs * -(-n // batch_size)
        assert_true(taken <= steps, "recipe asks for more steps than it was allowed.")


@criterion(
    of="recipe",
    points="0.5",
    says="With it, 0.8 of the new digits are read correctly.",
    after="test_steps",
)
def test_new_digits(student, reference, rng):
    X, y = digits()
    cases = [(1200, steps) for steps in (450, 500, 600)]
    recipes = [student.recipe(*case) for case in cases]
    compare_steps(recipes, cases)  # it may answer otherwise than before, such as with more steps
    epochs, batch_size, lr = recipes[0]

    def share_read(seed):
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed)
            model = reference.DigitCNN()
        reference.train(model, X[:1200], y[:1200], int(epochs), int(batch_size), float(lr), seed)
        return reference.accuracy(model, X[1200:], y[1200:])

    # One start in a hundred leaves filters dead, whatever the recipe: then another is tried.
    seeds = rng.integers(10000, size=3).tolist()
    assert_true(
        any(share_read(seed) >= 0.8 for seed in seeds),
        "The trained network reads fewer than 0.8 of the new digits.",
    )
