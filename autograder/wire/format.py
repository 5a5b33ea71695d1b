"""The numbers both ends of the wire agree on.

A message is one msgpack value. None, bool, 64-bit int, float, str, bytes, list and dict are
msgpack's own. Other leaves are extension types (`Ext`). Other containers are a map of one
entry, `{MARK: [items]}`, whose key is the extension `Ext.MARK` holding a `Mark`: so one C
pass packs and unpacks them, and no plain dict can be mistaken for one.
"""

from __future__ import annotations

import struct
from enum import IntEnum

# Big enough for any exact count, small enough that printing one stays cheap.
INTEGER_BYTES = 65_536
# An empty set takes two hundred bytes, a small number thirty.
CONTAINER_ITEMS = 4

STR_ERRORS = "surrogatepass"
COMPLEX = struct.Struct("<dd")
REFERENCE = struct.Struct("<BQ")
# dtype code, number of axes, index of the buffer; the axes follow as 64-bit numbers.
ARRAY = struct.Struct("<BBI")
# as ARRAY, with flags before
TENSOR = struct.Struct("<BBBI")
REQUIRES_GRAD = 1
PARAMETER = 2


class Ext(IntEnum):
    """Extension types."""

    MARK = 1
    INTEGER = 2
    COMPLEX = 3
    ELLIPSIS = 4
    REFERENCE = 5
    ARRAY = 6
    SCALAR = 7
    DTYPE = 8
    TENSOR = 9
    TORCH_DTYPE = 10
    BYTEARRAY = 11


class Mark(IntEnum):
    """Containers that msgpack does not know."""

    TUPLE = 1
    SET = 2
    FROZENSET = 3
    SLICE = 4
    RANGE = 5
    TORCH_SIZE = 6
