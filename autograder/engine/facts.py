"""What can be recognised of one message in another: does a request tell an earlier answer?

Numbers count in whatever container they come, rounded to single precision: a real number that
is not round (0.5 and 0.125 are) or an integer of four digits by itself, all others as three
or more different ones, as a set, a whole or a row; a text counts as a whole. What is derived
from an answer, such as twice its value or some of its round numbers, is not recognised.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Sequence
from typing import Any
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from autograder.wire.codec import Buffer
from autograder.wire.codec import Reference
from autograder.wire.codec import decode

Fact: TypeAlias = "float | str | bytes"

_SEQUENCE = 3
_TEXT = 4
_INTEGER = 1000
_NUMBERS = (bool, int, float, np.generic)


def facts(packed: bytes, buffers: Sequence[Buffer]) -> set[Fact]:
    """Everything in a message that could be recognised elsewhere."""
    return set(_facts(decode(packed, list(map(bytes, buffers)), _as_is)))


def hands_over(packed: bytes, buffers: Sequence[Buffer]) -> bool:
    """Whether a message gives away a function of the test's."""
    given = []

    def noted(reference: Reference) -> Reference:
        given.append(reference.kind == "callback")
        return reference

    decode(packed, list(map(bytes, buffers)), noted)
    return any(given)


def _facts(value: Any) -> Iterator[Fact]:
    if isinstance(value, (str, bytes)):
        if len(value) >= _TEXT:
            yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _facts(key)
            yield from _facts(item)
    elif isinstance(value, (list, tuple, set, frozenset)) and not _all_numbers(value):
        for item in value:
            yield from _facts(item)
    else:
        yield from _of_numbers(_as_array(value))


def _all_numbers(value: Any) -> bool:
    return bool(value) and all(isinstance(item, _NUMBERS) for item in value)


def _as_array(value: Any) -> NDArray[np.float32]:
    """The numbers of a value; none where it has none."""
    if hasattr(value, "detach"):
        value = value.detach().double().numpy() if not value.is_complex() else value.numpy()
    try:
        found = np.asarray(sorted(value) if isinstance(value, (set, frozenset)) else value)
    except (TypeError, ValueError):
        return np.zeros(0, np.float32)
    if found.dtype.kind == "c":
        found = np.stack([found.real, found.imag], axis=-1)
    if found.dtype.kind not in "biuf":
        return np.zeros(0, np.float32)
    with np.errstate(all="ignore"):
        return found.astype(np.float32)


def _of_numbers(numbers: NDArray[np.float32]) -> Iterator[Fact]:
    different = np.unique(numbers[np.isfinite(numbers)])
    if len(different) >= _SEQUENCE:
        yield b"set" + different.tobytes()
        yield b"row" + numbers.tobytes()
        if numbers.ndim > 1:
            yield from (b"row" + row.tobytes() for row in numbers.reshape(-1, numbers.shape[-1]))
    for number in different.tolist():
        whole = number.is_integer()
        if abs(number) >= _INTEGER if whole else not _is_round(number):
            yield number


def _is_round(number: float) -> bool:
    """Whether three digits are all of it."""
    return bool(np.float32(f"{number:.3g}") == np.float32(number))


def _as_is(reference: Reference) -> Reference:
    return reference
