"""Student objects that stay in the student's process, and the numbers they go by."""

from __future__ import annotations

import sys
import types
from typing import Any

from autograder.wire.codec import Reference

_FUNCTIONS = (types.FunctionType, types.BuiltinFunctionType, types.MethodType)


_IDENTITY_BITS = 32


class ObjectTable:
    """Numbers every crossing of an object, and tells which crossings were the same object.

    A crossing's number depends on the requests alone, so that a logged request means the
    object in the same role when it is repeated on another module; `identity_of` what
    crossed says whether two of them are one object.
    """

    def __init__(self) -> None:
        self._crossed: list[Any] = []  # keeps objects alive, so their id() stays taken
        self._identities: dict[int, int] = {}

    def refer(self, value: Any) -> Reference:
        """A reference for one more crossing of `value`."""
        self._crossed.append(value)
        identity = self._identities.setdefault(id(value), len(self._identities) + 1)
        number = len(self._crossed) << _IDENTITY_BITS | identity
        return Reference(kind_of(value), number, _label_of(value))

    def __getitem__(self, number: int) -> Any:
        """What crossed under `number`; LookupError when nothing did."""
        crossing = number >> _IDENTITY_BITS
        if crossing < 1:
            raise LookupError(number)
        return self._crossed[crossing - 1]

    def clear(self) -> None:
        """Forget all of them."""
        self._crossed.clear()
        self._identities.clear()


def identity_of(reference: Reference) -> int:
    """Equal for two references exactly when they stand for one object."""
    return reference.id & ((1 << _IDENTITY_BITS) - 1)


def kind_of(value: Any) -> str:
    """What a suite may do with `value`: one of the kinds of `wire.reference`."""
    if isinstance(value, type):
        return "class"
    if isinstance(value, _FUNCTIONS):
        return "function"
    if "torch" in sys.modules and isinstance(value, sys.modules["torch"].nn.Module):
        return "module"
    if hasattr(type(value), "__next__"):
        return "iterator"
    return "object"


def _label_of(value: Any) -> str:
    if kind_of(value) in ("class", "function"):
        return str(value.__name__)[:80]
    return f"{type(value).__name__}{_peculiarity(value)}"[:80]


def _peculiarity(value: Any) -> str:
    """Why an array or tensor did not cross as what it is; others are not asked anything."""
    numpy, torch = sys.modules.get("numpy"), sys.modules.get("torch")
    if numpy and type(value) is numpy.ndarray:
        return f" of dtype {value.dtype}"
    if torch and type(value) is torch.Tensor:
        return f" ({str(value.layout).removeprefix('torch.')}, on {value.device})"
    return ""
