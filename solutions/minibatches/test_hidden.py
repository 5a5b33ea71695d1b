"""Each test asks for all its answers before it judges one: a diagnosis needs several."""

from itertools import combinations

import numpy as np

from autograder import criterion
from autograder.checks import assert_close
from autograder.checks import assert_equal
from autograder.checks import assert_leaves_inputs
from autograder.checks import assert_shape
from autograder.checks import assert_true


def draw(rng, low, high):
    """A plain int from low to high, both included."""
    return int(rng.integers(low, high + 1))


def sizes(rng, batch_sizes=(3, 5), most=3):
    """Numbers of examples and batch sizes: with a short last batch, without, and one batch only."""
    cases = []
    for r in batch_sizes:
        full = draw(rng, 2, most)
        cases += [(r * full + draw(rng, 1, r - 1), r), (r * full, r), (draw(rng, 1, r - 1), r)]
    return cases


def counted(n, r, drop_last=False):
    """The batches of one epoch, dealt out one example at a time."""
    batches, held = 0, 0
    for _ in range(n):
        held += 1
        if held == r:
            batches, held = batches + 1, 0
    return batches + (held > 0 and not drop_last)


def examples(rng, n):
    return rng.normal(size=(n, 3)), rng.normal(size=n)


def shuffled(rng, n, epochs):
    return np.stack([rng.permutation(n) for _ in range(epochs)])


def collect(batches):
    """All batches; a generator of the student's is asked for one after another."""
    found = list(batches)
    for batch in found:
        assert_true(
            isinstance(batch, tuple) and len(batch) == 2, "Every batch must be a tuple (xb, yb)."
        )
    return found


def dealt(X, y, r, orders, drop_last=False):
    """The right batches, one example at a time."""
    batches = []
    for order in orders:
        rows = [int(i) for i in order]
        while rows:
            batch, rows = rows[:r], rows[r:]
            if len(batch) == r or not drop_last:
                batches.append((np.stack([X[i] for i in batch]), np.stack([y[i] for i in batch])))
    return batches


def assert_rows(found, expected, what):
    """Batches hold rows of X and y, so they equal them to the last bit."""
    assert_close(found, expected, what=what, rtol=0, atol=0)


def squared_error_gradient(w):
    """The gradient of the mean squared error of X w, as a function of the examples."""

    def gradient(X, y):
        if len(X) == 0:
            return np.full(w.shape, np.nan)
        return 2.0 * X.T @ (X @ w - y) / len(X)

    return gradient


def on_a_machine(gradient, room):
    """The same gradient, for at most `room` examples."""

    def limited(X, y):
        if len(X) > room:
            raise ValueError("gradient was given more examples than any shard holds")
        return gradient(X, y)

    return limited


def shards_of(rng, *lengths):
    return [(rng.normal(size=(n, 3)), rng.normal(size=n)) for n in lengths]


def mean_of_products(X, y):
    """A gradient that is a matrix."""
    return X.T @ np.stack([y, y**2], axis=1) / len(X)


def together(shards):
    return np.concatenate([X for X, _ in shards]), np.concatenate([y for _, y in shards])


@criterion(of="steps", points="1", says="All batches of all epochs, short ones included, an int.")
def test_steps(student, rng):
    """250 steps are the book's, line 2396; 1000 examples in batches of 32 are its box, 2366."""
    cases = [(1000, 20, 5), (1000, 32, 1)]
    cases += [(n, r, draw(rng, 2, 6)) for n, r in sizes(rng, (3, 5, 6, 8), 9)]
    found = [student.steps(*case) for case in cases]
    assert_equal(found[:2], [250, 32], what="steps(n, r, epochs) for 1000 examples")
    expected = [epochs * counted(n, r) for n, r, epochs in cases]
    assert_equal(found, expected, what="steps(n, r, epochs) for several sizes")


@criterion(of="steps", points="0.5", says="With drop_last only full batches count.")
def test_steps_with_drop_last(student, rng):
    cases = [(1000, 32, 1)]
    cases += [(n, r, draw(rng, 2, 6)) for n, r in sizes(rng, (3, 5, 6, 8), 9)]
    found = [student.steps(*case, drop_last=True) for case in cases]
    assert_equal(found[0], 31, what="steps(1000, 32, drop_last=True)")
    expected = [epochs * counted(n, r, drop_last=True) for n, r, epochs in cases]
    assert_equal(found, expected, what="steps(n, r, epochs, drop_last=True)")


@criterion(of="orders", points="0.75", says="Every example comes exactly once in each epoch.")
def test_orders_hold_every_example(student, rng):
    cases = [(draw(rng, 20, 40), epochs, draw(rng, 0, 10**6)) for epochs in (1, 2, 3, 4)]
    found = [student.orders(*case) for case in cases]
    for answer, (n, epochs, _) in zip(found, cases, strict=True):
        assert_true(isinstance(answer, np.ndarray), "orders must return an array.")
        assert_true(answer.dtype.kind in "iu", "orders must return an array of ints.")
        assert_shape(answer, (epochs, n), what="orders(n, epochs, seed)")
        once = bool((np.sort(answer, axis=1) == np.arange(n)).all())
        assert_true(once, "Each row of orders must hold every number from 0 to n - 1 once.")


@criterion(of="orders", points="0.75", says="The examples are shuffled, anew for each epoch.")
def test_orders_are_shuffled_anew(student, rng):
    """With 20 or more examples two orders agree by chance less than once in 1e18."""
    cases = [(draw(rng, 20, 40), epochs, draw(rng, 0, 10**6)) for epochs in (2, 3, 4, 5)]
    found = [student.orders(*case) for case in cases]
    for answer, (n, epochs, _) in zip(found, cases, strict=True):
        rows = {tuple(row) for row in np.reshape(answer, (-1, n)).tolist()}
        assert_true(tuple(range(n)) not in rows, "The examples must not come in their old order.")
        assert_true(len(rows) == epochs, "No two epochs may have the same order.")
        pairs = [frozenset(zip(row, row[1:] + row[:1], strict=True)) for row in rows]
        kept = max(len(one & other) for one, other in combinations(pairs, 2))
        assert_true(kept < n - 2, "An epoch is the order of another one, only begun elsewhere.")


@criterion(of="orders", points="0.5", says="The seed decides, and nothing else.")
def test_orders_follow_the_seed(student, rng):
    n = draw(rng, 20, 40)
    seeds = [draw(rng, 1, 10**6) for _ in range(4)]
    found = [student.orders(n, 2, seed) for seed in (*seeds, *seeds)]
    first, second = found[:4], found[4:]
    same = all(np.array_equal(one, other) for one, other in zip(first, second, strict=True))
    assert_true(same, "The same seed must give the same orders.")
    different = {tuple(np.ravel(answer).tolist()) for answer in first}
    assert_true(len(different) == 4, "Different seeds must give different orders.")


@criterion(of="minibatches", points="1", says="Batches of r rows; the last one has what is left.")
def test_sizes_of_batches(student, rng):
    """The book's box, lines 2366-2392, says every batch has 32 rows; the last has 8."""
    X, y = rng.normal(size=(1000, 3)), rng.normal(size=(1000, 1))
    found = collect(student.minibatches(X, y, 32, np.arange(1000)[None]))
    shapes = [(np.shape(xb), np.shape(yb)) for xb, yb in found]
    expected = [((32, 3), (32, 1))] * 31 + [((8, 3), (8, 1))]
    assert_equal(shapes, expected, what="the shapes of the batches of 1000 examples")
    for n, r in sizes(rng):
        found = collect(student.minibatches(*examples(rng, n), r, np.arange(n)[None]))
        rows = [len(xb) for xb, _ in found]
        expected = [min(r, n - start) for start in range(0, n, r)]
        assert_equal(rows, expected, what="the rows of the batches of one epoch")


@criterion(of="minibatches", points="1", says="Rows follow the order, and y goes along with X.")
def test_batches_follow_the_order(student, rng):
    for n, r in sizes(rng):
        case = (*examples(rng, n), r, shuffled(rng, n, 1))
        found = collect(assert_leaves_inputs(student.minibatches, *case))
        assert_rows(found, dealt(*case), "the batches of one epoch")
    images = (rng.normal(size=(5, 2, 3)), rng.normal(size=5), 2, shuffled(rng, 5, 1))
    found = collect(student.minibatches(*images))
    assert_rows(found, dealt(*images), "the batches of images")


@criterion(of="minibatches", points="1", says="Each epoch starts afresh, with its own order.")
def test_batches_of_several_epochs(student, rng):
    for n, r in sizes(rng):
        case = (*examples(rng, n), r, shuffled(rng, n, 3))
        found = collect(student.minibatches(*case))
        assert_rows(found, dealt(*case), "the batches of three epochs")


@criterion(of="minibatches", points="0.5", says="With drop_last short batches are left out.")
def test_batches_with_drop_last(student, rng):
    for n, r in sizes(rng):
        case = (*examples(rng, n), r, shuffled(rng, n, 2), True)
        found = collect(student.minibatches(*case))
        assert_rows(found, dealt(*case), "the batches of two epochs with drop_last")


@criterion(of="shard_bounds", points="0.75", says="Neighbouring examples, as evenly as possible.")
def test_shard_bounds(student, rng):
    cases = [(10, 4), (12, 3), (11, 3)]
    cases += [(draw(rng, 30, 60), machines) for machines in (4, 5, 7, 8)]
    found = [student.shard_bounds(*case) for case in cases]
    expected = []
    for n, machines in cases:
        parts = np.array_split(np.arange(n), machines)
        expected.append([(int(part[0]), int(part[-1]) + 1) for part in parts])
    assert_equal(found, expected, what="shard_bounds(n, machines) for several numbers")


@criterion(of="shard_bounds", points="0.25", says="Machines without an example have empty bounds.")
def test_shard_bounds_of_idle_machines(student, rng):
    cases = [(n, n + draw(rng, 1, 4)) for n in (1, 2, 3, 5)]
    found = [student.shard_bounds(*case) for case in cases]
    expected = [[(k, k + 1) if k < n else (n, n) for k in range(machines)] for n, machines in cases]
    assert_equal(found, expected, what="shard_bounds(n, machines) with n below machines")


@criterion(
    of="data_parallel_gradient", points="0.5", says="Shards of one size: the mean of the gradients."
)
def test_equal_shards(student, rng):
    cases = []
    for lengths in ((4, 4), (3, 3, 3), (2, 2, 2, 2), (5,)):
        cases.append((squared_error_gradient(rng.normal(size=3)), shards_of(rng, *lengths)))
    cases.append((mean_of_products, shards_of(rng, 2, 2)))
    found = [assert_leaves_inputs(student.data_parallel_gradient, *case) for case in cases]
    expected = [gradient(*together(shards)) for gradient, shards in cases]
    assert_close(found, expected, what="data_parallel_gradient of shards of one size")


@criterion(
    of="data_parallel_gradient", points="1", says="A larger shard counts for more, exactly so much."
)
def test_unequal_shards(student, rng):
    """The book sums or averages, lines 2404-2412: right only for shards of one size."""
    cases = []
    for lengths in ((7, 2, 1), (1, 9), (3, 5, 2, 4), (6, 1)):
        cases.append((squared_error_gradient(rng.normal(size=3)), shards_of(rng, *lengths)))
    found = [student.data_parallel_gradient(*case) for case in cases]
    expected = [gradient(*together(shards)) for gradient, shards in cases]
    assert_close(found, expected, what="data_parallel_gradient of shards of several sizes")


@criterion(
    of="data_parallel_gradient", points="0.25", says="Shards without examples change nothing."
)
def test_empty_shards(student, rng):
    cases = []
    for lengths in ((3, 0, 2), (0, 4), (2, 5, 0, 1), (0, 1, 3)):
        cases.append((squared_error_gradient(rng.normal(size=3)), shards_of(rng, *lengths)))
    found = [student.data_parallel_gradient(*case) for case in cases]
    expected = [gradient(*together(shards)) for gradient, shards in cases]
    assert_close(found, expected, what="data_parallel_gradient with empty shards")


@criterion(
    of="data_parallel_gradient", points="0.25", says="No machine is given more than its own shard."
)
def test_no_machine_holds_all(student, rng):
    cases = []
    for lengths in ((4, 4), (3, 3, 3), (2, 2, 2, 2), (5, 5)):
        gradient = squared_error_gradient(rng.normal(size=3))
        limited = on_a_machine(gradient, max(lengths))
        cases.append((limited, gradient, shards_of(rng, *lengths)))
    found = [student.data_parallel_gradient(limited, shards) for limited, _, shards in cases]
    expected = [gradient(*together(shards)) for _, gradient, shards in cases]
    assert_close(found, expected, what="data_parallel_gradient on machines of limited memory")
