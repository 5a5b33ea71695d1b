"""Checks on calls: what they raise, change and repeat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from autograder.checks import CheckFailed
from autograder.checks import Observation
from autograder.checks import assert_deterministic
from autograder.checks import assert_leaves_inputs
from autograder.checks import assert_raises
from autograder.checks import assert_true
from autograder.checks import observe
from autograder.errors import StudentCrash
from autograder.errors import StudentMissing
from autograder.errors import StudentRaised
from autograder.errors import StudentTimeout


class StudentValueError(StudentRaised, ValueError):
    """As the engine makes it: the student's exception is also the built-in class."""


def raising(error: BaseException) -> Callable[..., Any]:
    def call(*_: object) -> None:
        raise error

    return call


def sort_in_place(x: np.ndarray, *rest: Any, **options: Any) -> None:
    x.sort()
    for other in (*rest, *options.values()):
        other.append(1)


class Handle:
    """What a handle to the student's process offers here: it observes by itself."""

    def observe(self, x: float) -> Observation:
        return Observation(2 * x, ("argument 1",), (x,), {})


def test_observe_names_what_changed_and_spares_the_originals() -> None:
    x = np.array([3.0, 1.0])
    kept: list[int] = []
    seen = observe(sort_in_place, x, kept, extra=kept)
    assert seen.changed == ("x", "argument 2", "extra")
    assert seen.value is None
    assert seen.arguments[0].tolist() == [1, 3]
    assert seen.keywords == {"extra": [1]}
    assert x.tolist() == [3, 1]
    assert kept == []


def test_observe_sees_shape_dtype_and_nested_changes() -> None:
    def widen(x: np.ndarray, bag: dict[str, Any], same: list[float]) -> None:
        x.shape = (2, 1)
        bag["inner"][0].add(3)
        same[0] = same[0] * 1

    seen = observe(widen, np.zeros(2), {"inner": [{1, 2}]}, [float("nan")])
    assert seen.changed == ("x", "bag")


def test_observe_leaves_it_to_a_handle() -> None:
    assert observe(Handle(), 3).changed == ("argument 1",)  # type: ignore[arg-type]


def test_a_changed_input_is_named() -> None:
    with pytest.raises(CheckFailed, match="changes what it was given: x\\. Expected"):
        assert_leaves_inputs(sort_in_place, np.array([2.0, 1.0]))
    with pytest.raises(CheckFailed, match="argument 1"):
        assert_leaves_inputs(Handle(), 3)  # type: ignore[arg-type]


def test_an_untouched_input_gives_the_result() -> None:
    assert assert_leaves_inputs(np.sort, np.array([2.0, np.nan])).tolist()[0] == 2


def test_a_result_that_wavers(rng: np.random.Generator) -> None:
    with pytest.raises(CheckFailed, match="a float array of shape \\(3,\\), float64, but not the"):
        assert_deterministic(lambda: rng.normal(size=3))
    kinds = iter([1, 1.0])
    with pytest.raises(CheckFailed, match="one gives an int, the other a float"):
        assert_deterministic(lambda: next(kinds))
    with pytest.raises(CheckFailed, match="an object of class object cannot be compared"):
        assert_deterministic(object)


def test_a_result_that_stays() -> None:
    result = assert_deterministic(lambda x: (x, float("nan"), "text", {1}), np.arange(3))
    assert result[2] == "text"


def test_each_call_gets_arguments_of_its_own() -> None:
    assert assert_deterministic(lambda x: x.pop(), [1, 2, 3]) == 3


@pytest.mark.parametrize("exception", [ValueError, (TypeError, ValueError), Exception])
def test_the_right_exception(exception: Any) -> None:
    student = StudentValueError("f raised ValueError", kind="ValueError")
    assert_raises(exception, raising(student), -1, what="f(-1)")
    assert_raises(exception, raising(ValueError()), -1, what="f(-1)")


def test_another_exception_is_named() -> None:
    wrong = StudentValueError("f raised ValueError", kind="Value\x1b[31mError", detail="secret")
    with pytest.raises(CheckFailed) as caught:
        assert_raises(KeyError, raising(wrong), what="f(-1)")
    assert caught.value.message == "f(-1): expected KeyError, found Value\\x1b[31mError."


def test_no_exception_says_what_came_back() -> None:
    with pytest.raises(CheckFailed) as caught:
        assert_raises((KeyError, IndexError), lambda: np.zeros(3), what="f(-1)")
    assert caught.value.message == (
        "f(-1): expected KeyError or IndexError to be raised, "
        "found a float array of shape (3,), float64."
    )


@pytest.mark.parametrize("error", [StudentTimeout, StudentCrash, StudentMissing])
def test_a_broken_call_is_no_exception_of_the_student(error: type[Exception]) -> None:
    with pytest.raises(error):
        assert_raises(Exception, raising(error("f broke off")), what="f(-1)")


def test_a_fault_of_the_suite_passes_through() -> None:
    with pytest.raises(ZeroDivisionError):
        assert_raises(ValueError, lambda: 1 / 0, what="f(-1)")


@pytest.mark.parametrize("condition", [True, np.bool_(True), np.array(True)])
def test_true(condition: object) -> None:
    assert_true(condition, "The loss falls.")


@pytest.mark.parametrize("condition", [False, np.bool_(False)])
def test_not_true(condition: object) -> None:
    with pytest.raises(CheckFailed) as caught:
        assert_true(condition, "The loss falls.")
    assert caught.value.message == "The loss falls."


@pytest.mark.parametrize("condition", [1, "yes", [True], np.array([True]), None, Handle()])
def test_what_only_counts_as_true_is_not(condition: object) -> None:
    with pytest.raises(CheckFailed, match="the condition is no bool"):
        assert_true(condition, "The loss falls.")
