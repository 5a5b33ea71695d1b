"""Each test asks for all its answers before it judges one: a diagnosis needs several."""

from autograder import criterion
from autograder.checks import assert_equal
from autograder.checks import assert_true

WINDOWS = ((3, 2), (3, 1), (4, 1), (5, 2), (5, 3), (7, 3), (2, 3), (3, 7))


def draw(rng, low, high):
    """A plain int from low to high, both included."""
    return int(rng.integers(low, high + 1))


def counted(n, k, p=0, s=1, d=1):
    """The positions of a filter, counted one at a time: an oracle without the formula."""
    count, start = 0, -p
    while start + d * (k - 1) < n + p:
        count, start = count + 1, start + s
    return count


def refused(function, *arguments):
    """Whether the call raises ValueError."""
    try:
        function(*arguments)
    except ValueError:
        return True
    return False


@criterion(of="out_size", points="1", says="A plain filter: the right number of positions, an int.")
def test_plain_filter(student, rng):
    # 001 line 87; 004 lines 51 and 52, where line 35 has 13: that takes 17; book 7.1.3, 28 of 32.
    cases = [(8, 3), (28, 5), (24, 3), (17, 5), (32, 5)]
    for _ in range(6):
        k = draw(rng, 2, 7)
        cases.append((k + draw(rng, 1, 20), k))
    found = [student.out_size(*case) for case in cases]
    assert_equal(found[:5], [6, 24, 22, 13, 28], what="out_size(n, k) for sizes of the sources")
    assert_equal(found, [counted(*case) for case in cases], what="out_size(n, k) for several sizes")


@criterion(of="out_size", points="1", says="Padding adds p zeros at both ends.")
def test_padding(student, rng):
    cases = [(8, 3, 1), (32, 5, 2)]  # 001 line 87; book 7.1.3, line 3372
    for _ in range(8):
        k = draw(rng, 2, 7)
        cases.append((k + draw(rng, 1, 20), k, draw(rng, 1, 4)))
    found = [student.out_size(*case) for case in cases]
    assert_equal(found[:2], [8, 32], what="out_size(n, k, p) for two layers that keep the size")
    assert_equal(
        found, [counted(*case) for case in cases], what="out_size(n, k, p) for several sizes"
    )


@criterion(of="out_size", points="1", says="With stride s only whole steps count.")
def test_stride(student, rng):
    cases = [(8, 3, 2), (52, 3, 49)]  # 001 line 87: 3; in floats 49 * (1 / 49) is below 1
    for s in (2, 3, 5):
        k = draw(rng, 2, 7)
        cases += [(k + s * draw(rng, 1, 5) + rest, k, s) for rest in range(s)]
    found = [student.out_size(n, k, s=s) for n, k, s in cases]
    expected = [counted(n, k, s=s) for n, k, s in cases]
    assert_equal(found, expected, what="out_size(n, k, s=s) for several sizes and strides")


@criterion(of="out_size", points="1", says="Taps at distance d make the filter longer.")
def test_dilation(student, rng):
    cases = [(draw(rng, 30, 50), draw(rng, 2, 7), d) for d in (2, 2, 3, 3, 4, 4)]
    found = [student.out_size(n, k, d=d) for n, k, d in cases]
    expected = [counted(n, k, d=d) for n, k, d in cases]
    assert_equal(found, expected, what="out_size(n, k, d=d) for several sizes and dilations")


@criterion(of="out_size", points="0.5", says="Padding, stride and dilation work together.")
def test_everything_at_once(student, rng):
    cases = [(32, 5, 2, 2, 1), (8, 3, 1, 2, 1), (10, 3, 0, 1, 2)]
    cases += [
        (draw(rng, 20, 40), draw(rng, 2, 5), draw(rng, 1, 4), s, draw(rng, 2, 4))
        for s in (2, 2, 3, 3)
    ]
    found = [student.out_size(*case) for case in cases]
    assert_equal(found[:3], [16, 4, 6], what="out_size(n, k, p, s, d) for three known sizes")
    expected = [counted(*case) for case in cases]
    assert_equal(found, expected, what="out_size(n, k, p, s, d) for several sizes")


@criterion(
    of="out_size",
    points="1",
    says="A filter that just fits has one position; a longer one raises ValueError.",
)
def test_filter_too_long(student, rng):
    fitting, too_long = [], []
    for d in (1, 1, 2, 2, 3, 3, 4):
        k, p, s = draw(rng, 7, 9), draw(rng, 1, 2), draw(rng, 3, 5)
        n = d * (k - 1) + 1 - 2 * p
        fitting.append((n, k, p, s, d))
        too_long.append((n - draw(rng, 1, 2), k, p, s, d))
    fitting.append((9, 5, 0, 3, 2))  # without padding, too
    too_long.append((4, 9, 1, 2, 1))  # by more than a stride
    refusals = [refused(student.out_size, *case) for case in fitting + too_long]
    assert_true(
        not any(refusals[: len(fitting)]),
        "out_size must not refuse a filter that is just as long as the padded axis.",
    )
    assert_true(
        all(refusals[len(fitting) :]),
        "out_size must raise ValueError when the filter does not fit on the padded axis.",
    )
    sizes = [student.out_size(*case) for case in fitting]
    assert_equal(sizes, [1] * len(fitting), what="out_size of filters as long as the padded axis")


@criterion(
    of="pool_size", points="1", says="Without s, windows lie side by side; a remainder is dropped."
)
def test_pooling_blocks(student, rng):
    cases = [(k * draw(rng, 2, 6) + rest, k) for k in (2, 3, 5) for rest in range(k)]
    found = [student.pool_size(*case) for case in cases]
    assert_equal(
        found, [counted(n, k, s=k) for n, k in cases], what="pool_size(n, k) for several sizes"
    )


@criterion(
    of="pool_size",
    points="0.5",
    says="With s, windows start s apart; they may overlap or leave gaps.",
)
def test_pooling_stride(student, rng):
    cases = [(draw(rng, 15, 40), k, s) for k, s in WINDOWS]
    cases += [(5 * whole + 2, 2, 5) for whole in (1, 3, 6)]  # the last window has no gap behind it
    found = [student.pool_size(*case) for case in cases]
    expected = [counted(n, k, s=s) for n, k, s in cases]
    assert_equal(found, expected, what="pool_size(n, k, s) for several sizes and strides")


@criterion(
    of="pool_size",
    points="0.5",
    says="A window as long as the axis fits once; a longer one raises ValueError.",
)
def test_pooling_window_too_long(student, rng):
    lengths = [draw(rng, 3, 9) for _ in range(6)]
    refusals = [refused(student.pool_size, n, n + draw(rng, 1, 4)) for n in lengths]
    assert_true(
        all(refusals), "pool_size must raise ValueError when the window is longer than the axis."
    )
    sizes = [student.pool_size(n, n) for n in lengths]
    assert_equal(sizes, [1] * len(lengths), what="pool_size(n, n) for several n")


@criterion(of="flat_index", points="1", says="Entries are numbered row by row, from 1.")
def test_flat_index(student, rng):
    cases = [(4, 3, 8), (3, 4, 8), (4, 4, 8)]  # 001 lines 16 to 22
    for i in (1, 2, 3, 4, 5):
        width = draw(rng, 6, 12)
        cases.append((i, draw(rng, 1, width), width))
    found = [student.flat_index(*case) for case in cases]
    assert_equal(found[:3], [27, 20, 28], what="flat_index(i, j, 8) for three pixels of a digit")
    expected = [sum(width for _ in range(1, i)) + j for i, j, width in cases]
    assert_equal(found, expected, what="flat_index(i, j, width) for several entries")


@criterion(
    of="flat_index",
    points="0.25",
    says="A grid taller than wide gets the numbers 1, 2, 3, ... in order.",
)
def test_flat_index_of_a_tall_grid(student, rng):
    width = draw(rng, 2, 4)
    height = width + draw(rng, 3, 5)
    cells = [(i, j, width) for i in range(1, height + 1) for j in range(1, width + 1)]
    refusals = [refused(student.flat_index, *cell) for cell in cells]
    assert_true(not any(refusals), "flat_index must not refuse a row because the grid is tall.")
    found = [student.flat_index(*cell) for cell in cells]
    expected = list(range(1, height * width + 1))
    assert_equal(found, expected, what="flat_index for all entries of a tall grid")


@criterion(
    of="flat_index", points="0.25", says="A row or column outside the grid raises ValueError."
)
def test_flat_index_refuses(student, rng):
    cases = []
    for beyond in (0, 0, 1, 2):  # the nearest places outside are always among them
        i, width = draw(rng, 2, 9), draw(rng, 3, 9)
        cases += [(i, width + 1 + beyond, width), (i, -beyond, width)]
        cases.append((-beyond, draw(rng, 1, width), width))
    refusals = [refused(student.flat_index, *case) for case in cases]
    assert_true(all(refusals), "flat_index must raise ValueError when i < 1, j < 1 or j > width.")


@criterion(
    of="grid_index", points="0.5", says="A place in the flattened grid gives back row and column."
)
def test_grid_index(student, rng):
    # 001 line 26: neighbours in a column, and a pixel far away
    cases = [(1, 8), (27, 8), (35, 8), (60, 8)]
    expected = [(1, 1), (4, 3), (5, 3), (8, 4)]
    for i in (1, 2, 4, 6, 9):
        width = draw(rng, 4, 8)
        j = draw(rng, 1, width - 1)
        cases.append((sum(width for _ in range(1, i)) + j, width))
        expected.append((i, j))
    found = [student.grid_index(*case) for case in cases]
    assert_equal(found, expected, what="grid_index(m, width) for several places")


@criterion(of="grid_index", points="0.25", says="The last entry of a row belongs to that row.")
def test_grid_index_of_the_last_column(student, rng):
    cases = [(i, draw(rng, 2, 9)) for i in (1, 2, 3, 5, 8)] + [(3, 1), (7, 75)]
    found = [student.grid_index(i * width, width) for i, width in cases]
    assert_equal(found, cases, what="grid_index(m, width) for places at the end of a row")


@criterion(of="grid_index", points="0.25", says="A place below 1 raises ValueError.")
def test_grid_index_refuses(student, rng):
    refusals = [refused(student.grid_index, m, draw(rng, 2, 9)) for m in (0, 0, -1, -2, -5, -9)]
    assert_true(all(refusals), "grid_index must raise ValueError when m is below 1.")
