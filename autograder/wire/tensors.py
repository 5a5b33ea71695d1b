"""Torch tensors, parameters, dtypes and sizes, for processes that have loaded torch.

Nothing here imports torch: it takes seconds, and an assignment on numpy never needs it.
Whoever holds a tensor has loaded it; whoever receives one without it is told so.
"""

from __future__ import annotations

import sys
from functools import cache
from types import ModuleType
from typing import Any
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from autograder.wire.arrays import Buffer
from autograder.wire.arrays import check_bools
from autograder.wire.arrays import check_size
from autograder.wire.arrays import own_array
from autograder.wire.errors import WireError
from autograder.wire.format import PARAMETER
from autograder.wire.format import REQUIRES_GRAD

# The position is the code on the wire: append only. A dtype that numpy lacks has a carrier,
# one of the same size under which its bits travel.
_NAMES: tuple[tuple[str, str | None], ...] = (
    ("bool", None),
    ("int8", None),
    ("int16", None),
    ("int32", None),
    ("int64", None),
    ("uint8", None),
    ("uint16", None),
    ("uint32", None),
    ("uint64", None),
    ("float16", None),
    ("float32", None),
    ("float64", None),
    ("complex64", None),
    ("complex128", None),
    ("bfloat16", "int16"),
    ("float8_e4m3fn", "uint8"),
    ("float8_e5m2", "uint8"),
)
_BOOL = 0


class _Torch(NamedTuple):
    """What the codec needs of a loaded torch."""

    module: ModuleType
    strided: Any
    tensor: type
    parameter: type
    dtype: type
    size: type
    dtypes: tuple[Any, ...]
    codes: dict[Any, int]
    carriers: tuple[Any, ...]
    numpy_dtypes: tuple[np.dtype[Any], ...]


def loaded_torch() -> _Torch | None:
    """Torch, if this process has imported it."""
    module = sys.modules.get("torch")
    # In the middle of its import torch is in sys.modules, but has no parameters yet.
    return _tables(module) if module is not None and hasattr(module, "nn") else None


@cache
def _tables(module: ModuleType) -> _Torch:
    dtypes = tuple(getattr(module, name, None) for name, _ in _NAMES)
    return _Torch(
        module,
        module.strided,
        module.Tensor,
        module.nn.Parameter,
        module.dtype,
        module.Size,
        dtypes,
        {dtype: code for code, dtype in enumerate(dtypes) if dtype is not None},
        tuple(getattr(module, carrier) if carrier else None for _, carrier in _NAMES),
        tuple(np.dtype(carrier or name) for name, carrier in _NAMES),
    )


def required_torch() -> _Torch:
    """Torch; WireError where it is not loaded."""
    torch = loaded_torch()
    if torch is None:
        raise WireError("The message holds a torch value, and torch is not loaded here.")
    return torch


def plain_code(torch: _Torch, tensor: Any) -> int | None:
    """Code of the dtype of a dense tensor in main memory, None for every other tensor."""
    if tensor.layout is not torch.strided or not tensor.is_cpu:
        return None
    return torch.codes.get(tensor.dtype)


def tensor_flags(torch: _Torch, tensor: Any) -> int:
    """Whether the tensor is a Parameter and whether it requires a gradient, as bits."""
    parameter = PARAMETER if type(tensor) is torch.parameter else 0
    return parameter | (REQUIRES_GRAD if tensor.requires_grad else 0)


def as_array(torch: _Torch, tensor: Any, code: int) -> NDArray[Any]:
    """A numpy view of the tensor's elements, without its graph.

    RuntimeError for a tensor without memory, such as one inside torch.func.vmap.
    """
    carrier = torch.carriers[code]
    values = tensor if carrier is None else tensor.detach().view(carrier)
    array: NDArray[Any] = values.numpy(force=True)  # conjugated and negated, if it only is to be
    return array


def decode_tensor(code: int, flags: int, shape: tuple[int, ...], buffer: Buffer) -> Any:
    """The tensor or Parameter of `shape` whose elements `buffer` holds."""
    torch = required_torch()
    dtype = known_torch_dtype(code)
    check_size(shape, dtype.itemsize, len(buffer))
    array = own_array(buffer, torch.numpy_dtypes[code], shape)
    if code == _BOOL:
        check_bools(array)
    tensor = torch.module.from_numpy(array)
    if torch.carriers[code] is not None:
        tensor = tensor.view(dtype)
    wants_grad = bool(flags & REQUIRES_GRAD)
    if wants_grad and not (dtype.is_floating_point or dtype.is_complex):
        raise WireError(f"A tensor of {dtype} cannot require a gradient.")
    if flags & PARAMETER:
        return torch.parameter(tensor, requires_grad=wants_grad)
    return tensor.requires_grad_() if wants_grad else tensor


def known_torch_dtype(code: int) -> Any:
    """The torch dtype of `code`."""
    dtypes = required_torch().dtypes
    dtype = dtypes[code] if code < len(dtypes) else None
    if dtype is None:
        raise WireError(f"torch dtype code {code} is unknown here.")
    return dtype


def decode_torch_size(items: list[object]) -> Any:
    """torch.Size of the given lengths."""
    if not all(type(item) is int and -(2**63) <= item < 2**63 for item in items):
        raise WireError("A torch.Size holds something else than 64-bit integers.")
    return required_torch().size(items)
