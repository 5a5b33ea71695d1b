"""Gradient checks: right answers pass, each classical mistake has its sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from autograder.checks import CheckFailed
from autograder.checks import assert_gradient
from autograder.checks import numerical_vjp

W = np.array([[0.5, -1.5, 2.0], [1.0, 0.25, -0.75]])


def softmax(x: Any) -> Any:
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def softmax_back(x: Any, g: Any) -> Any:
    p = softmax(x)
    return p * (g - (p * g).sum(axis=-1, keepdims=True))


def message(function: Callable[..., Any], gradient: Callable[..., Any], x: Any) -> str:
    with pytest.raises(CheckFailed) as caught:
        assert_gradient(function, gradient, x, np.random.default_rng(1), what="back(x, g)")
    return caught.value.message


@pytest.mark.parametrize(
    ("function", "gradient", "shape"),
    [
        (np.tanh, lambda x, g: g * (1 - np.tanh(x) ** 2), (2, 3)),
        (softmax, softmax_back, (3, 4)),
        (lambda x: W @ x, lambda x, g: W.T @ g, (3,)),
        (lambda x: (x**3).sum(), lambda x, g: g * 3 * x**2, (2, 2)),
        (np.exp, lambda x, g: g * np.exp(x), ()),
        (lambda x: x * np.array([1.0, 2.0]), lambda x, g: g[0] + 2 * g[1], ()),
        (lambda x: 1000 * x**2, lambda x, g: 2000 * x * g, (5,)),
    ],
    ids=["elementwise", "rows", "linear", "to a float", "of a float", "float to array", "large"],
)
def test_right_gradients_pass(
    function: Any, gradient: Any, shape: tuple[int, ...], rng: np.random.Generator
) -> None:
    x = rng.normal(size=shape)
    assert_gradient(function, gradient, x, rng, what="back(x, g)")


def test_differences_are_accurate(rng: np.random.Generator) -> None:
    x, g = 100 * rng.normal(size=(2, 3)), rng.normal(size=(2, 3))
    np.testing.assert_allclose(numerical_vjp(np.sin, x, g), g * np.cos(x), rtol=1e-5, atol=1e-6)
    assert numerical_vjp(np.exp, 0.0, 1.0).shape == ()


X = np.array([[0.3, -1.2, 2.5], [1.1, 0.7, -0.4]])


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (lambda x, g: 3 * x**2, "right for a cotangent of ones only: multiply by the cotangent"),
        (lambda x, g: -3 * x**2 * g, "Hint: right with the opposite sign"),
        (lambda x, g: 6 * x**2 * g, "Hint: right up to a constant factor of 2"),
        (lambda x, g: 3 * x**2 * np.abs(g), "elements differ, first at [0, "),
        (lambda x, g: (3 * x**2 * g).sum(), "expected a float array of shape (2, 3)"),
        (lambda x, g: (3 * x**2 * g).T, "expected shape (2, 3), found (3, 2)"),
        (lambda x, g: np.zeros_like(x), "Hint: everything that came back is zero"),
        (lambda x, g: None, "found None (is a `return` missing?)"),
        (
            lambda x, g: 3 * x**2 * np.clip(g, -1.6, 1.6),
            "right for one cotangent, but it does not scale with the cotangent: ",
        ),
    ],
)
def test_wrong_gradients(wrong: Any, sentence: str) -> None:
    assert sentence in message(lambda x: x**3, wrong, X)


@pytest.mark.parametrize(
    ("forward", "sentence"),
    [
        (
            lambda x: None,
            "expected the forward pass to give a float or a float array, found None",
        ),
        (lambda x: x > 0, "found a bool array of shape (2, 3), bool"),
        (lambda x: x * np.nan, "the forward pass gives NaN or infinity"),
        (lambda x: x.astype(np.float32), "expected a forward pass in float64, found float32"),
        (lambda x: x[x > 0.3], "expected a forward pass of shape (3,), found (4,)"),
    ],
)
def test_a_forward_pass_without_differences(forward: Any, sentence: str) -> None:
    assert sentence in message(forward, lambda x, g: x, X)


def test_calls_get_copies_they_may_spoil(rng: np.random.Generator) -> None:
    def spoil(x: Any, g: Any) -> Any:
        result = 2 * x * g
        x[:] = g[:] = 0
        return result

    def square(x: Any) -> Any:
        x *= x
        return x

    before = X.copy()
    assert_gradient(square, spoil, X, rng, what="back(x, g)")
    assert np.array_equal(X, before)


def test_the_cotangent_is_never_ones(rng: np.random.Generator) -> None:
    seen = []

    def back(x: Any, g: Any) -> Any:
        seen.append(g)
        return 2 * x * g

    assert_gradient(np.square, back, X, rng, what="back(x, g)")
    assert np.ptp(np.abs(seen[0])) > 0.1
    assert np.array_equal(seen[1], -2 * seen[0])
