"""Wrong answers about linear classifiers, each one that people give."""

import numpy as np

from autograder import misconception
from autograder import reference


def perceptron(X, y, epochs, fires, change):
    """Fires where fires(score); w and b grow by change(label, prediction) times x and 1."""
    w, b, mistakes = np.zeros(X.shape[1]), 0.0, []
    for _ in range(epochs):
        wrong = 0
        for x, label in zip(X, y, strict=True):
            guess = int(fires(w @ x + b))
            step = change(int(label), guess)
            w, b = w + step * x, b + step
            wrong += guess != label
        mistakes.append(int(wrong))
    return w, b, mistakes


def quiet(function):
    with np.errstate(all="ignore"):
        return function()


def descent(X, y, m, rate, steps, update):
    """Weights after update(W, b) has been applied in every step."""
    W, b = np.zeros((X.shape[1], m)), np.zeros(m)
    for _ in range(steps):
        W, b = update(W, b)
    return W, b


def softmax(logits, axis=1):
    e = np.exp(logits - logits.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


# --- train_perceptron


@misconception(
    of="train_perceptron",
    killed_by="test_perceptron",
    says="The weights move the wrong way: add (label - prediction) x, so that the score follows.",
)
def moves_away(X, y, epochs):
    return perceptron(X, y, epochs, lambda s: s >= 0, lambda label, guess: guess - label)


@misconception(
    of="train_perceptron",
    killed_by="test_perceptron",
    says=(
        "A score of exactly 0 gives class 0 in your answer. The step function used here is 1 "
        "from 0 on."
    ),
)
def zero_does_not_fire(X, y, epochs):
    return perceptron(X, y, epochs, lambda s: s > 0, lambda label, guess: label - guess)


@misconception(
    of="train_perceptron",
    killed_by="test_perceptron",
    says=(
        "The weights move after every example of class 1, right or wrong. Only a wrong "
        "prediction changes anything."
    ),
)
def learns_from_right_answers(X, y, epochs):
    return perceptron(X, y, epochs, lambda s: s >= 0, lambda label, guess: 1 if label else -guess)


@misconception(
    of="train_perceptron",
    killed_by="test_perceptron",
    says="The bias never moves in your answer. It learns like a weight whose feature is always 1.",
)
def bias_never_moves(X, y, epochs):
    w, mistakes = np.zeros(X.shape[1]), []
    for _ in range(epochs):
        wrong = 0
        for x, label in zip(X, y, strict=True):
            error = int(label) - int(w @ x >= 0)
            w = w + error * x
            wrong += abs(error)
        mistakes.append(wrong)
    return w, 0.0, mistakes


@misconception(
    of="train_perceptron",
    killed_by="test_perceptron",
    says=(
        "You predicted all examples with the weights of the start of the epoch. Each example "
        "sees what the one before has changed."
    ),
)
def whole_epoch_at_once(X, y, epochs):
    w, b, mistakes = np.zeros(X.shape[1]), 0.0, []
    for _ in range(epochs):
        errors = y - (X @ w + b >= 0)
        w, b = w + X.T @ errors, b + float(errors.sum())
        mistakes.append(int(np.abs(errors).sum()))
    return w, b, mistakes


@misconception(
    of="train_perceptron",
    killed_by="test_perceptron_to_the_end",
    says=(
        "You counted the mistakes after the epoch, with its last weights. Count a mistake when "
        "it is made."
    ),
)
def counts_afterwards(X, y, epochs):
    w, b, mistakes = np.zeros(X.shape[1]), 0.0, []
    for _ in range(epochs):
        for x, label in zip(X, y, strict=True):
            error = int(label) - int(w @ x + b >= 0)
            w, b = w + error * x, b + error
        mistakes.append(int(np.sum((X @ w + b >= 0) != y)))
    return w, b, mistakes


@misconception(
    of="train_perceptron",
    killed_by="test_perceptron_to_the_end",
    says=(
        "You stop after an epoch without mistakes. Nothing changes any more, but every epoch is "
        "to be reported: append its 0."
    ),
)
def stops_when_all_is_right(X, y, epochs):
    w, b, mistakes = reference.train_perceptron(X, y, epochs)
    if epochs > 5 and 0 in mistakes:
        mistakes = mistakes[: mistakes.index(0) + 1]
    return w, b, mistakes


# --- sigmoid


@misconception(
    of="sigmoid",
    killed_by="test_sigmoid",
    says="Your sigmoid falls. The exponent is -s: a large score means a probability near 1.",
)
def falls(s):
    return reference.sigmoid(-s)


@misconception(
    of="sigmoid",
    killed_by="test_sigmoid",
    says="This is the hyperbolic tangent, from -1 to 1. A probability lies between 0 and 1.",
)
def hyperbolic_tangent(s):
    return np.tanh(s)


@misconception(
    of="sigmoid",
    killed_by="test_sigmoid_at_the_ends",
    says=(
        "exp(s) / (1 + exp(s)) is infinity over infinity for large s. Use exp(-s) there: its "
        "exponent is negative."
    ),
)
def infinity_over_infinity(s):
    return quiet(lambda: np.exp(s) / (1 + np.exp(s)))


# --- binary_loss


@misconception(
    of="binary_loss",
    killed_by="test_binary_loss",
    says="Examples of class 0 cost nothing in your loss. They cost -log(1 - p).",
)
def forgets_class_zero(X, y, w, b):
    s = X @ w + b
    return float(np.mean(y * np.logaddexp(0.0, -s)))


@misconception(
    of="binary_loss",
    killed_by="test_binary_loss",
    says="The classes are swapped: p is the probability of class 1, so y belongs to log p.",
)
def swaps_the_classes(X, y, w, b):
    return reference.binary_loss(X, 1 - y, w, b)


@misconception(
    of="binary_loss",
    killed_by="test_binary_loss",
    says="You added up the losses. Take their mean.",
)
def adds_the_losses(X, y, w, b):
    return reference.binary_loss(X, y, w, b) * len(y)


@misconception(
    of="binary_loss",
    killed_by="test_binary_loss",
    says="This is the squared error of the probabilities. The cross-entropy takes their logarithm.",
)
def squared_error(X, y, w, b):
    return float(np.mean((reference.sigmoid(X @ w + b) - y) ** 2))


@misconception(
    of="binary_loss",
    killed_by="test_binary_loss_of_huge_scores",
    says=(
        "The probability underflows to 0 and its logarithm is infinite, or 0 times infinity. "
        "Write the loss with the score: log(1 + exp(s)) - y s."
    ),
)
def logarithm_of_sigmoid(X, y, w, b):
    p = reference.sigmoid(X @ w + b)
    return quiet(lambda: float(np.mean(-y * np.log(p) - (1 - y) * np.log(1 - p))))


@misconception(
    of="binary_loss",
    killed_by="test_binary_loss_of_huge_scores",
    says=(
        "You clipped the probabilities, so no loss exceeds 28. Write the loss with the score: "
        "log(1 + exp(s)) - y s."
    ),
)
def clips_the_probability(X, y, w, b):
    p = np.clip(reference.sigmoid(X @ w + b), 1e-12, 1 - 1e-12)
    return float(np.mean(-y * np.log(p) - (1 - y) * np.log(1 - p)))


# --- binary_gradient


@misconception(
    of="binary_gradient",
    killed_by="test_binary_gradient",
    says="The sign is wrong: the error is the probability minus the label.",
)
def gradient_with_wrong_sign(X, y, w, b):
    by_w, by_b = reference.binary_gradient(X, y, w, b)
    return -by_w, -by_b


@misconception(
    of="binary_gradient",
    killed_by="test_binary_gradient",
    says="The loss is a mean, so its gradient is a mean too: divide by n.",
)
def sums_the_gradient(X, y, w, b):
    by_w, by_b = reference.binary_gradient(X, y, w, b)
    return by_w * len(y), by_b * len(y)


@misconception(
    of="binary_gradient",
    killed_by="test_binary_gradient",
    says=(
        "A factor p (1 - p) is left. It belongs to the squared error; in the cross-entropy the "
        "derivative of the logarithm cancels it."
    ),
)
def keeps_the_slope_of_sigmoid(X, y, w, b):
    p = reference.sigmoid(X @ w + b)
    error = (p - y) * p * (1 - p)
    return X.T @ error / len(y), float(error.mean())


@misconception(
    of="binary_gradient",
    killed_by="test_binary_gradient",
    says="You rounded the probabilities: that is the perceptron. Here the error is p - y itself.",
)
def rounds_the_probabilities(X, y, w, b):
    error = (X @ w + b > 0) - 1.0 * y
    return X.T @ error / len(y), float(error.mean())


@misconception(
    of="binary_gradient",
    killed_by="test_binary_gradient",
    says=(
        "exp(s) / (1 + exp(s)) inside the gradient is infinity over infinity for large s. Call "
        "your sigmoid, which is safe there."
    ),
)
def gradient_overflows(X, y, w, b):
    s = X @ w + b
    error = quiet(lambda: np.exp(s) / (1 + np.exp(s))) - y
    return X.T @ error / len(y), float(error.mean())


# --- predict_binary


@misconception(
    of="predict_binary",
    killed_by="test_predict_binary",
    says=(
        "You compared the score with 0.5. The probability is above one half where the score is "
        "above 0."
    ),
)
def score_above_one_half(X, w, b):
    return (X @ w + b > 0.5).astype(int)


@misconception(
    of="predict_binary",
    killed_by="test_predict_binary",
    says="At a probability of exactly one half you answer 1. Here that is class 0.",
)
def one_half_is_class_one(X, w, b):
    return (X @ w + b >= 0).astype(int)


@misconception(
    of="predict_binary",
    killed_by="test_predict_binary",
    says="You return probabilities. A prediction is a class, 0 or 1, as an int.",
)
def returns_probabilities(X, w, b):
    return reference.sigmoid(X @ w + b)


@misconception(
    of="predict_binary",
    killed_by="test_predict_binary",
    says="The bias is missing: the score is X w + b.",
)
def predicts_without_bias(X, w, b):
    return reference.predict_binary(X, w, 0.0)


# --- multiclass_gradient


@misconception(
    of="multiclass_gradient",
    killed_by="test_multiclass_gradient",
    says=(
        "The gradient dW is transposed. It has the shape of W, (c, m): X^T times the error. "
        "torch.nn.Linear keeps W the other way round."
    ),
)
def gradient_transposed(X, y, W, b):
    by_W, by_b = reference.multiclass_gradient(X, y, W, b)
    return by_W.T, by_b


@misconception(
    of="multiclass_gradient",
    killed_by="test_multiclass_gradient",
    says="You took a sigmoid for each class. The classes exclude each other: softmax over the row.",
)
def sigmoid_for_each_class(X, y, W, b):
    error = reference.sigmoid(X @ W + b) - np.eye(len(b))[y]
    return X.T @ error / len(y), error.mean(axis=0)


@misconception(
    of="multiclass_gradient",
    killed_by="test_multiclass_gradient",
    says="Your softmax runs down the columns, over the examples. It runs over the classes.",
)
def softmax_over_examples(X, y, W, b):
    error = softmax(X @ W + b, axis=0) - np.eye(len(b))[y]
    return X.T @ error / len(y), error.mean(axis=0)


@misconception(
    of="multiclass_gradient",
    killed_by="test_multiclass_gradient",
    says="The loss is a mean over n examples, so its gradient carries a factor 1/n.",
)
def multiclass_without_mean(X, y, W, b):
    by_W, by_b = reference.multiclass_gradient(X, y, W, b)
    return by_W * len(y), by_b * len(y)


@misconception(
    of="multiclass_gradient",
    killed_by="test_multiclass_gradient",
    says="The label's number was subtracted from all its row. Subtract its one-hot vector.",
)
def labels_as_numbers(X, y, W, b):
    error = softmax(X @ W + b) - y[:, None]
    return X.T @ error / len(y), error.mean(axis=0)


@misconception(
    of="multiclass_gradient",
    killed_by="test_multiclass_gradient_of_huge_logits",
    says="exp(1000) over exp(1000) is NaN. Subtract each row's largest logit first.",
)
def multiclass_overflows(X, y, W, b):
    e = quiet(lambda: np.exp(X @ W + b))
    error = quiet(lambda: e / e.sum(axis=1, keepdims=True)) - np.eye(len(b))[y]
    return X.T @ error / len(y), error.mean(axis=0)


# --- train_multiclass


@misconception(
    of="train_multiclass",
    killed_by="test_training_on_digits",
    says="You walk uphill: subtract the gradient.",
)
def climbs(X, y, m, rate, steps):
    return reference.train_multiclass(X, y, m, -rate, steps)


@misconception(
    of="train_multiclass",
    killed_by="test_training_on_digits",
    says="You changed W before db was computed. Compute both gradients from the old weights.",
)
def one_after_the_other(X, y, m, rate, steps):
    def update(W, b):
        W = W - rate * reference.multiclass_gradient(X, y, W, b)[0]
        return W, b - rate * reference.multiclass_gradient(X, y, W, b)[1]

    return descent(X, y, m, rate, steps, update)


@misconception(
    of="train_multiclass",
    killed_by="test_training_on_digits",
    says="b stays zero in your training. It has a gradient as well.",
)
def trains_without_bias(X, y, m, rate, steps):
    def update(W, b):
        return W - rate * reference.multiclass_gradient(X, y, W, b)[0], b

    return descent(X, y, m, rate, steps, update)


@misconception(
    of="train_multiclass",
    killed_by="test_training_on_digits",
    says="One step is missing: take exactly `steps` of them.",
)
def one_step_short(X, y, m, rate, steps):
    return reference.train_multiclass(X, y, m, rate, steps - 1)


@misconception(
    of="train_multiclass",
    killed_by="test_training_on_digits",
    says="You started from random weights. The start is zero, so that all get the same result.",
)
def random_start(X, y, m, rate, steps):
    W = np.random.default_rng(0).normal(size=(X.shape[1], m))
    b = np.zeros(m)
    for _ in range(steps):
        by_W, by_b = reference.multiclass_gradient(X, y, W, b)
        W, b = W - rate * by_W, b - rate * by_b
    return W, b


@misconception(
    of="train_multiclass",
    killed_by="test_training_with_absent_classes",
    says="You counted the classes that occur. There are m, whether they occur or not.",
)
def counts_classes_in_the_data(X, y, m, rate, steps):
    return reference.train_multiclass(X, y, int(y.max()) + 1, rate, steps)


# --- accuracy


@misconception(
    of="accuracy",
    killed_by="test_accuracy",
    says="This is the share of errors. The accuracy is the share of right answers.",
)
def share_of_errors(X, y, W, b):
    return 1.0 - reference.accuracy(X, y, W, b)


@misconception(
    of="accuracy",
    killed_by="test_accuracy",
    says="You counted the right answers. Divide by the number of examples.",
)
def counts_right_answers(X, y, W, b):
    return reference.accuracy(X, y, W, b) * len(y)


@misconception(
    of="accuracy",
    killed_by="test_accuracy",
    says="The bias is missing: the logits are X W + b.",
)
def accuracy_without_bias(X, y, W, b):
    return reference.accuracy(X, y, W, 0.0 * b)


@misconception(
    of="accuracy",
    killed_by="test_accuracy",
    says="You count a label as right whenever no logit is larger. Of equal logits only the first "
    "counts as the largest.",
)
def any_of_the_largest(X, y, W, b):
    logits = X @ W + b
    return float(np.mean(logits[np.arange(len(y)), y] == logits.max(axis=1)))


@misconception(
    of="accuracy",
    killed_by="test_accuracy",
    says="Of equal logits you took the last for the largest. Here it is the first.",
)
def last_of_the_largest(X, y, W, b):
    backwards = (X @ W + b)[:, ::-1]
    return float(np.mean(W.shape[1] - 1 - backwards.argmax(axis=1) == y))
