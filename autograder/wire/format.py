"""The numbers both ends of the wire agree on.

A message is one msgpack value. None, bool, 64-bit int, float, str, bytes, list and dict are
msgpack's own. Other leaves are extension types (`Ext`). Other containers are a map of one
entry, `{MARK: [items]}`, whose key is the extension `Ext.MARK` holding a `Mark`: so one C
pass packs and unpacks them, and no plain dict can be mistaken for one.
"""

from __future__ import annotations

import struct
from typing import Final

# Big enough for any exact count, small enough that printing one stays cheap.
INTEGER_BYTES = 65_536
# An empty set takes two hundred bytes, a small number thirty.
CONTAINER_ITEMS = 4

STR_ERRORS = "surrogatepass"
COMPLEX = struct.Struct("<dd")
REFERENCE = struct.Struct("<BQ")
# dtype code, number of axes, index of the buffer; the axes follow as 64-bit numbers, and with
# the index INLINE the elements themselves.
ARRAY = struct.Struct("<BBI")
INLINE = 2**32 - 1
# as ARRAY, with flags before
TENSOR = struct.Struct("<BBBI")
REQUIRES_GRAD = 1
PARAMETER = 2


class Ext:
    """Extension types; plain numbers, since an enum's members cost more than packing them."""

    MARK: Final = 1
    INTEGER: Final = 2
    COMPLEX: Final = 3
    ELLIPSIS: Final = 4
    REFERENCE: Final = 5
    ARRAY: Final = 6
    SCALAR: Final = 7
    DTYPE: Final = 8
    TENSOR: Final = 9
    TORCH_DTYPE: Final = 10
    BYTEARRAY: Final = 11


LEAVES = frozenset(range(Ext.INTEGER, Ext.BYTEARRAY + 1))


class Mark:
    """Containers that msgpack does not know."""

    TUPLE: Final = b"\x01"
    SET: Final = b"\x02"
    FROZENSET: Final = b"\x03"
    SLICE: Final = b"\x04"
    RANGE: Final = b"\x05"
    TORCH_SIZE: Final = b"\x06"
