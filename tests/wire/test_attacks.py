"""Forged messages: refused with a reason, before memory or time is spent on them."""

from __future__ import annotations

import itertools
import struct
import tracemalloc
from collections.abc import Iterator
from collections.abc import Sequence
from contextlib import contextmanager
from contextlib import suppress
from typing import Any

import msgpack
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.wire.arrays import DTYPES
from autograder.wire.arrays import Buffer
from autograder.wire.codec import DEFAULT_LIMITS
from autograder.wire.codec import WireError
from autograder.wire.codec import WireLimits
from autograder.wire.codec import decode
from autograder.wire.codec import encode
from autograder.wire.format import ARRAY
from autograder.wire.format import INLINE
from autograder.wire.format import TENSOR
from autograder.wire.format import Ext
from autograder.wire.format import Mark
from autograder.wire.keys import KeyBudget
from tests.wire.values import itself
from tests.wire.values import refuse
from tests.wire.values import values

MIB = 2**20
FLOAT64 = DTYPES.index(np.dtype("float64"))
BOOL = DTYPES.index(np.dtype("bool"))


@contextmanager
def at_most(limit: int) -> Iterator[None]:
    """The block may hold `limit` bytes at any one time on top of what it found."""
    tracemalloc.start()
    try:
        yield
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak <= limit, f"{peak} bytes, {limit} allowed"


def refused(
    packed: bytes,
    reason: str,
    buffers: Sequence[Buffer] = (),
    limits: WireLimits = DEFAULT_LIMITS,
) -> None:
    with at_most(MIB), pytest.raises(WireError, match=reason):
        decode(packed, buffers, itself, limits)


def ext(code: int, data: bytes) -> bytes:
    return bytes(msgpack.packb(msgpack.ExtType(code, data)))


def marked(mark: bytes, items: bytes) -> bytes:
    return b"\x81" + ext(Ext.MARK, mark) + items


def array(code: int, index: int, *shape: int, inline: bytes = b"") -> bytes:
    axes = struct.pack(f"<{len(shape)}Q", *shape)
    return ext(Ext.ARRAY, ARRAY.pack(code, len(shape), index) + axes + inline)


def test_a_hundred_thousand_empty_arrays_build_few() -> None:
    count = 100_000
    many = b"\xdd" + count.to_bytes(4, "big") + array(FLOAT64, INLINE, 0) * count
    with at_most(4 * MIB), pytest.raises(WireError, match="10001 arrays"):
        decode(many, (), itself)


def test_sixty_megabytes_of_empty_lists_build_none() -> None:
    count = 60 * MIB
    refused(b"\xdd" + count.to_bytes(4, "big") + b"\x90" * count, "items")


def test_empty_lists_hidden_in_many_small_lists_build_none() -> None:
    inner = b"\xdc\x03\xe8" + b"\x90" * 1000
    packed = b"\xdc\x03\xe8" + inner * 1000
    refused(packed, "items", limits=WireLimits(items=100_000))


@pytest.mark.parametrize(
    "head", [b"\xdd\xff\xff\xff\xff", b"\xdf\x7f\xff\xff\xff", b"\xdc\xff\xff"]
)
def test_claimed_elements_that_do_not_follow_cost_nothing(head: bytes) -> None:
    refused(head * 60, "middle of a value|items")


@pytest.mark.parametrize("tag", [b"\x91", b"\x81\x01", b"\x81\xd4\x01\x01\x91"])
def test_nesting(tag: bytes) -> None:
    refused(tag * 65 + b"\xc0", "64 levels")
    refused(tag * MIB + b"\xc0", "64 levels")


@pytest.mark.parametrize(
    ("packed", "reason"),
    [
        (b"", "middle of a value"),
        (b"\xc0\xc0", "1 bytes follow"),
        (b"\xc1", "0xc1 starts no value"),
        (b"\xcb\x00", "middle of a value"),
        (b"\xdb\xff\xff\xff\xffabc", "middle of a value"),
        (b"\xc6\xff\xff\xff\xff", "middle of a value"),
        (b"\xc9\xff\xff\xff\xff\x02", "middle of a value"),
        (b"\xa1\xff", "not UTF-8"),
        (b"\xd6\xff" + bytes(4), "type 255 is unknown"),
        (b"\xd7\xff" + bytes(8), "type 255 is unknown"),
        (b"\xc7\x0c\xff" + bytes(12), "type 255 is unknown"),
        (ext(99, b"x"), "type 99 is unknown"),
        (ext(Ext.COMPLEX, b"short"), "complex"),
        (ext(Ext.ELLIPSIS, b"x"), "Ellipsis"),
        (ext(Ext.INTEGER, bytes(65_537)), "integer takes"),
        (ext(Ext.DTYPE, b"\xff"), "dtype code 255"),
        (ext(Ext.DTYPE, b""), "dtype has 0"),
        (ext(Ext.TORCH_DTYPE, b"\xff"), "torch dtype code 255"),
        (ext(Ext.SCALAR, b""), "dtype code"),
        (ext(Ext.SCALAR, bytes((FLOAT64,)) + b"abc"), "needs 8 bytes"),
        (ext(Ext.SCALAR, bytes((BOOL, 2))), "bool scalar"),
        (ext(Ext.REFERENCE, b"abc"), "reference has 3"),
        (ext(Ext.REFERENCE, b"\xff" + bytes(8)), "kind 255"),
        (ext(Ext.REFERENCE, bytes(9) + b"\xff"), "not UTF-8"),
        (ext(Ext.REFERENCE, bytes(9) + b"a" * 5000), "label"),
        (marked(b"c", b"\x90"), "mark 63"),
        (marked(Mark.TUPLE, b"\xc0"), "must hold a list"),
        (marked(Mark.SLICE, b"\x92\x01\x02"), "three parts"),
        (marked(Mark.RANGE, b"\x93\x01\x02\x00"), "three integers"),
        (marked(Mark.RANGE, b"\x93\x01\x02\xc3"), "three integers"),
        (marked(Mark.TORCH_SIZE, b"\x91\xa1a"), "64-bit integers"),
        (b"\x91" + ext(Ext.MARK, b"\x01"), "type 1 is unknown"),
        (b"\xde\x00\x01" + ext(Ext.MARK, b"\x01") + b"\x90", "type 1 is unknown"),
        (b"\x82\x01\x02" + ext(Ext.MARK, b"\x01") + b"\x90", "type 1 is unknown"),
        (b"\x81\x90\x01", "types: list"),
        (b"\x81" + marked(Mark.TUPLE, b"\x91\x90") + b"\x01", "types: tuple"),
        (marked(Mark.SET, b"\x91\x80"), "types: dict"),
        (b"\x82\x01\x02\x01\x03", "same key twice"),
        (b"\x82\x01\x02\xc3\x03", "same key twice"),
        (marked(Mark.SET, b"\x92\x01\x01"), "same member twice"),
    ],
)  # fmt: skip
def test_malformed_messages(packed: bytes, reason: str) -> None:
    refused(packed, reason)


@pytest.mark.parametrize(
    ("packed", "sizes", "reason"),
    [
        (array(FLOAT64, 0, 2), [15], "needs 16 bytes; the buffer has 15"),
        (array(FLOAT64, 0, 2**62), [16], "needs"),
        (array(FLOAT64, 0, 2**63, 2), [0], "needs"),
        (array(FLOAT64, 0, 2**32, 2**32), [0], "needs"),
        (array(FLOAT64, 0, 2**40, 2**40, 0), [0], "too large"),
        (array(FLOAT64, 0, 2**64 - 1), [8], "needs"),
        (array(FLOAT64, 1, 1), [8], "Buffer 1 does not exist"),
        (array(99, 0, 1), [8], "dtype code 99"),
        (array(FLOAT64, 0, *[1] * 33), [8], "33 axes"),
        (b"\x92" + array(FLOAT64, 0, 1) * 2, [8], "used twice"),
        (b"\xc0", [8], "has 1 buffers and uses 0"),
        (ext(Ext.ARRAY, b"abc"), [], "array has 3"),
        (ext(Ext.ARRAY, ARRAY.pack(FLOAT64, 2, 0) + bytes(8)), [8], "shape of 2 axes"),
        (array(FLOAT64, 0, 1, inline=bytes(8)), [8], "with a buffer holds 8 bytes itself"),
        (array(FLOAT64, INLINE, 1, inline=bytes(7)), [], "needs 8 bytes; the buffer has 7"),
        (array(FLOAT64, INLINE, 1, inline=bytes(9)), [], "needs 8 bytes; the buffer has 9"),
        (array(FLOAT64, INLINE, 1, inline=bytes(8)), [8], "has 1 buffers and uses 0"),
        (array(BOOL, INLINE, 2, inline=b"\x01\x02"), [], "bool array"),
        (ext(Ext.TENSOR, TENSOR.pack(4, 1, 0, 0)), [8], "cannot require a gradient"),
        (ext(Ext.TENSOR, TENSOR.pack(200, 0, 0, 0)), [8], "dtype code 200"),
        (ext(Ext.TENSOR, b"abc"), [], "tensor has 3"),
    ],
)
def test_forged_arrays(packed: bytes, sizes: list[int], reason: str) -> None:
    refused(packed, reason, [bytes(size) for size in sizes])


@pytest.mark.parametrize(
    "packed", [array(BOOL, 0, 2), ext(Ext.TENSOR, TENSOR.pack(0, 0, 1, 0) + struct.pack("<Q", 2))]
)
def test_a_bool_is_nothing_but_0_or_1(packed: bytes) -> None:
    refused(packed, "0 and 1", [b"\x01\x02"])


MODULUS = 2**61 - 1
COLLIDING = {
    "tuples of -1 and -2": list(itertools.product((-1, -2), repeat=14)),
    "multiples of the modulus": [i * MODULUS for i in range(1, 20_000)],
    "tuples in frozensets": [frozenset((pair,)) for pair in itertools.product((-1, -2), repeat=13)],
}  # fmt: skip


@pytest.mark.parametrize("keys", COLLIDING.values(), ids=COLLIDING.keys())
def test_colliding_keys_are_refused_before_a_table_is_built(keys: list[Any]) -> None:
    # Sent as a list, which costs nothing to encode, then relabelled as a set.
    listed = encode(keys, refuse).packed
    with pytest.raises(WireError, match="could collide"):
        decode(marked(Mark.SET, listed), [], itself)


def test_the_budget_is_one_for_all_tables_of_a_message() -> None:
    keys = [i * MODULUS for i in range(1, 100)]
    tables = [dict.fromkeys(keys) for _ in range(10)]
    cost = WireLimits(key_work=8 * 10_000)
    packed = encode(tables, refuse).packed
    decode(encode(tables[:5], refuse).packed, [], itself, cost)
    with pytest.raises(WireError, match="could collide"):
        decode(packed, [], itself, cost)


def test_the_budget_grows_with_the_square_of_keys_that_can_collide() -> None:
    def spent(keys: list[Any]) -> int:
        budget = KeyBudget(10**12)
        budget.charge(keys)
        return 10**12 - budget._left

    def floats(count: int) -> list[Any]:
        return [i + 0.5 for i in range(count)]

    assert spent(floats(2000)) == pytest.approx(4 * spent(floats(1000)), rel=0.01)
    assert spent([f"k{i}" for i in range(5000)]) == 0
    assert spent([(i, i) for i in range(1000)]) > 10**6


@given(st.binary(max_size=200), st.lists(st.binary(max_size=16), max_size=3))
def test_arbitrary_bytes_raise_nothing_but_a_wire_error(
    packed: bytes, buffers: list[bytes]
) -> None:
    with suppress(WireError):
        decode(packed, buffers, itself)


@given(values(), st.data())
def test_a_damaged_message_raises_nothing_but_a_wire_error(value: Any, data: st.DataObject) -> None:
    packed, buffers = encode(value, refuse)
    position = data.draw(st.integers(0, len(packed) - 1))
    damage = data.draw(st.binary(max_size=3))
    with suppress(WireError):
        decode(packed[:position] + damage + packed[position + len(damage) :], buffers, itself)
