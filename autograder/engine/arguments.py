"""Which arguments a call changed in place."""

from __future__ import annotations

from typing import Any

import numpy as np

from autograder.wire.codec import Reference
from autograder.wire.codec import encode
from autograder.wire.errors import WireError
from autograder.wire.tensors import as_array
from autograder.wire.tensors import loaded_torch
from autograder.wire.tensors import plain_code

_IMMUTABLE = frozenset((int, float, bool, str, bytes, complex, type(None), slice, range))
_State = tuple[object, ...]


class Snapshot:
    """The arguments of one call as they were before it."""

    def __init__(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        named: dict[int | str, Any] = dict(enumerate(args))
        named.update(kwargs)
        self._before = {
            key: (argument, _state(argument))
            for key, argument in named.items()
            if type(argument) not in _IMMUTABLE
        }

    def changed(self) -> tuple[int | str, ...]:
        """Positions and keywords of the arguments that are not what they were."""
        return tuple(
            key for key, (argument, state) in self._before.items() if _state(argument) != state
        )


def _state(argument: Any) -> _State | None:
    """An argument's content: equal bytes mean equal values."""
    content = _elements(argument)
    if content is None and type(argument) is dict:  # a state dict, most of the time
        contents = [_elements(value) for value in argument.values()]
        content = None if None in contents else (*argument, *contents)
    return content or _encoding(argument)


def _elements(value: Any) -> _State | None:
    """What an array or tensor holds; None for anything else."""
    if type(value) is np.ndarray and not value.dtype.hasobject:
        return value.dtype, value.shape, value.tobytes()
    torch = loaded_torch()
    if torch is None or type(value) not in (torch.tensor, torch.parameter):
        return None
    code = plain_code(torch, value)
    if code is None or value.requires_grad:
        return None
    array = as_array(torch, value, code)
    return value.dtype, array.shape, array.tobytes()


def _encoding(argument: Any) -> _State | None:
    try:
        encoded = encode(argument, _anonymous)
    except WireError:
        return None
    return encoded.packed, [bytes(buffer) for buffer in encoded.buffers]


def _anonymous(value: Any) -> Reference:
    """A student's own object counts as unchanged whatever it holds."""
    return Reference("object", 0, type(value).__name__)
