"""Containers, a DataLoader with its own order."""

from __future__ import annotations

import math

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader
from torch.utils.data import TensorDataset


def read_digits(path="data/optdigits.csv"):
    return np.loadtxt(path, delimiter=",", skiprows=1)


def linear_model():
    return nn.Sequential(nn.Flatten(), nn.Linear(64, 10))


def as_images(rows):
    pixels = np.asarray(rows[:, :-1], dtype=np.float32).reshape(len(rows), 1, 8, 8)
    return torch.tensor(pixels) / 16, torch.tensor(rows[:, -1].astype(np.int64))


class DigitCNN(nn.Sequential):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 4, 3)
        self.relu = nn.ReLU()
        self.pool = nn.MaxPool2d(2)
        self.flat = nn.Flatten()
        self.fc = nn.Linear(36, 10)


class MatchedMLP(nn.Sequential):
    def __init__(self, budget):
        super().__init__()
        h = max(1, (budget - 10 + 37) // 75)
        self.flat = nn.Flatten()
        self.hidden = nn.Linear(64, h)
        self.relu = nn.ReLU()
        self.out = nn.Linear(h, 10)


def shuffle_pixels(X, order):
    return torch.gather(X.view(len(X), 64), 1, order.expand(len(X), 64)).view(len(X), 1, 8, 8)


def shuffle_weights(W, order):
    return torch.index_select(W, 1, order)


def accuracy(model, X, y):
    with torch.inference_mode():
        return torch.count_nonzero(model(X).max(dim=1).indices == y).item() / len(y)


class Orders:
    """An order of the examples for each epoch, all from one generator."""

    def __init__(self, n, seed):
        self.n = n
        self.generator = torch.Generator().manual_seed(seed)

    def __len__(self):
        return self.n

    def __iter__(self):
        return iter(torch.randperm(self.n, generator=self.generator).tolist())


def train(model, X, y, epochs, batch_size, lr, seed):
    optimiser = torch.optim.Adam(model.parameters(), lr=lr)
    data = TensorDataset(X, y)
    own = torch.Generator().manual_seed(0)
    loader = DataLoader(data, batch_size, sampler=Orders(len(X), seed), generator=own)
    criterion = nn.CrossEntropyLoss(reduction="sum")
    history = []
    for _ in range(epochs):
        total = 0.0
        for images, labels in loader:
            optimiser.zero_grad()
            loss = criterion(model(images), labels)
            (loss / len(labels)).backward()
            optimiser.step()
            total += loss.item()
        history.append(total / len(X))
    return history


def recipe(n, steps):
    # The whole set in a few large batches, many times.
    batches = min(10, steps)
    batch_size = math.ceil(n / batches)
    return steps // math.ceil(n / batch_size), batch_size, 0.03
