"""Wrong answers about pooling, each one that people give."""

import numpy as np

from autograder import misconception
from autograder import reference


def starts(n, k, s):
    return range(0, n - k + 1, s)


def pool(reduce, X, size, stride=None):
    """reduce(window) for each window that fits."""
    (kh, kw), (down, right) = size, stride or size
    h, w = X.shape[-2:]
    rows = [
        [reduce(X[..., i : i + kh, j : j + kw]) for j in starts(w, kw, right)]
        for i in starts(h, kh, down)
    ]
    return np.moveaxis(np.array(rows), (0, 1), (-2, -1))


def rounded_up(reduce, fill, X, size, stride):
    """Pooling that also counts the windows that hang over the end."""
    stride = stride or size
    missing = [-(n - k) % s for n, k, s in zip(X.shape[-2:], size, stride, strict=True)]
    ends = [(0, 0)] * (X.ndim - 2) + [(0, rest) for rest in missing]
    return reduce(np.pad(X, ends, constant_values=fill), size, stride)


def route(send, G, X, size, stride=None, add=np.add):
    """dX, where send(window, g) is what the window of each g gets and add collects it."""
    (kh, kw), (down, right) = size, stride or size
    dX = np.zeros(X.shape)
    for *maps, i, j in np.ndindex(G.shape):
        place = (
            *maps,
            slice(i * down, i * down + kh),
            slice(j * right, j * right + kw),
        )
        dX[place] = add(dX[place], send(X[place], G[(*maps, i, j)]))
    return dX


def to_place(index, window, g):
    sent = np.zeros(window.shape)
    sent[np.unravel_index(index, window.shape)] = g
    return sent


# --- max_pool


@misconception(
    of="max_pool",
    killed_by="test_max_pool",
    says="Your windows move by one. Unless a stride is given they lie side by side: stride = size.",
)
def stride_one(X, size, stride=None):
    return reference.max_pool(X, size, stride or (1, 1))


@misconception(
    of="max_pool",
    killed_by="test_max_pool",
    says="You averaged. Max pooling keeps the largest entry of a window.",
)
def takes_the_mean(X, size, stride=None):
    return reference.avg_pool(X, size, stride)


@misconception(
    of="max_pool",
    killed_by="test_max_pool",
    says=(
        "reshape(h / k, w / k, k, k) cuts the rows into pieces, not the map into windows. The axes "
        "in order are h / k, k, w / k, k."
    ),
)
def reshapes_across_rows(X, size, stride=None):
    if stride is not None:
        return reference.max_pool(X, size, stride)
    (kh, kw), (h, w) = size, X.shape[-2:]
    X = X[..., : h // kh * kh, : w // kw * kw]
    return X.reshape(*X.shape[:-2], h // kh, w // kw, kh, kw).max(axis=(-2, -1))


@misconception(
    of="max_pool",
    killed_by="test_max_pool_of_negative_maps",
    says=(
        "Your maximum starts at 0, so a window of negative entries gives 0. Start at minus "
        "infinity, or at an entry of the window."
    ),
)
def starts_at_zero(X, size, stride=None):
    return np.maximum(reference.max_pool(X, size, stride), 0.0)


@misconception(
    of="max_pool",
    killed_by="test_max_pool_of_negative_maps",
    says="You kept the largest absolute value. -3 is smaller than 1: compare with the sign.",
)
def largest_magnitude(X, size, stride=None):
    return reference.max_pool(np.abs(X), size, stride)


@misconception(
    of="max_pool",
    killed_by="test_max_pool_of_oblong_windows",
    says="Rows and columns of the window are swapped. size is (kh, kw): rows first.",
)
def swaps_the_sides(X, size, stride=None):
    return reference.max_pool(X, size[::-1], stride and stride[::-1])


@misconception(
    of="max_pool",
    killed_by="test_max_pool_of_oblong_windows",
    says="Your windows are square. A window has kh rows and kw columns.",
)
def square_windows(X, size, stride=None):
    return reference.max_pool(X, (size[0], size[0]), stride)


@misconception(
    of="max_pool",
    killed_by="test_max_pool_with_a_remainder",
    says=(
        "You pooled the incomplete windows at the end, too. Right where a library is told to "
        "round up (ceil_mode); here they are dropped."
    ),
)
def keeps_the_remainder(X, size, stride=None):
    return rounded_up(reference.max_pool, -np.inf, X, size, stride)


@misconception(
    of="max_pool",
    killed_by="test_max_pool_with_a_stride",
    says="The stride has no effect in your answer. When given, windows start that far apart.",
)
def ignores_the_stride(X, size, stride=None):
    return reference.max_pool(X, size)


@misconception(
    of="max_pool",
    killed_by="test_max_pool_with_a_stride",
    says="You swapped the two strides. stride is (sh, sw): from row to row first.",
)
def swaps_the_strides(X, size, stride=None):
    return reference.max_pool(X, size, stride and stride[::-1])


@misconception(
    of="max_pool",
    killed_by="test_max_pool_of_a_stack",
    says="You took the maximum over the channels as well. Each map is pooled by itself.",
)
def merges_the_maps(X, size, stride=None):
    merged = X.max(axis=-3) if X.ndim > 2 else X
    return reference.max_pool(merged, size, stride)


@misconception(
    of="max_pool",
    killed_by="test_max_pool_of_a_stack",
    says=(
        "You pooled the first two axes. In (n, c, h, w) these are examples and channels; the map "
        "lies in the last two."
    ),
)
def pools_the_first_axes(X, size, stride=None):
    maps_last = np.moveaxis(X, (0, 1), (-2, -1))
    return np.moveaxis(reference.max_pool(maps_last, size, stride), (-2, -1), (0, 1))


# --- avg_pool


@misconception(
    of="avg_pool",
    killed_by="test_avg_pool",
    says="You added up each window without dividing by its number of entries.",
)
def sums(X, size, stride=None):
    return pool(lambda window: window.sum(axis=(-2, -1)), X, size, stride)


@misconception(
    of="avg_pool",
    killed_by="test_avg_pool",
    says="You divided by one side of the window. A window has kh * kw entries.",
)
def divides_by_a_side(X, size, stride=None):
    return reference.avg_pool(X, size, stride) * size[1]


@misconception(
    of="avg_pool",
    killed_by="test_avg_pool",
    says="Zeros are left out of your mean. After a ReLU they are answers, too: count them.",
)
def mean_of_the_active(X, size, stride=None):
    def active_mean(window):
        active = (window != 0).sum(axis=(-2, -1))
        return window.sum(axis=(-2, -1)) / np.maximum(active, 1)

    return pool(active_mean, X, size, stride)


@misconception(
    of="avg_pool",
    killed_by="test_avg_pool_of_any_windows",
    says="You divided by kh squared. An oblong window has kh * kw entries.",
)
def divides_by_a_square(X, size, stride=None):
    return reference.avg_pool(X, size, stride) * (size[1] / size[0])


@misconception(
    of="avg_pool",
    killed_by="test_avg_pool_of_any_windows",
    says="You padded the map with zeros to fill the last window. Incomplete windows are dropped.",
)
def pads_the_remainder(X, size, stride=None):
    return rounded_up(reference.avg_pool, 0, X, size, stride)


@misconception(
    of="avg_pool",
    killed_by="test_avg_pool_of_ints",
    says=(
        "The means of an int map lost their fraction: the result array was made with the dtype of "
        "X. Make one of floats."
    ),
)
def keeps_the_dtype(X, size, stride=None):
    return reference.avg_pool(X, size, stride).astype(X.dtype)


@misconception(
    of="avg_pool",
    killed_by="test_avg_pool_of_ints",
    says="You add the entries in the type of X: bytes overflow at 256. Make them floats first.",
)
def adds_in_the_type_of_x(X, size, stride=None):
    mean = reference.avg_pool(X, size, stride)
    if X.dtype.kind == "f":
        return mean
    total = (mean * np.prod(size)).round().astype(int)
    return total.astype(X.dtype) / np.prod(size)


# --- global_pool


@misconception(
    of="global_pool",
    killed_by="test_global_mean",
    says=(
        "You kept two axes of size one, (n, c, 1, 1). torch's pooling does; here the result is "
        "(n, c)."
    ),
)
def keeps_the_axes(X, how="mean"):
    return reference.global_pool(X, how)[..., None, None]


@misconception(
    of="global_pool",
    killed_by="test_global_mean",
    says="You pooled over the channels as well. Every channel keeps a number of its own.",
)
def pools_the_channels(X, how="mean"):
    reference.global_pool(X, how)
    return X.mean(axis=(1, 2, 3)) if how == "mean" else X.max(axis=(1, 2, 3))


@misconception(
    of="global_pool",
    killed_by="test_global_mean",
    says="You pooled over the examples of the batch. Each example has its own numbers.",
)
def pools_the_batch(X, how="mean"):
    reference.global_pool(X, how)
    return X.mean(axis=(0, 2, 3)) if how == "mean" else X.max(axis=(0, 2, 3))


@misconception(
    of="global_pool",
    killed_by="test_global_max",
    says='how has no effect in your answer. With "max", return the largest entry of each map.',
)
def always_the_mean(X, how="mean"):
    reference.global_pool(X, how)
    return X.mean(axis=(2, 3))


@misconception(
    of="global_pool",
    killed_by="test_global_max",
    says="Your global maximum starts at 0. A map of negative entries has a negative maximum.",
)
def global_max_from_zero(X, how="mean"):
    pooled = reference.global_pool(X, how)
    return pooled if how == "mean" else np.maximum(pooled, 0)


@misconception(
    of="global_pool",
    killed_by="test_global_pool_refuses",
    says="An unknown how falls through to the maximum. Raise ValueError, so that a slip shows.",
)
def anything_is_max(X, how="mean"):
    return reference.global_pool(X, how if how == "mean" else "max")


# --- max_pool_backward


@misconception(
    of="max_pool_backward",
    killed_by="test_max_pool_backward",
    says=(
        "You shared the gradient among the whole window. That is average pooling; the maximum "
        "depends on one entry only."
    ),
)
def shares_evenly(G, X, size, stride=None):
    return reference.avg_pool_backward(G, X.shape, size, stride)


@misconception(
    of="max_pool_backward",
    killed_by="test_max_pool_backward",
    says=(
        "You multiplied the gradient by the largest entry. The maximum has slope 1 in that entry, "
        "whatever its value."
    ),
)
def times_the_value(G, X, size, stride=None):
    return reference.max_pool_backward(G * reference.max_pool(X, size, stride), X, size, stride)


@misconception(
    of="max_pool_backward",
    killed_by="test_max_pool_backward",
    says="You put ones where the maxima are, whatever G is. Put the entry of G there.",
)
def forgets_the_cotangent(G, X, size, stride=None):
    return reference.max_pool_backward(np.ones_like(G), X, size, stride)


@misconception(
    of="max_pool_backward",
    killed_by="test_max_pool_backward_of_oblong_windows",
    says=(
        "You divided the place in the window by its height. A window of kw columns has row "
        "place // kw and column place % kw."
    ),
)
def divides_by_the_height(G, X, size, stride=None):
    kh, kw = size
    down, right = stride or size
    dX = np.zeros_like(X)
    for *maps, i, j in np.ndindex(G.shape):
        top, left = i * down, j * right
        window = X[(*maps, slice(top, top + kh), slice(left, left + kw))]
        row, column = divmod(int(window.argmax()), kh)
        dX[(*maps, min(top + row, X.shape[-2] - 1), left + column)] += G[(*maps, i, j)]
    return dX


@misconception(
    of="max_pool_backward",
    killed_by="test_max_pool_backward_of_ties",
    says=(
        "Every entry that equals the maximum got the gradient. One answer has one gradient: give "
        "it to the first."
    ),
)
def to_all_ties(G, X, size, stride=None):
    return route(lambda window, g: g * (window == window.max()), G, X, size, stride)


@misconception(
    of="max_pool_backward",
    killed_by="test_max_pool_backward_of_ties",
    says=(
        "You split the gradient among equal entries. A choice some libraries make; here, as in "
        "torch, the first gets it all."
    ),
)
def splits_ties(G, X, size, stride=None):
    def split(window, g):
        equal = window == window.max()
        return g * equal / equal.sum()

    return route(split, G, X, size, stride)


@misconception(
    of="max_pool_backward",
    killed_by="test_max_pool_backward_of_ties",
    says="The last of equal entries got the gradient (>= instead of >). Here the first gets it.",
)
def to_the_last_tie(G, X, size, stride=None):
    def last(window, g):
        return to_place(np.flatnonzero(window == window.max())[-1], window, g)

    return route(last, G, X, size, stride)


@misconception(
    of="max_pool_backward",
    killed_by="test_max_pool_backward_of_overlaps",
    says=(
        "Where windows overlap, the later one overwrote the earlier. An entry that wins twice gets "
        "both gradients: use +=."
    ),
)
def overwrites(G, X, size, stride=None):
    def first(window, g):
        return to_place(window.argmax(), window, g)

    def replace(before, sent):
        return np.where(sent != 0, sent, before)

    return route(first, G, X, size, stride, add=replace)


# --- avg_pool_backward


@misconception(
    of="avg_pool_backward",
    killed_by="test_avg_pool_backward",
    says=(
        "Each entry of the window got the whole gradient. A mean of kh * kw entries has slope "
        "1 / (kh * kw) in each."
    ),
)
def forgets_to_divide(G, shape, size, stride=None):
    return reference.avg_pool_backward(G, shape, size, stride) * (size[0] * size[1])


@misconception(
    of="avg_pool_backward",
    killed_by="test_avg_pool_backward",
    says="The gradient went to one entry of each window. A mean depends on all of them alike.",
)
def to_the_first_entry(G, shape, size, stride=None):
    return reference.max_pool_backward(G, np.zeros(shape), size, stride)


@misconception(
    of="avg_pool_backward",
    killed_by="test_avg_pool_backward_with_a_remainder",
    says=(
        "Your result lacks the rows and columns of the remainder. It has the shape of X, with "
        "zeros where no window was."
    ),
)
def loses_the_remainder(G, shape, size, stride=None):
    if stride is not None and stride != size:
        return reference.avg_pool_backward(G, shape, size, stride)
    return np.kron(G, np.ones(size)) / (size[0] * size[1])


@misconception(
    of="avg_pool_backward",
    killed_by="test_avg_pool_backward_of_overlaps",
    says=(
        "Where windows overlap, the later one overwrote the earlier. An entry in two windows gets "
        "both parts: use +=."
    ),
)
def overwrites_shares(G, shape, size, stride=None):
    share = 1 / (size[0] * size[1])

    def replace(before, sent):
        return sent

    return route(
        lambda window, g: np.full(size, g * share), G, np.zeros(shape), size, stride, add=replace
    )


@misconception(
    of="avg_pool_backward",
    killed_by="test_avg_pool_backward_of_overlaps",
    says=(
        "You divided by the number of windows that hold an entry. Parts from several windows add "
        "up; they are not averaged."
    ),
)
def averages_overlaps(G, shape, size, stride=None):
    summed = reference.avg_pool_backward(G, shape, size, stride)
    counts = reference.avg_pool_backward(np.ones_like(G), shape, size, stride) * np.prod(size)
    return summed / np.maximum(np.round(counts), 1)
