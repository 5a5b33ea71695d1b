"""Wrong answers about convolution, each one that people give."""

import numpy as np

from autograder import misconception
from autograder import reference

# --- corr1d


@misconception(
    of="corr1d",
    killed_by="test_corr1d",
    says=(
        "You read the filter backwards. That is the convolution of signal processing; networks "
        "use the weights in their given order."
    ),
)
def corr1d_flipped(x, w, stride=1, pad=0):
    return reference.corr1d(x, w[::-1], stride, pad)


@misconception(
    of="corr1d",
    killed_by="test_corr1d",
    says=(
        "The filter was given the integer type of x, so its fractions are cut off. Results are "
        "floats, and so is the work."
    ),
)
def filter_as_integer_as_the_signal(x, w, stride=1, pad=0):
    return reference.corr1d(x, w.astype(x.dtype), stride, pad)


@misconception(
    of="corr1d",
    killed_by="test_corr1d",
    says="The last position is missing: n - k is the last start, so there are n - k + 1.",
)
def misses_the_last_position(x, w, stride=1, pad=0):
    x = np.pad(x, pad)
    if len(w) > len(x):
        raise ValueError("the filter is longer than the padded input")
    starts = range(0, len(x) - len(w), stride)
    return np.array([float(w @ x[i : i + len(w)]) for i in starts])


@misconception(
    of="corr1d",
    killed_by="test_corr1d_stride",
    says="The stride changes nothing in your answer.",
)
def corr1d_without_stride(x, w, stride=1, pad=0):
    return reference.corr1d(x, w, 1, pad)


@misconception(
    of="corr1d",
    killed_by="test_corr1d_stride",
    says="Your first window starts at entry s - 1. It starts at the first entry, whatever s is.",
)
def starts_late(x, w, stride=1, pad=0):
    return reference.corr1d(x, w, 1, pad)[stride - 1 :: stride]


@misconception(
    of="corr1d",
    killed_by="test_corr1d_padding",
    says="The zeros are all at the end. Half of them belong in front: pad at each end.",
)
def pads_the_end(x, w, stride=1, pad=0):
    return reference.corr1d(np.pad(x, (0, 2 * pad)), w, stride)


@misconception(
    of="corr1d",
    killed_by="test_corr1d_padding",
    says="You repeated the outer entries. Padding adds zeros.",
)
def corr1d_repeats_the_edge(x, w, stride=1, pad=0):
    return reference.corr1d(np.pad(x, pad, mode="edge"), w, stride)


@misconception(
    of="corr1d",
    killed_by="test_corr1d_refuses",
    says="A filter that does not fit gives an empty array in your answer. Raise ValueError.",
)
def empty_when_too_long(x, w, stride=1, pad=0):
    if len(w) > len(x) + 2 * pad:
        return np.zeros(0)
    return reference.corr1d(x, w, stride, pad)


# --- corr2d


@misconception(
    of="corr2d",
    killed_by="test_corr2d",
    says=(
        "You flipped the filter. That is true convolution: on an impulse your map shows the filter "
        "upright, correlation shows it upside down."
    ),
)
def corr2d_flipped(X, K, stride=1, pad=0):
    return reference.corr2d(X, K[::-1, ::-1], stride, pad)


@misconception(
    of="corr2d",
    killed_by="test_corr2d",
    says="The filter is transposed: its rows go along the image's rows.",
)
def filter_transposed(X, K, stride=1, pad=0):
    return reference.corr2d(X, K.T, stride, pad)


@misconception(
    of="corr2d",
    killed_by="test_corr2d",
    says="You used one size for both axes. Images and filters need not be square.",
)
def one_size_for_both_axes(X, K, stride=1, pad=0):
    Z = reference.corr2d(X, K, stride, pad)
    side = min(Z.shape)
    return Z[:side, :side]


@misconception(
    of="corr2d",
    killed_by="test_corr2d",
    says="You took the mean of the products. They are added.",
)
def mean_of_the_products(X, K, stride=1, pad=0):
    return reference.corr2d(X, K, stride, pad) / K.size


@misconception(
    of="corr2d",
    killed_by="test_corr2d_of_a_digit",
    says=(
        "Your map has the image's integer type, so fractions are cut off. Make an array of floats, "
        "not zeros_like of an integer image."
    ),
)
def map_as_integer_as_the_image(X, K, stride=1, pad=0):
    return reference.corr2d(X, K, stride, pad).astype(X.dtype)


@misconception(
    of="corr2d",
    killed_by="test_corr2d_stride",
    says="The stride holds along one axis only. Step over rows and columns.",
)
def stride_along_rows_only(X, K, stride=1, pad=0):
    return reference.corr2d(X, K, 1, pad)[::stride]


@misconception(
    of="corr2d",
    killed_by="test_corr2d_stride",
    says=(
        "You cut the image into blocks: your windows lie side by side. They lie stride apart, and "
        "overlap when it is below the filter's size."
    ),
)
def windows_side_by_side(X, K, stride=1, pad=0):
    if stride == 1:
        return reference.corr2d(X, K, 1, pad)
    return reference.corr2d(X, K, 1, pad)[:: K.shape[0], :: K.shape[1]]


@misconception(
    of="corr2d",
    killed_by="test_corr2d_padding",
    says="The zeros are only below and to the right. Put pad of them on all four sides.",
)
def pads_two_sides(X, K, stride=1, pad=0):
    return reference.corr2d(np.pad(X, ((0, 2 * pad), (0, 2 * pad))), K, stride)


@misconception(
    of="corr2d",
    killed_by="test_corr2d_padding",
    says="You repeated the outer pixels. Padding adds zeros.",
)
def corr2d_repeats_the_edge(X, K, stride=1, pad=0):
    return reference.corr2d(np.pad(X, pad, mode="edge"), K, stride)


@misconception(
    of="corr2d",
    killed_by="test_corr2d_padding",
    says=(
        "The zeros lie around the finished map. They belong around the image, where windows at "
        "the border still see a part of it."
    ),
)
def pads_the_map(X, K, stride=1, pad=0):
    return np.pad(reference.corr2d(X, K, stride), pad)


@misconception(
    of="corr2d",
    killed_by="test_corr2d_everything_at_once",
    says=(
        "With a stride your windows are counted from the image's corner. Count from the corner of "
        "the padded image: the first window starts on the zeros."
    ),
)
def counts_from_the_image(X, K, stride=1, pad=0):
    skip = pad % stride
    return reference.corr2d(X, K, 1, pad)[skip::stride, skip::stride]


@misconception(
    of="corr2d",
    killed_by="test_corr2d_refuses",
    says="A filter that does not fit gives an empty map in your answer. Raise ValueError.",
)
def empty_when_too_large(X, K, stride=1, pad=0):
    room = np.array(X.shape) + 2 * pad - K.shape
    if room.min() < 0:
        return np.zeros(np.maximum(room // stride + 1, 0))
    return reference.corr2d(X, K, stride, pad)


# --- true_convolution


@misconception(
    of="true_convolution",
    killed_by="test_true_convolution",
    says="That is correlation, what networks use. True convolution reads the filter backwards.",
)
def not_flipped(X, K):
    return reference.corr2d(X, K)


@misconception(
    of="true_convolution",
    killed_by="test_true_convolution",
    says="The filter is flipped top to bottom only. Flip it left to right, too.",
)
def flipped_along_rows_only(X, K):
    return reference.corr2d(X, K[::-1])


@misconception(
    of="true_convolution",
    killed_by="test_true_convolution",
    says="You transposed the filter. Backwards means reversed along both axes.",
)
def transposed_instead_of_flipped(X, K):
    return reference.corr2d(X, K.T)


@misconception(
    of="true_convolution",
    killed_by="test_true_convolution",
    says="Integers give integers in your answer. The result holds floats, whatever comes in.",
)
def integers_from_integers(X, K):
    return reference.true_convolution(X, K).astype(np.result_type(X, K))


@misconception(
    of="true_convolution",
    killed_by="test_true_convolution",
    says="You flipped the image, so the map comes out upside down. Flip the filter.",
)
def flips_the_image(X, K):
    return reference.corr2d(X[::-1, ::-1], K)


# --- conv_layer


@misconception(
    of="conv_layer",
    killed_by="test_layer",
    says="You took the mean over the channels. Their responses are added.",
)
def mean_over_channels(X, K, b, stride=1, pad=0):
    return reference.conv_layer(X, K / len(X), b, stride, pad)


@misconception(
    of="conv_layer",
    killed_by="test_layer",
    says=(
        "Each of your filters reads one channel (a depthwise convolution). Here each filter reads "
        "all channels and adds them up."
    ),
)
def one_channel_each(X, K, b, stride=1, pad=0):
    return np.stack(
        [
            reference.corr2d(X[f % len(X)], K[f, f % len(X)], stride, pad) + b[f]
            for f in range(len(K))
        ]
    )


@misconception(
    of="conv_layer",
    killed_by="test_layer",
    says="All filters are added into one map. Each filter makes a map of its own.",
)
def adds_the_filters(X, K, b, stride=1, pad=0):
    return reference.conv_layer(X, K, b, stride, pad).sum(axis=0, keepdims=True)


@misconception(
    of="conv_layer",
    killed_by="test_layer",
    says="You flipped the filters. A layer correlates: the weights are used in their given order.",
)
def layer_flips_the_filters(X, K, b, stride=1, pad=0):
    return reference.conv_layer(X, K[:, :, ::-1, ::-1], b, stride, pad)


@misconception(
    of="conv_layer",
    killed_by="test_layer",
    says="You multiply with the first channel's kernel everywhere. Each channel has its own.",
)
def same_kernel_for_all_channels(X, K, b, stride=1, pad=0):
    return reference.conv_layer(X, np.broadcast_to(K[:, :1], K.shape), b, stride, pad)


@misconception(
    of="conv_layer",
    killed_by="test_layer",
    says="The maps have the filters' integer type, so fractions are cut off. They are floats.",
)
def maps_as_integer_as_the_filters(X, K, b, stride=1, pad=0):
    return reference.conv_layer(X, K, b, stride, pad).astype(K.dtype)


@misconception(
    of="conv_layer",
    killed_by="test_layer_bias",
    says="The biases are missing.",
)
def layer_without_bias(X, K, b, stride=1, pad=0):
    return reference.conv_layer(X, K, 0 * b, stride, pad)


@misconception(
    of="conv_layer",
    killed_by="test_layer_bias",
    says="The bias is added once for every channel. A filter has one bias: add it to the sum.",
)
def bias_for_every_channel(X, K, b, stride=1, pad=0):
    return reference.conv_layer(X, K, b * len(X), stride, pad)


@misconception(
    of="conv_layer",
    killed_by="test_layer_stride",
    says="The stride is not handed on: the maps come out at stride 1.",
)
def layer_without_stride(X, K, b, stride=1, pad=0):
    return reference.conv_layer(X, K, b, 1, pad)


@misconception(
    of="conv_layer",
    killed_by="test_layer_padding",
    says=(
        "np.pad(X, pad) pads the channel axis, too, so your filters read channels of zeros. Pad "
        "height and width only."
    ),
)
def pads_the_channels(X, K, b, stride=1, pad=0):
    return reference.conv_layer(np.pad(X, pad)[: len(X)], K, b, stride)


@misconception(
    of="conv_layer",
    killed_by="test_layer_padding",
    says="The padding is not handed on: the maps come out too small.",
)
def layer_without_padding(X, K, b, stride=1, pad=0):
    return reference.conv_layer(X, K, b, stride)
