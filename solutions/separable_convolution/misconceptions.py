"""Convolutions that are wrong in one way each."""

import numpy as np

from autograder import misconception
from autograder import reference

# --- pointwise


@misconception(
    of="pointwise",
    killed_by="test_pointwise",
    says="W was used transposed: its rows belong to outputs, its columns to channels of X.",
)
def matrix_transposed(X, W):
    return np.einsum("co,nchw->nohw", W, X)


@misconception(
    of="pointwise",
    killed_by="test_pointwise",
    says="X @ W acts on the last axis, the columns of the image. The channels are axis 1.",
)
def acts_on_the_columns(X, W):
    return X @ W.T


@misconception(
    of="pointwise",
    killed_by="test_pointwise",
    says="The product was reshaped to (n, o, h, w) with the channels still last. Move the axis.",
)
def reshapes_instead_of_moving(X, W):
    n, _, h, w = X.shape
    return (X.transpose(0, 2, 3, 1) @ W.T).reshape(n, len(W), h, w)


# --- depthwise


@misconception(
    of="depthwise",
    killed_by="test_depthwise",
    says="The channels were added up at the end. A depthwise convolution mixes none of them.",
)
def adds_the_channels(X, D):
    return reference.depthwise(X, D).sum(axis=1, keepdims=True)


@misconception(
    of="depthwise",
    killed_by="test_depthwise",
    says="Every filter sees the sum of all channels. Filter d sees channel d alone.",
)
def filters_see_all_channels(X, D):
    return reference.depthwise(np.repeat(X.sum(axis=1, keepdims=True), len(D), axis=1), D)


@misconception(
    of="depthwise",
    killed_by="test_depthwise",
    says="All channels got the first filter. Channel d has filter d.",
)
def one_filter_for_all(X, D):
    return reference.depthwise(X, np.repeat(D[:1], len(D), axis=0))


@misconception(
    of="depthwise",
    killed_by="test_depthwise",
    says="The filters were flipped: layers correlate.",
)
def flips_the_filters(X, D):
    return reference.depthwise(X, D[:, ::-1, ::-1])


# --- grouped_conv


@misconception(
    of="grouped_conv",
    killed_by="test_one_group",
    says="The products were not added over the channels of the group.",
)
def only_the_first_channel(X, W, groups):
    first = np.zeros(W.shape)
    first[:, 0] = W[:, 0]
    return reference.grouped_conv(X, first, groups)


@misconception(
    of="grouped_conv",
    killed_by="test_one_group",
    says="The filters were flipped: layers correlate.",
)
def grouped_with_a_flip(X, W, groups):
    return reference.grouped_conv(X, W[:, :, ::-1, ::-1], groups)


@misconception(
    of="grouped_conv",
    killed_by="test_one_group",
    says="You took the mean over the channels. A convolution adds them.",
)
def averages_the_channels(X, W, groups):
    return reference.grouped_conv(X, W, groups) / W.shape[1]


@misconception(
    of="grouped_conv",
    killed_by="test_several_groups",
    says="All filters look at the first channels. Filters of block g see the channels of block g.",
)
def always_the_first_block(X, W, groups):
    return reference.grouped_conv(X[:, : W.shape[1]], W, 1)


@misconception(
    of="grouped_conv",
    killed_by="test_several_groups",
    says="Channels were dealt out in turn (d % groups). A group is a block of neighbours.",
)
def deals_out_channels(X, W, groups):
    order = np.arange(X.shape[1]).reshape(-1, groups).T.ravel()
    return reference.grouped_conv(X[:, order], W, groups)


@misconception(
    of="grouped_conv",
    killed_by="test_several_groups",
    says="Filters were dealt out in turn (z % groups). Neighbouring filters share a group.",
)
def deals_out_filters(X, W, groups):
    order = np.arange(len(W)).reshape(-1, groups).T.ravel()
    H = reference.grouped_conv(X, W[order], groups)
    return H[:, np.argsort(order)]


@misconception(
    of="grouped_conv",
    killed_by="test_several_groups",
    says="The outputs of the groups were added. They are different channels: concatenate them.",
)
def adds_the_groups(X, W, groups):
    H = reference.grouped_conv(X, W, groups)
    return sum(np.split(H, groups, axis=1))


@misconception(
    of="grouped_conv",
    killed_by="test_groups_of_one_channel",
    says="With one channel a group you apply one filter a channel. There may be several: o / c.",
)
def one_filter_a_channel(X, W, groups):
    if groups == X.shape[1]:
        return reference.depthwise(X, W[:groups, 0])
    return reference.grouped_conv(X, W, groups)


# --- grouped_kernel


@misconception(
    of="grouped_kernel",
    killed_by="test_grouped_kernel",
    says="The filters were repeated over all groups. Outside its group a filter is 0.",
)
def repeats_the_filters(W, groups):
    return np.tile(W, (1, groups, 1, 1))


@misconception(
    of="grouped_kernel",
    killed_by="test_grouped_kernel",
    says="All weights stand at the first channels. Move each to the channels of its group.",
)
def pads_with_zeros(W, groups):
    return np.pad(W, ((0, 0), (0, (groups - 1) * W.shape[1]), (0, 0), (0, 0)))


@misconception(
    of="grouped_kernel",
    killed_by="test_grouped_kernel",
    says="Filter z was given group z % groups. The groups are blocks: z // (o / groups).",
)
def kernel_dealt_out(W, groups):
    order = np.argsort(np.arange(len(W)) % groups, kind="stable")
    dense = np.empty((len(W), groups * W.shape[1], *W.shape[2:]))
    dense[order] = reference.grouped_kernel(W[order], groups)
    return dense


# --- separable


@misconception(
    of="separable",
    killed_by="test_separable",
    says="There is a ReLU between the two halves. Right in some networks; here both are linear.",
)
def relu_between(X, D, P):
    return reference.pointwise(np.maximum(reference.depthwise(X, D), 0), P)


@misconception(
    of="separable",
    killed_by="test_separable",
    says="The pointwise half came first. D has a filter for each channel of X: depthwise first.",
)
def pointwise_first(X, D, P):
    return reference.depthwise(reference.pointwise(X, P), D)


@misconception(
    of="separable",
    killed_by="test_separable",
    says="The two halves work side by side on X and were added. The second takes the first's maps.",
)
def side_by_side(X, D, P):
    down, right = X.shape[2] - D.shape[1] + 1, X.shape[3] - D.shape[2] + 1
    mixed = reference.pointwise(X, P)[:, :, :down, :right]
    return mixed + reference.depthwise(X, D).sum(axis=1, keepdims=True)


# --- dense_kernel


@misconception(
    of="dense_kernel",
    killed_by="test_dense_kernel",
    says="Weight and filter were added. One after the other means a product.",
)
def adds_the_halves(D, P):
    return P[:, :, None, None] + D


@misconception(
    of="dense_kernel",
    killed_by="test_dense_kernel",
    says="You summed over the channels. The kernel keeps them: entry (z, d) is P[z, d] times D[d].",
)
def sums_the_channels(D, P):
    return np.einsum("zd,dij->zij", P, D)


@misconception(
    of="dense_kernel",
    killed_by="test_dense_kernel",
    says="The axes of input and output are swapped: a kernel is (o, c, kh, kw).",
)
def inputs_before_outputs(D, P):
    return reference.dense_kernel(D, P).swapaxes(0, 1)


# --- counts


@misconception(
    of="conv_weights",
    killed_by="test_conv_weights",
    says="Groups make no difference in your count. A filter sees c / groups channels.",
)
def counts_without_groups(kh, kw, c, o, groups=1, bias=False):
    reference.conv_weights(kh, kw, c, o, groups)
    return kh * kw * c * o + (o if bias else 0)


@misconception(
    of="conv_weights",
    killed_by="test_conv_weights",
    says="That is the count of one group: all o filters are there, o / groups in each.",
)
def counts_one_group(kh, kw, c, o, groups=1, bias=False):
    reference.conv_weights(kh, kw, c, o, groups)
    return kh * kw * (c // groups) * (o // groups) + (o if bias else 0)


@misconception(
    of="conv_weights",
    killed_by="test_conv_weights",
    says="The count is a float. A number of weights is an int: divide with //.",
)
def counts_in_floats(kh, kw, c, o, groups=1, bias=False):
    reference.conv_weights(kh, kw, c, o, groups)
    return kh * kw * (c / groups) * o + (o if bias else 0)


@misconception(
    of="conv_weights",
    killed_by="test_conv_weights_with_biases",
    says="There is one bias for each filter, not for each filter and channel.",
)
def a_bias_for_every_channel(kh, kw, c, o, groups=1, bias=False):
    extra = (c // groups) * o if bias else 0
    return reference.conv_weights(kh, kw, c, o, groups) + extra


@misconception(
    of="conv_weights",
    killed_by="test_conv_weights_with_biases",
    says="Biases belong to the filters, of which there are o. You counted one for each channel of "
    "the input.",
)
def biases_of_the_input(kh, kw, c, o, groups=1, bias=False):
    return reference.conv_weights(kh, kw, c, o, groups) + (c if bias else 0)


@misconception(
    of="conv_weights",
    killed_by="test_conv_weights_refuses",
    says="Groups must divide the number of filters as well as that of channels.",
)
def checks_the_channels_only(kh, kw, c, o, groups=1, bias=False):
    if c % groups:
        raise ValueError("groups must divide c")
    return kh * kw * (c // groups) * o + (o if bias else 0)


@misconception(
    of="conv_weights",
    killed_by="test_conv_weights_refuses",
    says="A number comes back for groups that do not divide. Raise ValueError.",
)
def never_refuses(kh, kw, c, o, groups=1, bias=False):
    return kh * kw * (c // groups) * o + (o if bias else 0)


@misconception(
    of="separable_weights",
    killed_by="test_separable_weights",
    says="The two halves were multiplied. They are separate weights: add.",
)
def multiplies_the_halves(kh, kw, c, o):
    return kh * kw * c * c * o


@misconception(
    of="separable_weights",
    killed_by="test_separable_weights",
    says="The depthwise half has a filter for each input channel, c of them, not o.",
)
def depthwise_filters_for_outputs(kh, kw, c, o):
    return kh * kw * o + c * o
