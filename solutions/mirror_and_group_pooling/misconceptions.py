"""Wrong answers about built-in symmetry, each one that people give."""

import numpy as np

from autograder import misconception
from autograder import reference

# --- respond


@misconception(
    of="respond",
    killed_by="test_respond",
    says=(
        "You reversed the filter (numpy.convolve does). That is the convolution of mathematics; a "
        "network's filter is used as it is."
    ),
)
def reverses_the_filter(x, w, pad=0):
    return reference.respond(x, np.flip(w), pad)


@misconception(
    of="respond",
    killed_by="test_respond",
    says="The last position is missing. A filter of k entries fits n - k + 1 times.",
)
def loses_the_last_position(x, w, pad=0):
    return reference.respond(x, w, pad)[tuple([slice(None, -1)] * x.ndim)]


@misconception(
    of="respond",
    killed_by="test_respond_to_images",
    says="Your filter is transposed: its rows met the columns of the image.",
)
def transposes_the_filter(x, w, pad=0):
    return reference.respond(x, w.T, pad)


@misconception(
    of="respond",
    killed_by="test_respond_to_images",
    says=(
        "Each row of the image met each row of the filter alone. A window of an image adds up all "
        "rows of the filter."
    ),
)
def row_by_row(x, w, pad=0):
    if x.ndim == 1:
        return reference.respond(x, w, pad)
    full = reference.respond(x, w[:1], pad)
    return full[: full.shape[0] - w.shape[0] + 1]


@misconception(
    of="respond",
    killed_by="test_respond_with_padding",
    says="The zeros stand at one end only. Pad both ends equally, else a flip moves the content.",
)
def pads_the_front(x, w, pad=0):
    return reference.respond(np.pad(x, [(pad, 0)] * x.ndim), w)


@misconception(
    of="respond",
    killed_by="test_respond_with_padding",
    says="You repeated the border instead of adding zeros.",
)
def repeats_the_border(x, w, pad=0):
    return reference.respond(np.pad(x, pad, mode="edge"), w)


# --- combine


@misconception(
    of="combine",
    killed_by="test_combine",
    says=(
        "You combined the entries of each array. Arrays are combined with one another: the result "
        "has the shape of one of them."
    ),
)
def within_each_array(values, how):
    reference.combine(values, how)
    return np.array([getattr(np, how)(value) for value in values])


@misconception(
    of="combine",
    killed_by="test_combine",
    says="Your mean divides by 2. Divide by the number of arrays: there may be 4 or 8.",
)
def divides_by_two(values, how):
    total = reference.combine(values, how)
    return total * len(values) / 2 if how == "mean" else total


@misconception(
    of="combine",
    killed_by="test_combine",
    says=(
        "For the maximum you returned the array with the largest sum. The maximum is taken entry "
        "by entry."
    ),
)
def picks_one_array(values, how):
    if how == "max":
        return max(values, key=np.sum)
    return reference.combine(values, how)


@misconception(
    of="combine",
    killed_by="test_combine",
    says=(
        "You add up in values[0], which is the caller's array: total += v writes into it. Begin "
        "with zeros, or with a copy."
    ),
)
def adds_into_the_first(values, how):
    if how == "max":
        return reference.combine(values, how)
    total = values[0]
    for value in values[1:]:
        total += value
    return total / len(values) if how == "mean" else total


@misconception(
    of="combine",
    killed_by="test_combine_refuses",
    says="An unknown how falls through to the maximum. Raise ValueError, so that a slip shows.",
)
def anything_is_max(values, how):
    return reference.combine(values, how if how in ("sum", "mean") else "max")


# --- mirror_map


@misconception(
    of="mirror_map",
    killed_by="test_mirror_map",
    says=(
        "You flipped the input instead of the filter. Response i then combines two different "
        "places of x: flip w."
    ),
)
def flips_the_input(x, w, how="sum", axis=-1, pad=0):
    maps = [reference.respond(x, w, pad), reference.respond(np.flip(x, axis), w, pad)]
    return reference.combine(maps, how)


@misconception(
    of="mirror_map",
    killed_by="test_mirror_map",
    says="You used w alone. The reversed filter has to answer as well.",
)
def one_filter_only(x, w, how="sum", axis=-1, pad=0):
    plain = reference.respond(x, w, pad)
    return reference.combine([plain, plain], how)


@misconception(
    of="mirror_map",
    killed_by="test_mirror_map",
    says="You combined a map with its own flip. That map is the same at both ends, whatever x is.",
)
def flips_the_output(x, w, how="sum", axis=-1, pad=0):
    plain = reference.respond(x, w, pad)
    return reference.combine([plain, np.flip(plain, axis)], how)


@misconception(
    of="mirror_map",
    killed_by="test_mirror_map",
    says=(
        "You combined all positions to one number. That is the step to an invariant label; here "
        "every position keeps its response."
    ),
)
def pools_too_early(x, w, how="sum", axis=-1, pad=0):
    found = reference.mirror_map(x, w, how, axis, pad)
    return getattr(np, how)(found)


@misconception(
    of="mirror_map",
    killed_by="test_mirror_map_moves_along",
    says=(
        "You exchanged the first and the last entry of w only. A longer filter is read backwards "
        "as a whole."
    ),
)
def exchanges_the_ends(x, w, how="sum", axis=-1, pad=0):
    order = np.arange(w.shape[axis])
    order[0], order[-1] = order[-1], order[0]
    reverse = np.take(w, order, axis=axis)
    maps = [reference.respond(x, w, pad), reference.respond(x, reverse, pad)]
    return reference.combine(maps, how)


@misconception(
    of="mirror_map",
    killed_by="test_mirror_map_of_images",
    says=(
        "You reversed both axes of the filter: a half turn. A mirror reverses the named axis alone."
    ),
)
def turns_the_filter(x, w, how="sum", axis=-1, pad=0):
    maps = [reference.respond(x, w, pad), reference.respond(x, np.flip(w), pad)]
    return reference.combine(maps, how)


@misconception(
    of="mirror_map",
    killed_by="test_mirror_map_of_images",
    says="The axis has no effect in your answer. Up-down (-2) reverses the order of the rows.",
)
def always_left_right(x, w, how="sum", axis=-1, pad=0):
    return reference.mirror_map(x, w, how, -1, pad)


@misconception(
    of="mirror_map",
    killed_by="test_mirror_map_with_padding",
    says="You added the zeros to the map. They belong around x, where the filter can meet them.",
)
def pads_the_map(x, w, how="sum", axis=-1, pad=0):
    return np.pad(reference.mirror_map(x, w, how, axis), pad)


@misconception(
    of="mirror_map",
    killed_by="test_mirror_map_with_padding",
    says="The padding has no effect in your answer. Hand it to both responses.",
)
def forgets_the_padding(x, w, how="sum", axis=-1, pad=0):
    return reference.mirror_map(x, w, how, axis)


# --- symmetric_filter


@misconception(
    of="symmetric_filter",
    killed_by="test_symmetric_filter",
    says="You took the mean of w and its reverse. The sum of two responses needs their sum.",
)
def halves_the_filter(w, axis=-1):
    return reference.symmetric_filter(w, axis) / 2


@misconception(
    of="symmetric_filter",
    killed_by="test_symmetric_filter",
    says=(
        "You took the larger entry of w and its reverse. The maximum of two responses is no "
        "filter; the sum is."
    ),
)
def larger_entries(w, axis=-1):
    return np.maximum(w, np.flip(w, axis))


@misconception(
    of="symmetric_filter",
    killed_by="test_symmetric_filter_of_images",
    says="You added the filter turned by 180 degrees. Reverse it along the named axis alone.",
)
def adds_the_half_turn(w, axis=-1):
    return w + np.flip(w)


# --- kept_symmetries


@misconception(
    of="kept_symmetries",
    killed_by="test_kept_symmetries",
    says=(
        "You exchanged the two flips. Left-right reverses the entries within each row, up-down "
        "the order of the rows."
    ),
)
def exchanges_the_flips(w):
    found = reference.kept_symmetries(w)
    return found | {"left-right": found["up-down"], "up-down": found["left-right"]}


@misconception(
    of="kept_symmetries",
    killed_by="test_kept_symmetries",
    says=(
        "You accepted filters that a flip turns into their negative. The edge filter [1, 0, -1] "
        "then answers with the other sign."
    ),
)
def up_to_sign(w):
    flips = {"left-right": w[:, ::-1], "up-down": w[::-1], "half-turn": w[::-1, ::-1]}
    return {name: bool(np.array_equal(np.abs(w), np.abs(flip))) for name, flip in flips.items()}


@misconception(
    of="kept_symmetries",
    killed_by="test_kept_symmetries",
    says="You looked at the first row only. Every row must read the same in both directions.",
)
def first_row_only(w):
    return reference.kept_symmetries(w) | {
        "left-right": bool(np.array_equal(w[0], w[0, ::-1])),
    }


@misconception(
    of="kept_symmetries",
    killed_by="test_kept_symmetries",
    says="You compared the outermost rows and columns only. All entries must agree with the flip.",
)
def compares_the_borders(w):
    return {
        "left-right": bool(np.array_equal(w[:, 0], w[:, -1])),
        "up-down": bool(np.array_equal(w[0], w[-1])),
        "half-turn": bool(np.array_equal(w[0], w[-1, ::-1])),
    }


@misconception(
    of="kept_symmetries",
    killed_by="test_kept_half_turns",
    says=(
        "You concluded the half turn from the two flips. A filter can survive a half turn and "
        "neither flip, as the letter S does."
    ),
)
def half_turn_from_the_flips(w):
    found = reference.kept_symmetries(w)
    return found | {"half-turn": found["left-right"] and found["up-down"]}


# --- invariant_scores


@misconception(
    of="invariant_scores",
    killed_by="test_invariant_scores",
    says="You averaged the positions of each map. The feature is the largest entry of the map.",
)
def mean_over_positions(x, filters, V, how="sum", pad=0):
    features = [reference.mirror_map(x, w, how, pad=pad).mean() for w in filters]
    return np.array(features) @ V


@misconception(
    of="invariant_scores",
    killed_by="test_invariant_scores",
    says=(
        "You used the plain response of each filter. A flip changes it: use the mirror map, then "
        "pool over the positions."
    ),
)
def plain_responses(x, filters, V, how="sum", pad=0):
    return np.array([reference.respond(x, w, pad).max() for w in filters]) @ V


@misconception(
    of="invariant_scores",
    killed_by="test_invariant_scores",
    says=(
        "You took one maximum over all maps. Each filter keeps a feature of its own, and V weighs "
        "them."
    ),
)
def one_feature_for_all(x, filters, V, how="sum", pad=0):
    largest = max(reference.mirror_map(x, w, how, pad=pad).max() for w in filters)
    return largest * V.sum(axis=0)


@misconception(
    of="invariant_scores",
    killed_by="test_invariant_scores_with_options",
    says="how and pad have no effect in your answer. Hand them to the mirror map.",
)
def ignores_the_options(x, filters, V, how="sum", pad=0):
    return reference.invariant_scores(x, filters, V)


# --- orbit


@misconception(
    of="orbit",
    killed_by="test_orbit_of_a_mirror",
    says="You flipped up-down. The mirror of this exercise reverses the last axis, left and right.",
)
def upside_down(x, group):
    return [x, np.flip(x, -2)] if group == "mirror" else reference.orbit(x, group)


@misconception(
    of="orbit",
    killed_by="test_orbit_of_a_mirror",
    says=(
        "The image itself is missing from the mirror's orbit. Doing nothing belongs to every group."
    ),
)
def without_the_image(x, group):
    return [np.flip(x, -1)] if group == "mirror" else reference.orbit(x, group)


@misconception(
    of="orbit",
    killed_by="test_orbit_of_rotations",
    says=(
        "You turned clockwise. The same four images, but here the order is counter-clockwise, as "
        "in numpy.rot90."
    ),
)
def clockwise(x, group):
    if group != "rotation":
        return reference.orbit(x, group)
    return [np.rot90(x, -turns, axes=(-2, -1)) for turns in range(4)]


@misconception(
    of="orbit",
    killed_by="test_orbit_of_rotations",
    says="A quarter turn is missing. Four turns lead back: the orbit has four images.",
)
def three_turns(x, group):
    return reference.orbit(x, group)[:3] if group == "rotation" else reference.orbit(x, group)


@misconception(
    of="orbit",
    killed_by="test_orbit_of_channels",
    says=(
        "You turned the first two axes: numpy.rot90 does so unless told otherwise. The image lies "
        "in the last two."
    ),
)
def turns_the_channels(x, group):
    if group != "rotation":
        return reference.orbit(x, group)
    return [np.rot90(x, turns) for turns in range(4)]


@misconception(
    of="orbit",
    killed_by="test_orbit_of_the_square",
    says=(
        "You listed the turns and two flips, six images. Flips along the diagonals belong to the "
        "square, too: turn the flipped image."
    ),
)
def six_of_eight(x, group):
    if group != "square":
        return reference.orbit(x, group)
    return [*reference.orbit(x, "rotation"), np.flip(x, -1), np.flip(x, -2)]


# --- group_pool


@misconception(
    of="group_pool",
    killed_by="test_group_pool",
    says=(
        "You combined the images and asked h once. That equals the mean of the scores for a linear "
        "h only."
    ),
)
def averages_the_images(h, x, group, how="mean"):
    return h(reference.combine(reference.orbit(x, group), how))


@misconception(
    of="group_pool",
    killed_by="test_group_pool",
    says="You combined the classes as well. Each class keeps its score: combine over the group.",
)
def merges_the_classes(h, x, group, how="mean"):
    return np.array([reference.group_pool(h, x, group, how).mean()])


@misconception(
    of="group_pool",
    killed_by="test_group_pool",
    says="You used h(x) itself. It changes with the image: combine it over the whole orbit.",
)
def no_pooling(h, x, group, how="mean"):
    return h(x)


@misconception(
    of="group_pool",
    killed_by="test_group_pool_in_other_ways",
    says="how has no effect in your answer: you always average.",
)
def always_the_mean(h, x, group, how="mean"):
    return reference.group_pool(h, x, group)


@misconception(
    of="group_pool",
    killed_by="test_group_pool_in_other_ways",
    says=(
        "For the maximum you returned the scores of the most confident image. The maximum is "
        "taken for each class by itself."
    ),
)
def most_confident_image(h, x, group, how="mean"):
    if how != "max":
        return reference.group_pool(h, x, group, how)
    return max((h(version) for version in reference.orbit(x, group)), key=np.max)
