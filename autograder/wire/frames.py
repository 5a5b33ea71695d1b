"""Messages over a stream socket.

A frame is a header (magic, kind, id, length of the packed part, number of buffers), the
length of each buffer, the packed part, the buffers. Lengths are checked before memory is
taken; large parts go to memory that the kernel backs only as the data arrives.
"""

from __future__ import annotations

import mmap
import select
import socket
import struct
import time
from collections.abc import Iterable
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from autograder.wire.arrays import Buffer
from autograder.wire.errors import DeadlinePassed
from autograder.wire.errors import EndOfStream
from autograder.wire.errors import WireError
from autograder.wire.limits import DEFAULT_LIMITS
from autograder.wire.limits import WireLimits

MAGIC = b"AG"
HEADER = struct.Struct("!2sBQII")
_CHUNK = 65_536
# Linux takes at most 1024 pieces in one call.
_PIECES = 512
# Plain numbers: joining two members of an enum takes longer than all else about a short frame.
_WAITING = int(socket.MSG_NOSIGNAL)
_NOT_WAITING = int(socket.MSG_NOSIGNAL | socket.MSG_DONTWAIT)


class Frame(NamedTuple):
    """One message; `kind` (0 to 255) and `id` (64 bits) belong to the protocol above."""

    kind: int
    id: int
    packed: bytes
    buffers: list[Buffer]


def send_frame(  # noqa: PLR0917 - the parts of a frame in their order, then until when
    sock: socket.socket,
    kind: int,
    number: int,
    packed: bytes,
    buffers: Sequence[Buffer] = (),
    deadline: float | None = None,
) -> None:
    """Send one frame with `number` as its id; see `send_frames`."""
    send_frames(sock, (Frame(kind, number, packed, list(buffers)),), deadline)


def send_frames(sock: socket.socket, frames: Iterable[Frame], deadline: float | None) -> None:
    """Send frames in one go, until `deadline` (of time.monotonic) at most.

    Raises DeadlinePassed when the peer does not read in time, EndOfStream when it is gone;
    part of a frame may have left by then, so the stream is of no further use.
    """
    pieces: list[memoryview] = []
    for kind, number, packed, buffers in frames:
        lengths = struct.pack(f"!{len(buffers)}Q", *map(len, buffers)) if buffers else b""
        head = HEADER.pack(MAGIC, kind, number, len(packed), len(buffers)) + lengths
        parts = (head + packed,) if len(packed) <= _CHUNK else (head, packed)
        pieces.extend(map(memoryview, parts))
        pieces.extend(_view(buffer) for buffer in buffers if len(buffer))
    _send_all(sock, pieces, deadline)


def _view(buffer: Buffer) -> memoryview:
    return buffer.data if isinstance(buffer, np.ndarray) else memoryview(buffer)


def _send_all(sock: socket.socket, pieces: list[memoryview], deadline: float | None) -> None:
    flags = _WAITING if deadline is None else _NOT_WAITING
    first = 0
    while first < len(pieces):
        try:
            sent = sock.sendmsg(pieces[first : first + _PIECES], (), flags)
        except BlockingIOError:
            _wait(sock, select.POLLOUT, deadline)
            continue
        except (BrokenPipeError, ConnectionResetError) as error:
            raise EndOfStream("The peer closed the stream before it read the frame.") from error
        while first < len(pieces) and sent >= len(pieces[first]):
            sent -= len(pieces[first])
            first += 1
        if sent:
            pieces[first] = pieces[first][sent:]


def _wait(sock: socket.socket, event: int, deadline: float | None) -> None:
    """Return when `sock` is ready for `event`; raise DeadlinePassed if it is not in time."""
    poll = select.poll()
    poll.register(sock, event)
    if deadline is None:
        poll.poll()
    elif not poll.poll(max(0.0, deadline - time.monotonic()) * 1000):
        verb = "write" if event == select.POLLIN else "read"
        raise DeadlinePassed(f"The peer did not {verb} a whole frame in time.")


class FrameReader:
    """Reads frames from a stream socket; it may read ahead, so it must be the only reader."""

    def __init__(self, sock: socket.socket, limits: WireLimits = DEFAULT_LIMITS) -> None:
        self._sock = sock
        self._limits = limits
        self._poll = select.poll()
        self._poll.register(sock, select.POLLIN)
        self._ahead = memoryview(mmap.mmap(-1, _CHUNK))  # only what is used of it becomes memory
        self._start = 0
        self._stop = 0
        self._in_step = True

    def read(self, deadline: float | None = None) -> Frame:
        """The next frame, before `deadline` (of time.monotonic; None waits for ever).

        Raises DeadlinePassed, EndOfStream, or WireError for a header that breaks a rule or
        a limit. A frame that was begun and not finished ends the stream's usefulness: every
        later read raises WireError.
        """
        kind, number, packed_length, lengths = self._begin(deadline)
        packed = self._packed(packed_length, deadline)
        buffers: list[Buffer] = [self._array(length, deadline) for length in lengths]
        self._in_step = True
        return Frame(kind, number, packed, buffers)

    def hear(self, deadline: float | None = None) -> None:
        """Return when the next frame has begun to arrive; raises as `read`, and may be repeated."""
        if self._in_step:
            self._fill(1, deadline)

    def skip(self, deadline: float | None = None) -> tuple[int, int]:
        """Read the next frame without keeping it; its kind and id. Raises as `read`."""
        kind, number, packed_length, lengths = self._begin(deadline)
        left = packed_length + sum(lengths)
        ready = min(left, self._stop - self._start)
        self._start += ready
        left -= ready
        while left:
            left -= self._receive(self._ahead[: min(left, _CHUNK)], deadline)
        self._in_step = True
        return kind, number

    def _begin(self, deadline: float | None) -> tuple[int, int, int, tuple[int, ...]]:
        """Kind, id, and the lengths of the parts of the next frame."""
        if not self._in_step:
            raise WireError("The stream is out of step: an earlier frame was not read whole.")
        self._fill(HEADER.size, deadline)
        self._in_step = False
        magic, kind, number, packed_length, count = HEADER.unpack(self._take_ahead(HEADER.size))
        self._check_header(magic, packed_length, count)
        return kind, number, packed_length, self._lengths(count, deadline) if count else ()

    def _check_header(self, magic: bytes, packed_length: int, count: int) -> None:
        limits = self._limits
        if magic != MAGIC:
            raise WireError(f"A frame starts with {MAGIC!r}, found {magic!r}.")
        if packed_length > limits.packed_bytes:
            raise WireError(
                f"The packed part has {packed_length} bytes; the limit is {limits.packed_bytes}."
            )
        if count > limits.arrays:
            raise WireError(f"The frame has {count} buffers; the limit is {limits.arrays}.")

    def _lengths(self, count: int, deadline: float | None) -> tuple[int, ...]:
        data = self._array(8 * count, deadline).tobytes()
        lengths = struct.unpack(f"!{count}Q", data)
        total = sum(lengths)
        if total > self._limits.array_bytes:
            raise WireError(
                f"The buffers have {total} bytes; the limit is {self._limits.array_bytes}."
            )
        return lengths

    def _packed(self, length: int, deadline: float | None) -> bytes:
        if length <= _CHUNK:
            self._fill(length, deadline)
            return self._take_ahead(length)
        return self._array(length, deadline).tobytes()

    def _array(self, length: int, deadline: float | None) -> NDArray[np.uint8]:
        """The next `length` bytes in memory of their own."""
        array = np.empty(length, np.uint8)
        ready = min(length, self._stop - self._start)
        view = array.data
        view[:ready] = self._ahead[self._start : self._start + ready]
        self._start += ready
        while ready < length:
            ready += self._receive(view[ready:], deadline)
        return array

    def _take_ahead(self, length: int) -> bytes:
        start = self._start
        self._start = start + length
        return self._ahead[start : self._start].tobytes()

    def _fill(self, length: int, deadline: float | None) -> None:
        """Read until `length` bytes, at most a chunk, lie ahead."""
        if self._stop - self._start >= length:
            return
        if self._start:
            rest = self._ahead[self._start : self._stop].tobytes()
            self._ahead[: len(rest)] = rest
            self._start, self._stop = 0, len(rest)
        while self._stop < length:
            self._stop += self._receive(self._ahead[self._stop :], deadline)

    def _receive(self, target: memoryview, deadline: float | None) -> int:
        """Bytes read into `target`, at least one."""
        flags = 0
        if deadline is not None:
            flags = socket.MSG_DONTWAIT
            if not self._poll.poll(max(0.0, deadline - time.monotonic()) * 1000):
                raise DeadlinePassed("The peer did not write a whole frame in time.")
        try:
            count = self._sock.recv_into(target, 0, flags)
        except BlockingIOError:
            return 0
        except ConnectionResetError as error:
            raise EndOfStream("The peer closed the stream.") from error
        if not count:
            raise EndOfStream("The peer closed the stream.")
        return count
