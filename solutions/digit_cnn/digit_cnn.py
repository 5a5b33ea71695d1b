"""A network of 410 parameters that reads digits, its training loop, and a fair rival."""

from __future__ import annotations

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F


def read_digits(path: str = "data/optdigits.csv") -> np.ndarray:
    """All 1797 rows of the file: 64 pixels from 0 to 16, then the digit. Given."""
    return np.loadtxt(path, delimiter=",", skiprows=1)


def linear_model() -> nn.Module:
    """Softmax regression on the pixels, 650 parameters. Given, to try `train` on."""
    return nn.Sequential(nn.Flatten(), nn.Linear(64, 10))


def as_images(rows: np.ndarray) -> tuple[torch.Tensor, torch.Tensor]:
    """Images and labels from rows of the file.

    rows: (n, 65). Returns (X, y): X (n, 1, 8, 8), float32, pixels divided by 16; y (n,), int64.
    """
    ### BEGIN SOLUTION
    X = torch.tensor(rows[:, :64] / 16, dtype=torch.float32)
    return X.reshape(-1, 1, 8, 8), torch.tensor(rows[:, 64], dtype=torch.int64)
    ### END SOLUTION


class DigitCNN(nn.Module):
    """Convolution, ReLU, pooling, one linear layer (CNN notes, exercise 29): 410 parameters."""

    def __init__(self) -> None:
        """conv: 4 filters of 3 x 3, no padding; fc: from the 36 pooled entries to 10 scores."""
        super().__init__()
        ### BEGIN SOLUTION
        self.conv = nn.Conv2d(1, 4, 3)
        self.fc = nn.Linear(36, 10)
        ### END SOLUTION

    def forward(self, X: torch.Tensor) -> torch.Tensor:
        """X: (n, 1, 8, 8). Returns (n, 10) scores: no softmax, the loss does it."""
        ### BEGIN SOLUTION
        pooled = F.max_pool2d(F.relu(self.conv(X)), 2)
        return self.fc(pooled.flatten(1))
        ### END SOLUTION


class MatchedMLP(nn.Module):
    """Fully connected rival 64-h-10, as near to a count of parameters as can be."""

    def __init__(self, budget: int) -> None:
        """hidden: from 64 pixels to h units; out: to 10 scores. Both with biases, h >= 1."""
        super().__init__()
        ### BEGIN SOLUTION
        h = max(1, round((budget - 10) / 75))
        self.hidden = nn.Linear(64, h)
        self.out = nn.Linear(h, 10)
        ### END SOLUTION

    def forward(self, X: torch.Tensor) -> torch.Tensor:
        """X: (n, 1, 8, 8). Returns (n, 10) scores; a ReLU between the layers."""
        ### BEGIN SOLUTION
        return self.out(F.relu(self.hidden(X.flatten(1))))
        ### END SOLUTION


def shuffle_pixels(X: torch.Tensor, order: torch.Tensor) -> torch.Tensor:
    """Every image with its pixels in a new order (CNN notes, exercise 7).

    X: (n, 1, 8, 8); order: (64,), int64, a permutation. Counted row by row, pixel k of the
    result is pixel order[k] of X. Returns (n, 1, 8, 8).
    """
    ### BEGIN SOLUTION
    return X.flatten(1)[:, order].reshape(X.shape)
    ### END SOLUTION


def shuffle_weights(W: torch.Tensor, order: torch.Tensor) -> torch.Tensor:
    """W' with W' x' = W x for all images x, x' the shuffled x (CNN notes, exercise 7).

    W: (h, 64); order: (64,), int64. Returns (h, 64).
    """
    ### BEGIN SOLUTION
    return W[:, order]
    ### END SOLUTION


def accuracy(model: nn.Module, X: torch.Tensor, y: torch.Tensor) -> float:
    """Fraction of images whose largest score is at their digit.

    model(X): (n, 10); y: (n,), int64.
    """
    ### BEGIN SOLUTION
    with torch.no_grad():
        return float((model(X).argmax(dim=1) == y).double().mean())
    ### END SOLUTION


def train(
    model: nn.Module,
    X: torch.Tensor,
    y: torch.Tensor,
    epochs: int,
    batch_size: int,
    lr: float,
    seed: int,
) -> list[float]:
    """Minimise the mean cross-entropy with torch.optim.Adam(model.parameters(), lr=lr).

    One torch.Generator, seeded once with `seed`, gives the order of every epoch by
    torch.randperm(n, generator=generator); batches are consecutive parts of it, the last one
    may be short. Changes the model; returns for each epoch the mean over its n examples of
    the losses before their steps, floats.
    """
    ### BEGIN SOLUTION
    optimiser = torch.optim.Adam(model.parameters(), lr=lr)
    generator = torch.Generator().manual_seed(seed)
    history = []
    for _ in range(epochs):
        total = 0.0
        for batch in torch.randperm(len(X), generator=generator).split(batch_size):
            loss = F.cross_entropy(model(X[batch]), y[batch])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            total += loss.item() * len(batch)
        history.append(total / len(X))
    return history
    ### END SOLUTION


def recipe(n: int, steps: int) -> tuple[int, int, float]:
    """Numbers for `train`, of your own choice, for n images and at most `steps` steps of Adam.

    Returns (epochs, batch_size, lr), int, int, float. `steps` is at least n / 20. With 1200
    digits and 450 steps or more a DigitCNN reads at least 0.8 of the new digits afterwards.
    """
    ### BEGIN SOLUTION
    epochs = int(np.sqrt(steps))
    return epochs, -(-n // (steps // epochs)), 0.02
    ### END SOLUTION
