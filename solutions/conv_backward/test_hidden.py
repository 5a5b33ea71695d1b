"""Patches, then the layer, then the way back; each function on right inputs.

The expected values come from sums over the taps of the filter: no patch is ever formed here.
"""

import numpy as np

from autograder import criterion
from autograder.checks import assert_close
from autograder.checks import assert_leaves_inputs


def taps(Z, W, stride, shape):
    """For each place in the filter, its rows and columns of Z (padded) in steps of stride."""
    down, right = shape
    for i, j in np.ndindex(W.shape[2:]):
        rows = slice(i, i + stride * (down - 1) + 1, stride)
        columns = slice(j, j + stride * (right - 1) + 1, stride)
        yield (i, j), (slice(None), slice(None), rows, columns)


def padded(X, pad):
    return np.pad(X, ((0, 0), (0, 0), (pad, pad), (pad, pad)))


def output_shape(X, W, stride=1, pad=0):
    return tuple(
        (n + 2 * pad - k) // stride + 1 for n, k in zip(X.shape[2:], W.shape[2:], strict=True)
    )


def layer(X, W, b, stride=1, pad=0):
    """H, one tap of the filter at a time."""
    Z = padded(X, pad)
    H = 0
    for (i, j), read in taps(Z, W, stride, output_shape(X, W, stride, pad)):
        H = H + np.einsum("nchw,oc->nohw", Z[read], W[:, :, i, j])
    return H + b[:, None, None]


def gradients(G, X, W, stride=1, pad=0):
    """(dX, dW, db), one tap at a time."""
    Z = padded(X, pad)
    dZ, dW = np.zeros(Z.shape), np.zeros(W.shape)
    for (i, j), read in taps(Z, W, stride, G.shape[2:]):
        dZ[read] += np.einsum("nohw,oc->nchw", G, W[:, :, i, j])
        dW[:, :, i, j] = np.einsum("nohw,nchw->oc", G, Z[read])
    h, w = X.shape[2:]
    return dZ[:, :, pad : pad + h, pad : pad + w], dW, G.sum(axis=(0, 2, 3))


def beginning_alike(*arrays):
    """Other numbers in the same shapes, behind the same first ones: no answer can be looked up."""
    return tuple(np.concatenate((x.flat[:1], -x.flat[1:] / 2)).reshape(x.shape) for x in arrays)


def cut(X, size, stride=1, pad=0):
    """Patches by filters of a single one: tap (channel, row, column) gives that column."""
    c = X.shape[1]
    W = np.eye(c * size[0] * size[1]).reshape(-1, c, *size)
    H = layer(X, W, np.zeros(len(W)), stride, pad)
    return H.transpose(0, 2, 3, 1).reshape(-1, len(W))


def put_back(P, shape, size, stride=1, pad=0):
    """The transpose of `cut`, as the gradient of those filters."""
    n, c, *_ = shape
    W = np.eye(c * size[0] * size[1]).reshape(-1, c, *size)
    X = np.zeros(shape)
    G = P.reshape(n, *output_shape(X, W, stride, pad), len(W)).transpose(0, 3, 1, 2)
    return gradients(G, X, W, stride, pad)[0]


# --- patches


@criterion(of="patches", points="1", says="One row for each position, top left first.")
def test_patches(student, rng):
    X = rng.normal(size=(1, 1, 4, 6))
    cases = [(X, size) for size in ((3, 2), (2, 2), (1, 4), (4, 6))]
    cases += [(X.reshape(1, 1, 6, 4), (2, 2)), (*beginning_alike(X), (2, 2))]
    found = [assert_leaves_inputs(student.patches, *case) for case in cases]
    assert_close(found, [cut(*case) for case in cases], what="patches(X, size) of one image")


@criterion(
    of="patches",
    points="0.75",
    says="Several images and channels: image by image, in a patch channel by channel.",
)
def test_patches_of_channels(student, rng):
    images = [rng.normal(size=(2, 3, 4, 5)), rng.normal(size=(3, 2, 3, 4))]
    found = [student.patches(X, (2, 3)) for X in images]
    assert_close(found, [cut(X, (2, 3)) for X in images], what="patches(X, (2, 3))")


@criterion(of="patches", points="0.5", says="Patches start stride apart.")
def test_patches_with_stride(student, rng):
    X = rng.normal(size=(2, 2, 6, 8))
    cases = (((2, 3), 2), ((3, 2), 3), ((3, 4), 2))
    found = [student.patches(X, *case) for case in cases]
    assert_close(found, [cut(X, *case) for case in cases], what="patches(X, size, stride)")


@criterion(of="patches", points="0.75", says="Zeros surround each image, pad on every side.")
def test_patches_with_padding(student, rng):
    X = rng.normal(size=(2, 2, 4, 5))
    cases = (((3, 2), 1, 1), ((2, 3), 2, 2))
    found = [student.patches(X, *case) for case in cases]
    assert_close(found, [cut(X, *case) for case in cases], what="patches(X, size, stride, pad)")


# --- add_patches


@criterion(of="add_patches", points="0.5", says="Entries go back to where patches read them.")
def test_add_patches_side_by_side(student, rng):
    cases = [((1, 1, 4, 6), (2, 3), 3), ((2, 3, 4, 6), (2, 2), 2), ((1, 2, 3, 3), (1, 1), 1)]
    parts = [rng.normal(size=cut(np.zeros(shape), *how).shape) for shape, *how in cases]
    add = student.add_patches
    found = [assert_leaves_inputs(add, P, *case) for P, case in zip(parts, cases, strict=True)]
    expected = [put_back(P, *case) for P, case in zip(parts, cases, strict=True)]
    assert_close(found, expected, what="add_patches of patches that do not overlap")


@criterion(of="add_patches", points="1", says="Where patches overlap, their entries add up.")
def test_add_patches_overlapping(student, rng):
    cases = [((2, 2, 4, 5), (3, 2)), ((1, 3, 5, 5), (3, 3), 2), ((2, 1, 5, 5), (2, 3))]
    parts = [rng.normal(size=cut(np.zeros(shape), *how).shape) for shape, *how in cases]
    cases.append(cases[0])
    parts += beginning_alike(parts[0])
    found = [student.add_patches(P, *case) for P, case in zip(parts, cases, strict=True)]
    expected = [put_back(P, *case) for P, case in zip(parts, cases, strict=True)]
    assert_close(found, expected, what="add_patches of patches that overlap")


@criterion(of="add_patches", points="0.5", says="What falls on the padding is dropped.")
def test_add_patches_with_padding(student, rng):
    cases = [((2, 2, 4, 5), (3, 2), 1, 1), ((1, 3, 5, 4), (3, 3), 2, 2)]
    parts = [rng.normal(size=cut(np.zeros(shape), *how).shape) for shape, *how in cases]
    found = [student.add_patches(P, *case) for P, case in zip(parts, cases, strict=True)]
    expected = [put_back(P, *case) for P, case in zip(parts, cases, strict=True)]
    assert_close(found, expected, what="add_patches with padding")


# --- conv2d_forward


@criterion(of="conv2d_forward", points="1", says="One filter: products summed, and the bias.")
def test_forward_with_one_filter(student, reference, rng):
    forward = student.given(patches=reference.patches).conv2d_forward
    row = np.array([[[[1.0, 2.0, 3.0, 4.0]]]])
    weights = np.array([[[[1.0, 10.0, 100.0]]]])
    found = assert_leaves_inputs(forward, row, weights, np.array([0.0]))
    assert_close(found, np.array([[[[321.0, 432.0]]]]), what="conv2d_forward on the row 1 2 3 4")
    X, W, b = rng.normal(size=(1, 2, 4, 5)), rng.normal(size=(1, 2, 3, 2)), rng.normal(size=1)
    cases = [(X, W, b), (X.reshape(1, 2, 5, 4), W, b)]
    found = [assert_leaves_inputs(forward, *case) for case in cases]
    assert_close(found, [layer(*case) for case in cases], what="conv2d_forward with one filter")


@criterion(of="conv2d_forward", points="1", says="Several images, channels and filters.")
def test_forward_with_several_filters(student, reference, rng):
    forward = student.given(patches=reference.patches).conv2d_forward
    found, expected = [], []
    for x, w in (((2, 3, 5, 4), (4, 3, 2, 3)), ((2, 2, 3, 3), (2, 2, 2, 2))):
        X, W, b = rng.normal(size=x), rng.normal(size=w), rng.normal(size=w[0])
        for arrays in ((X, W, b), beginning_alike(X, W, b)):
            found.append(forward(*arrays))
            expected.append(layer(*arrays))
    assert_close(found, expected, what="conv2d_forward with several filters")


@criterion(of="conv2d_forward", points="0.5", says="With a stride and with padding.")
def test_forward_with_stride_and_padding(student, reference, rng):
    forward = student.given(patches=reference.patches).conv2d_forward
    X, W, b = rng.normal(size=(2, 2, 5, 7)), rng.normal(size=(3, 2, 3, 2)), rng.normal(size=3)
    cases = ((1, 1), (2, 0), (2, 1))
    found = [forward(X, W, b, stride, pad) for stride, pad in cases]
    expected = [layer(X, W, b, stride, pad) for stride, pad in cases]
    assert_close(found, expected, what="conv2d_forward(X, W, b, stride, pad)")


# --- conv2d_backward


def direct(function, *case):
    return function(*case)


def backward_cases(student, reference, rng, *steps, ask=direct):
    """What the student returns, and what is right: a tuple for each of (stride, pad) or ().

    The second step has square images and filters, and as many channels as filters.
    """
    right = student.given(patches=reference.patches, add_patches=reference.add_patches)
    found, expected = [], []
    for k, how in enumerate(steps):
        sizes = ((2, 3, 5, 5), (3, 3, 3, 3)) if k == 1 else ((3, 2, 5, 6), (4, 2, 3, 2))
        X, W = (rng.normal(size=size) for size in sizes)
        G = rng.normal(size=(len(X), len(W), *output_shape(X, W, *how)))
        found.append(ask(right.conv2d_backward, G, X, W, *how))
        expected.append(gradients(G, X, W, *how))
    return found, expected


@criterion(of="conv2d_backward", points="0.5", says="db adds up G over images and positions.")
def test_gradient_of_the_bias(student, reference, rng):
    found, expected = backward_cases(student, reference, rng, (), (), (), ask=assert_leaves_inputs)
    assert_close([f[2] for f in found], [e[2] for e in expected], what="db")


@criterion(of="conv2d_backward", points="0.75", says="dW, shaped like W, sums over all positions.")
def test_gradient_of_the_weights(student, reference, rng):
    found, expected = backward_cases(student, reference, rng, (), (), ())
    assert_close([f[1] for f in found], [e[1] for e in expected], what="dW")


@criterion(of="conv2d_backward", points="0.75", says="dX: each pixel from all patches it is in.")
def test_gradient_of_the_images(student, reference, rng):
    found, expected = backward_cases(student, reference, rng, (), (), ())
    assert_close([f[0] for f in found], [e[0] for e in expected], what="dX")


@criterion(of="conv2d_backward", points="0.5", says="All three with a stride and with padding.")
def test_gradients_with_stride_and_padding(student, reference, rng):
    """In steps of 3 no patch reads the last rows and the last column: their gradient is 0."""
    steps = ((2, 0), (1, 1), (2, 1), (3, 0))
    found, expected = backward_cases(student, reference, rng, *steps)
    assert_close(found, expected, what="(dX, dW, db) with a stride and padding")
