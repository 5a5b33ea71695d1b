"""Wrong answers about what an output depends on, each one that people give."""

import math

import numpy as np

from autograder import misconception
from autograder import reference

# --- receptive_field


@misconception(
    of="receptive_field",
    killed_by="test_plain_layers",
    says=(
        "You added the filter sizes. Neighbouring windows overlap: each further layer adds k - 1 "
        "entries, not k."
    ),
)
def adds_k(layers):
    length, step = 0, 1
    for k, _, s, d in layers:
        length += step * (d * (k - 1) + 1)
        step *= s
    return max(length, 1)


@misconception(
    of="receptive_field",
    killed_by="test_plain_layers",
    says="The output itself is missing: the first layer alone sees k entries. Start from 1.",
)
def starts_from_zero(layers):
    return reference.receptive_field(layers) - 1


@misconception(
    of="receptive_field",
    killed_by="test_plain_layers",
    says=(
        "You multiplied the filter sizes. Windows of neighbours overlap, so the field grows by "
        "sums: linearly in the layers."
    ),
)
def multiplies_sizes(layers):
    length = 1
    for k, _, s, d in layers:
        length *= s * (d * (k - 1) + 1)
    return length


@misconception(
    of="receptive_field",
    killed_by="test_strides",
    says=(
        "The strides have no effect in your answer. Behind a stride of 2, neighbours are 2 entries "
        "apart."
    ),
)
def ignores_strides(layers):
    return 1 + sum(d * (k - 1) for k, _, _, d in layers)


@misconception(
    of="receptive_field",
    killed_by="test_strides",
    says=(
        "A layer's stride lengthened its own taps. It sets the distance of its outputs, so it "
        "counts for the layers after it."
    ),
)
def own_stride_too_early(layers):
    length, step = 1, 1
    for k, _, s, d in layers:
        step *= s
        length += step * d * (k - 1)
    return length


@misconception(
    of="receptive_field",
    killed_by="test_strides",
    says=(
        "You went through the layers with the strides of later ones. A layer's steps are stretched "
        "by the layers before it."
    ),
)
def strides_of_later_layers(layers):
    return reference.receptive_field(list(layers)[::-1])


@misconception(
    of="receptive_field",
    killed_by="test_strides",
    says="Only the stride just before a layer counts in your answer. They all multiply.",
)
def last_stride_only(layers):
    length, step = 1, 1
    for k, _, s, d in layers:
        length += step * d * (k - 1)
        step = s
    return length


@misconception(
    of="receptive_field",
    killed_by="test_dilations",
    says="The dilation has no effect in your answer. Taps at distance d span d(k - 1) + 1 entries.",
)
def ignores_dilation(layers):
    return reference.receptive_field([(k, p, s, 1) for k, p, s, _ in layers])


@misconception(
    of="receptive_field",
    killed_by="test_dilations",
    says=(
        "You let the filter span d k entries. Between k taps there are k - 1 gaps: it spans "
        "d(k - 1) + 1."
    ),
)
def spans_d_times_k(layers):
    return reference.receptive_field([(d * k, p, s, 1) for k, p, s, d in layers])


@misconception(
    of="receptive_field",
    killed_by="test_dilations",
    says=(
        "A dilation stretched the steps of later layers, as a stride does. It spreads the taps of "
        "its own layer only."
    ),
)
def dilation_as_stride(layers):
    length, step = 1, 1
    for k, _, s, d in layers:
        length += step * d * (k - 1)
        step *= s * d
    return length


@misconception(
    of="receptive_field",
    killed_by="test_padding_and_no_layers",
    says=(
        "You added the padding. It moves the stretch an output sees and gives more outputs, but no "
        "output sees further."
    ),
)
def adds_padding(layers):
    return reference.receptive_field(layers) + 2 * sum(p for _, p, _, _ in layers)


@misconception(
    of="receptive_field",
    killed_by="test_padding_and_no_layers",
    says=(
        "You subtracted the padding. Its zeros count like entries here: the length is that of the "
        "whole stretch."
    ),
)
def subtracts_padding(layers):
    return reference.receptive_field(layers) - sum(p for _, p, _, _ in layers)


# --- seen_by


def unpadded(layers):
    return [(k, 0, s, d) for k, _, s, d in layers]


@misconception(
    of="seen_by",
    killed_by="test_seen_by",
    says=(
        "You started at entry i. Behind strides, output i begins at i times the product of all "
        "strides."
    ),
)
def starts_at_i(layers, i):
    first = i - sum(p for _, p, _, _ in layers)
    return first, first + reference.receptive_field(layers) - 1


@misconception(
    of="seen_by",
    killed_by="test_seen_by",
    says="Your last position is one too far. It is included: first + receptive field - 1.",
)
def excludes_the_last(layers, i):
    first, last = reference.seen_by(layers, i)
    return first, last + 1


@misconception(
    of="seen_by",
    killed_by="test_seen_by",
    says="You went through the layers from first to last. Output i is of the last: go back.",
)
def walks_forward(layers, i):
    return reference.seen_by(list(layers)[::-1], i)


@misconception(
    of="seen_by",
    killed_by="test_seen_by_with_padding",
    says=(
        "The padding has no effect in your answer. With p zeros in front, window 0 begins at "
        "position -p."
    ),
)
def forgets_padding(layers, i):
    return reference.seen_by(unpadded(layers), i)


@misconception(
    of="seen_by",
    killed_by="test_seen_by_with_padding",
    says=(
        "You took every padding off as entries of the input. A zero padded behind a stride is as "
        "wide as a step there."
    ),
)
def padding_without_steps(layers, i):
    first, last = reference.seen_by(unpadded(layers), i)
    total = sum(p for _, p, _, _ in layers)
    return first - total, last - total


@misconception(
    of="seen_by",
    killed_by="test_seen_by_with_padding",
    says=(
        "You cut the stretch off at 0. Positions in the padding are negative: they show how much "
        "of it is zeros."
    ),
)
def cuts_at_zero(layers, i):
    first, last = reference.seen_by(layers, i)
    return max(first, 0), max(last, 0)


# --- layers_needed


@misconception(
    of="layers_needed",
    killed_by="test_layers_needed",
    says=(
        "You counted plain layers. With dilations 1, 2, 4, ... each layer adds twice as much as "
        "the one before."
    ),
)
def linear_growth(n, k):
    return math.ceil((n - 1) / (k - 1))


@misconception(
    of="layers_needed",
    killed_by="test_layers_needed",
    says="The taps have no effect in your answer. A layer adds its dilation times k - 1 entries.",
)
def always_two_taps(n, k):
    return reference.layers_needed(n, 2)


@misconception(
    of="layers_needed",
    killed_by="test_layers_needed",
    says="Your dilations grow as k, k^2, ... Here they double from layer to layer, whatever k is.",
)
def dilations_are_powers_of_k(n, k):
    count, length = 0, 1
    while length < n:
        length += k**count * (k - 1)
        count += 1
    return count


@misconception(
    of="layers_needed",
    killed_by="test_layers_needed_at_the_border",
    says="You go on until the field is longer than n. As long as n is enough.",
)
def one_layer_too_many(n, k):
    return reference.layers_needed(n + 1, k)


@misconception(
    of="layers_needed",
    killed_by="test_layers_needed_at_the_border",
    says=(
        "You stop one entry short: the field of L layers is 1 + (k - 1)(2^L - 1), with the output "
        "itself in it."
    ),
)
def one_entry_short(n, k):
    return reference.layers_needed(n - 1, k)


# --- probe


@misconception(
    of="probe",
    killed_by="test_probe",
    says=(
        "You looked at all outputs. The entry may change others and not output i: compare f(x)[i] "
        "only."
    ),
)
def any_output(f, x, i):
    before = f(x)
    return np.array([np.abs(f(row) - before).max() > 1e-9 for row in x + np.eye(len(x))])


@misconception(
    of="probe",
    killed_by="test_probe",
    says=(
        "You count only outputs that rise. An entry with a negative weight lowers the output: take "
        "the absolute difference."
    ),
)
def only_rises(f, x, i):
    before = f(x)[i]
    return np.array([f(row)[i] - before > 1e-9 for row in x + np.eye(len(x))])


@misconception(
    of="probe",
    killed_by="test_probe",
    says=(
        "Entries stay raised while you try the next one, so all after the first seem to matter. "
        "Raise a fresh copy each time."
    ),
)
def stays_raised(f, x, i):
    before, raised = f(x)[i], x.copy()
    seen = np.zeros(len(x), dtype=bool)
    for j in range(len(x)):
        raised[j] += 1
        seen[j] = abs(f(raised)[i] - before) > 1e-9
    return seen


@misconception(
    of="probe",
    killed_by="test_probe",
    says="You return positions. The result is a mask: a bool for each entry of x.",
)
def positions_not_mask(f, x, i):
    return np.flatnonzero(reference.probe(f, x, i))


@misconception(
    of="probe",
    killed_by="test_probe_at_x",
    says=(
        "You probed at zero. Whether a ReLU is at rest depends on x: raise the entries of x itself."
    ),
)
def probes_at_zero(f, x, i):
    return reference.probe(f, np.zeros_like(x), i)


# --- causal_conv1d


def padded_conv(X, W, b, d, front, back):
    """A dilated convolution of X with rows of zeros at both ends; as long as they allow."""
    X = np.pad(X, ((front, back), (0, 0)))
    length = max(len(X) - d * (W.shape[2] - 1), 0)
    taps = [X[d * j : d * j + length] @ W[:, :, j].T for j in range(W.shape[2])]
    return b + sum(taps)


@misconception(
    of="causal_conv1d",
    killed_by="test_causal_conv1d",
    says="Your zeros stand at the end, so output i sees the future. Put them before the start.",
)
def pads_the_end(X, W, b, d=1):
    return padded_conv(X, W, b, d, 0, d * (W.shape[2] - 1))


@misconception(
    of="causal_conv1d",
    killed_by="test_causal_conv1d",
    says=(
        "You padded both ends, so the middle tap meets the present and the taps after it the "
        "future. All zeros go before the start."
    ),
)
def pads_both_ends(X, W, b, d=1):
    reach = d * (W.shape[2] - 1)
    return padded_conv(X, W, b, d, reach - reach // 2, reach // 2)


@misconception(
    of="causal_conv1d",
    killed_by="test_causal_conv1d",
    says=(
        "Your output does not see its own input: you shifted by one step too many. The last tap "
        "meets the present."
    ),
)
def without_the_present(X, W, b, d=1):
    return padded_conv(X, W, b, d, d * (W.shape[2] - 1) + 1, 0)[: len(X)]


@misconception(
    of="causal_conv1d",
    killed_by="test_causal_conv1d",
    says=(
        "Your first tap meets the present (numpy.convolve does that). Here the taps stand in the "
        "order of time: the last one does."
    ),
)
def reversed_taps(X, W, b, d=1):
    return reference.causal_conv1d(X, W[:, :, ::-1], b, d)


@misconception(
    of="causal_conv1d",
    killed_by="test_causal_conv1d_dilated",
    says=(
        "You put taps - 1 zeros before the start also when d > 1, so outputs are missing. The "
        "filter reaches back d(taps - 1) steps."
    ),
)
def pads_without_dilation(X, W, b, d=1):
    return padded_conv(X, W, b, d, W.shape[2] - 1, 0)


@misconception(
    of="causal_conv1d",
    killed_by="test_causal_conv1d_dilated",
    says="The dilation has no effect in your answer. Neighbouring taps are d steps apart.",
)
def without_dilation(X, W, b, d=1):
    return reference.causal_conv1d(X, W, b)


@misconception(
    of="causal_conv1d",
    killed_by="test_causal_conv1d",
    says="There are rows without the bias. Add b to every row, also to those near the start.",
)
def without_bias(X, W, b, d=1):
    return reference.causal_conv1d(X, W, np.zeros_like(b), d)


@misconception(
    of="causal_conv1d",
    killed_by="test_causal_conv1d",
    says="You added the bias once for each tap. A row of the output gets it once.",
)
def bias_for_each_tap(X, W, b, d=1):
    return reference.causal_conv1d(X, W, b * W.shape[2], d)


@misconception(
    of="causal_conv1d",
    killed_by="test_causal_conv1d_of_channels",
    says=(
        "You exchanged input and output channels: x @ W_j where x @ W_j.T is meant. W is (c_out, "
        "c, taps)."
    ),
)
def exchanges_the_channels(X, W, b, d=1):
    return reference.causal_conv1d(X, np.swapaxes(W, 0, 1), b, d)


@misconception(
    of="causal_conv1d",
    killed_by="test_causal_conv1d_of_short_sequences",
    says=(
        "It breaks when a tap looks back beyond the start: X[: t - back] with a negative end "
        "counts from the end. Pad with zeros."
    ),
)
def negative_slices(X, W, b, d=1):
    t, taps = len(X), W.shape[2]
    H = np.tile(b.astype(float), (t, 1))
    for j in range(taps):
        back = d * (taps - 1 - j)
        H[back:] += X[: t - back] @ W[:, :, j].T
    return H


# --- mask_future


@misconception(
    of="mask_future",
    killed_by="test_mask_future",
    says="You masked the past. The taps after the middle one meet later entries.",
)
def masks_the_past(W):
    return reference.mask_future(W[:, :, ::-1])[:, :, ::-1]


@misconception(
    of="mask_future",
    killed_by="test_mask_future",
    says="You masked the middle tap, too. The present may be seen: only later entries may not.",
)
def masks_the_present(W):
    return W * (np.arange(W.shape[2]) < W.shape[2] // 2)


@misconception(
    of="mask_future",
    killed_by="test_mask_future",
    says="You wrote the zeros into W itself. Return a new array: the caller still needs W.",
)
def masks_in_place(W):
    W[:, :, W.shape[2] // 2 + 1 :] = 0
    return W


@misconception(
    of="mask_future",
    killed_by="test_mask_future",
    says=(
        "You kept the first tap only. In the middle stands tap k: it and the k taps before it stay."
    ),
)
def keeps_the_first_tap(W):
    return W * (np.arange(W.shape[2]) < 1)


@misconception(
    of="mask_future",
    killed_by="test_mask_future_of_channels",
    says=(
        "Your mask is a triangle over channels and taps. A triangle belongs to the (t, t) matrix "
        "of the whole layer; here every channel has the same mask."
    ),
)
def triangle_over_channels(W):
    k = W.shape[2] // 2
    return np.tril(W, k)


@misconception(
    of="layers_needed",
    killed_by="test_layers_needed_at_the_border",
    says="math.log(x) / math.log(2) is a little more than 29 for x = 2^29, and rounding up makes "
    "30 of it. Count in whole numbers.",
)
def rounds_a_logarithm(n, k):
    return int(np.ceil(np.log((n - 1) / (k - 1) + 1) / np.log(2)))


@misconception(
    of="probe",
    killed_by="test_probe_at_x",
    says="You compared a raised entry with a lowered one. Compare f at the raised x with f at x.",
)
def raises_and_lowers(f, x, i):
    return np.array([abs(f(x + e)[i] - f(x - e)[i]) > 1e-9 for e in np.eye(len(x))])
