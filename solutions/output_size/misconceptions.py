"""Wrong answers about sizes and places, each one that people give."""

import math

from autograder import misconception
from autograder import reference


def span(k, d=1):
    return d * (k - 1) + 1


def room(n, k, p=0, d=1):
    left = n + 2 * p - span(k, d)
    if left < 0:
        raise ValueError("does not fit")
    return left


# --- out_size


@misconception(
    of="out_size",
    killed_by="test_plain_filter",
    says=(
        "You counted the moves of the filter, not its positions: there is one position more than "
        "moves."
    ),
)
def counts_moves(n, k, p=0, s=1, d=1):
    return room(n, k, p, d) // s


@misconception(
    of="out_size",
    killed_by="test_plain_filter",
    says="The size is a float. A size counts positions: divide with //, so that it is an int.",
)
def true_division(n, k, p=0, s=1, d=1):
    return room(n, k, p, d) / s + 1


@misconception(
    of="out_size",
    killed_by="test_padding",
    says="The padding was added once. Both ends are padded, so the axis grows by 2p.",
)
def pads_one_end(n, k, p=0, s=1, d=1):
    left = n + p - span(k, d)
    if left < 0:
        raise ValueError("does not fit")
    return left // s + 1


@misconception(
    of="out_size",
    killed_by="test_stride",
    says="You rounded up. A filter that hangs over the end is not a position: round down.",
)
def rounds_up(n, k, p=0, s=1, d=1):
    return math.ceil(room(n, k, p, d) / s) + 1


@misconception(
    of="out_size",
    killed_by="test_stride",
    says=(
        "The one was added before the division by the stride. Divide first: it is the first "
        "position that adds one."
    ),
)
def adds_one_too_early(n, k, p=0, s=1, d=1):
    return (room(n, k, p, d) + 1) // s


@misconception(
    of="out_size",
    killed_by="test_dilation",
    says=(
        "The dilation has no effect in your answer. Taps at distance d make the filter span d(k - "
        "1) + 1 entries."
    ),
)
def ignores_dilation(n, k, p=0, s=1, d=1):
    return room(n, k, p) // s + 1


@misconception(
    of="out_size",
    killed_by="test_dilation",
    says=(
        "You let the filter span d k entries. There are only k - 1 gaps between k taps: it spans "
        "d(k - 1) + 1."
    ),
)
def spans_d_times_k(n, k, p=0, s=1, d=1):
    left = n + 2 * p - d * k
    if left < 0:
        raise ValueError("does not fit")
    return left // s + 1


@misconception(
    of="out_size",
    killed_by="test_everything_at_once",
    says="The padding was added to the output. It lengthens the input, before the stride divides.",
)
def pads_the_output(n, k, p=0, s=1, d=1):
    return (room(n, k, p, d) - 2 * p) // s + 1 + 2 * p


@misconception(
    of="out_size",
    killed_by="test_everything_at_once",
    says=(
        "The padding was dilated too. Dilation spreads the taps of the filter; p counts zeros as "
        "they are."
    ),
)
def dilates_the_padding(n, k, p=0, s=1, d=1):
    return (room(n, k, p, d) + 2 * p * (d - 1)) // s + 1


@misconception(
    of="out_size",
    killed_by="test_filter_too_long",
    says=(
        "A filter longer than the padded axis has no position, yet you return a number. Raise "
        "ValueError."
    ),
)
def never_refuses(n, k, p=0, s=1, d=1):
    return (n + 2 * p - span(k, d)) // s + 1


@misconception(
    of="out_size",
    killed_by="test_filter_too_long",
    says=(
        "int(x / s) rounds towards zero: a filter that misses by less than a stride seems to fit. "
        "Test the room itself."
    ),
)
def truncates(n, k, p=0, s=1, d=1):
    size = int((n + 2 * p - span(k, d)) / s) + 1
    if size < 1:
        raise ValueError("does not fit")
    return size


@misconception(
    of="out_size",
    killed_by="test_filter_too_long",
    says="You compared the filter with the axis without its padding. It may lie on the zeros too.",
)
def forgets_padding_when_refusing(n, k, p=0, s=1, d=1):
    if span(k, d) > n:
        raise ValueError("does not fit")
    return reference.out_size(n, k, p, s, d)


@misconception(
    of="out_size",
    killed_by="test_filter_too_long",
    says=(
        "You compared k with the axis. With dilation the filter spans d(k - 1) + 1 entries: "
        "compare those."
    ),
)
def forgets_dilation_when_refusing(n, k, p=0, s=1, d=1):
    if k > n + 2 * p:
        raise ValueError("does not fit")
    return (n + 2 * p - span(k, d)) // s + 1


# --- pool_size


@misconception(
    of="pool_size",
    killed_by="test_pooling_blocks",
    says=(
        "Your windows move by one. A pooling window moves by its own size unless a stride is given."
    ),
)
def pools_with_stride_one(n, k, s=None):
    return room(n, k) // (s or 1) + 1


@misconception(
    of="pool_size",
    killed_by="test_pooling_blocks",
    says=(
        "You counted the incomplete window at the end. Right where a library is told to round up "
        "(ceil_mode); here it is dropped."
    ),
)
def keeps_the_remainder(n, k, s=None):
    return math.ceil(room(n, k) / (s or k)) + 1


@misconception(
    of="pool_size",
    killed_by="test_pooling_stride",
    says=(
        "The stride has no effect in your answer. When s is given, windows start s apart and may "
        "overlap."
    ),
)
def ignores_the_stride(n, k, s=None):
    return room(n, k) // k + 1


@misconception(
    of="pool_size",
    killed_by="test_pooling_stride",
    says=(
        "n // s counts starts, also those whose window runs over the end. Take the window's "
        "length off first."
    ),
)
def divides_by_the_stride(n, k, s=None):
    room(n, k)
    return n // (s or k)


@misconception(
    of="pool_size",
    killed_by="test_pooling_window_too_long",
    says=(
        "A window longer than the axis has no position, yet you return a number. Raise ValueError."
    ),
)
def pools_nothing(n, k, s=None):
    return (n - k) // (s or k) + 1


# --- flat_index


@misconception(
    of="flat_index",
    killed_by="test_flat_index",
    says=(
        "Your places start at 0. Right in numpy; here, as in the notes, the first entry has place "
        "1."
    ),
)
def places_from_zero(i, j, width):
    return reference.flat_index(i, j, width) - 1


@misconception(
    of="flat_index",
    killed_by="test_flat_index",
    says="You counted i whole rows before row i. Rows count from 1, so there are i - 1.",
)
def one_row_too_many(i, j, width):
    return reference.flat_index(i, j, width) + width


@misconception(
    of="flat_index",
    killed_by="test_flat_index",
    says="You went down the columns. Right in R and Fortran; here a grid is flattened row by row.",
)
def column_by_column(i, j, width):
    reference.flat_index(i, j, width)
    return width * (j - 1) + i


@misconception(
    of="flat_index",
    killed_by="test_flat_index_of_a_tall_grid",
    says="You refuse rows beyond the width, as if the grid were square. Its height is not limited.",
)
def only_square_grids(i, j, width):
    if i > width:
        raise ValueError("no such row")
    return reference.flat_index(i, j, width)


@misconception(
    of="flat_index",
    killed_by="test_flat_index_refuses",
    says=(
        "Column width + 1 quietly became the first entry of the next row. Refuse what lies "
        "outside the grid."
    ),
)
def wraps_around(i, j, width):
    return width * (i - 1) + j


# --- grid_index


@misconception(
    of="grid_index",
    killed_by="test_grid_index",
    says="You returned (column, row). The row comes first.",
)
def column_first(m, width):
    i, j = reference.grid_index(m, width)
    return j, i


@misconception(
    of="grid_index",
    killed_by="test_grid_index",
    says="You treated m as if places started at 0 (as in numpy). Here place 1 is the first entry.",
)
def reads_from_zero(m, width):
    if m < 1:
        raise ValueError("no such place")
    return m // width + 1, m % width + 1


@misconception(
    of="grid_index",
    killed_by="test_grid_index",
    says="Row and column start at 0 in your answer. Right in numpy; here both count from 1.",
)
def answers_from_zero(m, width):
    i, j = reference.grid_index(m, width)
    return i - 1, j - 1


@misconception(
    of="grid_index",
    killed_by="test_grid_index_of_the_last_column",
    says=(
        "Entries of the last column land in column 0 of the next row. Subtract 1 from m before "
        "dividing."
    ),
)
def last_column_becomes_zero(m, width):
    if m < 1:
        raise ValueError("no such place")
    return m // width + 1, m % width


@misconception(
    of="grid_index",
    killed_by="test_grid_index_of_the_last_column",
    says=(
        "The last column is right, but its row is one too large: m // width already steps to the "
        "next row there."
    ),
)
def last_column_one_row_down(m, width):
    if m < 1:
        raise ValueError("no such place")
    return m // width + 1, m % width or width


@misconception(
    of="grid_index",
    killed_by="test_grid_index_refuses",
    says="Places below 1 do not exist, yet you return a row and a column. Raise ValueError.",
)
def accepts_any_place(m, width):
    return (m - 1) // width + 1, (m - 1) % width + 1
