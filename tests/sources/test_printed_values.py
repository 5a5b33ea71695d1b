"""Values that the sources print and that are no answer of an exercise: of data, shapes, tables.

Lines are those of the documents as docs/sources.md counts them.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch
from torch import nn

DATA = Path(__file__).parents[2] / "data"
DIGITS = np.loadtxt(DATA / "optdigits.csv", delimiter=",", skiprows=1)
DIGIT = DIGITS[1, :64].reshape(8, 8)
EDGES = np.array([[-1.0, 0.0, 1.0]] * 3)


def correlate(image: np.ndarray, kernel: np.ndarray) -> np.ndarray:
    windows = np.lib.stride_tricks.sliding_window_view(image, kernel.shape)
    return np.asarray(np.einsum("ijuv,uv->ij", windows, kernel))


def strongest(image: np.ndarray) -> np.ndarray:
    """The largest entry of each block of four, after ReLU."""
    rows, columns = image.shape
    blocks = np.maximum(image, 0).reshape(rows // 2, 2, columns // 2, 2)
    return np.asarray(blocks.max(axis=(1, 3)))


def agreement(one: np.ndarray, other: np.ndarray) -> float:
    return float(np.corrcoef(one.ravel(), other.ravel())[0, 1])


# --- 001, the CNN notes


def test_the_digits() -> None:
    """Lines 8 to 11: 1797 digits of 64 pixels."""
    assert DIGITS[:, :64].shape == (1797, 64)


def test_a_pixel_read_twice() -> None:
    """Line 18: row 4, column 3 of the grid is entry 27 of the vector."""
    assert DIGIT[4 - 1, 3 - 1] == DIGIT.ravel()[8 * (4 - 1) + 3 - 1] == 15


def test_where_the_edges_are() -> None:
    """Lines 41 and 42: 48 in row 5, column 2; -48 in column 5, in several rows."""
    edges = correlate(DIGIT, EDGES)
    assert (edges.max(), edges.min()) == (48, -48)
    rows, columns = np.nonzero(edges == 48)
    assert (rows + 1).tolist() == [5]
    assert (columns + 1).tolist() == [2]
    rows, columns = np.nonzero(edges == -48)
    assert (rows + 1).tolist() == [2, 3, 4, 5, 6]
    assert set(columns + 1) == {5}


def test_a_quarter_of_the_positions() -> None:
    """Line 75: a stride of two visits about a quarter of the positions, 9 of 36."""
    edges = correlate(DIGIT, EDGES)
    assert edges[::2, ::2].size * 4 == edges.size


def test_three_values_in_the_filter() -> None:
    """Line 104: the weights in its matrix take three values."""
    assert np.unique(EDGES).size == 3


def test_pooling_forgives_a_shift() -> None:
    """Line 116: maps of a digit here and one pixel further right correlate by 0.34, then 0.65."""
    moved = np.hstack([np.zeros((8, 1)), DIGIT[:, :-1]])
    first, second = (np.maximum(correlate(image, EDGES), 0) for image in (DIGIT, moved))
    assert agreement(first, second) == pytest.approx(0.34, abs=0.005)
    assert agreement(strongest(first), strongest(second)) == pytest.approx(0.65, abs=0.005)


def test_the_returns() -> None:
    """Line 146: 1250 days. Exercise 35, line 151, divides each by the deviation of all."""
    today = np.loadtxt(DATA / "Smarket.csv", delimiter=",", skiprows=1, usecols=7)
    assert today.size == 1250
    standardised = today[:3] / today.std(ddof=1)
    assert standardised == pytest.approx([0.844, 0.908, -0.548], abs=0.0005)


# --- 002, the book


def test_shapes_of_slices() -> None:
    """Line 198: of a tensor (a, b, c), X_i is (b, c), and X_(i, :, j:k) is (b, k - j)."""
    tensor = np.zeros((4, 5, 7))
    assert tensor[2].shape == (5, 7)
    assert tensor[2, :, 1:4].shape == (5, 3)


def test_shapes_of_products() -> None:
    """Lines 332 and 360: (a, b) times (b, c) is (a, c), and X X^T is square."""
    one, other = np.zeros((2, 3)), np.zeros((3, 4))
    assert (one @ other).shape == (2, 4)
    assert (one @ one.T).shape == (2, 2)


def test_classes_as_numbers() -> None:
    """Line 1606: a prediction of 1.3 is class 1, one of 3.7 is class 4."""
    assert np.rint([1.3, 3.7]).tolist() == [1, 4]


def test_distance_of_classes() -> None:
    """Line 1620: one-hot vectors of two classes lie sqrt(2) apart, of one class 0."""
    classes = np.eye(4)
    distances = np.linalg.norm(classes[:, None] - classes, axis=-1)
    assert np.allclose(distances, np.sqrt(2) * (1 - np.eye(4)))


def test_a_permutation_matrix() -> None:
    """Lines 5244 to 5252: this one swaps the second row and the third; twice, it does nothing."""
    swap = np.array([[1, 0, 0], [0, 0, 1], [0, 1, 0]])
    rows = np.arange(6).reshape(3, 2)
    assert (swap @ rows).tolist() == rows[[0, 2, 1]].tolist()
    assert (swap @ swap).tolist() == np.eye(3).tolist()


def test_the_lottery() -> None:
    """Lines 6857 to 6881: the marginals, the columns and a joint probability of table T.A.1."""
    counts = np.array([[58, 2], [27, 3], [2, 8]])
    assert (counts.sum(axis=1) / counts.sum()).tolist() == [0.6, 0.3, 0.1]
    assert counts.sum(axis=0).tolist() == [87, 13]
    assert counts[2, 1] / counts.sum() == 0.08


# --- 004, the torch tutorial


def parameters(network: nn.Module) -> int:
    return sum(weights.numel() for weights in network.parameters())


def test_two_networks() -> None:
    """Lines 68 to 74: (64, 5) from images of 32 x 32, (1, 10) from one of 28 x 28."""
    images, image = torch.zeros(64, 1, 32, 32), torch.zeros(1, 1, 28, 28)
    maps = nn.Sequential(nn.Conv2d(1, 16, 5), nn.ReLU(), nn.Conv2d(16, 12, 3), nn.ReLU())
    first = nn.Sequential(maps, nn.AdaptiveMaxPool2d(1), nn.Flatten(), nn.Linear(12, 5))
    second = nn.Sequential(nn.Conv2d(1, 16, 5), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(2304, 10))
    assert (first(images).shape, parameters(first)) == ((64, 5), 2221)
    assert (second(image).shape, parameters(second)) == ((1, 10), 23466)
