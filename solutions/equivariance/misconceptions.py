"""Wrong answers about symmetry, each one that people give."""

import numpy as np

from autograder import misconception
from autograder import reference


def largest(one, other):
    return float(np.max(np.abs(np.subtract(one, other))))


def same_shape(one, other):
    if np.shape(one) != np.shape(other):
        raise ValueError("the shapes differ")
    return np.subtract(one, other)


# --- shift


@misconception(
    of="shift",
    killed_by="test_shift",
    says="Your entries move to the left for s > 0. Entry i of the result is entry i - s of x.",
)
def to_the_other_side(x, s):
    return reference.shift(x, -s)


@misconception(
    of="shift",
    killed_by="test_shift",
    says="What leaves on one side comes back on the other. That is np.roll; here zeros enter.",
)
def wraps_around(x, s):
    return np.roll(x, s, axis=-1)


@misconception(
    of="shift",
    killed_by="test_shift",
    says="You wrote the result into x. The caller still needs x: write into a new array.",
)
def works_in_place(x, s):
    x[...] = reference.shift(x, s)
    return x


@misconception(
    of="shift",
    killed_by="test_shift_to_the_left",
    says=(
        "x[:-s] is all but the last s entries only for s > 0: with s = 0 it is empty, and a "
        "negative s needs the other end."
    ),
)
def only_to_the_right(x, s):
    if abs(s) >= x.shape[-1]:
        return np.zeros_like(x)
    zeros = np.zeros((*x.shape[:-1], max(s, 0)), dtype=x.dtype)
    return np.concatenate([zeros, x[..., :-s]], axis=-1)


@misconception(
    of="shift",
    killed_by="test_shift",
    says="Integers come back as floats: np.zeros makes floats. The result has the dtype of x.",
)
def always_floats(x, s):
    return reference.shift(x, s).astype(float)


@misconception(
    of="shift",
    killed_by="test_shift_far",
    says="You took s modulo n. Nothing comes back: beyond the length of the axis all is zero.",
)
def far_shifts_come_back(x, s):
    n = x.shape[-1]
    return reference.shift(x, s if abs(s) < n else s % n)


@misconception(
    of="shift",
    killed_by="test_shift_last_axis",
    says="You shifted the first axis. In an image that is up and down; here the last axis moves.",
)
def first_axis(x, s):
    return np.moveaxis(reference.shift(np.moveaxis(x, 0, -1), s), -1, 0)


@misconception(
    of="shift",
    killed_by="test_shift_last_axis",
    says=(
        "Entries leave one row and enter the next: you shifted the flattened array. Each row "
        "moves by itself."
    ),
)
def through_the_rows(x, s):
    return reference.shift(x.ravel(), s).reshape(x.shape)


# --- equivariance_gap


@misconception(
    of="equivariance_gap",
    killed_by="test_equivariance_gap",
    says=(
        "You compared f(act(x)) with f(x). That is invariance; equivariance asks that the output "
        "moves along: act(f(x))."
    ),
)
def compares_without_acting(f, x, act, act_out=None):
    moved_last = f(x) if act_out is None else act_out(f(x))
    return float(np.max(np.abs(same_shape(f(act(x)), moved_last))))


@misconception(
    of="equivariance_gap",
    killed_by="test_equivariance_gap",
    says=(
        "Your maximum is taken of signed differences, so negative ones do not count. Take the "
        "absolute value first."
    ),
)
def signed_difference(f, x, act, act_out=None):
    return float(np.max(same_shape(f(act(x)), (act_out or act)(f(x)))))


@misconception(
    of="equivariance_gap",
    killed_by="test_equivariance_gap",
    says="You averaged the differences. One wrong entry is enough: take the largest.",
)
def mean_difference(f, x, act, act_out=None):
    return float(np.mean(np.abs(same_shape(f(act(x)), (act_out or act)(f(x))))))


@misconception(
    of="equivariance_gap",
    killed_by="test_equivariance_gap_of_two_actions",
    says="A map may return a number, which has no shape. Make an array of it: np.asarray.",
)
def only_arrays(f, x, act, act_out=None):
    one, other = f(act(x)), (act if act_out is None else act_out)(f(x))
    if one.shape != other.shape:
        raise ValueError("shapes differ")
    return float(np.max(np.abs(one - other)))


@misconception(
    of="equivariance_gap",
    killed_by="test_equivariance_gap",
    says=(
        "You acted on the output of f(act(x)) once more. Each side acts once: f(act(x)) and "
        "act(f(x))."
    ),
)
def acts_twice(f, x, act, act_out=None):
    out = act_out or act
    return float(np.max(np.abs(same_shape(out(f(act(x))), out(f(x))))))


@misconception(
    of="equivariance_gap",
    killed_by="test_equivariance_gap_of_two_actions",
    says=(
        "Your answer does not depend on act_out. When it is given, it acts on the output in the "
        "place of act."
    ),
)
def ignores_the_output_action(f, x, act, act_out=None):
    return reference.equivariance_gap(f, x, act)


@misconception(
    of="equivariance_gap",
    killed_by="test_equivariance_gap_of_shapes",
    says=(
        "Sides of different shapes were broadcast against each other. Two maps of different "
        "shapes cannot be equal: raise ValueError."
    ),
)
def broadcasts(f, x, act, act_out=None):
    return largest(f(act(x)), (act_out or act)(f(x)))


# --- invariance_gap


@misconception(
    of="invariance_gap",
    killed_by="test_invariance_gap",
    says=(
        "You acted on the output, too: that is equivariance. Invariance asks that f(act(x)) is "
        "f(x) as it stands."
    ),
)
def tests_equivariance(f, x, act):
    return reference.equivariance_gap(f, x, act)


@misconception(
    of="invariance_gap",
    killed_by="test_invariance_gap",
    says="You took the largest signed difference. Take the absolute value before the maximum.",
)
def signed_change(f, x, act):
    return float(np.max(same_shape(f(act(x)), f(x))))


@misconception(
    of="invariance_gap",
    killed_by="test_invariance_gap",
    says=(
        "You compared sums of outputs. Changes of opposite sign cancel there: compare entry by "
        "entry."
    ),
)
def compares_sums(f, x, act):
    after, before = f(act(x)), f(x)
    same_shape(after, before)
    return float(abs(np.sum(after) - np.sum(before)))


@misconception(
    of="invariance_gap",
    killed_by="test_invariance_gap_of_shapes",
    says=(
        "Outputs of different shapes were broadcast against each other. They are not the same: "
        "raise ValueError."
    ),
)
def broadcasts_outputs(f, x, act):
    return largest(f(act(x)), f(x))


# --- translation_gap


def overlap(f, x, s, t, margin):
    """Both maps where they meet, with the margin taken off."""
    t = s if t is None else t
    before, after = f(x), f(reference.shift(x, s))
    m = before.shape[-1]
    start, stop = max(t, 0) + margin, m + min(t, 0) - margin
    if start >= stop:
        raise ValueError("no entry is left to compare")
    return after[..., start:stop], before[..., start - t : stop - t]


@misconception(
    of="translation_gap",
    killed_by="test_translation_gap",
    says=(
        "You compared the whole maps. At the end where zeros enter there is nothing to compare "
        "with: use the overlap only."
    ),
)
def compares_everything(f, x, s, t=None, margin=0):
    t = s if t is None else t
    overlap(f, x, s, t, margin)
    after, before = f(reference.shift(x, s)), reference.shift(f(x), t)
    inside = slice(margin, after.shape[-1] - margin)
    return largest(after[..., inside], before[..., inside])


@misconception(
    of="translation_gap",
    killed_by="test_translation_gap",
    says=(
        "You compared entry i with entry i + s of the old map. The content moved to the right, so "
        "it was at i - s before."
    ),
)
def looks_on_the_other_side(f, x, s, t=None, margin=0):
    t = s if t is None else t
    overlap(f, x, s, t, margin)
    before, after = f(x), f(reference.shift(x, s))
    m = before.shape[-1]
    start, stop = max(-t, 0) + margin, m + min(-t, 0) - margin
    return largest(after[..., start:stop], before[..., start + t : stop + t])


@misconception(
    of="translation_gap",
    killed_by="test_translation_gap",
    says="You averaged over the overlap. Take the largest difference: a mean hides one bad place.",
)
def mean_over_the_overlap(f, x, s, t=None, margin=0):
    return float(np.mean(np.abs(np.subtract(*overlap(f, x, s, t, margin)))))


@misconception(
    of="translation_gap",
    killed_by="test_translation_gap_of_pooling",
    says=(
        "Your answer does not depend on t. With a stride of 2 the output moves by half as many "
        "places as the input."
    ),
)
def moves_the_output_by_s(f, x, s, t=None, margin=0):
    overlap(f, x, s, t, margin)
    return largest(*overlap(f, x, s, None, margin))


@misconception(
    of="translation_gap",
    killed_by="test_translation_gap_to_the_left",
    says=(
        "For a negative shift you compared as if it went to the right. The overlap then lies at "
        "the other end."
    ),
)
def only_positive_shifts(f, x, s, t=None, margin=0):
    t = s if t is None else t
    overlap(f, x, s, t, margin)
    before, after = f(x), f(reference.shift(x, s))
    t, m = abs(t), before.shape[-1]
    start, stop = t + margin, m - margin
    return largest(after[..., start:stop], before[..., start - t : stop - t])


@misconception(
    of="translation_gap",
    killed_by="test_translation_gap_with_a_margin",
    says="The margin has no effect in your answer: it takes entries off both ends of the overlap.",
)
def ignores_the_margin(f, x, s, t=None, margin=0):
    overlap(f, x, s, t, margin)
    return largest(*overlap(f, x, s, t, 0))


@misconception(
    of="translation_gap",
    killed_by="test_translation_gap_with_a_margin",
    says="You took the margin off one end only. Padding disturbs both ends of the map.",
)
def margin_at_one_end(f, x, s, t=None, margin=0):
    overlap(f, x, s, t, margin)
    after, before = overlap(f, x, s, t, 0)
    stop = after.shape[-1] - margin
    return largest(after[..., :stop], before[..., :stop])


@misconception(
    of="translation_gap",
    killed_by="test_translation_gap_with_a_margin",
    says=(
        "You rolled the input, so its far end comes in where zeros should. A padded map sees that "
        "near the border."
    ),
)
def rolls_the_input(f, x, s, t=None, margin=0):
    t = s if t is None else t
    _, before = overlap(f, x, s, t, margin)
    after = f(np.roll(x, s, axis=-1))
    start = max(t, 0) + margin
    return largest(after[..., start : start + before.shape[-1]], before)


@misconception(
    of="translation_gap",
    killed_by="test_translation_gap_of_nothing",
    says=(
        "You report a gap of 0 although no entry was compared. That would pass any map: raise "
        "ValueError."
    ),
)
def nothing_is_perfect(f, x, s, t=None, margin=0):
    try:
        return reference.translation_gap(f, x, s, t, margin)
    except ValueError:
        return 0.0


# --- matching_shift


@misconception(
    of="matching_shift",
    killed_by="test_matching_shift",
    says="You added the strides. Each layer divides the shift again: strides multiply.",
)
def adds_strides(s, strides):
    total = sum(strides)
    return s // total if s % total == 0 else None


@misconception(
    of="matching_shift",
    killed_by="test_matching_shift",
    says="You multiplied by the stride. With stride 2 a map is half as long and moves half as far.",
)
def multiplies(s, strides):
    return None if s % int(np.prod(strides)) else s * int(np.prod(strides))


@misconception(
    of="matching_shift",
    killed_by="test_matching_shift",
    says="Only the last stride counts in your answer. The shift goes through every layer.",
)
def last_stride(s, strides):
    return reference.matching_shift(s, strides[-1:])


@misconception(
    of="matching_shift",
    killed_by="test_no_matching_shift",
    says=(
        "You rounded. A shift by 1 before a stride of 2 moves the output by no whole number of "
        "places: None."
    ),
)
def rounds_down(s, strides):
    return s // int(np.prod(strides))


@misconception(
    of="matching_shift",
    killed_by="test_no_matching_shift",
    says=(
        "You return 0 where nothing matches. Zero would say that the output stays as it is: return "
        "None."
    ),
)
def zero_for_none(s, strides):
    return reference.matching_shift(s, strides) or 0


# --- reflection_counterexample


@misconception(
    of="reflection_counterexample",
    killed_by="test_reflection_counterexample",
    says=(
        "Your input reads the same in both directions and so does its map. It must be one that "
        "the flip changes."
    ),
)
def constant_input(w, n):
    return None if np.array_equal(w, w[::-1]) else np.ones(n)


@misconception(
    of="reflection_counterexample",
    killed_by="test_reflection_counterexample",
    says=(
        "You looked at the ends of the filter only. [2, 5, 1, -3, 2] has equal ends and still is "
        "not symmetric."
    ),
)
def ends_only(w, n):
    if w[0] == w[-1]:
        return None
    return np.eye(n)[0]


@misconception(
    of="reflection_counterexample",
    killed_by="test_reflection_counterexample",
    says=(
        "You return the input of the lecture for every filter. It has four entries, and it need "
        "not show anything for a longer filter."
    ),
)
def input_of_the_lecture(w, n):
    return None if np.array_equal(w, w[::-1]) else np.array([0.0, 1.0, 0.0, 0.0])


@misconception(
    of="reflection_counterexample",
    killed_by="test_reflection_counterexample",
    says=(
        "You return 0, 1, 2, ... for every filter. The filter [1, -3, 3, -1] gives 0 for all that "
        "rises evenly, in both orders: choose the input by the filter."
    ),
)
def counts_up(w, n):
    return None if np.array_equal(w, w[::-1]) else np.arange(n, dtype=float)


@misconception(
    of="reflection_counterexample",
    killed_by="test_no_reflection_counterexample",
    says=(
        "You return an input for a filter that equals its reverse. No input can show a difference "
        "then: return None."
    ),
)
def always_an_input(w, n):
    x = reference.reflection_counterexample(w, n)
    return np.eye(n)[0] if x is None else x


@misconception(
    of="reflection_counterexample",
    killed_by="test_no_reflection_counterexample",
    says=(
        "The filter itself, with zeros behind it, shows every difference there is. For a filter "
        "that equals its reverse there is none: return None."
    ),
)
def always_the_filter(w, n):
    return np.concatenate([w, np.zeros(n - len(w))])


# --- graph_gap


@misconception(
    of="graph_gap",
    killed_by="test_graph_gap",
    says="You reordered X but not A. The edges must follow their nodes.",
)
def edges_stay(f, A, X, order):
    return largest(f(A, X[order]), f(A, X)[order])


@misconception(
    of="graph_gap",
    killed_by="test_graph_gap",
    says="You reordered the rows of A only. A holds pairs of nodes: reorder its columns as well.",
)
def rows_of_the_table_only(f, A, X, order):
    return largest(f(A[order], X[order]), f(A, X)[order])


@misconception(
    of="graph_gap",
    killed_by="test_graph_gap",
    says="You compared with f(A, X) itself. The rows of the output belong to nodes: reorder them.",
)
def output_stays(f, A, X, order):
    return largest(f(A[np.ix_(order, order)], X[order]), f(A, X))


@misconception(
    of="graph_gap",
    killed_by="test_graph_gap_of_cycles",
    says=(
        "The output was reordered by the inverse of order. A swap is its own inverse, a cycle is "
        "not: all three use order."
    ),
)
def output_moves_back(f, A, X, order):
    return largest(f(A[np.ix_(order, order)], X[order]), f(A, X)[np.argsort(order)])


@misconception(
    of="graph_gap",
    killed_by="test_graph_gap_of_cycles",
    says=(
        "You formed P^T A P. That renames the edges by the inverse of order, the features by "
        "order: P A P^T."
    ),
)
def edges_move_back(f, A, X, order):
    P = np.eye(len(order))[order]
    return largest(f(P.T @ A @ P, P @ X), P @ f(A, X))
