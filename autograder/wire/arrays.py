"""NumPy arrays, scalars and dtypes as raw bytes under a closed list of dtypes."""

from __future__ import annotations

import struct
from functools import cache
from math import prod
from typing import Any
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from autograder.wire.errors import WireError

# bytes and memoryviews are somebody else's memory and copied when decoded; a uint8 array
# was made for this message and becomes the memory of what is decoded.
Buffer: TypeAlias = "bytes | memoryview | NDArray[np.uint8]"

# The position is the code on the wire: append only.
DTYPES: tuple[np.dtype[Any], ...] = tuple(
    np.dtype(name)
    for name in (
        "bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
        "float16", "float32", "float64", "complex64", "complex128",
    )
)  # fmt: skip
DTYPE_CODES: dict[np.dtype[Any], int] = {dtype: code for code, dtype in enumerate(DTYPES)}
DTYPE_TYPES = frozenset(type(dtype) for dtype in (*DTYPES, *map(np.dtype, "qQ")))
SCALAR_TYPES = frozenset((*(dtype.type for dtype in DTYPES), np.longlong, np.ulonglong))
_BOOL = DTYPE_CODES[np.dtype("bool")]
# Up to this many bytes an array travels within the message: cheaper than a buffer of its own.
_SMALL = 2048


def native_code(dtype: np.dtype[Any]) -> int | None:
    """Code of `dtype` in native byte order, None if it is not on the list."""
    code = DTYPE_CODES.get(dtype)
    if code is None and not dtype.isnative:
        return DTYPE_CODES.get(dtype.newbyteorder("="))
    return code


def raw_bytes(array: NDArray[Any], code: int) -> bytes | memoryview:
    """The elements of `array` in C order and native byte order; bytes for a small array."""
    native = array if array.dtype.isnative else array.astype(DTYPES[code])
    if native.nbytes <= _SMALL:
        return native.tobytes()
    return np.ascontiguousarray(native).reshape(-1).view(np.uint8).data


def pack_shape(shape: tuple[int, ...]) -> bytes:
    """The lengths of the axes, eight bytes each."""
    return _lengths(len(shape)).pack(*shape)


def unpack_shape(data: bytes, start: int, dims: int) -> tuple[tuple[int, ...], Buffer]:
    """The lengths of `dims` axes, which lie in `data` from `start` on, and what follows them."""
    end = start + 8 * dims
    if len(data) < end:
        raise WireError(f"A shape of {dims} axes has {len(data) - start} bytes, not {8 * dims}.")
    return _lengths(dims).unpack_from(data, start), data[end:]


@cache
def _lengths(dims: int) -> struct.Struct:
    return struct.Struct(f"<{dims}Q")


def check_size(shape: tuple[int, ...], itemsize: int, found: int) -> None:
    """Raise WireError unless a buffer of `found` bytes is exactly an array of `shape`."""
    expected = prod(shape) * itemsize
    if expected != found:
        raise WireError(f"Shape {shape} needs {expected} bytes; the buffer has {found}.")
    if not expected and prod(filter(None, shape)) * itemsize >= 2**63:
        raise WireError(f"Shape {shape} is too large, although the array is empty.")


def own_array(buffer: Buffer, dtype: np.dtype[Any], shape: tuple[int, ...]) -> NDArray[Any]:
    """A writable, aligned array of the bytes of `buffer`, whose memory nothing else refers to."""
    array: NDArray[Any] = np.ndarray(shape, dtype, buffer)
    return array if isinstance(buffer, np.ndarray) else array.copy()


def check_bools(array: NDArray[Any]) -> None:
    """Raise WireError for bytes other than 0 and 1, which a bool array must not hold."""
    if array.size and array.view(np.uint8).max() > 1:
        raise WireError("A bool array holds a byte other than 0 and 1.")


def decode_array(code: int, shape: tuple[int, ...], buffer: Buffer) -> NDArray[Any]:
    """The array of `shape` (dtype `code`) whose elements `buffer` holds."""
    dtype = known_dtype(code)
    check_size(shape, dtype.itemsize, len(buffer))
    array = own_array(buffer, dtype, shape)
    if code == _BOOL:
        check_bools(array)
    return array


def encode_scalar(scalar: np.generic[Any]) -> bytes:
    """Code of the dtype, then the bytes of the value."""
    return bytes((DTYPE_CODES[scalar.dtype],)) + scalar.tobytes()


def decode_scalar(data: bytes) -> np.generic[Any]:
    """The scalar that `encode_scalar` wrote."""
    dtype = known_dtype(data[0] if data else len(DTYPES))
    check_size((), dtype.itemsize, len(data) - 1)
    if data[0] == _BOOL and data[1] > 1:
        raise WireError("A bool scalar holds a byte other than 0 and 1.")
    scalar: np.generic[Any] = np.frombuffer(data, dtype, offset=1)[0]
    return scalar


def known_dtype(code: int) -> np.dtype[Any]:
    """The dtype of `code`."""
    if code >= len(DTYPES):
        raise WireError(f"dtype code {code} is unknown; there are {len(DTYPES)}.")
    return DTYPES[code]
