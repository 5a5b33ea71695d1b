"""Student objects that stay in the student's process, and the numbers they go by."""

from __future__ import annotations

import sys
import types
from typing import Any

from autograder.wire.codec import Reference

_FUNCTIONS = (types.FunctionType, types.BuiltinFunctionType, types.MethodType)


class ObjectTable:
    """Numbers objects in the order in which they first cross.

    The order depends on the requests alone, so a logged request means the same object
    when it is repeated on another module.
    """

    def __init__(self) -> None:
        self._objects: dict[int, Any] = {}
        self._numbers: dict[int, int] = {}

    def refer(self, value: Any) -> Reference:
        """The reference that stands for `value`, the same one each time."""
        number = self._numbers.get(id(value))
        if number is None:
            number = len(self._objects) + 1
            self._objects[number] = value  # keeps it alive, so its id() stays taken
            self._numbers[id(value)] = number
        return Reference(kind_of(value), number, _label_of(value))

    def __getitem__(self, number: int) -> Any:
        return self._objects[number]

    def clear(self) -> None:
        """Forget all of them."""
        self._objects.clear()
        self._numbers.clear()


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
    name = value.__name__ if kind_of(value) in ("class", "function") else type(value).__name__
    return str(name)[:80]
