"""assert_close: what it lets through, and the sentence for each kind of difference."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import assume
from hypothesis import given
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from autograder.checks import CheckFailed
from autograder.checks import assert_array_equal
from autograder.checks import assert_close
from autograder.checks import assert_shape

NAN = float("nan")
INF = float("inf")
FINITE = st.floats(-1e6, 1e6)
SMALL_SHAPES = hnp.array_shapes(min_dims=1, max_dims=3, max_side=4)


def message(found: object, expected: object, **options: Any) -> str:
    with pytest.raises(CheckFailed) as caught:
        assert_close(found, expected, what="f(x)", **options)
    return caught.value.message


@given(st.data())
def test_agrees_with_numpy_on_finite_arrays(data: st.DataObject) -> None:
    shape = data.draw(SMALL_SHAPES)
    expected = data.draw(hnp.arrays(np.float64, shape, elements=FINITE))
    noise = data.draw(hnp.arrays(np.float64, shape, elements=st.floats(-3e-3, 3e-3)))
    found = expected + noise
    try:
        np.testing.assert_allclose(found, expected, rtol=1e-3, atol=1e-3)
    except AssertionError:
        with pytest.raises(CheckFailed):
            assert_close(found, expected, what="f(x)", rtol=1e-3, atol=1e-3)
    else:
        assert_close(found, expected, what="f(x)", rtol=1e-3, atol=1e-3)


@given(hnp.arrays(hnp.integer_dtypes() | hnp.unsigned_integer_dtypes(), SMALL_SHAPES), st.data())
def test_integers_are_compared_exactly(expected: np.ndarray, data: st.DataObject) -> None:
    found = expected.copy()
    assert_array_equal(found, expected, what="f(x)")
    index = tuple(data.draw(st.integers(0, side - 1)) for side in expected.shape)
    found[index] ^= 1
    with pytest.raises(CheckFailed):
        assert_array_equal(found, expected, what="f(x)")


@given(hnp.arrays(np.float64, SMALL_SHAPES, elements=st.floats()))
def test_only_nan_keeps_an_array_from_being_close_to_itself(x: np.ndarray) -> None:
    if np.isnan(x).any():
        with pytest.raises(CheckFailed, match="NaN"):
            assert_close(x, x.copy(), what="f(x)")
    else:
        assert_close(x, x.copy(), what="f(x)")


@pytest.mark.parametrize(
    "stand_in", [1.5, np.float64(1.5), np.float32(1.5), np.array(1.5)], ids=repr
)
def test_a_numpy_number_stands_for_a_float(stand_in: object) -> None:
    assert_close(stand_in, 1.5, what="f(x)")
    assert_close(1.5, stand_in, what="f(x)")


def test_an_int_stands_for_a_float_but_a_bool_does_not() -> None:
    assert_close(2, 2.0, what="f(x)")
    assert "expected a floating dtype, found bool" in message(True, 1.0)


def test_containers_are_compared_part_by_part(rng: np.random.Generator) -> None:
    x = rng.normal(size=3)
    assert_close((x, {"b": 1.0}), (x.copy(), {"b": 1.0}), what="f(x)")
    text = message((x, {"b": 1.0}), (x, {"b": 3.0}))
    assert text.startswith("f(x)[1][key 0]: the value differs")


def test_an_array_is_named_by_its_key_unless_that_is_no_name() -> None:
    assert message({"out.weight": np.zeros(2)}, {"out.weight": np.ones(2)}).startswith(
        "f(x)['out.weight']: 2 of 2 elements differ"
    )
    assert message({"a b": np.zeros(2)}, {"a b": np.ones(2)}).startswith("f(x)[key 0]: 2 of 2")


@given(SMALL_SHAPES, SMALL_SHAPES)
def test_a_shape_is_told_whole(shape: tuple[int, ...], other: tuple[int, ...]) -> None:
    array = np.zeros(shape)
    assert_shape(array, shape, what="c")
    assert_shape(array.tolist(), shape, what="c")
    assume(shape != other)
    with pytest.raises(CheckFailed) as caught:
        assert_shape(array, other, what="c")
    assert str(caught.value) == f"c: expected shape {other}, found {shape}."


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (1.5, "expected shape (1,), found ()."),
        (None, "expected an array of shape (1,), found None (is a `return` missing?)."),
        ([[1], [2, 3]], "expected an array of shape (1,), found a list of 2."),
    ],
)
def test_what_has_no_shape_or_none_with_axes(found: object, words: str) -> None:
    with pytest.raises(CheckFailed, match=re.escape(words)):
        assert_shape(found, (1,), what="c")


@pytest.mark.parametrize(
    ("found", "sentence"),
    [
        (None, "found None (is a `return` missing?)"),
        ([1.0, 2.0], "found a list of 2: turn it into an array with np.array"),
        ((1.0, 2.0), "found a tuple of 2: turn it into an array"),
        (1.0, "found a float."),
        ("text", "found a string of length 4."),
    ],
)
def test_another_kind(found: object, sentence: str) -> None:
    text = message(found, np.zeros(2))
    assert text.startswith("f(x): expected a float array of shape (2,), float64, found")
    assert sentence in text


def test_an_array_where_a_number_is_asked() -> None:
    assert "expected a float, found a float array of shape (1,)" in message(np.ones(1), 1.0)


@pytest.mark.parametrize("other", [None, "text", object()])
def test_only_numbers_can_be_close(other: object) -> None:
    assert "cannot be compared with" in message(other, other)


@pytest.mark.parametrize(("found", "wanted"), [((3, 1), (3,)), ((3,), (1, 3)), ((1,), (4,))])
def test_nothing_is_broadcast(found: tuple[int, ...], wanted: tuple[int, ...]) -> None:
    assert f"expected shape {wanted}, found {found}" in message(np.ones(found), np.ones(wanted))


def test_shape_is_reported_before_dtype_and_values() -> None:
    assert "expected shape (3,), found (2,)" in message(np.array([NAN, 1]), np.zeros(3))


@pytest.mark.parametrize(
    ("found", "dtype", "sentence"),
    [
        (np.ones(2, int), "float", "expected a floating dtype, found int64"),
        (np.ones(2, bool), "float", "expected a floating dtype, found bool"),
        (np.ones(2, np.float32), "same", "expected dtype float64, found float32"),
        (np.ones(2), "int", "expected an integer dtype, found float64"),
        (np.ones(2), "bool", "expected a boolean dtype, found float64"),
        (np.array(["a", "b"]), "any", "expected numbers, found an array of strings"),
        (np.array([1, None]), "any", "expected numbers, found an array of no numbers"),
    ],
)
def test_dtype_is_reported_before_values(found: np.ndarray, dtype: str, sentence: str) -> None:
    assert sentence in message(found, np.zeros(2), dtype=dtype)


def test_any_dtype_lets_integers_through() -> None:
    assert_close(np.ones(2, np.uint8), np.ones(2), what="f(x)", dtype="any")


def test_an_unknown_dtype_is_the_authors_mistake() -> None:
    with pytest.raises(ValueError, match="dtype must be one of"):
        assert_close(1.0, 1.0, what="f(x)", dtype="double")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("found", "expected", "sentence"),
    [
        ([1, NAN, NAN], [1, 2, 3], "2 of 3 elements are NaN, first at [1]."),
        ([1, NAN, 3], [1, NAN, 3], "1 of 3 elements is NaN in the value it is compared with"),
        ([INF, 2, 3], [1, 2, 3], "1 of 3 elements is infinite but should be finite, at [0]."),
        ([1e300, 2, 3], [INF, 2, 3], "1 of 3 elements is finite but should be infinite, at [0]."),
        ([-INF, 2, 3], [INF, 2, 3], "1 of 3 elements is infinite with the wrong sign, at [0]."),
    ],
)
def test_not_finite(found: list[float], expected: list[float], sentence: str) -> None:
    assert sentence in message(np.array(found), np.array(expected))


def test_a_number_that_is_nan() -> None:
    assert message(NAN, 1.0) == "f(x): the value is NaN."


def test_matching_infinities_are_fine() -> None:
    assert_close(np.array([-INF, 1.0]), np.array([-INF, 1.0]), what="f(x)")


def test_values_say_how_many_where_and_how_far() -> None:
    expected = np.arange(12.0).reshape(3, 4) + 1
    found = expected.copy()
    found[1, 2] += 0.026
    found[2, 0] -= 0.011
    assert message(found, expected) == (
        "f(x): 2 of 12 elements differ, first at [1, 2]; off by up to about 0.03 (relative: 0.003)."
    )


def test_differences_in_one_row_are_placed() -> None:
    expected = np.arange(12.0).reshape(3, 4) + 1
    found = expected.copy()
    found[2] = [3.7, 0.2, 9.1, 5.5]
    assert "first at [2, 0], all of them at index 2 of axis 0;" in message(found, expected)


X = np.array([[0.3, -1.2, 2.5, 0.9], [1.1, 0.7, -0.4, -2.2], [0.6, 1.9, -1.5, 3.1]])
SQUARE = X[:, :3]
CUBE = np.arange(1.0, 9.0).reshape(2, 2, 2) ** 2


@pytest.mark.parametrize(
    ("found", "expected", "hint"),
    [
        (X.T, X, "the values are right but transposed"),
        (SQUARE.T, SQUARE, "the values are right but transposed"),
        (X[:, None], X, "the values are right, only the shape is not"),
        (np.cos(X.T), X, "the two axes are swapped"),
        (np.ones((2, 4, 3)), np.ones((4, 3, 2)) * 2, "the axes are in another order"),
        (np.zeros((3, 4)), X, "everything that came back is zero"),
        (-X, X, "right with the opposite sign"),
        (-2.5, 2.5, "right with the opposite sign"),
        (X[::-1], X, "right but reversed along axis 0"),
        (X[:, ::-1], X, "right but reversed along axis 1"),
        (CUBE.swapaxes(1, 2), CUBE, "right but with axes 1 and 2 swapped"),
        (2 * X, X, "right up to a constant factor of 2"),
        (X / 12, X, "right up to a constant factor of 1/12"),
        (-X / 3, X, "right up to a constant factor of minus 1/3"),
        (X * np.sqrt(4 / 3) ** 2, X, "right up to a constant factor of 4/3"),
        (X / np.sqrt(3), X, "right up to a constant factor of 1 over the square root of 3"),
        (7.77 * X, X, "right up to a constant factor."),
        (X + 0.7, X, "right up to an added constant"),
        (
            X * np.array([[0.3], [1.7], [0.4]]),
            X,
            "right up to a factor that is constant along axis 1",
        ),
        (
            X + np.array([[0.3], [1.7], [0.4]]),
            X,
            "right up to an added term that is constant along axis 1",
        ),
        (X[[1, 2, 0]], X, "the same values in another order"),
        (X + 3e-7 * np.sin(100 * X), X, "as exact as 32-bit numbers allow"),
    ],
)
def test_hints(found: object, expected: object, hint: str) -> None:
    assert f"Hint: {hint}" in message(found, expected)


def test_a_wrong_answer_without_structure_gets_no_hint() -> None:
    assert "Hint" not in message(np.sin(X), X)
    assert "Hint" not in message(3.25, 2.5)
    # an even error on both sides of 0, as an approximation of the GELU has
    assert "Hint" not in message(np.array([0.8412, -0.1588]), np.array([0.8413, -0.1587]))


def test_of_one_bool_nothing_more_is_to_be_said() -> None:
    with pytest.raises(CheckFailed) as caught:
        assert_array_equal(np.bool_(True), np.bool_(False), what="f(x)")
    assert caught.value.message == "f(x): the value differs."


def test_a_negated_mask_is_named() -> None:
    mask = np.array([True, False, True])
    with pytest.raises(
        CheckFailed, match=r"3 of 3 elements differ, .* every element is the opposite"
    ):
        assert_array_equal(~mask, mask, what="f(x)")


def test_integers_and_booleans_are_two_classes() -> None:
    assert_array_equal(np.ones(2, np.uint8), np.ones(2, np.int64), what="f(x)")
    with pytest.raises(CheckFailed, match="expected a boolean dtype, found int64"):
        assert_array_equal(np.ones(2, int), np.ones(2, bool), what="f(x)")


def test_integers_that_wrap_around_differ() -> None:
    lowest = np.array([np.iinfo(np.int64).min])
    with pytest.raises(CheckFailed):
        assert_array_equal(lowest, np.array([0]), what="f(x)")
    with pytest.raises(CheckFailed):
        assert_close(np.array([255], np.uint8), np.array([-1]), what="f(x)", dtype="int")


def test_an_int_beyond_every_float_is_just_wrong() -> None:
    assert "infinite but should be finite" in message(10**400, 1.0)


def test_values_are_shown_beside_each_other() -> None:
    expected = np.arange(20.0)
    found = expected.copy()
    found[7] = -4.5
    with pytest.raises(CheckFailed) as caught:
        assert_close(found, expected, what="f(x)")
    lines = caught.value.values.splitlines()
    assert caught.value.message == str(caught.value)
    assert lines[0] == "f(x): 1 of 20 elements differs, at [7]."
    assert [line for line in lines if line.startswith(">")] == ["> [7]   7        -4.5"]
    assert len(lines) == 8


SENTINEL = 7391.25


@given(
    hnp.arrays(np.float64, SMALL_SHAPES, elements=st.sampled_from([SENTINEL, -SENTINEL, 1.0])),
    hnp.arrays(np.float64, SMALL_SHAPES, elements=st.sampled_from([SENTINEL, 2.0, 0.0, NAN])),
)
def test_messages_hold_no_values(found: np.ndarray, expected: np.ndarray) -> None:
    assume(found.shape != expected.shape or not np.array_equal(found, expected))
    assert "739" not in message(found, expected)


@settings(max_examples=20)  # sixty axes have many pairs to swap
@given(st.integers(1, 60), st.floats(allow_nan=False))
def test_both_texts_stay_short(dims: int, value: float) -> None:
    assume(abs(value - 1) > 0.1)
    expected = np.ones((1,) * dims + (7,))
    for found in (expected * value, np.ones((1,) * dims)):
        with pytest.raises(CheckFailed) as caught:
            assert_close(found, expected, what="f" * 5000)
        assert len(caught.value.message) <= 1000
        assert len(caught.value.values) <= 1000


def test_a_numpy_assignment_never_imports_torch() -> None:
    code = "import sys, autograder.checks; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
