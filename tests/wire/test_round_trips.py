"""Plain values arrive as they were sent."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from autograder.wire.arrays import DTYPES
from autograder.wire.codec import WireError
from autograder.wire.codec import decode
from autograder.wire.codec import encode
from tests.wire.values import arrays
from tests.wire.values import itself
from tests.wire.values import refuse
from tests.wire.values import round_trip
from tests.wire.values import same
from tests.wire.values import values

TORCH_DTYPES = [
    torch.bool, torch.int8, torch.int16, torch.int32, torch.int64, torch.uint8, torch.uint16,
    torch.uint32, torch.uint64, torch.float16, torch.bfloat16, torch.float32, torch.float64,
    torch.complex64, torch.complex128, torch.float8_e4m3fn, torch.float8_e5m2,
]  # fmt: skip


@given(values())
def test_any_nesting_of_plain_values_arrives_unchanged(value: Any) -> None:
    assert same(round_trip(value), value)


@pytest.mark.parametrize("edge", [2**63 - 1, 2**63, 2**64 - 1, 2**64, -(2**63), -(2**63) - 1])
def test_integers_around_the_native_range(edge: int) -> None:
    assert same(round_trip([edge, {edge: edge}]), [edge, {edge: edge}])


@pytest.mark.parametrize("count", [7, 9, 31, 33, 200, 5000])
@pytest.mark.parametrize("item", [1.5, 7, 200, 60_000, 2**31, 2**40, None, "ab", "a" * 8])
def test_long_lists_of_one_kind(item: object, count: int) -> None:
    mixed = [item] * count + [1, "x", 2.5] + [[item] * count] * 3
    assert same(round_trip(mixed), mixed)


@given(arrays())
def test_an_array_is_writable_aligned_and_shares_nothing(array: NDArray[Any]) -> None:
    found = round_trip(array)
    assert found.flags.writeable
    assert found.flags.aligned
    assert found.flags.c_contiguous
    assert not np.shares_memory(found, array)


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
@pytest.mark.parametrize("size", [2, 40])
def test_strides_and_byte_order_do_not_change_the_values(dtype: np.dtype[Any], size: int) -> None:
    cube = np.arange(size**3).reshape(size, size, size).astype(dtype)
    for array in (cube.T, cube[::-1, ::2], cube.astype(dtype.newbyteorder(">"))):
        found = round_trip(array)
        assert found.dtype == dtype
        assert found.dtype.isnative
        assert found.shape == array.shape
        assert np.array_equal(found, array)


def test_a_repeated_array_arrives_twice() -> None:
    array = np.arange(3.0)
    first, second = round_trip([array, array])
    first[0] = 9.0
    assert np.array_equal(second, array)


@pytest.mark.parametrize("dtype", TORCH_DTYPES, ids=str)
@pytest.mark.parametrize("shape", [(), (0,), (3, 0, 2), (2, 3), (40, 50)])
def test_tensors_of_every_dtype(dtype: torch.dtype, shape: tuple[int, ...]) -> None:
    tensor = torch.randint(0, 2, shape).to(dtype)
    found, kind = round_trip([tensor, dtype])
    assert kind is dtype
    assert (found.dtype, found.shape, found.requires_grad) == (dtype, tensor.shape, False)
    assert same(found.to(torch.complex128).numpy(), tensor.to(torch.complex128).numpy())


def test_views_of_tensors_arrive_as_what_they_show() -> None:
    tensor = torch.randn(4, 5, dtype=torch.complex128)
    for view in (
        tensor.T,
        tensor.conj(),
        tensor.conj().imag,
        tensor[:, ::2],
        tensor[0].expand(3, 5),
    ):
        assert torch.equal(round_trip(view), view)


def test_a_tensor_keeps_requires_grad_but_not_its_graph() -> None:
    leaf = torch.ones(3, requires_grad=True)
    found = round_trip(leaf * 2)
    assert found.requires_grad
    assert found.is_leaf
    assert torch.equal(found, leaf * 2)


@pytest.mark.parametrize("wants_grad", [True, False])
def test_a_parameter_stays_a_parameter(wants_grad: bool) -> None:
    found = round_trip(torch.nn.Parameter(torch.ones(2), requires_grad=wants_grad))
    assert type(found) is torch.nn.Parameter
    assert found.requires_grad is wants_grad


def test_a_torch_size_is_not_a_tuple() -> None:
    found = round_trip([torch.Size([2, 3]), (2, 3)])
    assert [type(shape) for shape in found] == [torch.Size, tuple]
    assert found == [torch.Size([2, 3]), (2, 3)]


@given(st.binary(max_size=40).map(lambda data: data.ljust(3000, b"x")))
def test_the_decoder_does_not_alter_foreign_buffers(data: bytes) -> None:
    encoded = encode(np.frombuffer(data, np.uint8), refuse)
    found = decode(encoded.packed, [memoryview(data)], itself)
    found[...] = 0
    assert encoded.buffers == [data]


def test_without_torch_numpy_crosses_and_a_tensor_is_refused() -> None:
    sent = encode(torch.ones(2), refuse)
    script = f"""
import sys
import numpy as np
from autograder.wire.codec import WireError, decode, encode
sent = encode(np.ones(2), None)
assert decode(sent.packed, sent.buffers, None).sum() == 2
try:
    decode({sent.packed!r}, {[bytes(buffer) for buffer in sent.buffers]!r}, None)
except WireError as error:
    assert "torch is not loaded" in str(error), error
else:
    raise SystemExit("a tensor without torch")
assert "torch" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", script], check=True, timeout=60)


def test_a_message_is_reusable_after_a_failed_one() -> None:
    with pytest.raises(WireError):
        encode([[1], 2 ** (8 * 70_000)], refuse)
    assert round_trip([1, (2,)]) == [1, (2,)]
