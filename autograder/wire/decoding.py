"""Bytes to values: nothing is believed, and nothing built before its size is known."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Sequence
from typing import Any
from typing import TypeAlias

import msgpack

from autograder.wire import arrays
from autograder.wire import tensors
from autograder.wire.arrays import Buffer
from autograder.wire.errors import WireError
from autograder.wire.format import ARRAY
from autograder.wire.format import COMPLEX
from autograder.wire.format import INLINE
from autograder.wire.format import INTEGER_BYTES
from autograder.wire.format import REFERENCE
from autograder.wire.format import STR_ERRORS
from autograder.wire.format import TENSOR
from autograder.wire.format import Ext
from autograder.wire.format import Mark
from autograder.wire.keys import KeyBudget
from autograder.wire.limits import DEFAULT_LIMITS
from autograder.wire.limits import WireLimits
from autograder.wire.reference import KINDS
from autograder.wire.reference import Reference
from autograder.wire.scan import check_structure

Resolve: TypeAlias = Callable[[Reference], object]


def decode(
    packed: bytes,
    buffers: Sequence[Buffer],
    resolve: Resolve,
    limits: WireLimits = DEFAULT_LIMITS,
    *,
    checked: bool = False,
) -> Any:
    """The value of a message; `resolve` turns each Reference in it into an object.

    checked: its structure was looked over already, or comes from the grader.
    Arrays and tensors are writable and share memory with nothing the caller keeps: buffers
    of bytes or memoryviews are copied, uint8 arrays become theirs. Raises WireError for a
    message that breaks a rule or a limit.
    """
    if not checked:
        check_structure(packed, limits)
    decoder = _Decoder(buffers, resolve, limits)
    try:
        value = msgpack.unpackb(
            packed,
            object_pairs_hook=decoder.entries,
            ext_hook=decoder.leaf,
            strict_map_key=False,
            unicode_errors=STR_ERRORS,
        )
    except UnicodeDecodeError as error:
        raise WireError(f"A string is not UTF-8: {error.reason}.") from error
    if decoder.used != len(buffers):
        raise WireError(f"The message has {len(buffers)} buffers and uses {decoder.used}.")
    return value


# What hashing or comparing two decoded values raises: a tensor that equals an integer has no
# truth value, a float no comparison with an integer beyond its range.
_KEY_ERRORS = (TypeError, ValueError, RuntimeError, ArithmeticError)


class _MarkKey:
    """The key that tells a marked container from a dict."""

    __slots__ = ("make",)

    def __init__(self, make: Callable[[_Decoder, list[Any]], Any]) -> None:
        self.make = make


class _Decoder:
    """The hooks of one message."""

    __slots__ = (
        "array_bytes", "arrays", "buffers", "keys", "limits", "references", "resolve", "used",
    )  # fmt: skip

    def __init__(self, buffers: Sequence[Buffer], resolve: Resolve, limits: WireLimits) -> None:
        self.buffers: list[Buffer | None] = list(buffers)
        self.resolve = resolve
        self.limits = limits
        self.keys = KeyBudget(limits.key_work)
        self.arrays = 0
        self.array_bytes = 0
        self.references = 0
        self.used = 0

    def entries(self, pairs: list[tuple[Any, Any]]) -> Any:
        """A dict, or the container that a mark names."""
        if len(pairs) == 1:
            key, items = pairs[0]
            if type(key) is _MarkKey:
                return key.make(self, items)
        keys = [key for key, _ in pairs]
        self.keys.charge(keys)
        try:
            table = dict(pairs)
        except _KEY_ERRORS as error:
            raise _no_keys(keys) from error
        if len(table) != len(pairs):
            raise WireError("A dict names the same key twice.")
        return table

    def leaf(self, code: int, data: bytes) -> Any:
        """The value of an extension."""
        return _LEAVES[code](self, data)

    def mark(self, data: bytes) -> _MarkKey:
        key = _MARK_KEYS.get(data)
        if key is None:
            raise WireError(f"Container mark {data.hex()} is unknown.")
        return key

    def make_tuple(self, items: list[Any]) -> tuple[Any, ...]:
        return tuple(items)

    def make_set(self, items: list[Any]) -> set[Any]:
        self.keys.charge(items)
        try:
            members = set(items)
        except _KEY_ERRORS as error:
            raise _no_keys(items) from error
        if len(members) != len(items):
            raise WireError("A set names the same member twice.")
        return members

    def make_frozenset(self, items: list[Any]) -> frozenset[Any]:
        return frozenset(self.make_set(items))

    def make_slice(self, items: list[Any]) -> slice:
        if len(items) != 3:
            raise WireError(f"A slice has three parts, found {len(items)}.")
        return slice(*items)

    def make_range(self, items: list[Any]) -> range:
        if len(items) != 3 or any(type(item) is not int for item in items) or not items[2]:
            raise WireError("A range needs three integers, the last not zero.")
        return range(*items)

    def make_torch_size(self, items: list[Any]) -> Any:
        return tensors.decode_torch_size(items)

    def integer(self, data: bytes) -> int:
        if len(data) > INTEGER_BYTES:
            raise WireError(f"An integer takes {len(data)} bytes; the limit is {INTEGER_BYTES}.")
        return int.from_bytes(data, "little", signed=True)

    def complex(self, data: bytes) -> complex:
        _expect(data, COMPLEX.size, "complex number")
        return complex(*COMPLEX.unpack(data))

    def bytearray(self, data: bytes) -> bytearray:
        return bytearray(data)

    def ellipsis(self, data: bytes) -> Any:
        _expect(data, 0, "Ellipsis")
        return ...

    def reference(self, data: bytes) -> object:
        _expect_head(data, REFERENCE.size, "reference")
        label = data[REFERENCE.size :]
        if len(label) > self.limits.label_bytes:
            raise WireError(
                f"The label of a reference has {len(label)} bytes; "
                f"the limit is {self.limits.label_bytes}."
            )
        self.references += 1
        if self.references > self.limits.references:
            raise WireError(f"The message has over {self.limits.references} objects, the limit.")
        kind, number = REFERENCE.unpack_from(data)
        if kind >= len(KINDS):
            raise WireError(f"Reference kind {kind} is unknown; there are {len(KINDS)}.")
        return self.resolve(Reference(KINDS[kind], number, label.decode("utf-8", STR_ERRORS)))

    def array(self, data: bytes) -> Any:
        _expect_head(data, ARRAY.size, "array")
        code, dims, index = ARRAY.unpack_from(data)
        return arrays.decode_array(code, *self.parts(data, ARRAY.size, dims, index))

    def scalar(self, data: bytes) -> Any:
        return arrays.decode_scalar(data)

    def dtype(self, data: bytes) -> Any:
        _expect(data, 1, "dtype")
        return arrays.known_dtype(data[0])

    def tensor(self, data: bytes) -> Any:
        _expect_head(data, TENSOR.size, "tensor")
        code, flags, dims, index = TENSOR.unpack_from(data)
        return tensors.decode_tensor(code, flags, *self.parts(data, TENSOR.size, dims, index))

    def torch_dtype(self, data: bytes) -> Any:
        _expect(data, 1, "torch dtype")
        return tensors.known_torch_dtype(data[0])

    def parts(
        self, data: bytes, start: int, dims: int, index: int
    ) -> tuple[tuple[int, ...], Buffer]:
        """The shape that `data` holds from `start` on, and the elements that belong to it."""
        limits = self.limits
        if dims > limits.shape_dims:
            raise WireError(f"An array has {dims} axes; the limit is {limits.shape_dims}.")
        shape, elements = arrays.unpack_shape(data, start, dims)
        if index != INLINE:
            if elements:
                raise WireError(f"An array with a buffer holds {len(elements)} bytes itself.")
            elements = self.take(index)
        self.arrays += 1
        self.array_bytes += len(elements)
        if self.arrays > limits.arrays or self.array_bytes > limits.array_bytes:
            raise WireError(
                f"The message has {self.arrays} arrays of {self.array_bytes} bytes together; "
                f"the limits are {limits.arrays} and {limits.array_bytes}."
            )
        return shape, elements

    def take(self, index: int) -> Buffer:
        """The buffer at `index`, once."""
        buffer = self.buffers[index] if index < len(self.buffers) else None
        if buffer is None:
            raise WireError(f"Buffer {index} does not exist or is used twice.")
        self.buffers[index] = None
        self.used += 1
        return buffer


_MARK_KEYS = {
    Mark.TUPLE: _MarkKey(_Decoder.make_tuple),
    Mark.SET: _MarkKey(_Decoder.make_set),
    Mark.FROZENSET: _MarkKey(_Decoder.make_frozenset),
    Mark.SLICE: _MarkKey(_Decoder.make_slice),
    Mark.RANGE: _MarkKey(_Decoder.make_range),
    Mark.TORCH_SIZE: _MarkKey(_Decoder.make_torch_size),
}
_LEAVES: dict[int, Callable[[_Decoder, bytes], Any]] = {
    Ext.MARK: _Decoder.mark,
    Ext.INTEGER: _Decoder.integer,
    Ext.COMPLEX: _Decoder.complex,
    Ext.ELLIPSIS: _Decoder.ellipsis,
    Ext.REFERENCE: _Decoder.reference,
    Ext.ARRAY: _Decoder.array,
    Ext.SCALAR: _Decoder.scalar,
    Ext.DTYPE: _Decoder.dtype,
    Ext.TENSOR: _Decoder.tensor,
    Ext.TORCH_DTYPE: _Decoder.torch_dtype,
    Ext.BYTEARRAY: _Decoder.bytearray,
}


def _expect(data: bytes, size: int, what: str) -> None:
    if len(data) != size:
        raise WireError(f"A {what} has {len(data)} bytes, not {size}.")


def _expect_head(data: bytes, size: int, what: str) -> None:
    if len(data) < size:
        raise WireError(f"A {what} has {len(data)} bytes, at least {size} are needed.")


def _no_keys(keys: list[Any]) -> WireError:
    kinds = sorted({type(key).__name__ for key in keys})
    return WireError(f"A dict key or set member cannot be one; their types: {', '.join(kinds)}.")
