"""The structure of a packed message, checked without building any of it.

Unpacking trusts lengths: sixty megabytes of empty lists become four gigabytes of objects,
and a header may claim any number of elements. This walk over the bytes costs no memory;
runs of numbers are stepped over in C, so a long list costs about a nanosecond an element.
"""

from __future__ import annotations

from autograder.wire.errors import WireError
from autograder.wire.format import CONTAINER_ITEMS
from autograder.wire.format import LEAVES
from autograder.wire.format import Ext
from autograder.wire.limits import WireLimits

_MARK_ENTRY = bytes((0xD4, Ext.MARK))
_LIST_TAGS = frozenset((*range(0x90, 0xA0), 0xDC, 0xDD))
_CONTAINER_TAGS = _LIST_TAGS | frozenset((*range(0x80, 0x90), 0xDE, 0xDF))
# Bytes of the length field that follows the tag.
_LENGTH_FIELD = {0xDC: 2, 0xDD: 4, 0xDE: 2, 0xDF: 4}
_BLOB_FIELD = {0xC4: 1, 0xC5: 2, 0xC6: 4, 0xD9: 1, 0xDA: 2, 0xDB: 4}
_EXT_FIELD = {0xC7: 1, 0xC8: 2, 0xC9: 4}
_FIXED_EXT = {0xD4: 1, 0xD5: 2, 0xD6: 4, 0xD7: 8, 0xD8: 16}
# Tags of numbers, None and bools whose value takes the same number of bytes, by that number.
_SAME_SIZE = {
    1: bytes((*range(0x80), 0xC0, 0xC2, 0xC3, *range(0xE0, 0x100))),
    2: b"\xcc\xd0",
    3: b"\xcd\xd1",
    5: b"\xca\xce\xd2",
    9: b"\xcb\xcf\xd3",
}
# A run is worth looking for from this many values on.
_SHORT = 8
_WINDOW = 32


def _sizes() -> tuple[int, ...]:
    """Bytes of a value whose size its tag tells, 0 for all others."""
    sizes = [0] * 256
    for size, tags in _SAME_SIZE.items():
        for tag in tags:
            sizes[tag] = size
    for length in range(32):
        sizes[0xA0 + length] = 1 + length
    return tuple(sizes)


_SIZES = _sizes()


def check_structure(packed: bytes, limits: WireLimits) -> int:
    """Items of the one value that `packed` is, as `limits` counts them; WireError otherwise."""
    end = len(packed)
    if end > limits.packed_bytes:
        raise WireError(f"The packed part has {end} bytes; the limit is {limits.packed_bytes}.")
    try:
        position, items = _walk(packed, end, limits)
    except IndexError:
        position, items = end + 1, 0
    if position > end:
        raise WireError("The message ends in the middle of a value.")
    if position < end:
        raise WireError(f"{end - position} bytes follow the end of the value.")
    return items


def _walk(packed: bytes, end: int, limits: WireLimits) -> tuple[int, int]:
    """(position after the first value, past `end` when it is cut short; its items)."""
    sizes = _SIZES
    position, left, items = 0, 1, 0
    outer: list[int] = []
    while True:
        while not left:
            if not outer:
                return position, items
            left = outer.pop()
        left -= 1
        tag = packed[position]
        size = sizes[tag]
        if size:
            position += size
            if left > _SHORT and sizes[packed[position]] == size:
                run = _run(packed, position, left, size)
                position += run * size
                left -= run
        elif tag in _CONTAINER_TAGS:
            count, position = _header(packed, position, tag)
            if count > end - position:
                return end + 1, items
            items += count + CONTAINER_ITEMS
            if items > limits.items:
                raise WireError(f"The message has more than {limits.items} items, the limit.")
            if len(outer) >= limits.depth:
                raise WireError(f"The message nests deeper than {limits.depth} levels, the limit.")
            outer.append(left)
            left = count
        else:
            position = _leaf_end(packed, position + 1, tag)


def _header(packed: bytes, position: int, tag: int) -> tuple[int, int]:
    """(number of values in the container whose tag lies at `position`, where they start)."""
    if tag == 0x81 and packed[position + 1 : position + 3] == _MARK_ENTRY:
        position += 4
        tag = packed[position]
        if tag not in _LIST_TAGS:
            raise WireError("A marked container must hold a list.")
    if tag < 0x90:
        return 2 * (tag - 0x80), position + 1
    if tag < 0xA0:
        return tag - 0x90, position + 1
    start = position + 1 + _LENGTH_FIELD[tag]
    count = int.from_bytes(packed[position + 1 : start], "big")
    return (count if tag in _LIST_TAGS else 2 * count), start


def _run(packed: bytes, position: int, left: int, size: int) -> int:
    """How many of the next `left` values have this `size` too; counts by growing windows."""
    tags = _SAME_SIZE.get(size)
    if tags is None:
        return 0
    found, window = 0, _WINDOW
    while found < left:
        window = min(window, left - found)
        first = packed[position : position + window * size : size]
        matched = len(first) - len(first.lstrip(tags))
        found += matched
        if matched < window:
            break
        position += matched * size
        window *= 4
    return found


def _leaf_end(packed: bytes, position: int, tag: int) -> int:
    """Position after a str, bytes or extension whose `tag` lies before `position`."""
    field = _BLOB_FIELD.get(tag)
    if field is not None:
        start = position + field
        return start + int.from_bytes(packed[position:start], "big")
    if tag in _FIXED_EXT:
        code, stop = packed[position], position + 1 + _FIXED_EXT[tag]
    elif tag in _EXT_FIELD:
        start = position + _EXT_FIELD[tag]
        code = packed[start]
        stop = start + 1 + int.from_bytes(packed[position:start], "big")
    else:
        raise WireError(f"Byte 0x{tag:02x} starts no value.")
    if code not in LEAVES:
        raise WireError(f"Extension type {code} is unknown here.")
    return stop
