"""What the keys of dicts and sets may cost.

Hashes of numbers are no secret: hash(-1) == hash(-2), every multiple of 2**61 - 1 hashes to
0, and tuples or frozensets of such numbers collide as well. A table of n colliding keys takes
n**2 / 2 comparisons to build, minutes for a few hundred kilobytes. Hashes of str and bytes
are salted by the interpreter, so they cannot be chosen; ints near zero spread by themselves.
"""

from __future__ import annotations

from collections.abc import Iterable

from autograder.wire.errors import WireError

_SALTED = frozenset((str, bytes, bool, type(None)))
_NEAR_ZERO = 2**20


class KeyBudget:
    """The comparisons still allowed to the keys of one message."""

    __slots__ = ("_left", "_limit")

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._left = limit

    def charge(self, keys: list[object]) -> None:
        """Take what a table of `keys` costs if all their hashes collide."""
        if _SALTED.issuperset(map(type, keys)):
            return
        colliding = 0
        for key in keys:
            weight = _weight(key)
            if weight:
                self._left -= colliding * weight
                colliding += 1
                if self._left < 0:
                    raise WireError(
                        "The dict keys or set members of this message could collide: more than "
                        f"{self._limit} comparisons, the limit. Use fewer keys, or str keys."
                    )


def _weight(key: object) -> int:
    """Comparisons of leaves that one equality test of `key` may take; 0 if it cannot collide."""
    kind = type(key)
    if kind in _SALTED:
        return 0
    if kind is int:
        assert isinstance(key, int)
        return 0 if -_NEAR_ZERO < key < _NEAR_ZERO else 1 + key.bit_length() // 64
    if kind is tuple:
        assert isinstance(key, tuple)
        return _composite_weight(key)
    if kind is frozenset:
        assert isinstance(key, frozenset)
        # Equality looks each member up in the other table, whose members may collide too.
        return len(key) * _composite_weight(key)
    return 1


def _composite_weight(members: Iterable[object]) -> int:
    """0 if salted hashes alone make up the hash: small ints inside do collide (-1 and -2)."""
    if _SALTED.issuperset(map(type, members)):
        return 0
    return sum(max(1, _weight(member)) for member in members)
