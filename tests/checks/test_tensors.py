"""The checks on torch tensors."""

from __future__ import annotations

import numpy as np
import pytest

from autograder.checks import CheckFailed
from autograder.checks import assert_array_equal
from autograder.checks import assert_close
from autograder.checks import assert_deterministic
from autograder.checks import assert_equal
from autograder.checks import assert_leaves_inputs
from autograder.checks import assert_true

torch = pytest.importorskip("torch")


def message(found: object, expected: object) -> str:
    with pytest.raises(CheckFailed) as caught:
        assert_close(found, expected, what="f(x)")
    return caught.value.message


def test_gradients_and_narrow_types_are_no_obstacle() -> None:
    x = torch.tensor([1.0, -2.0], requires_grad=True)
    assert_close(x, torch.tensor([1.0, -2.0]), what="f(x)")
    assert_close(x.to(torch.bfloat16), x.detach(), what="f(x)")
    assert_close(torch.nn.Parameter(x.detach()), x, what="f(x)")


def test_expected_decides_between_numpy_and_torch() -> None:
    tensor = torch.zeros(2, requires_grad=True)
    assert message(tensor, np.zeros(2)) == (
        "f(x): expected a float array of shape (2,), float64, found a torch tensor of shape "
        "(2,), float32, which requires grad: a numpy array is asked for."
    )
    assert "which is numpy's: a torch tensor is asked for" in message(np.zeros(2), tensor)
    assert "take the number out with .item()" in message(torch.tensor(1.0), 1.0)
    assert "found a float: a torch tensor is asked for" in message(1.0, torch.tensor(1.0))


def test_dtype_classes() -> None:
    assert "expected a floating dtype, found int64" in message(torch.ones(2).long(), torch.ones(2))
    assert_array_equal(torch.ones(2).int(), torch.ones(2).long(), what="f(x)")
    with pytest.raises(CheckFailed, match="expected a boolean dtype, found int64"):
        assert_array_equal(torch.ones(2).long(), torch.ones(2).bool(), what="f(x)")


def test_hints_hold_for_tensors_too() -> None:
    x = torch.arange(6.0).reshape(2, 3) ** 2
    assert "transposed" in message(x.T, x)


def test_dtypes_are_equal_or_not() -> None:
    assert_equal(torch.float32, torch.float32, what="f(x)")
    with pytest.raises(CheckFailed, match="another dtype"):
        assert_equal(torch.float64, torch.float32, what="f(x)")
    with pytest.raises(CheckFailed, match="expected a dtype, found a string"):
        assert_equal("float32", torch.float32, what="f(x)")


def test_a_changed_tensor_is_seen() -> None:
    x = torch.ones(3, requires_grad=True)
    with pytest.raises(CheckFailed, match="changes what it was given: x"):
        assert_leaves_inputs(lambda x: x.detach().mul_(2), x)
    assert x.tolist() == [1, 1, 1]
    assert_deterministic(lambda x: x * 2, x * 1)


def test_a_boolean_tensor_is_a_condition() -> None:
    assert_true(torch.tensor(True), "It holds.")
    with pytest.raises(CheckFailed, match="It holds"):
        assert_true(torch.tensor(False), "It holds.")
