"""Networks and loops that are wrong in one way each."""

import math

import torch
from torch import nn
from torch.nn import functional as F

from autograder import misconception
from autograder import reference

# --- as_images


@misconception(
    of="as_images",
    killed_by="test_images",
    says="The pixels still go from 0 to 16. Divide by 16.",
)
def keeps_the_scale(rows):
    X, y = reference.as_images(rows)
    return X * 16, y


@misconception(
    of="as_images",
    killed_by="test_images",
    says="You divided by the largest pixel you were given. Divide by 16, whatever rows come.",
)
def divides_by_the_largest(rows):
    X, y = reference.as_images(rows)
    return X / X.max(), y


@misconception(
    of="as_images",
    killed_by="test_images",
    says="The images are transposed: the file goes row by row.",
)
def column_by_column(rows):
    X, y = reference.as_images(rows)
    return X.transpose(2, 3), y


@misconception(
    of="as_images",
    killed_by="test_images",
    says="The axis of the channels is missing. One channel is an axis of length 1, after n.",
)
def without_channels(rows):
    X, y = reference.as_images(rows)
    return X[:, 0], y


@misconception(
    of="as_images",
    killed_by="test_images",
    says="The labels are floats. cross_entropy takes classes as int64.",
)
def labels_as_floats(rows):
    X, y = reference.as_images(rows)
    return X, y.float()


# --- DigitCNN


@misconception(
    of="DigitCNN",
    killed_by="test_parameters",
    says="The shapes are not those of 4 filters of 3 by 3, without padding, and a layer from 36 to "
    "10: the 4 maps are 6 by 6, pooled 3 by 3.",
)
class Padded(reference.DigitCNN):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 4, 3, padding=1)
        self.fc = nn.Linear(64, 10)


@misconception(
    of="DigitCNN",
    killed_by="test_parameters",
    says="The convolution has no bias: there is one for each filter.",
)
class WithoutBias(reference.DigitCNN):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 4, 3, bias=False)


@misconception(
    of="DigitCNN",
    killed_by="test_scores",
    says="Probabilities come out, and cross_entropy would take a softmax of them again. Return the "
    "scores.",
)
class EndsInSoftmax(reference.DigitCNN):
    def forward(self, X):
        return super().forward(X).softmax(dim=1)


@misconception(
    of="DigitCNN",
    killed_by="test_scores",
    says="There is no ReLU after the convolution.",
)
class WithoutRelu(reference.DigitCNN):
    def forward(self, X):
        return self.fc(F.max_pool2d(self.conv(X), 2).flatten(1))


@misconception(
    of="DigitCNN",
    killed_by="test_scores",
    says="The pooling takes means. The largest entry of each block is asked for.",
)
class AveragePooling(reference.DigitCNN):
    def forward(self, X):
        return self.fc(F.avg_pool2d(F.relu(self.conv(X)), 2).flatten(1))


@misconception(
    of="DigitCNN",
    killed_by="test_scores",
    says="The scores go through a ReLU: they must be free to be negative.",
)
class ReluAtTheEnd(reference.DigitCNN):
    def forward(self, X):
        return F.relu(super().forward(X))


@misconception(
    of="DigitCNN",
    killed_by="test_scores",
    says="The maps were flattened pixel by pixel, channel fastest. Here map follows map.",
)
class ChannelsLast(reference.DigitCNN):
    def forward(self, X):
        pooled = F.max_pool2d(F.relu(self.conv(X)), 2)
        return self.fc(pooled.permute(0, 2, 3, 1).flatten(1))


# --- MatchedMLP


@misconception(
    of="MatchedMLP",
    killed_by="test_matched_width",
    says="You rounded the width down. One more unit may come nearer to the budget.",
)
class RoundsDown(reference.MatchedMLP):
    def __init__(self, budget):
        h = max(1, (budget - 10) // 75)
        super().__init__(75 * h + 10)


@misconception(
    of="MatchedMLP",
    killed_by="test_matched_width",
    says="You rounded the width up. One unit less may come nearer to the budget.",
)
class RoundsUp(reference.MatchedMLP):
    def __init__(self, budget):
        super().__init__(75 * math.ceil((budget - 10) / 75) + 10)


@misconception(
    of="MatchedMLP",
    killed_by="test_matched_width",
    says="The biases were not counted: 65 h + 10 (h + 1) parameters in all.",
)
class ForgetsBiases(reference.MatchedMLP):
    def __init__(self, budget):
        super().__init__(75 * round(budget / 74) + 10)


@misconception(
    of="MatchedMLP",
    killed_by="test_matched_scores",
    says="There is no ReLU between the layers: together they are just one linear map.",
)
class WithoutAnActivation(reference.MatchedMLP):
    def forward(self, X):
        return self.out(self.hidden(X.flatten(1)))


# --- shuffles


@misconception(
    of="shuffle_pixels",
    killed_by="test_shuffle_pixels",
    says="That is the inverse shuffle: pixel k went to place order[k]. It must come from there.",
)
def shuffles_back(X, order):
    return reference.shuffle_pixels(X, order.argsort())


@misconception(
    of="shuffle_pixels",
    killed_by="test_shuffle_pixels",
    says="The order was used on the transposed image. Pixels are counted row by row.",
)
def shuffles_columns_first(X, order):
    return reference.shuffle_pixels(X.transpose(2, 3), order)


@misconception(
    of="shuffle_weights",
    killed_by="test_shuffle_weights",
    says="The columns were shuffled back. They move exactly as the pixels do.",
)
def weights_shuffled_back(W, order):
    return W[:, order.argsort()]


@misconception(
    of="shuffle_weights",
    killed_by="test_shuffle_weights",
    says="The weights stayed as they are, but a fully connected layer knows its pixels by place.",
)
def weights_stay(W, order):
    return W.clone()


# --- accuracy


@misconception(
    of="accuracy",
    killed_by="test_accuracy",
    says="That is the number of images read correctly. Divide by how many there are.",
)
def counts_hits(model, X, y):
    return reference.accuracy(model, X, y) * len(y)


@misconception(
    of="accuracy",
    killed_by="test_accuracy",
    says="That is the fraction of errors.",
)
def error_rate(model, X, y):
    return 1 - reference.accuracy(model, X, y)


# --- train


def loop(
    model,
    X,
    y,
    epochs,
    batch_size,
    lr,
    orders,
    *,
    optimiser=torch.optim.Adam,
    loss_of=F.cross_entropy,
    clear=True,
    anew=False,
    average=lambda losses, sizes: sum(map(lambda a, b: a * b, losses, sizes)) / sum(sizes),
):
    """The loop with one thing changed; orders(epoch) gives the batches."""
    adam = optimiser(model.parameters(), lr=lr)
    history = []
    for epoch in range(epochs):
        if anew:
            adam = optimiser(model.parameters(), lr=lr)
        losses, sizes = [], []
        for batch in orders(epoch):
            loss = loss_of(model(X[batch]), y[batch])
            if clear:
                adam.zero_grad()
            loss.backward()
            adam.step()
            losses.append(loss.item())
            sizes.append(len(batch))
        history.append(average(losses, sizes))
    return history


def shuffled(n, batch_size, seed):
    generator = torch.Generator().manual_seed(seed)
    return lambda epoch: torch.randperm(n, generator=generator).split(batch_size)


@misconception(
    of="train",
    killed_by="test_first_step",
    says="The steps are those of plain gradient descent (SGD). Adam is asked for.",
)
def plain_descent(model, X, y, epochs, batch_size, lr, seed):
    orders = shuffled(len(X), batch_size, seed)
    return loop(model, X, y, epochs, batch_size, lr, orders, optimiser=torch.optim.SGD)


@misconception(
    of="train",
    killed_by="test_first_step",
    says="cross_entropy was given probabilities: it takes the softmax itself.",
)
def softmax_twice(model, X, y, epochs, batch_size, lr, seed):
    orders = shuffled(len(X), batch_size, seed)

    def loss_of(scores, labels):
        return F.cross_entropy(scores.softmax(dim=1), labels)

    return loop(model, X, y, epochs, batch_size, lr, orders, loss_of=loss_of)


@misconception(
    of="train",
    killed_by="test_first_step",
    says="The loss goes up: the step is taken uphill.",
)
def uphill(model, X, y, epochs, batch_size, lr, seed):
    orders = shuffled(len(X), batch_size, seed)

    def loss_of(scores, labels):
        return -F.cross_entropy(scores, labels)

    return [-x for x in loop(model, X, y, epochs, batch_size, lr, orders, loss_of=loss_of)]


@misconception(
    of="train",
    killed_by="test_epochs",
    says="Gradients pile up from batch to batch. Call zero_grad before each backward.",
)
def never_clears(model, X, y, epochs, batch_size, lr, seed):
    return loop(
        model, X, y, epochs, batch_size, lr, shuffled(len(X), batch_size, seed), clear=False
    )


@misconception(
    of="train",
    killed_by="test_epochs",
    says=(
        "Every epoch has the same order. Seed the generator once, before the epochs, and draw a "
        "new order from it in each."
    ),
)
def same_order_each_epoch(model, X, y, epochs, batch_size, lr, seed):
    def orders(epoch):
        return shuffled(len(X), batch_size, seed)(epoch)

    return loop(model, X, y, epochs, batch_size, lr, orders)


@misconception(
    of="train",
    killed_by="test_epochs",
    says="The examples are never shuffled.",
)
def never_shuffles(model, X, y, epochs, batch_size, lr, seed):
    def orders(epoch):
        return torch.arange(len(X)).split(batch_size)

    return loop(model, X, y, epochs, batch_size, lr, orders)


@misconception(
    of="train",
    killed_by="test_epochs",
    says="The last, short batch is left out. Every example counts in every epoch.",
)
def drops_the_last_batch(model, X, y, epochs, batch_size, lr, seed):
    batches = shuffled(len(X), batch_size, seed)

    def orders(epoch):
        found = batches(epoch)
        return [b for b in found if len(b) == batch_size or len(found) == 1]

    return loop(model, X, y, epochs, batch_size, lr, orders)


@misconception(
    of="train",
    killed_by="test_epochs",
    says="A new optimiser for each epoch forgets Adam's averages. Make it once.",
)
def new_optimiser_each_epoch(model, X, y, epochs, batch_size, lr, seed):
    return loop(model, X, y, epochs, batch_size, lr, shuffled(len(X), batch_size, seed), anew=True)


@misconception(
    of="train",
    killed_by="test_losses",
    says="The mean of the batches' means gives an example of a short batch more weight. Weigh each "
    "batch by its size.",
)
def mean_of_means(model, X, y, epochs, batch_size, lr, seed):
    def average(losses, sizes):
        return sum(losses) / len(losses)

    orders = shuffled(len(X), batch_size, seed)
    return loop(model, X, y, epochs, batch_size, lr, orders, average=average)


@misconception(
    of="train",
    killed_by="test_losses",
    says="That is the loss of the last batch of each epoch. The mean of the whole epoch is asked "
    "for.",
)
def loss_of_the_last_batch(model, X, y, epochs, batch_size, lr, seed):
    def average(losses, sizes):
        return losses[-1]

    orders = shuffled(len(X), batch_size, seed)
    return loop(model, X, y, epochs, batch_size, lr, orders, average=average)


# --- recipe


@misconception(
    of="recipe",
    killed_by="test_steps",
    says="You ask for as many epochs as steps are allowed. One epoch is a step for each batch.",
)
def counts_epochs_as_steps(n, steps):
    _, batch_size, lr = reference.recipe(n, steps)
    return steps, batch_size, lr


@misconception(
    of="recipe",
    killed_by="test_steps",
    says="The short batch at the end of an epoch is a step too: round the number of batches up.",
)
def forgets_the_short_batch(n, steps):
    _, batch_size, lr = reference.recipe(n, steps)
    return steps // max(1, n // batch_size), batch_size, lr


@misconception(
    of="recipe",
    killed_by="test_new_digits",
    says="The learning rate is far too small: after these steps the network has hardly moved.",
)
def tiny_steps(n, steps):
    epochs, batch_size, _ = reference.recipe(n, steps)
    return epochs, batch_size, 1e-5


@misconception(
    of="recipe",
    killed_by="test_new_digits",
    says="The learning rate is so large that the losses never settle.",
)
def huge_steps(n, steps):
    epochs, batch_size, _ = reference.recipe(n, steps)
    return epochs, batch_size, 2.5


@misconception(
    of="recipe",
    killed_by="test_new_digits",
    says="One epoch is all you ask for, whatever is allowed. Use the steps.",
)
def one_epoch(n, steps):
    _, batch_size, _ = reference.recipe(n, steps)
    return 1, batch_size, 0.001
