"""Feed arbitrary bytes to the decoder and the frame reader.

    python tests/fuzz/fuzz_codec.py -max_total_time=60

needs atheris (`pip install atheris`). The first byte of an input chooses the target; anything
but a value or one of the wire's own errors is a finding, and so is a decoded value that does
not survive another round trip.
"""

from __future__ import annotations

import itertools
import socket
import sys
import time
from contextlib import suppress
from importlib import import_module
from typing import Any

# Untyped, and on few machines.
atheris: Any = import_module("atheris")

with atheris.instrument_imports(include=["autograder.wire"]):
    from autograder.wire.codec import Reference
    from autograder.wire.codec import WireError
    from autograder.wire.codec import WireLimits
    from autograder.wire.codec import decode
    from autograder.wire.codec import encode
    from autograder.wire.errors import DeadlinePassed
    from autograder.wire.errors import EndOfStream
    from autograder.wire.frames import FrameReader

# Small, so that the limits are within the fuzzer's reach.
LIMITS = WireLimits(depth=8, items=2000, array_bytes=4096, arrays=8, key_work=10_000)


def refuse(value: object) -> Reference:
    raise AssertionError(f"{type(value).__name__} was decoded, and is not plain")


def itself(reference: Reference) -> Reference:
    return reference


def survives(packed: bytes, buffers: list[bytes]) -> None:
    """Decode, and if that succeeds encode and decode once more."""
    value = decode(packed, buffers, itself, LIMITS)
    again = encode(value, refuse, LIMITS)
    twice = encode(decode(again.packed, again.buffers, itself, LIMITS), refuse, LIMITS)
    assert len(twice.packed) == len(again.packed)
    assert len(twice.buffers) == len(again.buffers)


def read_frames(data: bytes) -> None:
    """Read frames, and skip every third, until the bytes run out."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.sendall(data[:60_000])
        ours.close()
        reader = FrameReader(theirs, LIMITS)
        for number in itertools.count():
            if number % 3 == 2:
                reader.skip(time.monotonic() + 1)
                continue
            frame = reader.read(time.monotonic() + 1)
            with suppress(WireError):
                decode(frame.packed, frame.buffers, itself, LIMITS)


def one_input(data: bytes) -> None:
    """The fuzzer's entry."""
    if not data:
        return
    target, body = data[0] % 3, data[1:]
    with suppress(WireError, EndOfStream, DeadlinePassed):
        if target == 0:
            survives(body, [])
        elif target == 1:
            survives(body[16:], [body[:16]])
        else:
            read_frames(body)


if __name__ == "__main__":
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()
