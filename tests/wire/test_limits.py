"""Every limit is named, on both sides, at the first value beyond it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch

from autograder.wire.codec import DEFAULT_LIMITS
from autograder.wire.codec import Reference
from autograder.wire.codec import WireError
from autograder.wire.codec import WireLimits
from autograder.wire.codec import decode
from autograder.wire.codec import encode
from tests.wire.values import itself
from tests.wire.values import refuse


def nested(depth: int, wrap: Callable[[Any], Any]) -> Any:
    value: Any = 0
    for _ in range(depth):
        value = wrap(value)
    return value


WRAPS: list[Callable[[Any], Any]] = [
    lambda x: [x],
    lambda x: (x,),
    lambda x: {"k": x},
    lambda x: {x: 1} if not isinstance(x, dict) else {1: x},
    lambda x: slice(x, 1),
    lambda x: [x] * 2,
]

CASES = [
    ("items", WireLimits(items=30), [0] * 26, [0] * 27),
    ("items", WireLimits(items=30), {i: i for i in range(13)}, {i: i for i in range(14)}),
    ("items", WireLimits(items=30), [[]] * 5, [[]] * 7),
    ("packed", WireLimits(packed_bytes=100), b"a" * 98, b"a" * 99),
    ("axes", WireLimits(shape_dims=3), np.zeros((1,) * 3), np.zeros((1,) * 4)),
    ("axes", WireLimits(shape_dims=3), torch.zeros((1,) * 3), torch.zeros((1,) * 4)),
    ("bytes", WireLimits(array_bytes=80), np.zeros(10), np.zeros(11)),
    ("bytes", WireLimits(array_bytes=80), [np.zeros(5)] * 2, [np.zeros(5)] * 3),
    ("arrays", WireLimits(arrays=2), [np.zeros(1)] * 2, [np.zeros(1)] * 3),
    ("comparisons", WireLimits(key_work=12), {0.5, 1.5, 2.5}, {i + 0.5 for i in range(6)}),
    (
        "label",
        WireLimits(label_bytes=4),
        Reference("class", 1, "four"),
        Reference("class", 1, "éé!"),
    ),
]


@pytest.mark.parametrize(("name", "limits", "within", "beyond"), CASES)
def test_both_sides_accept_what_is_within_and_refuse_what_is_beyond(
    name: str, limits: WireLimits, within: object, beyond: object
) -> None:
    encoded = encode(within, refuse, limits)
    decode(encoded.packed, encoded.buffers, itself, limits)
    with pytest.raises(WireError, match=name):
        encode(beyond, refuse, limits)
    encoded = encode(beyond, refuse)
    with pytest.raises(WireError, match=name):
        decode(encoded.packed, encoded.buffers, itself, limits)


@pytest.mark.parametrize("wrap", WRAPS[:3])
def test_depth(wrap: Callable[[Any], Any]) -> None:
    limits = WireLimits(depth=10)
    encoded = encode(nested(10, wrap), refuse, limits)
    decode(encoded.packed, [], itself, limits)
    with pytest.raises(WireError, match="10 levels"):
        encode(nested(11, wrap), refuse, limits)
    encoded = encode(nested(11, wrap), refuse)
    with pytest.raises(WireError, match="10 levels"):
        decode(encoded.packed, [], itself, limits)


@pytest.mark.parametrize("wrap", WRAPS)
def test_hopeless_depth_is_no_recursion_error(wrap: Callable[[Any], Any]) -> None:
    with pytest.raises(WireError, match=f"{DEFAULT_LIMITS.depth} levels"):
        encode(nested(500, wrap) if wrap is not WRAPS[3] else nested(500, WRAPS[0]), refuse)


def test_the_deepest_depth_allowed_is_reachable() -> None:
    limits = WireLimits(depth=200)
    for wrap in WRAPS[:3]:
        value = nested(200, wrap)
        encoded = encode(value, refuse, limits)
        assert decode(encoded.packed, [], itself, limits) == value
    with pytest.raises(ValueError, match="depth must be"):
        WireLimits(depth=201)


def test_values_that_contain_themselves_are_refused() -> None:
    ring: list[Any] = []
    ring += [ring, ring]
    table: dict[str, Any] = {}
    table["self"] = (table,)
    for value in (ring, table):
        with pytest.raises(WireError, match="contain itself"):
            encode(value, refuse)


def test_shared_parts_that_multiply_are_counted_as_often_as_they_appear() -> None:
    value: list[Any] = [0.0]
    for _ in range(40):
        value = [value, value]
    with pytest.raises(WireError, match="items"):
        encode(value, refuse, WireLimits(items=50_000))


def test_an_integer_of_half_a_million_bits_crosses_and_one_beyond_the_limit_does_not() -> None:
    huge = 1 << (8 * 65_536 - 2)
    assert decode(encode([huge, -huge], refuse).packed, [], itself) == [huge, -huge]
    with pytest.raises(WireError, match="65536"):
        encode(huge << 10, refuse)


def test_a_huge_view_is_refused_before_it_is_copied() -> None:
    with pytest.raises(WireError, match="bytes"):
        encode(np.broadcast_to(np.float64(1), (10**6, 10**6)), refuse)
    with pytest.raises(WireError, match="bytes"):
        encode(torch.ones(1).expand(10**6, 10**6), refuse)


def test_sets_of_pairs_as_courses_use_them_are_within_the_budget() -> None:
    grid = {(row, column): 0.0 for row in range(64) for column in range(64)}
    counts = {(f"w{i}", f"w{i + 1}"): i for i in range(20_000)}
    ids = {i: str(i) for i in range(100_000)}
    for value in (grid, counts, ids):
        assert decode(encode(value, refuse).packed, [], itself) == value
