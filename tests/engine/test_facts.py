"""What of an answer is recognised in a later question."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from autograder.engine.facts import facts
from autograder.wire.codec import encode
from tests.wire.values import refuse


def facts_of(value: Any) -> set[Any]:
    packed, buffers = encode(value, refuse)
    return facts(packed, buffers)


X = np.array([[0.1234567, -2.7182818], [3.1415926, 9.8765432]])


@pytest.mark.parametrize(
    "question",
    [
        X,
        [X],
        {"x": X},
        X.tolist(),
        X.ravel(),
        X.T,
        X[:1],
        X.astype(np.float32),
        np.repeat(X, 3, axis=0),
        torch.from_numpy(X),
        torch.from_numpy(X).float(),
        ("call", 3, float(X[0, 0])),
        X.astype(complex),
    ],
)
def test_real_numbers_are_recognised_in_any_container(question: Any) -> None:
    assert facts_of(X) & facts_of(question)


@pytest.mark.parametrize(
    ("answer", "question"),
    [
        ([3, 1, 2], (3, 1, 2)),
        ([3, 1, 2], np.array([[3, 1, 2]] * 2)),
        ([3, 1, 2], {"ids": [1, 2, 3]}),
        (4096, [1, 4096]),
        ("token", ["a", "token"]),
        (b"bytes", (b"bytes",)),
        (np.linspace(0.1, 0.9, 5), np.linspace(0.1, 0.9, 5)[:, None].repeat(2, 1)),
    ],
)
def test_whole_numbers_and_texts_are_recognised_together(answer: Any, question: Any) -> None:
    assert facts_of(answer) & facts_of(question)


@pytest.mark.parametrize(
    "value", [0, 1, -3, 12, 0.5, 0.1, True, None, "abc", [1, 2], np.zeros(9), ()]
)
def test_what_anybody_could_guess_is_no_fact(value: Any) -> None:
    assert facts_of(value) == set()


@given(npst.arrays(np.float64, npst.array_shapes(max_side=4), elements=st.floats(width=64)))
def test_any_array_can_be_looked_at(array: np.ndarray[Any, Any]) -> None:
    assert facts_of(array) == facts_of([array])
