"""What the keys of dicts and sets may cost.

Hashes of numbers are no secret: hash(-1) == hash(-2), every multiple of 2**61 - 1 hashes to
0, and tuples or frozensets of such numbers collide as well. A table of n colliding keys takes
n**2 / 2 comparisons to build, minutes for a few hundred kilobytes. Hashes of str and bytes
are salted by the interpreter, so they cannot be chosen; ints near zero spread by themselves.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from autograder.wire.errors import WireError

_SALTED = frozenset((str, bytes, bool, type(None)))
_INT = frozenset((int,))
_NEAR_ZERO = 2**20


class KeyBudget:
    """The comparisons still allowed to the keys of one message."""

    __slots__ = ("_left", "_limit")

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._left = limit

    def charge(self, keys: Collection[Any]) -> None:
        """Take what a table of `keys` costs if the hashes that can collide all do."""
        if _SALTED.issuperset(map(type, keys)) or _near_zero(keys):
            return
        colliding = 0
        for key in keys:
            size, collides = _weigh(key)
            colliding += collides
            self._left -= size * colliding if collides else size
            if self._left < 0:
                raise WireError(
                    "The dict keys or set members of this message could collide: more than "
                    f"{self._limit} comparisons, the limit. Use fewer keys, or str keys."
                )


def _near_zero(keys: Collection[Any]) -> bool:
    return _INT.issuperset(map(type, keys)) and (min(keys) > -_NEAR_ZERO and max(keys) < _NEAR_ZERO)


def _weigh(key: Any) -> tuple[int, bool]:
    """(leaves that one equality test of `key` may compare, whether its hash can be chosen)."""
    kind = type(key)
    if kind is slice:  # a key from Python 3.12 on, compared as a tuple
        kind, key = tuple, (key.start, key.stop, key.step)
    if kind in _SALTED:
        return 1, False
    if kind is int:
        return 1 + key.bit_length() // 64, not -_NEAR_ZERO < key < _NEAR_ZERO
    if kind is not tuple and kind is not frozenset:
        return 1, True
    if _SALTED.issuperset(map(type, key)):
        return 1 + len(key), False
    # Small ints, harmless alone, collide inside a composite: (-1,) and (-2,).
    size = 1 + sum(_weigh(member)[0] for member in key)
    # Equality of sets looks each member up in the other, whose members may collide too.
    return (size if kind is tuple else size * len(key)), True
