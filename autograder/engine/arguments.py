"""Which arguments a call changed in place."""

from __future__ import annotations

from typing import Any
from typing import NamedTuple
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from autograder.wire.codec import Reference
from autograder.wire.codec import encode
from autograder.wire.errors import WireError
from autograder.wire.tensors import as_array
from autograder.wire.tensors import loaded_torch
from autograder.wire.tensors import plain_code
from autograder.wire.tensors import required_torch

_IMMUTABLE = frozenset((int, float, bool, str, bytes, complex, type(None), slice, range))


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
            key for key, (argument, state) in self._before.items() if not _is(argument, state)
        )


class _Elements(NamedTuple):
    """What an array or tensor holds: equal bytes mean equal values.

    place: dtype, shape, and where and how the elements lie; as long as it is the same, `view` shows
    them.
    """

    content: bytes
    place: tuple[Any, ...]
    view: NDArray[Any]

    def are_in(self, value: Any) -> bool:
        """Whether `value` holds the same."""
        if _place_of(value) == self.place:
            return self.view.tobytes() == self.content
        now = _elements(value)
        return now is not None and (now.content, *now.place[:2]) == (self.content, *self.place[:2])


_Encoding: TypeAlias = tuple[bytes, list[bytes]]
_State: TypeAlias = "_Elements | dict[Any, _Elements] | _Encoding | None"


def _state(argument: Any) -> _State:
    elements = _elements(argument)
    if elements is None and type(argument) is dict:  # a state dict, most of the time
        found = {key: _elements(value) for key, value in argument.items()}
        known = {key: elements for key, elements in found.items() if elements is not None}
        if len(known) == len(found):
            return known
    return elements or _encoding(argument)


def _is(argument: Any, state: _State) -> bool:
    """Whether an argument is what it was."""
    if isinstance(state, _Elements):
        return state.are_in(argument)
    if isinstance(state, dict):
        return [*argument] == [*state] and all(
            elements.are_in(argument[key]) for key, elements in state.items()
        )
    return _encoding(argument) == state


def _elements(value: Any) -> _Elements | None:
    """What a plain array or tensor holds; None for anything else."""
    place = _place_of(value)
    if place is None:
        return None
    if type(value) is np.ndarray:
        return None if value.dtype.hasobject else _Elements(value.tobytes(), place, value)
    torch = required_torch()
    code = plain_code(torch, value)
    if code is None or value.requires_grad or value.is_conj() or value.is_neg():
        return None
    view = as_array(torch, value, code)
    return _Elements(view.tobytes(), place, view)


def _place_of(value: Any) -> tuple[Any, ...] | None:
    if type(value) is np.ndarray:
        return value.dtype, value.shape, id(value)
    torch = loaded_torch()
    if torch is None or type(value) not in (torch.tensor, torch.parameter):
        return None
    kept = value.requires_grad, value.is_conj(), value.is_neg()
    try:
        return value.dtype, value.shape, value.data_ptr(), value.stride(), *kept
    except RuntimeError:  # a sparse tensor lies in no one place
        return None


def _encoding(argument: Any) -> _Encoding | None:
    try:
        encoded = encode(argument, _anonymous)
    except WireError:
        return None
    return encoded.packed, [bytes(buffer) for buffer in encoded.buffers]


def _anonymous(value: Any) -> Reference:
    """A student's own object counts as unchanged whatever it holds."""
    return Reference("object", 0, type(value).__name__)
