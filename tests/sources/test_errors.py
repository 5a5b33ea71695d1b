"""What the sources get wrong where no exercise shows it: what they print, and what is right.

Lines are those of the documents as docs/sources.md counts them: 000 the lecture notes, 002 the
book, 004 the torch tutorial.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import torch

Array = npt.NDArray[np.float64]


def softmax(x: Array) -> Array:
    e = np.exp(x - x.max())
    return np.asarray(e / e.sum())


def descend(slope: Callable[[float], float], x: float, momentum: float = 0.0) -> float:
    """Where 2000 steps of rate 0.01 lead."""
    step = 0.0
    for _ in range(2000):
        step = momentum * step - 0.01 * slope(x)
        x += step
    return x


def test_matrix_exponential_of_the_wrong_matrix() -> None:
    """002 lines 408-410: taken of X after X was overwritten by its elementwise exponential."""
    x = torch.tensor([[0.0, 1.0], [0.0, 0.0]], dtype=torch.float64)
    right = torch.tensor([[1.0, 1.0], [0.0, 1.0]], dtype=torch.float64)
    assert torch.allclose(torch.linalg.matrix_exp(x), right)
    assert not torch.allclose(torch.linalg.matrix_exp(torch.exp(x)), right)


def test_a_convex_function_without_a_minimum() -> None:
    """002 line 1050: descent need not reach a minimum of a convex function, exp(-x) has none."""
    ends = [descend(lambda x: -math.exp(-x), float(start)) for start in (0, 2, 4, 6)]
    assert all(slope < -1e-3 for slope in (-math.exp(-end) for end in ends))
    assert all(end > start for start, end in zip((0, 2, 4, 6), ends, strict=True))


def test_starts_beside_a_local_maximum() -> None:
    """002 line 1092: from 1 + eps, x sin 2x leads to the deeper minimum for eps > 0.0144 only."""

    def slope(x: float) -> float:
        return math.sin(2 * x) + 2 * x * math.cos(2 * x)

    assert abs(slope(1.014378919055217)) < 1e-12
    shallow = [descend(slope, 1 + eps, momentum=0.3) for eps in (0.0, 0.01)]
    deep = [descend(slope, 1 + eps, momentum=0.3) for eps in (0.02, 0.1)]
    assert np.allclose(shallow, 0.0, atol=1e-6)
    assert np.allclose(deep, 2.4565902197)


def test_size_of_an_image() -> None:
    """002 line 1556: about 1e7 features for a batch of 32 images of 1024 x 1024, three colours."""
    one = 3 * 1024 * 1024
    assert (one, 32 * one) == (3_145_728, 100_663_296)


def test_two_way_softmax_is_a_sigmoid_of_the_difference() -> None:
    """002 line 1868: exp(x1) / (1 + exp(x1)) is the first output only if the second logit is 0."""
    first, second = 0.7, 1.9
    sigmoid = 1 / (1 + math.exp(-first))
    assert math.isclose(softmax(np.array([first, 0.0]))[0], sigmoid)
    assert not math.isclose(softmax(np.array([first, second]))[0], sigmoid, rel_tol=0.1)
    of_difference = 1 / (1 + math.exp(second - first))
    assert math.isclose(softmax(np.array([first, second]))[0], of_difference)


def test_name_of_the_parameter_of_relu() -> None:
    """002 line 3210: the parameter is called in_place; torch calls it inplace."""
    assert "inplace" in inspect.signature(torch.nn.ReLU).parameters
    assert "in_place" not in inspect.signature(torch.nn.ReLU).parameters


def test_name_of_the_convolution() -> None:
    """002 line 3376: the class is called Conv2D; torch has Conv2d."""
    assert hasattr(torch.nn, "Conv2d")
    assert not hasattr(torch.nn, "Conv2D")


def test_squeeze_takes_the_batch_too() -> None:
    """004 line 68: squeeze() is to drop two axes of a pooled map; with one image it drops three."""
    pooled = torch.zeros(1, 12, 1, 1)
    assert pooled.squeeze().shape == (12,)
    assert pooled.flatten(1).shape == (1, 12)


def test_two_convolutions_are_one_inside_only() -> None:
    """002 line 3456: two layers equal one larger layer; with padding not where zeros come in."""
    x, first, second = np.arange(1.0, 10.0), np.array([1.0, 2.0, 4.0]), np.array([3.0, 5.0, 7.0])
    whole = np.convolve(first, second)
    plain = np.correlate(np.correlate(x, first, "valid"), second, "valid")
    assert np.allclose(plain, np.correlate(x, whole, "valid"))
    padded = np.correlate(np.correlate(x, first, "same"), second, "same")
    together = np.correlate(x, whole, "same")
    assert np.allclose(padded[1:-1], together[1:-1])
    assert not np.isclose(padded[[0, -1]], together[[0, -1]]).any()


def test_variance_of_a_dot_product() -> None:
    """002 line 5108: sigma^2 once divided by sqrt(e); it is sigma^4, and e sigma^4 before.

    000 line 679 says the same for sigma = 1, where it is right: d_k, and 1. Five standard errors
    of a variance from 20 000 draws are 5 sqrt(2 / 20 000), about 5 %.
    """
    rng = np.random.default_rng(0)
    for sigma, e in ((2.0, 64), (1.0, 64), (1.0, 4)):
        q, k = sigma * rng.normal(size=(2, 20_000, e))
        products = (q * k).sum(axis=1)
        assert math.isclose(products.var(), e * sigma**4, rel_tol=0.1)
        assert math.isclose((products / math.sqrt(e)).var(), sigma**4, rel_tol=0.1)


def test_a_distribution_function_starts_at_minus_infinity() -> None:
    """002 line 6905: the integral of the density from 0 on; of a standard normal that is 0 at 0."""
    edges = np.linspace(-12.0, 0.0, 10_001)
    middles = np.array([(a + b) / 2 for a, b in pairwise(edges)])
    density = np.exp(-(middles**2) / 2) / math.sqrt(2 * math.pi)
    assert math.isclose(density.sum() * (edges[1] - edges[0]), 0.5, rel_tol=1e-6)
