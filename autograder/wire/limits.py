"""How large a message may be."""

from __future__ import annotations

from dataclasses import dataclass

# The packer gives up at 511 of its own levels, and a tuple takes two of them.
DEEPEST = 200


@dataclass(frozen=True, slots=True)
class WireLimits:
    """What both sides agree never to exceed; each is checked before memory is taken.

    `depth` counts nested containers, `items` the elements of all containers of a message (a
    dict entry is two, a container four on top), `packed_bytes` the msgpack part, `arrays`
    and `array_bytes` the arrays in it and in buffers, `shape_dims` the axes of one, `references`
    the objects that stay behind: each becomes several on the other side. `key_work`
    bounds the comparisons that the keys of all dicts and sets of a message could cost together
    if every hash collided; `label_bytes` the label of a reference.
    """

    depth: int = 64
    items: int = 5_000_000
    packed_bytes: int = 64 * 2**20
    arrays: int = 10_000
    array_bytes: int = 512 * 2**20
    shape_dims: int = 32
    references: int = 400_000
    key_work: int = 50_000_000
    label_bytes: int = 4096

    def __post_init__(self) -> None:
        if not 0 < self.depth <= DEEPEST:
            raise ValueError(f"depth must be from 1 to {DEEPEST}, found {self.depth}.")


DEFAULT_LIMITS = WireLimits()
