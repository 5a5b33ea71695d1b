"""Values to bytes and back."""

from __future__ import annotations

from autograder.wire.arrays import Buffer
from autograder.wire.decoding import decode
from autograder.wire.encoding import Encoded
from autograder.wire.encoding import encode
from autograder.wire.errors import WireError
from autograder.wire.limits import DEFAULT_LIMITS
from autograder.wire.limits import WireLimits
from autograder.wire.reference import Reference

__all__ = [
    "DEFAULT_LIMITS",
    "Buffer",
    "Encoded",
    "Reference",
    "WireError",
    "WireLimits",
    "decode",
    "encode",
]
