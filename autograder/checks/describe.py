"""What kind of thing a value is, in one phrase that gives no value away."""

from __future__ import annotations

import sys
import types
from collections.abc import Sized
from typing import Any
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from autograder.checks.failure import clipped
from autograder.checks.failure import escaped

NumericClass = Literal["bool", "int", "float", "complex", ""]

_CLASS_OF_TYPE: dict[type, NumericClass] = {
    bool: "bool",
    int: "int",
    float: "float",
    complex: "complex",
}
_CLASS_OF_CODE: dict[str, NumericClass] = {
    "b": "bool",
    "i": "int",
    "u": "int",
    "f": "float",
    "c": "complex",
}
_ARTICLE = {"bool": "a bool", "int": "an int", "float": "a float", "complex": "a complex"}
_SIZED = {list: "list", tuple: "tuple", dict: "dict", set: "set", frozenset: "frozenset"}
_KIND_OF_TYPE = {
    types.FunctionType: "function",
    types.MethodType: "function",
    types.BuiltinFunctionType: "function",
    types.GeneratorType: "iterator",
}
_KIND_PHRASES = {
    "function": "a function (was it meant to be called?)",
    "class": "a class (was it meant to be called?)",
    "iterator": "a generator (it yields its values one by one)",
}


def describe(value: object) -> str:
    """One noun phrase, such as "a float array of shape (3, 4), float64".

    Everything is decided by `type(value)`: a handle to an object in the student's process is
    only asked for `__student_kind__` and `__student_class__`, which it answers itself.
    """
    kind = type(value)
    if value is None:
        return "None"
    if kind in _CLASS_OF_TYPE:
        return f"{_ARTICLE[_CLASS_OF_TYPE[kind]]}{' number' if kind is complex else ''}"
    if issubclass(kind, np.generic):
        return f"a numpy {kind.__name__} scalar"
    if is_array(value):
        return f"{_array_noun(value)} of shape {shape_text(value)}, {dtype_name(value)}"
    if is_tensor(value):
        return _describe_tensor(value)
    if issubclass(kind, tuple(_SIZED)):
        return _describe_sized(value, kind)
    if kind is str or kind is bytes:
        return f"a {'string' if kind is str else 'bytes object'} of length {len(value)}"  # type: ignore[arg-type]
    return _describe_object(value, kind)


def received(value: object) -> str:
    """`describe`, for what came back in the place of something else."""
    return f"{describe(value)}{' (is a `return` missing?)' if value is None else ''}"


def is_array(value: object) -> bool:
    """Whether it is a numpy array, with or without axes."""
    return issubclass(type(value), np.ndarray)


def is_tensor(value: object) -> bool:
    """Whether it is a torch tensor; a process that never imported torch holds none."""
    torch = sys.modules.get("torch")
    return torch is not None and issubclass(type(value), torch.Tensor)


def is_number(value: object) -> bool:
    """Whether it stands for one number: of Python, a numpy scalar or an array without axes."""
    kind = type(value)
    if kind in _CLASS_OF_TYPE or issubclass(kind, np.generic):
        return True
    return issubclass(kind, np.ndarray) and value.shape == ()  # type: ignore[attr-defined]


def numeric_class(value: object) -> NumericClass:
    """What numbers, arrays and tensors hold, whatever the width; "" for all else."""
    known = _CLASS_OF_TYPE.get(type(value))
    if known is not None:
        return known
    if is_tensor(value):
        return _tensor_class(value)
    if is_array(value) or issubclass(type(value), np.generic):
        return _CLASS_OF_CODE.get(value.dtype.kind, "")  # type: ignore[attr-defined]
    return ""


def dtype_name(value: object) -> str:
    """Such as "float64"; a Python number is named as numpy would store it."""
    kind = _CLASS_OF_TYPE.get(type(value))
    if kind is not None:
        return {"bool": "bool", "int": "int64", "float": "float64"}.get(kind, "complex128")
    dtype: Any = value.dtype  # type: ignore[attr-defined]
    return escaped(str(dtype).removeprefix("torch."), 40)


def as_array(value: Any) -> NDArray[Any]:
    """The numbers of an array, tensor or number, for the trusted side to compute with."""
    if is_tensor(value):
        halved = value.dtype is sys.modules["torch"].bfloat16  # numpy has no such type
        return np.asarray((value.float() if halved else value).numpy(force=True))
    return np.asarray(value)


def shape_text(value: Any) -> str:
    """The shape of an array or tensor, such as "(3, 4)"."""
    return clipped(str(tuple(value.shape)), 80)


def class_name(value: object) -> str:
    """The class of an object, also of one that lives in the student's process."""
    remote = getattr(value, "__student_class__", None)
    return escaped(remote if type(remote) is str else type(value).__name__)


def is_dtype(value: object) -> bool:
    """Whether it is a dtype of numpy or torch."""
    torch = sys.modules.get("torch")
    kind = type(value)
    return issubclass(kind, np.dtype) or (torch is not None and kind is torch.dtype)


def shown(value: object, limit: int) -> str:
    """The value itself, on one line and cut: only for texts that may hold values."""
    try:
        plain = value.item() if isinstance(value, np.generic) else value
        return escaped(repr(plain), limit)
    except ValueError:  # an int of more digits than Python is willing to print
        return describe(value)


def _array_noun(value: Any) -> str:
    family = numeric_class(value)
    if family:
        return f"{_ARTICLE[family]} array"
    return "an array of strings" if value.dtype.kind in "US" else "an array of no numbers"


def _tensor_class(value: Any) -> NumericClass:
    dtype = value.dtype
    if dtype.is_floating_point:
        return "float"
    if dtype.is_complex:
        return "complex"
    return "bool" if dtype is sys.modules["torch"].bool else "int"


def _describe_tensor(value: Any) -> str:
    torch = sys.modules["torch"]
    noun = "parameter" if issubclass(type(value), torch.nn.Parameter) else "tensor"
    grad = ", which requires grad" if value.requires_grad else ""
    return f"a torch {noun} of shape {shape_text(value)}, {dtype_name(value)}{grad}"


def _describe_sized(value: Any, kind: type) -> str:
    noun = next(name for base, name in _SIZED.items() if issubclass(kind, base))
    sized: Sized = value
    return f"a {noun} of {len(sized)}" if len(sized) else f"an empty {noun}"


def _describe_object(value: object, kind: type) -> str:
    if value is Ellipsis:
        return "an Ellipsis"
    if is_dtype(value):
        return "a dtype"
    if kind in (range, slice):
        return f"a {kind.__name__}"
    local = "class" if issubclass(kind, type) else _KIND_OF_TYPE.get(kind, "object")
    remote = getattr(value, "__student_kind__", local)
    known = _KIND_PHRASES.get(remote) if type(remote) is str else None
    return known or f"an object of class {class_name(value)}"
