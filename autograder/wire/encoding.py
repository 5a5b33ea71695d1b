"""Values to bytes: a closed list of exact types, everything else by reference."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any
from typing import NamedTuple
from typing import TypeAlias

import msgpack
import numpy as np

from autograder.wire import arrays
from autograder.wire import tensors
from autograder.wire.arrays import Buffer
from autograder.wire.errors import WireError
from autograder.wire.format import ARRAY
from autograder.wire.format import COMPLEX
from autograder.wire.format import CONTAINER_ITEMS
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

Refer: TypeAlias = Callable[[object], Reference]

# Types the packer writes by itself, in C, exactly as they are.
_NATIVE = frozenset((type(None), bool, int, float, str, bytes))
_KIND_CODES = {kind: code for code, kind in enumerate(KINDS)}


class Encoded(NamedTuple):
    """A message: the msgpack part, and the raw buffers it points into by index.

    The buffers may be views of the memory of the arrays that were encoded.
    """

    packed: bytes
    buffers: list[Buffer]


def encode(value: object, refer: Refer, limits: WireLimits = DEFAULT_LIMITS) -> Encoded:
    """The message that stands for `value`.

    Plain data travels as a copy, by exact type. For anything else, subclasses of plain types
    included, `refer` is asked for a Reference, or raises. Raises WireError when a limit is
    exceeded, for a value that contains itself too.
    """
    packer = _SPARE.pop() if _SPARE else _new_packer()
    encoder = _Encoder(packer, refer, limits)
    packed = b""
    try:
        encoder.put(value)
        packed = packer.bytes()
    finally:
        packer.reset()
        # A packer never gives memory back, so one that packed much is not kept.
        if len(packed) <= _KEEP_BELOW:
            _SPARE.append(packer)
    if len(packed) > limits.packed_bytes:
        raise WireError(
            f"The packed part has {len(packed)} bytes; the limit is {limits.packed_bytes}."
        )
    return Encoded(packed, encoder.buffers)


def _new_packer() -> msgpack.Packer:
    return msgpack.Packer(
        autoreset=False, strict_types=True, unicode_errors=STR_ERRORS, default=_big_integer
    )


def _big_integer(value: object) -> msgpack.ExtType:
    """The packer's way out for what is not native: only integers beyond 64 bits get here."""
    if type(value) is not int:
        raise WireError(f"A list changed while it was packed: it now holds {type(value).__name__}.")
    length = value.bit_length() // 8 + 1
    if length > INTEGER_BYTES:
        raise WireError(f"An integer takes {length} bytes; the limit is {INTEGER_BYTES}.")
    return msgpack.ExtType(Ext.INTEGER, value.to_bytes(length, "little", signed=True))


# Making a packer costs more than a scalar message; a packer serves one message at a time.
_SPARE: list[msgpack.Packer] = []
_KEEP_BELOW = 2**20


class _Encoder:
    """One message in the making."""

    __slots__ = (
        "array_bytes", "arrays", "buffers", "depth", "items", "keys", "limits", "packer", "refer",
        "references",
    )  # fmt: skip

    def __init__(self, packer: msgpack.Packer, refer: Refer, limits: WireLimits) -> None:
        self.packer = packer
        self.refer = refer
        self.limits = limits
        self.buffers: list[Buffer] = []
        self.arrays = 0
        self.array_bytes = 0
        self.items = 0
        self.references = 0
        self.depth = 0
        self.keys = KeyBudget(limits.key_work)

    def put(self, value: Any) -> None:
        """Append `value`."""
        kind = type(value)
        if kind in _NATIVE:
            self.packer.pack(value)
            return
        form = _FORMS.get(kind) or _torch_form(kind)
        if form is None:
            self.put_reference(self.refer(value))
        else:
            form(self, value)

    def enter(self, count: int) -> None:
        """Count a container of `count` items, inside `depth` others."""
        self.items += count + CONTAINER_ITEMS
        if self.items > self.limits.items:
            raise WireError(f"The value has more than {self.limits.items} items, the limit.")
        if self.depth >= self.limits.depth:
            raise WireError(
                f"The value nests deeper than {self.limits.depth} levels, the limit; "
                "does it contain itself?"
            )

    def put_list(self, value: list[Any]) -> None:
        self.enter(len(value))
        if _NATIVE.issuperset(map(type, value)):
            self.packer.pack(value)
            return
        self.depth += 1
        items = tuple(value)
        self.packer.pack_array_header(len(items))
        pack, put = self.packer.pack, self.put
        for item in items:  # most are native, and `put` costs more than they do
            (pack if type(item) in _NATIVE else put)(item)
        self.depth -= 1

    def put_dict(self, value: dict[Any, Any]) -> None:
        self.enter(2 * len(value))
        self.keys.charge(value)
        if _NATIVE.issuperset(map(type, chain(value, value.values()))):
            self.packer.pack(value)
            return
        self.depth += 1
        entries = tuple(value.items())
        self.packer.pack_map_header(len(entries))
        pack, put = self.packer.pack, self.put
        for part in chain.from_iterable(entries):
            (pack if type(part) in _NATIVE else put)(part)
        self.depth -= 1

    def put_marked(self, mark: bytes, items: list[Any]) -> None:
        self.packer.pack_map_header(1)
        self.packer.pack_ext_type(Ext.MARK, mark)
        self.put_list(items)

    def put_tuple(self, value: tuple[Any, ...]) -> None:
        self.put_marked(Mark.TUPLE, list(value))

    def put_set(self, value: set[Any] | frozenset[Any]) -> None:
        members = list(value)
        self.keys.charge(members)
        self.put_marked(Mark.SET if type(value) is set else Mark.FROZENSET, members)

    def put_slice(self, value: slice) -> None:
        self.put_marked(Mark.SLICE, [value.start, value.stop, value.step])

    def put_range(self, value: range) -> None:
        self.put_marked(Mark.RANGE, [value.start, value.stop, value.step])

    def put_torch_size(self, value: Any) -> None:
        self.put_marked(Mark.TORCH_SIZE, list(value))

    def put_complex(self, value: complex) -> None:
        self.packer.pack_ext_type(Ext.COMPLEX, COMPLEX.pack(value.real, value.imag))

    def put_bytearray(self, value: bytearray) -> None:
        self.packer.pack_ext_type(Ext.BYTEARRAY, bytes(value))

    def put_ellipsis(self, _: object) -> None:
        self.packer.pack_ext_type(Ext.ELLIPSIS, b"")

    def put_reference(self, reference: Reference) -> None:
        self.references += 1
        if self.references > self.limits.references:
            raise WireError(f"The value has over {self.limits.references} objects, the limit.")
        label = reference.label.encode("utf-8", STR_ERRORS)
        if len(label) > self.limits.label_bytes:
            raise WireError(
                f"The label of a reference has {len(label)} bytes; "
                f"the limit is {self.limits.label_bytes}."
            )
        if reference.kind not in _KIND_CODES or not 0 <= reference.id < 2**64:
            raise WireError(
                f"A reference needs a kind of {', '.join(KINDS)} and a 64-bit id, "
                f"found {reference.kind!r} and {reference.id}."
            )
        head = REFERENCE.pack(_KIND_CODES[reference.kind], reference.id)
        self.packer.pack_ext_type(Ext.REFERENCE, head + label)

    def put_array(self, value: np.ndarray[Any, Any]) -> None:
        code = arrays.native_code(value.dtype)
        if code is None:
            self.put_reference(self.refer(value))
            return
        index, elements = self.add_elements(value, code)
        head = ARRAY.pack(code, value.ndim, index)
        self.packer.pack_ext_type(Ext.ARRAY, head + arrays.pack_shape(value.shape) + elements)

    def put_scalar(self, value: Any) -> None:
        self.packer.pack_ext_type(Ext.SCALAR, arrays.encode_scalar(value))

    def put_dtype(self, value: np.dtype[Any]) -> None:
        code = arrays.DTYPE_CODES.get(value)
        if code is None:
            self.put_reference(self.refer(value))
        else:
            self.packer.pack_ext_type(Ext.DTYPE, bytes((code,)))

    def put_tensor(self, value: Any) -> None:
        torch = tensors.required_torch()
        code = tensors.plain_code(torch, value)
        if code is None:
            self.put_reference(self.refer(value))
            return
        try:
            array = tensors.as_array(torch, value, code)
        except RuntimeError:
            self.put_reference(self.refer(value))
            return
        index, elements = self.add_elements(array, code)
        head = TENSOR.pack(code, tensors.tensor_flags(torch, value), array.ndim, index)
        self.packer.pack_ext_type(Ext.TENSOR, head + arrays.pack_shape(array.shape) + elements)

    def put_torch_dtype(self, value: Any) -> None:
        code = tensors.required_torch().codes.get(value)
        if code is None:
            self.put_reference(self.refer(value))
        else:
            self.packer.pack_ext_type(Ext.TORCH_DTYPE, bytes((code,)))

    def add_elements(self, array: np.ndarray[Any, Any], code: int) -> tuple[int, bytes]:
        """(index of the buffer with the elements, b""), or (INLINE, the elements)."""
        limits = self.limits
        if array.ndim > limits.shape_dims:
            raise WireError(f"An array has {array.ndim} axes; the limit is {limits.shape_dims}.")
        self.array_bytes += array.nbytes
        if self.array_bytes > limits.array_bytes:
            raise WireError(f"The arrays take more than {limits.array_bytes} bytes, the limit.")
        self.arrays += 1
        if self.arrays > limits.arrays:
            raise WireError(f"The value has more than {limits.arrays} arrays, the limit.")
        elements = arrays.raw_bytes(array, code)
        if isinstance(elements, bytes):
            return INLINE, elements
        self.buffers.append(elements)
        return len(self.buffers) - 1, b""


_Form: TypeAlias = Callable[[_Encoder, Any], None]

_FORMS: dict[type, _Form] = {
    list: _Encoder.put_list,
    tuple: _Encoder.put_tuple,
    dict: _Encoder.put_dict,
    set: _Encoder.put_set,
    frozenset: _Encoder.put_set,
    slice: _Encoder.put_slice,
    range: _Encoder.put_range,
    complex: _Encoder.put_complex,
    bytearray: _Encoder.put_bytearray,
    type(...): _Encoder.put_ellipsis,
    Reference: _Encoder.put_reference,
    np.ndarray: _Encoder.put_array,
    **dict.fromkeys(arrays.SCALAR_TYPES, _Encoder.put_scalar),
    **dict.fromkeys(arrays.DTYPE_TYPES, _Encoder.put_dtype),
}


def _torch_form(kind: type) -> _Form | None:
    """How a type of torch is put; it is on the list from then on."""
    torch = tensors.loaded_torch()
    if torch is None or kind not in (torch.tensor, torch.parameter, torch.size, torch.dtype):
        return None
    _FORMS.update(
        {
            torch.tensor: _Encoder.put_tensor,
            torch.parameter: _Encoder.put_tensor,
            torch.size: _Encoder.put_torch_size,
            torch.dtype: _Encoder.put_torch_dtype,
        }
    )
    return _FORMS[kind]
