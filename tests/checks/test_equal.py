"""assert_equal: kind and value of plain data, and the sentence for each difference."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.checks import CheckFailed
from autograder.checks import assert_equal

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.binary(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.tuples(inner, inner)
        | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=8,
)


def message(found: object, expected: object) -> str:
    with pytest.raises(CheckFailed) as caught:
        assert_equal(found, expected, what="f(x)")
    return caught.value.message


def message_if_any(found: object, expected: object) -> str:
    try:
        assert_equal(found, expected, what="f(x)")
    except CheckFailed as failure:
        return failure.message
    return ""


def tagged(value: object) -> object:
    """A form of plain data whose `==` keeps True and 1 apart."""
    if isinstance(value, list | tuple):
        return type(value), [tagged(part) for part in value]
    if isinstance(value, dict):
        return dict, {key: tagged(part) for key, part in value.items()}
    return type(value), value


@given(PLAIN, PLAIN)
def test_equal_means_equal_in_kind_and_value(found: object, expected: object) -> None:
    assert_equal(found, found, what="f(x)")
    assert bool(message_if_any(found, expected)) == (tagged(found) != tagged(expected))


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (np.int64(3), 3),
        (np.array(3), 3),
        (np.bool_(True), True),
        (np.float64(0.5), 0.5),
        ({"b": 1, "a": [2]}, {"a": [2], "b": 1}),
        ({1, np.int32(2)}, {1, 2}),
        ((np.arange(3), None), (np.arange(3), None)),
        (slice(1, 2), slice(1, 2)),
        (range(3), range(3)),
        (..., ...),
        (np.dtype("f8"), np.dtype("f8")),
    ],
    ids=repr,
)
def test_equal(found: object, expected: object) -> None:
    assert_equal(found, expected, what="f(x)")


@pytest.mark.parametrize(
    ("found", "expected", "sentence"),
    [
        (True, 1, "expected an int, found a bool."),
        (1, True, "expected a bool, found an int."),
        (1.0, 1, "expected an int, found a float."),
        (1, 1.0, "expected a float, found an int."),
        ("1", 1, "expected an int, found a string of length 1."),
        (None, 1, "expected an int, found None (is a `return` missing?)."),
        (0, None, "expected None, found an int."),
        ([1], (1,), "expected a tuple of 1, found a list of 1."),
        ([1, 2], [1], "expected 1 part, found 2."),
        (np.ones(1), [1], "expected a list of 1, found a float array of shape (1,), float64."),
        ([1], {1}, "expected a set of 1, found a list of 1."),
        (7, 8, "the number is too small by one."),
        (12, 7, "the number is too large by less than 10."),
        (95, 7, "the number is too large by less than 100."),
        (7, 95_000, "the number is too small by about 100000."),
        (-7, 7, "the number is too small by less than 100. Hint: right with the opposite sign."),
        (0.25, 0.5, "the value differs; off by about 0.3 (relative: 0.3)."),
        (False, True, "the value differs."),
        ({1}, {1, 2}, "of 2 members expected, 1 member missing."),
        ({True}, {1}, "of 1 member expected, 1 member missing, 1 member unexpected."),
        ({"a": 1}, {"b": 1}, "of 1 key expected, 1 key missing, 1 key unexpected."),
        ("abc", "abd", "the string differs from position 2 on."),
        ("ab", "abc", "from position 2 on; expected length 3, found 2."),
        ("ABC", "abc", "the string differs in upper and lower case only."),
        ("a b ", "a b", "the string differs in white space only."),
        (b"a", b"b", "a bytes object of length 1 is right, but not this one."),
        (range(3), range(4), "a range is right, but not this one."),
        (np.dtype("f4"), np.dtype("f8"), "another dtype."),
        (np.arange(3), np.arange(3) + 1, "Hint: right up to an added constant."),
    ],
)
def test_different(found: object, expected: object, sentence: str) -> None:
    assert sentence in message(found, expected)


def test_ints_too_long_to_print() -> None:
    with pytest.raises(CheckFailed) as caught:
        assert_equal(10**5000, 1, what="f(x)")
    assert caught.value.message == "f(x): the number is too large by about 1e+5000."
    assert caught.value.values == "f(x): expected 1, found an int."


def test_the_path_names_keys_only_where_values_may_be_shown() -> None:
    with pytest.raises(CheckFailed) as caught:
        assert_equal({"secret": [1, (2, 3)]}, {"secret": [1, (2, 4)]}, what="f(x)")
    assert caught.value.message == (
        "f(x)[key 0], in the second of 2, the second of 2: the number is too small by one."
    )
    assert (
        caught.value.values == "f(x)['secret'], in the second of 2: expected (2, 4), found (2, 3)."
    )


@pytest.mark.parametrize(
    ("found", "expected", "shown"),
    [
        ((8, 6), (5, 3), "f(x): expected (5, 3), found (8, 6)."),
        ((8, 6, 1), (5, 3), "f(x): expected (5, 3), found (8, 6, 1)."),
        ([8, 6], (5, 3), "f(x): expected a tuple of 2, found a list of 2."),
        ([[1], [2]], [[1], [3]], "f(x), in the second of 2: expected [3], found [2]."),
        ([0] * 99, [0] * 98 + [7], "f(x), the number 99 of 99: expected 7, found 0."),
        (np.array([1, 9]), np.array([1, 2]), "f(x): 1 of 2 elements differs, at [1].\n"),
        (np.array([3, 9]), np.array([1, 2]), "first at [0]; off by up to 7.\n"),
        (np.array([3.0, 9.2]), np.array([1.0, 2.0]), "first at [0]; off by up to 7.2.\n"),
        (0.1 + 0.2, 0.3, "f(x): expected 0.3, found 0.30000000000000004."),
    ],
)
def test_where_values_may_be_shown_they_say_it(found: object, expected: object, shown: str) -> None:
    with pytest.raises(CheckFailed) as caught:
        assert_equal(found, expected, what="f(x)")
    assert shown in caught.value.values


@given(PLAIN.map(lambda inner: [inner, "sentinel73", 73917391, {"sentinel73": inner}]), PLAIN)
def test_messages_hold_no_values(found: object, expected: object) -> None:
    for pair in (
        (found, expected),
        (expected, found),
        ([found], [[expected, "sentinel73", 1, {}]]),
    ):
        text = message_if_any(*pair)
        assert "sentinel" not in text
        assert "7391" not in text


@given(st.text(max_size=400), st.text(max_size=400))
def test_texts_are_printable_and_short(found: str, expected: str) -> None:
    if found != expected:
        with pytest.raises(CheckFailed) as caught:
            assert_equal(found, expected, what="f(x)")
        assert all(line.isprintable() for line in caught.value.values.split("\n"))
        assert len(caught.value.values) <= 1000


def test_a_list_with_more_digits_than_python_prints_is_wrong_like_any_other() -> None:
    assert "the first of 2" in message([10**5000, 1], [3, 6])
