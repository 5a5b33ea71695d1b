"""Layers that are wrong in one way each."""

import numpy as np

from autograder import misconception
from autograder import reference


def places(shape, size, stride, pad):
    """Patches down and to the right."""
    return [(n + 2 * pad - k) // stride + 1 for n, k in zip(shape[2:], size, strict=True)]


def as_rows(G):
    """(n, o, h', w') as (n h' w', o)."""
    return G.transpose(0, 2, 3, 1).reshape(-1, G.shape[1])


# --- patches


@misconception(
    of="patches",
    killed_by="test_patches",
    says="A patch stands in each column (torch's unfold does that). Here each is a row.",
)
def patches_as_columns(X, size, stride=1, pad=0):
    return reference.patches(X, size, stride, pad).T


@misconception(
    of="patches",
    killed_by="test_patches",
    says="The entries of a patch come from the last to the first. Correlation flips nothing.",
)
def flips_each_patch(X, size, stride=1, pad=0):
    return reference.patches(X, size, stride, pad)[:, ::-1]


@misconception(
    of="patches",
    killed_by="test_patches",
    says="The last row and the last column of patches are missing: n - k + 1 patches fit.",
)
def misses_the_last(X, size, stride=1, pad=0):
    down, right = places(X.shape, size, stride, pad)
    P = reference.patches(X, size, stride, pad).reshape(len(X), down, right, -1)
    return P[:, : max(down - 1, 1), : max(right - 1, 1)].reshape(-1, P.shape[-1])


@misconception(
    of="patches",
    killed_by="test_patches_of_channels",
    says="A patch is laid out pixel by pixel, channel fastest. Right for channels-last images; "
    "here a whole channel comes first, then the next.",
)
def channel_fastest(X, size, stride=1, pad=0):
    P = reference.patches(X, size, stride, pad).reshape(-1, X.shape[1], *size)
    return P.transpose(0, 2, 3, 1).reshape(len(P), -1)


@misconception(
    of="patches",
    killed_by="test_patches_of_channels",
    says="The rows go place by place, images fastest. All patches of one image come first.",
)
def image_fastest(X, size, stride=1, pad=0):
    P = reference.patches(X, size, stride, pad)
    return P.reshape(len(X), -1, P.shape[1]).transpose(1, 0, 2).reshape(P.shape)


@misconception(
    of="patches",
    killed_by="test_patches_with_stride",
    says="The stride has no effect: patch (i, j) starts at row i * stride.",
)
def ignores_the_stride(X, size, stride=1, pad=0):
    return reference.patches(X, size, 1, pad)


@misconception(
    of="patches",
    killed_by="test_patches_with_stride",
    says="The patches are as many as they should be, but neighbours: they start one apart, not "
    "stride.",
)
def counts_right_steps_by_one(X, size, stride=1, pad=0):
    down, right = places(X.shape, size, stride, pad)
    near = X[:, :, : down + size[0] - 1, : right + size[1] - 1]
    return reference.patches(near, size, 1, pad)


@misconception(
    of="patches",
    killed_by="test_patches_with_padding",
    says="Zeros were added at the bottom and on the right only. They surround the image.",
)
def pads_two_sides(X, size, stride=1, pad=0):
    Z = np.pad(X, ((0, 0), (0, 0), (0, 2 * pad), (0, 2 * pad)))
    return reference.patches(Z, size, stride)


@misconception(
    of="patches",
    killed_by="test_patches_with_padding",
    says="The border was repeated outwards. Padding means zeros here.",
)
def repeats_the_border(X, size, stride=1, pad=0):
    Z = np.pad(X, ((0, 0), (0, 0), (pad, pad), (pad, pad)), mode="edge")
    return reference.patches(Z, size, stride)


# --- add_patches


@misconception(
    of="add_patches",
    killed_by="test_add_patches_side_by_side",
    says="A reshape keeps the order of the numbers: it does not put patches back in place.",
)
def only_reshapes(P, shape, size, stride=1, pad=0):
    return np.resize(P, shape)


@misconception(
    of="add_patches",
    killed_by="test_add_patches_overlapping",
    says="Later patches overwrite earlier ones. Use +=, so that overlaps add up.",
)
def overwrites(P, shape, size, stride=1, pad=0):
    n, c, h, w = shape
    kh, kw = size
    down, right = places(shape, size, stride, pad)
    P = P.reshape(n, down, right, c, kh, kw)
    Z = np.zeros((n, c, h + 2 * pad, w + 2 * pad))
    for i, j in np.ndindex(down, right):
        top, left = i * stride, j * stride
        Z[:, :, top : top + kh, left : left + kw] = P[:, i, j]
    return Z[:, :, pad : pad + h, pad : pad + w]


@misconception(
    of="add_patches",
    killed_by="test_add_patches_overlapping",
    says="You took the mean over the patches, which gives the image back. The gradient needs "
    "the sum: every use of a pixel counts.",
)
def averages_overlaps(P, shape, size, stride=1, pad=0):
    counts = reference.add_patches(np.ones(P.shape), shape, size, stride, pad)
    return reference.add_patches(P, shape, size, stride, pad) / np.maximum(counts, 1)


@misconception(
    of="add_patches",
    killed_by="test_add_patches_with_padding",
    says="The padding is still there. Cut pad rows and columns off on every side.",
)
def keeps_the_padding(P, shape, size, stride=1, pad=0):
    n, c, h, w = shape
    return reference.add_patches(P, (n, c, h + 2 * pad, w + 2 * pad), size, stride)


@misconception(
    of="add_patches",
    killed_by="test_add_patches_with_padding",
    says="The padding was cut off at the bottom and on the right only: the image starts at row "
    "pad, column pad.",
)
def cuts_two_sides(P, shape, size, stride=1, pad=0):
    n, c, h, w = shape
    wide = (n, c, h + 2 * pad, w + 2 * pad)
    return reference.add_patches(P, wide, size, stride)[:, :, :h, :w]


# --- conv2d_forward


@misconception(
    of="conv2d_forward",
    killed_by="test_forward_with_one_filter",
    says="The filter was flipped: that is the convolution of signal processing. Layers correlate.",
)
def flips_the_filter(X, W, b, stride=1, pad=0):
    return reference.conv2d_forward(X, W[:, :, ::-1, ::-1], b, stride, pad)


@misconception(
    of="conv2d_forward",
    killed_by="test_forward_with_one_filter",
    says="The bias is missing: each filter adds its own number to its whole map.",
)
def forgets_the_bias(X, W, b, stride=1, pad=0):
    return reference.conv2d_forward(X, W, np.zeros(len(b)), stride, pad)


@misconception(
    of="conv2d_forward",
    killed_by="test_forward_with_one_filter",
    says="The bias was added once for every tap. It belongs after the sum, once.",
)
def bias_at_every_tap(X, W, b, stride=1, pad=0):
    return reference.conv2d_forward(X, W, b * W[0].size, stride, pad)


@misconception(
    of="conv2d_forward",
    killed_by="test_forward_with_several_filters",
    says="The product has rows for places and columns for filters. Reshape it to (n, h', w', o) "
    "first, then move the axis of the filters.",
)
def reshapes_without_moving(X, W, b, stride=1, pad=0):
    H = reference.conv2d_forward(X, W, b, stride, pad)
    return H.transpose(0, 2, 3, 1).reshape(H.shape)


@misconception(
    of="conv2d_forward",
    killed_by="test_forward_with_several_filters",
    says="W.reshape(-1, o) deals the weights out to the wrong filters: the first axis of W counts "
    "filters. Use W.reshape(o, -1).T.",
)
def reshapes_instead_of_transposing(X, W, b, stride=1, pad=0):
    mixed = W.reshape(-1, len(W)).T.reshape(W.shape)
    return reference.conv2d_forward(X, mixed, b, stride, pad)


@misconception(
    of="conv2d_forward",
    killed_by="test_forward_with_stride_and_padding",
    says="The padding does not reach the patches: pass pad on.",
)
def forward_ignores_the_padding(X, W, b, stride=1, pad=0):
    return reference.conv2d_forward(X, W, b, stride)


@misconception(
    of="conv2d_forward",
    killed_by="test_forward_with_stride_and_padding",
    says="The stride does not reach the patches: pass stride on.",
)
def forward_ignores_the_stride(X, W, b, stride=1, pad=0):
    return reference.conv2d_forward(X, W, b, 1, pad)


# --- conv2d_backward


@misconception(
    of="conv2d_backward",
    killed_by="test_gradient_of_the_bias",
    says="db is summed over the images only. The bias is used at every place: sum over them too.",
)
def sums_db_over_images_only(G, X, W, stride=1, pad=0):
    dX, dW, _ = reference.conv2d_backward(G, X, W, stride, pad)
    return dX, dW, G.sum(axis=0)


@misconception(
    of="conv2d_backward",
    killed_by="test_gradient_of_the_bias",
    says="db is a mean over places. A bias used many times gets the sum of all its gradients.",
)
def averages_db(G, X, W, stride=1, pad=0):
    dX, dW, _ = reference.conv2d_backward(G, X, W, stride, pad)
    return dX, dW, G.mean(axis=(2, 3)).sum(axis=0)


@misconception(
    of="conv2d_backward",
    killed_by="test_gradient_of_the_weights",
    says="dW is divided by the number of images. A mean, if any, is the loss's: it is in G.",
)
def averages_dw(G, X, W, stride=1, pad=0):
    dX, dW, db = reference.conv2d_backward(G, X, W, stride, pad)
    return dX, dW / len(X), db


@misconception(
    of="conv2d_backward",
    killed_by="test_gradient_of_the_weights",
    says="dW is still a matrix, filters by taps. Give it the shape of W.",
)
def leaves_dw_flat(G, X, W, stride=1, pad=0):
    dX, dW, db = reference.conv2d_backward(G, X, W, stride, pad)
    return dX, dW.reshape(len(W), -1), db


@misconception(
    of="conv2d_backward",
    killed_by="test_gradient_of_the_weights",
    says="dW is flipped. The flip belongs to dX, seen as a convolution; dW is a correlation of X "
    "with G.",
)
def flips_dw(G, X, W, stride=1, pad=0):
    dX, dW, db = reference.conv2d_backward(G, X, W, stride, pad)
    return dX, dW[:, :, ::-1, ::-1], db


@misconception(
    of="conv2d_backward",
    killed_by="test_gradient_of_the_weights",
    says="G was reshaped to rows without moving its channels last: G.transpose(0, 2, 3, 1) first.",
)
def reshapes_g_without_moving(G, X, W, stride=1, pad=0):
    n, o, h, w = G.shape
    mixed = G.reshape(n, h, w, o).transpose(0, 3, 1, 2)
    dX, dW, _ = reference.conv2d_backward(mixed, X, W, stride, pad)
    return dX, dW, G.sum(axis=(0, 2, 3))


@misconception(
    of="conv2d_backward",
    killed_by="test_gradient_of_the_images",
    says="For dX the filter slides over G unrotated. Tap (i, j) sends G forward by (i, j): turn "
    "the filter by 180 degrees, or put the patches back.",
)
def does_not_rotate(G, X, W, stride=1, pad=0):
    _, dW, db = reference.conv2d_backward(G, X, W, stride, pad)
    dX, _, _ = reference.conv2d_backward(G, X, W[:, :, ::-1, ::-1], stride, pad)
    return dX, dW, db


@misconception(
    of="conv2d_backward",
    killed_by="test_gradients_with_stride_and_padding",
    says="dW was taken with X shifted by the padding: use the patches of the padded X.",
)
def pads_x_on_two_sides(G, X, W, stride=1, pad=0):
    dX, _, db = reference.conv2d_backward(G, X, W, stride, pad)
    Z = np.pad(X, ((0, 0), (0, 0), (0, 2 * pad), (0, 2 * pad)))
    dW = as_rows(G).T @ reference.patches(Z, W.shape[2:], stride)
    return dX, dW.reshape(W.shape), db


@misconception(
    of="conv2d_backward",
    killed_by="test_gradients_with_stride_and_padding",
    says="dX is as large as the padded image: its padding must be cut off.",
)
def leaves_the_padding_on_dx(G, X, W, stride=1, pad=0):
    n, c, h, w = X.shape
    _, dW, db = reference.conv2d_backward(G, X, W, stride, pad)
    rows = as_rows(G) @ W.reshape(len(W), -1)
    wide = (n, c, h + 2 * pad, w + 2 * pad)
    return reference.add_patches(rows, wide, W.shape[2:], stride), dW, db


@misconception(
    of="conv2d_backward",
    killed_by="test_gradients_with_stride_and_padding",
    says="dX ends where the last patch ends. It is shaped like X: what no patch reads has the "
    "gradient 0.",
)
def as_far_as_the_patches(G, X, W, stride=1, pad=0):
    dX, dW, db = reference.conv2d_backward(G, X, W, stride, pad)
    rows, columns = (
        min(n, (m - 1) * stride + k - pad)
        for n, m, k in zip(X.shape[2:], G.shape[2:], W.shape[2:], strict=True)
    )
    return dX[:, :, :rows, :columns], dW, db
