"""Memory on pages of 2 MB: a fork copies few page-table entries, and its child seldom faults.

A process with torch has 55,000 entries to copy; on 2 MB pages it is a tenth of that. Entries of
mapped files are not copied at all, so that each child faults for every piece of a library that
it runs: code in use is moved into anonymous memory. A kernel that cannot do this only makes
children dearer.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any
from typing import BinaryIO

_HUGE = 2 * 1024 * 1024
_SMALL = os.sysconf("SC_PAGE_SIZE")
_WORTH_IT = _HUGE // _SMALL // 8
"""Small pages in use for which 2 MB of code are copied."""
_ENTRY, _PRESENT = 8, 0x80
"""Of /proc/self/pagemap: the bytes that tell about a small page, a bit of the last of them."""
_READ_WRITE, _READ_EXECUTE = 1 | 2, 1 | 4
_PRIVATE_ANONYMOUS = 0x02 | 0x20
_MOVE_TO = 1 | 2
_MADV_COLLAPSE = 25
_ADDRESS, _SIZE, _INT = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int
_FAILED = ctypes.c_void_p(-1).value


@dataclass(frozen=True)
class _Mapping:
    """The whole 2 MB pages that have room in one mapping of this process."""

    places: range
    permissions: str
    name: str


def collapse_heap() -> None:
    """Put everything private that may be written on 2 MB pages."""
    with suppress(OSError):
        for mapping in _mappings():
            anonymous = not mapping.name.startswith(("/", "[stack]"))
            if anonymous and mapping.permissions.startswith("rw"):
                _collapsed(mapping.places.start, len(mapping.places) * _HUGE)


def move_code() -> None:
    """Put the code that has run so far on 2 MB pages of this process, where it has been.

    The process must have one thread.
    """
    with suppress(OSError), Path("/proc/self/pagemap").open("rb", buffering=0) as pages:
        for mapping in _mappings():
            if mapping.name.startswith("/") and mapping.permissions.startswith("r-x"):
                for in_use, run in groupby(mapping.places, partial(_in_use, pages)):
                    if in_use:
                        places = list(run)  # side by side: few mappings are sooner forked
                        _move(places[0], len(places) * _HUGE)


def _in_use(pages: BinaryIO, place: int) -> bool:
    """Whether enough of the 2 MB there is in use to be worth a copy."""
    pages.seek(place // _SMALL * _ENTRY)
    last_bytes = pages.read(_HUGE // _SMALL * _ENTRY)[_ENTRY - 1 :: _ENTRY]
    return sum(last & _PRESENT != 0 for last in last_bytes) >= _WORTH_IT


def _mappings() -> Iterator[_Mapping]:
    for line in Path("/proc/self/maps").read_text().splitlines():
        span, permissions, _, _, _, *name = line.split(maxsplit=5)
        start, end = (int(bound, 16) for bound in span.split("-"))
        places = range(-(-start // _HUGE) * _HUGE, end // _HUGE * _HUGE, _HUGE)
        if places:
            yield _Mapping(places, permissions, "".join(name))


def _move(start: int, size: int) -> None:
    """Put a copy of some code, on 2 MB pages, in its place.

    What replaces it is one system call: even the code that makes it may be moved.
    """
    mmap = _libc("mmap", _ADDRESS, _ADDRESS, _SIZE, _INT, _INT, _INT, ctypes.c_long)
    mprotect = _libc("mprotect", _INT, _ADDRESS, _SIZE, _INT)
    mremap = _libc("mremap", _ADDRESS, _ADDRESS, _SIZE, _SIZE, _INT, _ADDRESS)
    munmap = _libc("munmap", _INT, _ADDRESS, _SIZE)
    room = mmap(None, size + _HUGE, _READ_WRITE, _PRIVATE_ANONYMOUS, -1, 0)
    if room == _FAILED:
        return
    copy = -(-room // _HUGE) * _HUGE
    ctypes.memmove(copy, start, size)
    if _collapsed(copy, size) and mprotect(copy, size, _READ_EXECUTE) == 0:
        mremap(copy, size, size, _MOVE_TO, start)
    munmap(room, size + _HUGE)  # what is left of it


def _collapsed(start: int, size: int) -> bool:
    return bool(_libc("madvise", _INT, _ADDRESS, _SIZE, _INT)(start, size, _MADV_COLLAPSE) == 0)


def _libc(name: str, result: type[Any], *arguments: type[Any]) -> Callable[..., Any]:
    """A function of the C library that takes and gives what is said."""
    function = ctypes.CDLL(None)[name]
    function.restype, function.argtypes = result, arguments
    return function
