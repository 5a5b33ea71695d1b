"""Ways to fool oneself about what a model has learnt."""

import numpy as np

from autograder import misconception
from autograder import reference

# --- split


def held_out(rows, first):
    """Which rows come among the first."""
    first = {tuple(row) for row in first}
    return np.array([tuple(row) in first for row in rows])


@misconception(
    of="split",
    killed_by="test_split",
    says="X was brought into the new order, y was not: row i of the one is no longer example i.",
)
def leaves_y_behind(X, y, order, m):
    X = X[order]
    test = held_out(X, X[:m])
    return X[~test], y[~test], X[test], y[test]


@misconception(
    of="split",
    killed_by="test_split",
    says="You held out the last m of the order. It is the first m.",
)
def holds_out_the_last(X, y, order, m):
    test = held_out(X[order], X[order[len(order) - m :]])
    return X[order[~test]], y[order[~test]], X[order[test]], y[order[test]]


@misconception(
    of="split",
    killed_by="test_split",
    says="The order has no effect: your rows are those of the file. Stored data are often sorted.",
)
def ignores_the_order(X, y, order, m):
    return reference.split(X, y, np.arange(len(X)), m)


@misconception(
    of="split",
    killed_by="test_split",
    says="The two sets are in the wrong order. The training set comes first, then the test set.",
)
def test_set_first(X, y, order, m):
    X_train, y_train, X_test, y_test = reference.split(X, y, order, m)
    return X_test, y_test, X_train, y_train


@misconception(
    of="split",
    killed_by="test_split_of_copies",
    says=(
        "Copies of held out examples are still in your training set: the model has seen the test. "
        "Hold out every row that equals one of the first m."
    ),
)
def copies_on_both_sides(X, y, order, m):
    X, y = X[order], y[order]
    return X[m:], y[m:], X[:m], y[:m]


@misconception(
    of="split",
    killed_by="test_split_of_copies",
    says="The copies are in neither set. They are examples: put them into the test set.",
)
def throws_copies_away(X, y, order, m):
    X_train, y_train, _, _ = reference.split(X, y, order, m)
    return X_train, y_train, X[order[:m]], y[order[:m]]


@misconception(
    of="split",
    killed_by="test_split_of_copies",
    says=(
        "You take examples for copies only if their labels agree, too. A model that knows an input "
        "has an advantage whatever its label: compare rows of X."
    ),
)
def compares_labels_too(X, y, order, m):
    X, y = X[order], y[order]
    pairs = np.column_stack([X, y])
    test = held_out(pairs, pairs[:m])
    return X[~test], y[~test], X[test], y[test]


@misconception(
    of="split",
    killed_by="test_split_of_copies",
    says="You hold out rows that share a single entry with a held out one. All must agree.",
)
def one_entry_is_enough(X, y, order, m):
    X, y = X[order], y[order]
    test = (X[:, None] == X[:m]).any(axis=(1, 2))
    return X[~test], y[~test], X[test], y[test]


@misconception(
    of="split",
    killed_by="test_split_of_copies",
    says=(
        "Rows that are nearly equal count as copies in your answer. A copy is equal in all entries."
    ),
)
def nearly_equal_is_a_copy(X, y, order, m):
    X, y = X[order], y[order]
    test = np.array([any(np.allclose(x, held_out) for held_out in X[:m]) for x in X])
    return X[~test], y[~test], X[test], y[test]


@misconception(
    of="split",
    killed_by="test_split_of_copies",
    says="You compare rows by their bytes. 0.0 and -0.0 are equal and have different bytes: "
    "compare the numbers.",
)
def compares_bytes(X, y, order, m):
    first = {X[i].tobytes() for i in order[:m]}
    held = np.array([X[i].tobytes() in first for i in order])
    return X[order[~held]], y[order[~held]], X[order[held]], y[order[held]]


@misconception(
    of="split",
    killed_by="test_split_of_copies",
    says="Rows with the same sum count as copies in your answer. A copy is equal in all entries.",
)
def compares_sums(X, y, order, m):
    sums = X.sum(axis=1)
    held = np.isin(sums[order], sums[order[:m]])
    return X[order[~held]], y[order[~held]], X[order[held]], y[order[held]]


# --- standardise


@misconception(
    of="standardise",
    killed_by="test_standardise",
    says=(
        "Mean and variance come from all examples, so the training set knows of the test set. Take "
        "them from the training set alone."
    ),
)
def statistics_of_everything(X_train, X_test):
    both = np.vstack([X_train, X_test])
    return reference.standardise(both, X_train)[1], reference.standardise(both, X_test)[1]


@misconception(
    of="standardise",
    killed_by="test_standardise",
    says=(
        "The test set was standardised by its own statistics. Then equal inputs differ in the two "
        "sets: use the numbers of the training set."
    ),
)
def statistics_of_each(X_train, X_test):
    return reference.standardise(X_train, X_train)[0], reference.standardise(X_test, X_test)[0]


@misconception(
    of="standardise",
    killed_by="test_standardise",
    says="You divided by the variance. It is its square root that has the unit of the data.",
)
def divides_by_the_variance(X_train, X_test):
    scale = np.where(np.ptp(X_train, axis=0) > 0, X_train.std(axis=0), 1.0)
    Z_train, Z_test = reference.standardise(X_train, X_test)
    return Z_train / scale, Z_test / scale


@misconception(
    of="standardise",
    killed_by="test_standardise",
    says="Your variance is divided by n - 1. Right elsewhere; in this course it is divided by n.",
)
def bessel(X_train, X_test):
    n = len(X_train)
    Z_train, Z_test = reference.standardise(X_train, X_test)
    varies = np.ptp(X_train, axis=0) > 0
    shrink = np.where(varies, np.sqrt((n - 1) / n), 1.0)
    return Z_train * shrink, Z_test * shrink


@misconception(
    of="standardise",
    killed_by="test_standardise",
    says="One mean and one deviation serve all columns. Each column has a unit of its own.",
)
def one_scale_for_all(X_train, X_test):
    mean, scale = X_train.mean(), X_train.std()
    return (X_train - mean) / scale, (X_test - mean) / scale


@misconception(
    of="standardise",
    killed_by="test_standardise_a_constant_column",
    says="A constant column has deviation 0, or 1e-17 by rounding. Do not divide by it.",
)
def divides_by_nothing(X_train, X_test):
    mean, scale = X_train.mean(axis=0), X_train.std(axis=0)
    with np.errstate(all="ignore"):
        return (X_train - mean) / scale, (X_test - mean) / scale


@misconception(
    of="standardise",
    killed_by="test_standardise_a_constant_column",
    says=(
        "You test whether the deviation is 0. That of three times 0.1 is 1e-17, by rounding: "
        "compare the entries of the column, or the deviation with a small number."
    ),
)
def trusts_an_exact_zero(X_train, X_test):
    mean, scale = X_train.mean(axis=0), X_train.std(axis=0)
    scale = np.where(scale == 0, 1.0, scale)
    return (X_train - mean) / scale, (X_test - mean) / scale


@misconception(
    of="standardise",
    killed_by="test_standardise_a_constant_column",
    says="Columns that are constant in training were set to zero in the test set. Only shift them.",
)
def erases_constant_columns(X_train, X_test):
    Z_train, Z_test = reference.standardise(X_train, X_test)
    varies = np.ptp(X_train, axis=0) > 0
    return np.where(varies, Z_train, 0.0), np.where(varies, Z_test, 0.0)


@misconception(
    of="standardise",
    killed_by="test_standardise_leaves_inputs",
    says="X -= ... changes the caller's data. Compute new arrays: X - mean.",
)
def works_in_place(X_train, X_test):
    Z_train, Z_test = reference.standardise(X_train, X_test)
    X_train[:], X_test[:] = Z_train, Z_test
    return X_train, X_test


@misconception(
    of="standardise",
    killed_by="test_standardise_a_constant_column",
    says="A column that varies a little is not constant: a deviation of 2e-6 is to become 1. Your "
    "bound is too large, or compares the variance instead of the deviation.",
)
def small_is_constant(X_train, X_test):
    mean, deviation = X_train.mean(axis=0), X_train.std(axis=0)
    scale = np.where(deviation < 1e-4, 1, deviation)
    return (X_train - mean) / scale, (X_test - mean) / scale


@misconception(
    of="standardise",
    killed_by="test_standardise_a_constant_column",
    says="The mean of the squares minus the square of the mean loses the digits of a small "
    "variance. Subtract the mean first, then square.",
)
def difference_of_squares(X_train, X_test):
    mean = X_train.mean(axis=0)
    deviation = np.sqrt(np.maximum((X_train**2).mean(axis=0) - mean**2, 0))
    scale = np.where(deviation < 1e-7, 1, deviation)
    return (X_train - mean) / scale, (X_test - mean) / scale


# --- lookup


@misconception(
    of="lookup",
    killed_by="test_lookup_of_new_rows",
    says="Rows that are nearly equal count as equal in your table. A row is known or it is not.",
)
def nearly_equal_is_known(X_train, y_train, X, default=0.0):
    return reference.lookup(np.round(X_train, 6), y_train, np.round(X, 6), default)


@misconception(
    of="lookup",
    killed_by="test_lookup_of_contradictions",
    says=(
        "An array filled with a default of -1 holds ints, and a label of 0.75 becomes 0 in it. "
        "Make it an array of floats."
    ),
)
def keeps_the_type_of_the_default(X_train, y_train, X, default=0.0):
    answers = np.full(len(X), default)
    answers[:] = reference.lookup(X_train, y_train, X, default)
    return answers


@misconception(
    of="lookup",
    killed_by="test_lookup_of_the_training_set",
    says="Your model returns the training labels in their order. Row i of X gets prediction i.",
)
def returns_the_labels(X_train, y_train, X, default=0.0):
    return np.resize(y_train, len(X))


@misconception(
    of="lookup",
    killed_by="test_lookup_of_the_training_set",
    says="You look up the first entry of a row only. All entries make the key.",
)
def first_entry_only(X_train, y_train, X, default=0.0):
    return reference.lookup(X_train[:, :1], y_train, X[:, :1], default)


@misconception(
    of="lookup",
    killed_by="test_lookup_of_new_rows",
    says="The default is 0 in your answer whatever is asked for.",
)
def always_zero(X_train, y_train, X, default=0.0):
    return reference.lookup(X_train, y_train, X)


@misconception(
    of="lookup",
    killed_by="test_lookup_of_new_rows",
    says=(
        "A new row got the label of its nearest neighbour. A fine model, and another one: this one "
        "knows nothing beyond its table."
    ),
)
def nearest_neighbour(X_train, y_train, X, default=0.0):
    distances = ((X[:, None] - X_train) ** 2).sum(axis=2)
    nearest = X_train[distances.argmin(axis=1)]
    return reference.lookup(X_train, y_train, nearest, default)


@misconception(
    of="lookup",
    killed_by="test_lookup_of_new_rows",
    says="A new row got the mean of all labels. It gets the default that was passed in.",
)
def mean_for_new_rows(X_train, y_train, X, default=0.0):
    return reference.lookup(X_train, y_train, X, float(np.mean(y_train)))


@misconception(
    of="lookup",
    killed_by="test_lookup_of_contradictions",
    says="The last label replaced the earlier ones of the same row. Take the mean of them all.",
)
def last_label_wins(X_train, y_train, X, default=0.0):
    table = {tuple(x): label for x, label in zip(X_train, y_train, strict=True)}
    return np.array([table.get(tuple(x), default) for x in X])


@misconception(
    of="lookup",
    killed_by="test_lookup_of_contradictions",
    says="You stop at the first label of a row. Take the mean of all labels that came with it.",
)
def first_label_wins(X_train, y_train, X, default=0.0):
    pairs = list(zip(X_train, y_train, strict=True))
    table = {tuple(x): label for x, label in reversed(pairs)}
    return np.array([table.get(tuple(x), default) for x in X])


@misconception(
    of="lookup",
    killed_by="test_lookup_of_contradictions",
    says="The labels of a row were added up. Divide by their number.",
)
def adds_the_labels(X_train, y_train, X, default=0.0):
    count = np.maximum((X[:, None] == X_train).all(axis=2).sum(axis=1), 1)
    return reference.lookup(X_train, y_train, X, default) * count


@misconception(
    of="lookup",
    killed_by="test_lookup_of_contradictions",
    says="You look rows up by their bytes. 0.0 and -0.0 are equal and have different bytes: take "
    "the numbers, as a tuple.",
)
def looks_up_bytes(X_train, y_train, X, default=0.0):
    labels = {}
    for row, label in zip(X_train, y_train, strict=True):
        labels.setdefault(row.tobytes(), []).append(label)
    return np.array([np.mean(labels.get(row.tobytes(), [default])) for row in X], dtype=float)


@misconception(
    of="lookup",
    killed_by="test_lookup_of_contradictions",
    says="A row whose label is 0 gets the default in your answer: 0 counts as false after `or`. "
    "Ask whether the row is in the table.",
)
def zero_is_no_label(X_train, y_train, X, default=0.0):
    return np.array([label or default for label in reference.lookup(X_train, y_train, X)])


# --- gap


@misconception(
    of="gap",
    killed_by="test_gap",
    says="The sign is the other way round: test minus training, so overfitting is positive.",
)
def training_minus_test(loss, f, train, test):
    return reference.gap(loss, f, test, train)


@misconception(
    of="gap",
    killed_by="test_gap",
    says="You added up the losses. A larger test set is no larger error: take means.",
)
def difference_of_sums(loss, f, train, test):
    total = [float(np.sum(loss(y, f(X)))) for X, y in (train, test)]
    return total[1] - total[0]


@misconception(
    of="gap",
    killed_by="test_gap",
    says="This is the mean loss on the test set. Subtract that on the training set.",
)
def risk_on_the_test_set(loss, f, train, test):
    X, y = test
    return float(np.mean(loss(y, f(X))))


@misconception(
    of="gap",
    killed_by="test_gap",
    says="Both sums were divided by the size of the training set. Each set has its own size.",
)
def one_size_for_both(loss, f, train, test):
    total = [float(np.sum(loss(y, f(X)))) for X, y in (train, test)]
    return (total[1] - total[0]) / len(train[1])


@misconception(
    of="gap",
    killed_by="test_gap_below_zero",
    says="Your gap is never negative. A test set may happen to be the easier one: keep the sign.",
)
def absolute_gap(loss, f, train, test):
    return abs(reference.gap(loss, f, train, test))


@misconception(
    of="gap",
    killed_by="test_gap_of_a_lopsided_loss",
    says=(
        "You call loss(predictions, y). Where too little is worse than too much, that matters: the "
        "labels come first."
    ),
)
def swaps_the_arguments(loss, f, train, test):
    return reference.gap(lambda y, predictions: loss(predictions, y), f, train, test)


# --- stop_early


def signed(scores, mode):
    return [score if mode == "max" else -score for score in scores]


def watch(scores, patience, better):
    """The rule with another idea of better(score, best score so far, score before)."""
    top, best, waited = -np.inf, None, 0
    for epoch, score in enumerate(scores):
        if better(score, top, scores[epoch - 1] if epoch else -np.inf):
            top, best, waited = score, epoch, 0
        else:
            waited += 1
        if waited == patience:
            return epoch, best
    return None, best


@misconception(
    of="stop_early",
    killed_by="test_stop_early",
    says=(
        "You stop when a score is below each of the last k. That is another rule: a score may stay "
        "above those and yet below the best for ever. Count the epochs since the best."
    ),
)
def below_each_of_the_last(scores, patience, mode="max"):
    s = signed(scores, mode)
    for t in range(patience, len(s)):
        if all(s[t] <= s[i] for i in range(t - patience, t)):
            return t, reference.stop_early(scores[: t + 1], t + 2, mode)[1]
    return None, reference.stop_early(scores, len(scores) + 1, mode)[1]


@misconception(
    of="stop_early",
    killed_by="test_stop_early",
    says="You compare with the epoch before. An improvement beats the best of all before.",
)
def compares_with_the_last(scores, patience, mode="max"):
    return watch(signed(scores, mode), patience, lambda score, top, before: score > before)


@misconception(
    of="stop_early",
    killed_by="test_stop_early",
    says=(
        "Your patience starts anew when a score is better than the one before. It starts anew at "
        "an improvement: a score better than all before."
    ),
)
def waits_since_the_last_rise(scores, patience, mode="max"):
    s, best, waited = signed(scores, mode), None, 0
    for epoch, score in enumerate(s):
        waited = 0 if score > (s[epoch - 1] if epoch else -np.inf) else waited + 1
        if score > (-np.inf if best is None else s[best]):
            best = epoch
        if waited == patience:
            return epoch, best
    return None, best


@misconception(
    of="stop_early",
    killed_by="test_stop_early",
    says=(
        "Your first best score is 0: no negative score is ever above it. Start from minus infinity."
    ),
)
def starts_from_zero_upwards(scores, patience, mode="max"):
    first = 0.0 if mode == "max" else -np.inf
    s = signed(scores, mode)
    return watch(s, patience, lambda score, top, before: score > max(top, first))


@misconception(
    of="stop_early",
    killed_by="test_stop_early",
    says="You wait one epoch too long: stop at the patience-th epoch without an improvement.",
)
def waits_one_longer(scores, patience, mode="max"):
    return reference.stop_early(scores, patience + 1, mode)


@misconception(
    of="stop_early",
    killed_by="test_stop_early",
    says="Your counter is not reset by an improvement. The epochs without one must be in a row.",
)
def never_resets_the_counter(scores, patience, mode="max"):
    top, best, waited = -np.inf, None, 0
    for epoch, score in enumerate(signed(scores, mode)):
        if score > top:
            top, best = score, epoch
        else:
            waited += 1
        if waited == patience:
            return epoch, best
    return None, best


@misconception(
    of="stop_early",
    killed_by="test_stop_early",
    says=(
        "You go back by `patience` epochs in any case. When training runs to its end, the best "
        "epoch may be a later one: remember it."
    ),
)
def goes_back_by_patience(scores, patience, mode="max"):
    stop, _ = reference.stop_early(scores, patience, mode)
    last = len(scores) - 1 if stop is None else stop
    return stop, last - patience


@misconception(
    of="stop_early",
    killed_by="test_stop_early",
    says="You count epochs from 1. They count from 0, like the places in the list.",
)
def counts_from_one(scores, patience, mode="max"):
    return tuple(
        None if epoch is None else epoch + 1
        for epoch in reference.stop_early(scores, patience, mode)
    )


@misconception(
    of="stop_early",
    killed_by="test_stop_early_does_not_look_ahead",
    says=(
        "Your best epoch comes after the stop: it was never run. Look for it among the scores up "
        "to there."
    ),
)
def best_of_all_scores(scores, patience, mode="max"):
    stop, _ = reference.stop_early(scores, patience, mode)
    return stop, reference.stop_early(scores, len(scores) + 1, mode)[1]


@misconception(
    of="stop_early",
    killed_by="test_stop_early_at_ties",
    says="A tie counts as an improvement in your answer: it can go on for ever on a plateau.",
)
def ties_improve(scores, patience, mode="max"):
    return watch(signed(scores, mode), patience, lambda score, top, before: score >= top)


@misconception(
    of="stop_early",
    killed_by="test_stop_early_at_ties",
    says="Of equal scores you go back to the last. The first was as good: it is the best epoch.",
)
def last_of_equals(scores, patience, mode="max"):
    stop, best = reference.stop_early(scores, patience, mode)
    run = scores if stop is None else scores[: stop + 1]
    return stop, best if best is None else max(i for i, s in enumerate(run) if s == run[best])


@misconception(
    of="stop_early",
    killed_by="test_stop_early_of_risks",
    says='mode has no effect in your answer. With "min" an improvement is a lower score.',
)
def ignores_the_mode(scores, patience, mode="max"):
    return reference.stop_early(scores, patience)


@misconception(
    of="stop_early",
    killed_by="test_stop_early_of_risks",
    says=(
        "Your first best score is 0: no risk is ever below it, no negative score above. Start from "
        "infinity."
    ),
)
def starts_from_zero(scores, patience, mode="max"):
    s = signed(scores, mode)
    return watch(s, patience, lambda score, top, before: score > max(top, 0.0))


@misconception(
    of="stop_early",
    killed_by="test_stop_early_with_nan",
    says=(
        "NaN passes for an improvement: score <= best is false for it. Ask whether the score is "
        "better, not whether it is no better."
    ),
)
def nan_improves(scores, patience, mode="max"):
    return watch(signed(scores, mode), patience, lambda score, top, before: not score <= top)


@misconception(
    of="stop_early",
    killed_by="test_stop_early_with_nan",
    says="You skip epochs with NaN. They were run and did not improve: they count.",
)
def skips_nan(scores, patience, mode="max"):
    kept = [epoch for epoch, score in enumerate(scores) if score == score]
    found = reference.stop_early([scores[epoch] for epoch in kept], patience, mode)
    return tuple(None if place is None else kept[place] for place in found)


# --- train_linear


def run(train, validation, rate, epochs):
    """All weights, the zeros first, and the validation risks after each step."""
    X, y = train
    W = [np.zeros(X.shape[1])]
    for _ in range(epochs):
        W.append(W[-1] - rate * 2 * X.T @ (X @ W[-1] - y) / len(y))
    X, y = validation
    return W, [float(np.mean((X @ w - y) ** 2)) for w in W[1:]]


@misconception(
    of="train_linear",
    killed_by="test_risks_of_training",
    says="You watch the training set. Its risk falls for ever: only the validation set can tell.",
)
def watches_the_training_set(train, validation, rate, patience, epochs):
    return reference.train_linear(train, train, rate, patience, epochs)


@misconception(
    of="train_linear",
    killed_by="test_risks_of_training",
    says="The validation set is in your gradient. What was trained on cannot judge.",
)
def trains_on_both(train, validation, rate, patience, epochs):
    X, y = (np.concatenate(parts) for parts in zip(train, validation, strict=True))
    return reference.train_linear((X, y), validation, rate, patience, epochs)


@misconception(
    of="train_linear",
    killed_by="test_risks_of_training",
    says="Your training runs through all epochs. When patience is over, leave the loop.",
)
def never_stops(train, validation, rate, patience, epochs):
    W, risks = run(train, validation, rate, epochs)
    return W[int(np.argmin(risks)) + 1], risks


@misconception(
    of="train_linear",
    killed_by="test_risks_of_training",
    says="You score the weights before the step. An epoch is the step first, then its score.",
)
def scores_before_the_step(train, validation, rate, patience, epochs):
    W, risks = run(train, validation, rate, epochs)
    risks = [float(np.mean(validation[1] ** 2)), *risks[:-1]]
    stop, best = reference.stop_early(risks, patience, "min")
    return W[best], risks if stop is None else risks[: stop + 1]


@misconception(
    of="train_linear",
    killed_by="test_risks_of_training",
    says="Your gradient lacks the factor 2: the derivative of e^2 is 2 e.",
)
def half_the_gradient(train, validation, rate, patience, epochs):
    return reference.train_linear(train, validation, rate / 2, patience, epochs)


@misconception(
    of="train_linear",
    killed_by="test_risks_of_training",
    says="Your gradient is that of the sum. The loss is a mean: divide by the number of examples.",
)
def gradient_of_the_sum(train, validation, rate, patience, epochs):
    return reference.train_linear(train, validation, rate * len(train[1]), patience, epochs)


@misconception(
    of="train_linear",
    killed_by="test_rollback",
    says=(
        "The weights of the last epoch came back. Go back to the best. If you did keep them: after "
        "best = w, w -= ... changes both, so keep a copy."
    ),
)
def keeps_the_last_weights(train, validation, rate, patience, epochs):
    _, risks = reference.train_linear(train, validation, rate, patience, epochs)
    return run(train, validation, rate, len(risks))[0][-1], risks


@misconception(
    of="train_linear",
    killed_by="test_rollback",
    says="You returned the weights before the step of the best epoch. Its score is that of after.",
)
def one_step_too_far_back(train, validation, rate, patience, epochs):
    _, risks = reference.train_linear(train, validation, rate, patience, epochs)
    return run(train, validation, rate, epochs)[0][int(np.argmin(risks))], risks


@misconception(
    of="train_linear",
    killed_by="test_rollback",
    says=(
        "The zeros you start from count as an epoch, with a score of their own. The first epoch "
        "ends with the first step."
    ),
)
def start_is_an_epoch(train, validation, rate, patience, epochs):
    W, risks = run(train, validation, rate, epochs)
    risks = [float(np.mean(validation[1] ** 2)), *risks]
    stop, best = reference.stop_early(risks, patience, "min")
    return W[best], risks[1:] if stop is None else risks[1 : stop + 1]


@misconception(
    of="train_linear",
    killed_by="test_rollback_at_the_end",
    says="You go back only if training was stopped. When the epochs run out, go back as well.",
)
def goes_back_only_after_a_stop(train, validation, rate, patience, epochs):
    w, risks = reference.train_linear(train, validation, rate, patience, epochs)
    if reference.stop_early(risks, patience, "min")[0] is None:
        w = run(train, validation, rate, epochs)[0][-1]
    return w, risks


@misconception(
    of="train_linear",
    killed_by="test_rollback_at_the_end",
    says=(
        "You go back by `patience` epochs. That is the best one only if patience ended the "
        "training: remember where the best was."
    ),
)
def goes_back_by_k(train, validation, rate, patience, epochs):
    _, risks = reference.train_linear(train, validation, rate, patience, epochs)
    W, _ = run(train, validation, rate, len(risks))
    return W[max(len(risks) - patience, 0)], risks
