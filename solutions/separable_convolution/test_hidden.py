"""Expected maps come from an ordinary convolution, tap by tap, with explicit zeros."""

import numpy as np

from autograder import criterion
from autograder.checks import assert_close
from autograder.checks import assert_equal
from autograder.checks import assert_leaves_inputs
from autograder.checks import assert_true


def dense(X, W):
    """An ordinary convolution: valid, stride 1."""
    down, right = X.shape[2] - W.shape[2] + 1, X.shape[3] - W.shape[3] + 1
    return sum(
        np.einsum("nchw,oc->nohw", X[:, :, i : i + down, j : j + right], W[:, :, i, j])
        for i, j in np.ndindex(W.shape[2:])
    )


def with_zeros(W, groups):
    """Filters (o, c, kh, kw) from those of a grouped convolution."""
    o, size, *window = W.shape
    full = np.zeros((o, groups * size, *window))
    for z in range(o):
        for d in range(groups * size):
            if z * groups // o == d // size:
                full[z, d] = W[z, d % size]
    return full


def alone(student, reference, tested):
    """The student's function, with right ones in the place of those judged before it."""
    names = ("pointwise", "grouped_kernel", "grouped_conv", "depthwise", "dense_kernel")
    known = names[: names.index(tested)] if tested in names else names
    given = student.given(**{name: getattr(reference, name) for name in known})
    return getattr(given, tested)


def ask(function, cases):
    return [function(*case) for case in cases]


def untouched(function, cases):
    """The answers, if the arguments are left as they were."""
    return [assert_leaves_inputs(function, *case) for case in cases]


@criterion(of="pointwise", points="1", says="One matrix for all pixels, across the channels.")
def test_pointwise(student, rng):
    # in the last one the columns are as many as the channels
    cases = [
        (rng.normal(size=(2, c, 4, 5)), rng.normal(size=(o, c)))
        for c, o in ((3, 2), (2, 4), (3, 3), (5, 2))
    ]
    cases.append((rng.normal(size=(1, 2, 4, 4)), rng.normal(size=(3, 2))))
    found = untouched(student.pointwise, cases)
    expected = [dense(X, W[:, :, None, None]) for X, W in cases]
    assert_close(found, expected, what="pointwise(X, W)")


# --- groups


def grouped_cases(rng, *sizes):
    """X, W and groups for each (c, o, groups)."""
    return [
        (rng.normal(size=(2, c, 4, 5)), rng.normal(size=(o, c // g, 2, 3)), g) for c, o, g in sizes
    ]


@criterion(of="grouped_kernel", points="1", says="The same filters, with zeros between groups.")
def test_grouped_kernel(student, reference, rng):
    cases = [(W, g) for _, W, g in grouped_cases(rng, (4, 6, 2), (6, 6, 3), (9, 3, 3), (6, 6, 2))]
    found = untouched(alone(student, reference, "grouped_kernel"), cases)
    assert_close(found, [with_zeros(*case) for case in cases], what="grouped_kernel(W, groups)")


@criterion(of="grouped_conv", points="1", says="With one group: an ordinary convolution.")
def test_one_group(student, reference, rng):
    cases = grouped_cases(rng, (3, 2, 1), (2, 4, 1), (3, 3, 1))
    found = untouched(alone(student, reference, "grouped_conv"), cases)
    assert_close(found, [dense(X, W) for X, W, _ in cases], what="grouped_conv(X, W, 1)")


@criterion(of="grouped_conv", points="1.25", says="A filter sees the channels of its block.")
def test_several_groups(student, reference, rng):
    cases = grouped_cases(rng, (4, 6, 2), (6, 6, 3), (9, 3, 3))
    found = ask(alone(student, reference, "grouped_conv"), cases)
    expected = [dense(X, with_zeros(W, g)) for X, W, g in cases]
    assert_close(found, expected, what="grouped_conv(X, W, groups)")


@criterion(of="grouped_conv", points="0.5", says="A group may be one channel with many filters.")
def test_groups_of_one_channel(student, reference, rng):
    cases = grouped_cases(rng, (3, 6, 3), (2, 6, 2), (2, 2, 2))
    found = ask(alone(student, reference, "grouped_conv"), cases)
    expected = [dense(X, with_zeros(W, g)) for X, W, g in cases]
    assert_close(found, expected, what="grouped_conv(X, W, c)")


@criterion(of="depthwise", points="1.25", says="Each channel is correlated with its own filter.")
def test_depthwise(student, reference, rng):
    cases = [
        (rng.normal(size=(2, c, 5, 6)), rng.normal(size=(c, *size)))
        for c, size in ((3, (2, 3)), (4, (3, 1)), (1, (3, 3)))
    ]
    cases.append((rng.normal(size=(1, 2, 5, 5)), rng.normal(size=(2, 2, 2))))
    found = untouched(alone(student, reference, "depthwise"), cases)
    expected = [dense(X, with_zeros(D[:, None], len(D))) for X, D in cases]
    assert_close(found, expected, what="depthwise(X, D)")


# --- separable


def separable_cases(rng):
    sizes = ((3, 2, (2, 3)), (2, 4, (3, 2)), (3, 3, (2, 2)))
    return [(rng.normal(size=(c, *size)), rng.normal(size=(o, c))) for c, o, size in sizes]


def product(D, P):
    """One weight times one filter, pair by pair."""
    return np.array([[p * d for p, d in zip(row, D, strict=True)] for row in P])


@criterion(of="dense_kernel", points="1", says="An ordinary kernel with the same effect.")
def test_dense_kernel(student, reference, rng):
    cases = separable_cases(rng)
    found = untouched(alone(student, reference, "dense_kernel"), cases)
    assert_close(found, [product(*case) for case in cases], what="dense_kernel(D, P)")


@criterion(of="separable", points="1", says="Depthwise first, then pointwise, nothing between.")
def test_separable(student, reference, rng):
    separable = alone(student, reference, "separable")
    found, expected = [], []
    for D, P in separable_cases(rng):
        X = rng.normal(size=(2, len(D), 4, 5))
        found.append(assert_leaves_inputs(separable, X, D, P))
        expected.append(dense(X, product(D, P)))
    assert_close(found, expected, what="separable(X, D, P)")


# --- counts


@criterion(of="conv_weights", points="1", says="A filter has weights for its group's channels.")
def test_conv_weights(student):
    cases = [(3, 3, 32, 64), (3, 3, 32, 64, 32), (5, 3, 12, 18, 6), (2, 5, 8, 12, 4)]
    found = ask(student.conv_weights, cases)
    assert_equal(found, [18432, 576, 540, 240], what="conv_weights(kh, kw, c, o, groups)")


@criterion(of="conv_weights", points="0.5", says="One bias for each filter, if asked for.")
def test_conv_weights_with_biases(student):
    cases = [(5, 5, 3, 64, 1), (3, 2, 12, 18, 6), (2, 5, 8, 12, 4)]
    found = [student.conv_weights(*case, bias=True) for case in cases]
    assert_equal(found, [4864, 234, 252], what="conv_weights(kh, kw, c, o, groups, bias=True)")


def refused(function, *arguments):
    """Whether the call raises ValueError."""
    try:
        function(*arguments)
    except ValueError:
        return True
    return False


@criterion(of="conv_weights", points="0.25", says="Groups that do not divide both: ValueError.")
def test_conv_weights_refuses(student):
    cases = [(3, 3, 10, 9, 3), (2, 2, 5, 4, 2), (3, 3, 9, 10, 3), (2, 2, 4, 5, 2)]
    cases += [(3, 3, 5, 4, 3), (2, 2, 3, 5, 2)]  # though it divides their sum
    fitting = [(3, 3, 9, 12, 3), (2, 2, 4, 6, 2)]
    refusals = [refused(student.conv_weights, *case) for case in cases + fitting]
    assert_true(
        all(refusals[:6]),
        "conv_weights must raise ValueError when groups does not divide both c and o.",
    )
    assert_true(not any(refusals[6:]), "conv_weights must not refuse groups that divide c and o.")


@criterion(
    of="separable_weights", points="0.25", says="Both halves are counted, depthwise and pointwise."
)
def test_separable_weights(student, reference):
    cases = [(3, 3, 32, 64), (5, 3, 7, 11), (2, 4, 13, 6), (1, 3, 5, 17)]
    given = student.given(conv_weights=reference.conv_weights)
    found = ask(given.separable_weights, cases)
    assert_equal(found, [2336, 182, 182, 100], what="separable_weights(kh, kw, c, o)")
