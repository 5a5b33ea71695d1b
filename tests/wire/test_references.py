"""What is not plain stays where it lives."""

from __future__ import annotations

import collections
import enum
from collections.abc import Callable
from typing import Any
from typing import NamedTuple

import msgpack
import numpy as np
import pytest
import torch

from autograder.wire.codec import Reference
from autograder.wire.codec import WireError
from autograder.wire.codec import decode
from autograder.wire.codec import encode

SUBCLASSES = [
    type(f"My{base.__name__}", (base,), {})
    for base in (int, float, complex, str, bytes, bytearray, list, tuple, dict, set, frozenset)
]


class Colour(enum.IntEnum):
    RED = 1


class Pair(NamedTuple):
    first: int
    second: int


class Tensor(torch.Tensor):
    pass


FOREIGN: list[Any] = [
    *(subclass() for subclass in SUBCLASSES),
    Colour.RED,
    collections.OrderedDict(a=1),
    Pair(1, 2),
    object(),
    len,
    int,
    memoryview(b"abc"),
    msgpack.ExtType(3, b"forged"),
    msgpack.Timestamp(1),
    np.array([object()]),
    np.array(["text"]),
    np.array([(1, 2.0)], dtype=[("a", "i4"), ("b", "f8")]),
    np.array(["2020-01-01"], "datetime64[D]"),
    np.ma.masked_array([1.0]),
    np.longdouble(1.0),
    np.dtype(">f8"),
    np.dtype("datetime64[s]"),
    torch.ones(2).as_subclass(Tensor),
    torch.eye(2).to_sparse(),
    torch.empty(2, device="meta"),
    torch.qint8,
]


@pytest.mark.parametrize("wrap", [lambda x: x, lambda x: [1, x], lambda x: ({"k": x},)])
@pytest.mark.parametrize("value", FOREIGN, ids=lambda value: type(value).__name__)
def test_everything_else_goes_by_reference(value: Any, wrap: Callable[[Any], Any]) -> None:
    referred: list[object] = []

    def refer(found: object) -> Reference:
        referred.append(found)
        return Reference("object", 7, "label")

    encoded = encode(wrap(value), refer)
    assert len(referred) == 1
    assert referred[0] is value
    assert encoded.buffers == []
    marker = object()
    found = decode(encoded.packed, [], lambda reference: (reference, marker))
    assert found == wrap((Reference("object", 7, "label"), marker))


def test_a_tensor_inside_vmap_goes_by_reference() -> None:
    referred = []

    def refer(found: object) -> Reference:
        referred.append(type(found))
        return Reference("object", 1)

    def body(x: torch.Tensor) -> torch.Tensor:
        encode(x, refer)
        return x

    torch.vmap(body)(torch.ones(2, 3))
    assert referred == [torch.Tensor]


def test_an_object_may_be_a_key() -> None:
    key = object()
    encoded = encode({key: 1, (key, 2): {key}}, lambda _: Reference("object", 5))
    assert decode(encoded.packed, [], lambda _: key) == {key: 1, (key, 2): {key}}


def test_a_refusal_of_refer_comes_through_and_leaves_the_codec_usable() -> None:
    def refer(value: object) -> Reference:
        raise LookupError(type(value).__name__)

    with pytest.raises(LookupError, match="object"):
        encode([1, [object()]], refer)
    assert decode(encode((1,), refer).packed, [], lambda _: None) == (1,)


def test_refer_may_encode_by_itself() -> None:
    def refer(value: object) -> Reference:
        encode([1, 2, (3,)], refer)
        return Reference("object", 1)

    encoded = encode([object(), (object(), 4)], refer)
    assert decode(encoded.packed, [], lambda _: "o") == ["o", ("o", 4)]


@pytest.mark.parametrize(
    "reference",
    [Reference("thing", 1), Reference("object", -1), Reference("object", 2**64)],
    ids=str,
)
def test_a_malformed_reference_is_refused(reference: Reference) -> None:
    with pytest.raises(WireError, match="reference needs a kind"):
        encode(reference, lambda _: reference)
