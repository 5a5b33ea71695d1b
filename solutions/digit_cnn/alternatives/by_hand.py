"""A layer of products of patches, indices instead of modules, Adam step by step."""

from __future__ import annotations

import numpy as np
import torch
from torch import nn


def read_digits(path="data/optdigits.csv"):
    return np.loadtxt(path, delimiter=",", skiprows=1)


def linear_model():
    return nn.Sequential(nn.Flatten(), nn.Linear(64, 10))


def as_images(rows):
    X, y = torch.from_numpy(rows).split([64, 1], dim=1)
    return X.float().div(16).view(len(rows), 1, 8, 8), y.squeeze(1).long()


class DigitCNN(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(in_channels=1, out_channels=4, kernel_size=(3, 3))
        self.fc = nn.Linear(4 * 3 * 3, 10)

    def forward(self, X):
        patches = nn.functional.unfold(X, 3)
        maps = self.conv.weight.reshape(4, 9) @ patches + self.conv.bias[:, None]
        pooled = maps.reshape(-1, 4, 3, 2, 3, 2).amax(dim=(3, 5)).relu()
        return self.fc(pooled.reshape(len(X), 36))


class MatchedMLP(nn.Module):
    def __init__(self, budget):
        super().__init__()
        counts = {h: 64 * h + h + 10 * h + 10 for h in range(1, budget)}
        width = min(counts, key=lambda h: abs(counts[h] - budget))
        self.hidden = nn.Linear(64, width)
        self.out = nn.Linear(width, 10)

    def forward(self, X):
        return self.out(torch.relu(self.hidden(X.reshape(len(X), 64))))


def shuffle_pixels(X, order):
    shuffled = torch.empty_like(X)
    for k, source in enumerate(order.tolist()):
        shuffled[:, 0, k // 8, k % 8] = X[:, 0, source // 8, source % 8]
    return shuffled


def shuffle_weights(W, order):
    P = torch.eye(64, dtype=W.dtype)[order]
    return W @ P.T


def accuracy(model, X, y):
    hits = 0
    for image, digit in zip(X, y, strict=True):
        scores = model(image[None])[0].tolist()
        hits += scores.index(max(scores)) == digit
    return int(hits) / len(y)


def train(model, X, y, epochs, batch_size, lr, seed):
    n = len(X)
    generator = torch.Generator()
    generator.manual_seed(seed)
    optimiser = torch.optim.Adam(model.parameters(), lr)
    losses = []
    for _ in range(epochs):
        order = torch.randperm(n, generator=generator)
        seen = []
        for start in range(0, n, batch_size):
            rows = order[start : start + batch_size]
            log_p = torch.log_softmax(model(X[rows]), dim=1)
            each = -log_p.gather(1, y[rows, None])[:, 0]
            model.zero_grad()
            each.mean().backward()
            optimiser.step()
            seen += each.tolist()
        losses.append(sum(seen) / n)
    return losses


def recipe(n, steps):
    batch_size = 20
    while -(-n // batch_size) * 12 > steps and batch_size < n:
        batch_size += 1
    epochs = 1
    while (epochs + 1) * -(-n // batch_size) <= steps:
        epochs += 1
    return np.int64(epochs), np.int64(batch_size), np.float64(0.015)
