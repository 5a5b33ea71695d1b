"""Wrong answers about batches, each one that people give."""

import numpy as np

from autograder import misconception
from autograder import reference

# --- steps


@misconception(
    of="steps",
    killed_by="test_steps",
    says="The short batch at the end of an epoch is a step too: round up.",
)
def always_rounds_down(n, r, epochs=1, drop_last=False):
    return epochs * (n // r)


@misconception(
    of="steps",
    killed_by="test_steps",
    says=(
        "You joined the epochs before you cut them into batches. Every epoch starts afresh and may "
        "end with a short batch of its own."
    ),
)
def rounds_once_for_all_epochs(n, r, epochs=1, drop_last=False):
    return epochs * n // r if drop_last else -(-epochs * n // r)


@misconception(
    of="steps",
    killed_by="test_steps",
    says="You counted one epoch. Multiply by the number of epochs.",
)
def one_epoch_only(n, r, epochs=1, drop_last=False):
    return reference.steps(n, r, 1, drop_last)


@misconception(
    of="steps",
    killed_by="test_steps",
    says="A number of steps is an int. Divide with //, or turn the result into one.",
)
def a_float(n, r, epochs=1, drop_last=False):
    return epochs * n / r


@misconception(
    of="steps",
    killed_by="test_steps_with_drop_last",
    says="drop_last has no effect in your answer: it leaves out the short batch.",
)
def never_drops(n, r, epochs=1, drop_last=False):
    return reference.steps(n, r, epochs)


@misconception(
    of="steps",
    killed_by="test_steps_with_drop_last",
    says=(
        "You left out the last batch of every epoch. Only a short one goes: when r divides n, all "
        "batches are full."
    ),
)
def always_drops(n, r, epochs=1, drop_last=False):
    return reference.steps(n, r, epochs) - (epochs if drop_last else 0)


# --- orders


@misconception(
    of="orders",
    killed_by="test_orders_hold_every_example",
    says=(
        "You drew with replacement: some examples come twice, some never. An epoch holds each one "
        "exactly once."
    ),
)
def with_replacement(n, epochs, seed):
    return np.random.default_rng(seed).integers(n, size=(epochs, n))


@misconception(
    of="orders",
    killed_by="test_orders_hold_every_example",
    says="You numbered the examples from 1. Rows count from 0, and example n does not exist.",
)
def counts_from_one(n, epochs, seed):
    return reference.orders(n, epochs, seed) + 1


@misconception(
    of="orders",
    killed_by="test_orders_hold_every_example",
    says="All epochs were shuffled into one another. Each row must hold every example once.",
)
def shuffles_across_epochs(n, epochs, seed):
    rng = np.random.default_rng(seed)
    return rng.permutation(np.tile(np.arange(n), epochs)).reshape(epochs, n)


@misconception(
    of="orders",
    killed_by="test_orders_are_shuffled_anew",
    says=(
        "Every epoch has the same order: you shuffled once, or start the generator from the seed "
        "again. Make it once, and draw an order from it for each epoch."
    ),
)
def shuffles_once(n, epochs, seed):
    return np.tile(np.random.default_rng(seed).permutation(n), (epochs, 1))


@misconception(
    of="orders",
    killed_by="test_orders_are_shuffled_anew",
    says="Every epoch has the order of the first, only begun elsewhere: the same examples are "
    "neighbours again. Draw a new order for each.",
)
def turns_the_first_order(n, epochs, seed):
    first = np.random.default_rng(seed).permutation(n)
    return np.stack([np.roll(first, epoch) for epoch in range(epochs)])


@misconception(
    of="orders",
    killed_by="test_orders_are_shuffled_anew",
    says=(
        "The examples come as they are stored. If they are sorted by class, whole batches hold one "
        "class: shuffle."
    ),
)
def does_not_shuffle(n, epochs, seed):
    return np.tile(np.arange(n), (epochs, 1))


@misconception(
    of="orders",
    killed_by="test_orders_follow_the_seed",
    says="Every seed gives the same orders: you start from a fixed seed. Use the one passed in.",
)
def fixed_seed(n, epochs, seed):
    return reference.orders(n, epochs, 0)


# --- minibatches


@misconception(
    of="minibatches",
    killed_by="test_sizes_of_batches",
    says="The short batch at the end is missing. Unless drop_last is set, its examples count too.",
)
def drops_the_rest(X, y, r, orders, drop_last=False):
    yield from reference.minibatches(X, y, r, orders, True)


@misconception(
    of="minibatches",
    killed_by="test_sizes_of_batches",
    says=(
        "You filled the short batch up to r rows with examples that had their turn. Leave it short."
    ),
)
def pads_the_rest(X, y, r, orders, drop_last=False):
    end = len(X) - len(X) % r if drop_last else len(X)
    for order in orders:
        for start in range(0, end, r):
            rows = np.resize(np.roll(order, -start), r)
            yield X[rows], y[rows]


@misconception(
    of="minibatches",
    killed_by="test_sizes_of_batches",
    says="r is the number of examples in a batch, not the number of batches.",
)
def cuts_into_r_batches(X, y, r, orders, drop_last=False):
    for order in orders:
        for rows in np.array_split(order, r):
            yield X[rows], y[rows]


@misconception(
    of="minibatches",
    killed_by="test_batches_follow_the_order",
    says=(
        "X was shuffled, y was not: row i of the one no longer belongs to row i of the other. Use "
        "the same row numbers for both."
    ),
)
def leaves_y_behind(X, y, r, orders, drop_last=False):
    start = 0
    for xb, _ in reference.minibatches(X, y, r, orders, drop_last):
        yield xb, y[np.arange(start, start + len(xb)) % len(y)]
        start += len(xb)


@misconception(
    of="minibatches",
    killed_by="test_batches_follow_the_order",
    says="Your batches are consecutive rows of X. Take the rows that the order names.",
)
def ignores_the_order(X, y, r, orders, drop_last=False):
    yield from reference.minibatches(X, y, r, np.sort(orders, axis=1), drop_last)


@misconception(
    of="minibatches",
    killed_by="test_batches_follow_the_order",
    says=(
        "You used the order the other way round: example i went to place order[i]. At place i "
        "comes example order[i]."
    ),
)
def inverts_the_order(X, y, r, orders, drop_last=False):
    yield from reference.minibatches(X, y, r, np.argsort(orders, axis=1), drop_last)


@misconception(
    of="minibatches",
    killed_by="test_batches_follow_the_order",
    says="You sorted the rows within each batch. Leave them as the order has them.",
)
def sorts_each_batch(X, y, r, orders, drop_last=False):
    end = len(X) - len(X) % r if drop_last else len(X)
    for order in orders:
        for start in range(0, end, r):
            rows = np.sort(order[start : start + r])
            yield X[rows], y[rows]


@misconception(
    of="minibatches",
    killed_by="test_batches_follow_the_order",
    says="Your xb are flat. An example may be an image: each batch keeps the other axes of X.",
)
def flattens_the_examples(X, y, r, orders, drop_last=False):
    yield from reference.minibatches(X.reshape(len(X), -1), y, r, orders, drop_last)


@misconception(
    of="minibatches",
    killed_by="test_batches_of_several_epochs",
    says="Only the first epoch comes out. Go through all rows of orders.",
)
def first_epoch_only(X, y, r, orders, drop_last=False):
    yield from reference.minibatches(X, y, r, orders[:1], drop_last)


@misconception(
    of="minibatches",
    killed_by="test_batches_of_several_epochs",
    says=(
        "A batch of yours holds the end of one epoch and the start of the next. Each epoch starts "
        "afresh."
    ),
)
def spans_two_epochs(X, y, r, orders, drop_last=False):
    rows = np.concatenate(list(orders))
    end = len(rows) - len(rows) % r if drop_last else len(rows)
    for start in range(0, end, r):
        batch = rows[start : start + r]
        yield X[batch], y[batch]


@misconception(
    of="minibatches",
    killed_by="test_batches_of_several_epochs",
    says=(
        "Every epoch shuffles what the epoch before has shuffled. An order is meant for X and y "
        "as they came: leave them so, and take the rows of each batch from them."
    ),
)
def shuffles_what_is_shuffled(X, y, r, orders, drop_last=False):
    rows = np.arange(len(X))[None]
    for order in orders:
        X, y = X[order], y[order]
        yield from reference.minibatches(X, y, r, rows, drop_last)


@misconception(
    of="minibatches",
    killed_by="test_batches_with_drop_last",
    says="A short batch comes although drop_last is set. Leave it out, in every epoch.",
)
def keeps_the_rest(X, y, r, orders, drop_last=False):
    yield from reference.minibatches(X, y, r, orders)


@misconception(
    of="minibatches",
    killed_by="test_batches_with_drop_last",
    says="With drop_last you leave out the last batch even when it is full. Only a short one goes.",
)
def drops_full_batches(X, y, r, orders, drop_last=False):
    for order in orders:
        batches = list(reference.minibatches(X, y, r, order[None]))
        yield from batches[:-1] if drop_last else batches


# --- shard_bounds


@misconception(
    of="shard_bounds",
    killed_by="test_shard_bounds",
    says=(
        "The last machine gets all that is left over, and the others wait for it. Spread the rest, "
        "one example each."
    ),
)
def all_the_rest_to_the_last(n, machines):
    size = n // machines
    return [(k * size, n if k == machines - 1 else (k + 1) * size) for k in range(machines)]


@misconception(
    of="shard_bounds",
    killed_by="test_shard_bounds",
    says="The examples that are left over go to no machine. The last bound must be n.",
)
def forgets_the_rest(n, machines):
    size = n // machines
    return [(k * size, (k + 1) * size) for k in range(machines)]


@misconception(
    of="shard_bounds",
    killed_by="test_shard_bounds",
    says=(
        "You rounded the size up for all machines, so the last one gets far too little. Only the "
        "first n % machines get one more."
    ),
)
def rounds_all_sizes_up(n, machines):
    size = -(-n // machines)
    return [(min(k * size, n), min((k + 1) * size, n)) for k in range(machines)]


@misconception(
    of="shard_bounds",
    killed_by="test_shard_bounds",
    says="You returned (start, size). Return (start, stop), the first number beyond the shard.",
)
def start_and_size(n, machines):
    return [(start, stop - start) for start, stop in reference.shard_bounds(n, machines)]


@misconception(
    of="shard_bounds",
    killed_by="test_shard_bounds_of_idle_machines",
    says="Machines without an example are missing. They have bounds too, empty ones: (n, n).",
)
def leaves_out_idle_machines(n, machines):
    return [bounds for bounds in reference.shard_bounds(n, machines) if bounds[0] < bounds[1]]


# --- data_parallel_gradient


@misconception(
    of="data_parallel_gradient",
    killed_by="test_equal_shards",
    says=(
        "You added up the gradients of the shards. Each is a mean already: the sum is as many "
        "times too large as there are shards."
    ),
)
def sum_of_means(gradient, shards):
    return sum(gradient(X, y) for X, y in shards if len(X))


@misconception(
    of="data_parallel_gradient",
    killed_by="test_equal_shards",
    says=(
        "You weighed the shards by their sizes but did not divide by the number of all examples."
    ),
)
def sum_over_examples(gradient, shards):
    return sum(len(X) * gradient(X, y) for X, y in shards if len(X))


@misconception(
    of="data_parallel_gradient",
    killed_by="test_equal_shards",
    says="You used one shard only. The gradient needs the examples of all of them.",
)
def first_shard_only(gradient, shards):
    return next(gradient(X, y) for X, y in shards if len(X))


@misconception(
    of="data_parallel_gradient",
    killed_by="test_unequal_shards",
    says=(
        "A shard of 1 counts as much as a shard of 7 in your mean. Weigh each gradient by the "
        "number of its examples."
    ),
)
def mean_of_means(gradient, shards):
    return np.mean([gradient(X, y) for X, y in shards if len(X)], axis=0)


@misconception(
    of="data_parallel_gradient",
    killed_by="test_empty_shards",
    says=(
        "You ask for the gradient of a shard without examples, a mean over nothing: nan. Even zero "
        "times nan is nan: skip it."
    ),
)
def asks_empty_shards(gradient, shards):
    n = sum(len(X) for X, _ in shards)
    return sum(len(X) / n * gradient(X, y) for X, y in shards)


@misconception(
    of="data_parallel_gradient",
    killed_by="test_no_machine_holds_all",
    says=(
        "You gathered all examples and asked for one gradient. Right in value, but no single "
        "machine has room for that: ask shard by shard."
    ),
)
def gathers_the_data(gradient, shards):
    return gradient(np.concatenate([X for X, _ in shards]), np.concatenate([y for _, y in shards]))
