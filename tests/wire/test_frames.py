"""Frames over a real socket pair: whole, in pieces, late, cut short and forged."""

from __future__ import annotations

import socket
import threading
import time
import tracemalloc
from collections.abc import Callable
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from autograder.wire.codec import WireError
from autograder.wire.codec import WireLimits
from autograder.wire.codec import decode
from autograder.wire.codec import encode
from autograder.wire.errors import DeadlinePassed
from autograder.wire.errors import EndOfStream
from autograder.wire.frames import HEADER
from autograder.wire.frames import MAGIC
from autograder.wire.frames import FrameReader
from autograder.wire.frames import send_frame
from tests.wire.values import itself
from tests.wire.values import refuse

# Long enough for any machine; only a test that fails waits for it.
PATIENCE = 60.0
Pair = tuple[socket.socket, socket.socket]


@pytest.fixture
def pair() -> Iterator[Pair]:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        yield ours, theirs


def soon(seconds: float = 0.05) -> float:
    return time.monotonic() + seconds


def patient() -> float:
    return time.monotonic() + PATIENCE


def in_thread(work: Callable[[], Any]) -> threading.Thread:
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return thread


def frame_bytes(
    packed: bytes = b"", buffers: tuple[bytes, ...] = (), kind: int = 1, number: int = 2
) -> bytes:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        send_frame(ours, kind, number, packed, buffers)
        ours.close()
        return b"".join(iter(lambda: theirs.recv(65_536), b""))


@pytest.mark.parametrize("with_deadline", [False, True])
@pytest.mark.parametrize(
    ("packed", "sizes"),
    [
        (b"", []),
        (b"abc", []),
        (b"abc", [5]),
        (b"", [0, 3, 0]),
        (b"x" * 65_536, [1]),
        (b"x" * 65_537, [70_000, 1]),
        (b"x" * 300_000, [3 * 2**20, 0, 10]),
        (b"many", [7] * 3000),
    ],
)
def test_a_frame_arrives_as_it_was_sent(
    pair: Pair, packed: bytes, sizes: list[int], with_deadline: bool
) -> None:
    buffers = [bytes((i % 251,)) * size for i, size in enumerate(sizes)]
    until = patient() if with_deadline else None
    sender = in_thread(lambda: send_frame(pair[0], 7, 2**64 - 1, packed, buffers, until))
    frame = FrameReader(pair[1]).read(until)
    sender.join(PATIENCE)
    assert (frame.kind, frame.id, frame.packed) == (7, 2**64 - 1, packed)
    assert [bytes(buffer) for buffer in frame.buffers] == buffers


def test_frames_that_arrive_together_are_told_apart(pair: Pair) -> None:
    sizes = [0, 10, 30_000, 5, 40_000, 1]
    data = b"".join(
        frame_bytes(b"p" * size, (b"b" * size, b""), number=i) for i, size in enumerate(sizes)
    )
    sender = in_thread(lambda: pair[0].sendall(data))
    reader = FrameReader(pair[1])
    for i, size in enumerate(sizes):
        frame = reader.read(patient())
        assert (frame.id, len(frame.packed)) == (i, size)
        assert [len(buffer) for buffer in frame.buffers] == [size, 0]
    sender.join(PATIENCE)


@pytest.mark.parametrize("skipped", [{0, 2, 4}, {1, 3, 5}, {0, 1, 2, 3, 4}])
def test_skipped_frames_leave_the_others_whole(pair: Pair, skipped: set[int]) -> None:
    sizes = [0, 10, 30_000, 5, 40_000, 1]
    data = b"".join(
        frame_bytes(b"p" * size, (b"b" * size, b""), kind=3, number=i)
        for i, size in enumerate(sizes)
    )
    sender = in_thread(lambda: pair[0].sendall(data))
    reader = FrameReader(pair[1])
    for i, size in enumerate(sizes):
        if i in skipped:
            assert reader.skip(patient()) == (3, i)
        else:
            frame = reader.read(patient())
            assert (frame.id, len(frame.packed)) == (i, size)
    sender.join(PATIENCE)


def test_a_skipped_frame_takes_no_memory(pair: Pair) -> None:
    sender = in_thread(lambda: send_frame(pair[0], 1, 2, b"x", [bytes(8 * 2**20)]))
    reader = FrameReader(pair[1])
    tracemalloc.start()
    reader.skip(patient())
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    sender.join(PATIENCE)
    assert peak < 16 * 2**20  # the sender's own, and none of the reader's


def test_half_a_frame_cannot_be_skipped(pair: Pair) -> None:
    reader = FrameReader(pair[1])
    pair[0].sendall(frame_bytes(b"packed", (b"first",))[:-1])
    with pytest.raises(DeadlinePassed):
        reader.skip(soon())
    with pytest.raises(WireError, match="out of step"):
        reader.skip(soon())


@pytest.mark.parametrize("until", [None, PATIENCE])
def test_a_frame_that_arrives_byte_by_byte(pair: Pair, until: float | None) -> None:
    data = frame_bytes(b"packed", (b"first", b"", b"second"))

    def drip() -> None:
        for byte in data:
            pair[0].sendall(bytes((byte,)))

    sender = in_thread(drip)
    frame = FrameReader(pair[1]).read(until and patient())
    sender.join(PATIENCE)
    assert frame.packed == b"packed"
    assert [bytes(buffer) for buffer in frame.buffers] == [b"first", b"", b"second"]


def test_arrays_of_a_frame_are_the_callers_own(pair: Pair) -> None:
    sent = {"small": np.arange(3.0), "large": np.arange(100_000.0).reshape(10, -1)}
    encoded = encode(sent, refuse)
    sender = in_thread(lambda: send_frame(pair[0], 1, 2, encoded.packed, encoded.buffers))
    frame = FrameReader(pair[1]).read(patient())
    sender.join(PATIENCE)
    found = decode(frame.packed, frame.buffers, itself)
    for name, array in sent.items():
        assert np.array_equal(found[name], array)
        assert found[name].flags.writeable
        assert found[name].flags.aligned
    found["small"][...] = 0
    assert sent["small"].tolist() == [0, 1, 2]


def test_silence_until_the_deadline_and_a_frame_after_it(pair: Pair) -> None:
    reader = FrameReader(pair[1])
    begun = time.monotonic()
    with pytest.raises(DeadlinePassed):
        reader.read(soon())
    assert time.monotonic() >= begun + 0.05
    send_frame(pair[0], 1, 9, b"late")
    assert reader.read(patient()).id == 9


def test_a_deadline_in_the_past_still_takes_what_is_there(pair: Pair) -> None:
    send_frame(pair[0], 1, 9, b"here")
    assert FrameReader(pair[1]).read(time.monotonic() - 1).packed == b"here"


@pytest.mark.parametrize("sent", [1, HEADER.size - 1])
def test_half_a_header_can_be_completed_after_a_deadline(pair: Pair, sent: int) -> None:
    data = frame_bytes(b"packed")
    reader = FrameReader(pair[1])
    pair[0].sendall(data[:sent])
    with pytest.raises(DeadlinePassed):
        reader.read(soon())
    pair[0].sendall(data[sent:])
    assert reader.read(patient()).packed == b"packed"


@pytest.mark.parametrize("sent", [HEADER.size, HEADER.size + 3, HEADER.size + 20, -1])
def test_half_a_frame_ends_at_the_deadline_and_so_does_the_stream(pair: Pair, sent: int) -> None:
    reader = FrameReader(pair[1])
    pair[0].sendall(frame_bytes(b"packed", (b"first", b"second"))[:sent])
    with pytest.raises(DeadlinePassed):
        reader.read(soon())
    pair[0].sendall(frame_bytes(b"next"))
    with pytest.raises(WireError, match="out of step"):
        reader.read(soon())


def test_a_peer_that_drips_does_not_stretch_the_deadline(pair: Pair) -> None:
    stop = threading.Event()
    data = frame_bytes(b"x" * 60_000)

    def drip() -> None:
        for byte in data:
            if stop.wait(0.005):
                return
            pair[0].sendall(bytes((byte,)))

    sender = in_thread(drip)
    with pytest.raises(DeadlinePassed):
        FrameReader(pair[1]).read(soon(0.1))
    stop.set()
    sender.join(PATIENCE)


@pytest.mark.parametrize("sent", [0, 5, HEADER.size, HEADER.size + 10, -1])
@pytest.mark.parametrize("with_deadline", [False, True])
def test_a_peer_that_goes_away(pair: Pair, sent: int, with_deadline: bool) -> None:
    pair[0].sendall(frame_bytes(b"packed", (b"first",))[:sent])
    pair[0].close()
    with pytest.raises(EndOfStream):
        FrameReader(pair[1]).read(patient() if with_deadline else None)


def test_sending_to_a_peer_that_does_not_read_ends_at_the_deadline(pair: Pair) -> None:
    with pytest.raises(DeadlinePassed, match="did not read"):
        send_frame(pair[0], 1, 2, b"x", [bytes(8 * 2**20)], soon())


@pytest.mark.parametrize("with_deadline", [False, True])
def test_sending_to_a_peer_that_is_gone(pair: Pair, with_deadline: bool) -> None:
    pair[1].close()
    with pytest.raises(EndOfStream):
        send_frame(pair[0], 1, 2, b"x", (), patient() if with_deadline else None)


def test_a_socket_that_does_not_block_serves_without_a_deadline_too(pair: Pair) -> None:
    for end in pair:
        end.setblocking(False)
    sender = in_thread(lambda: send_frame(pair[0], 1, 2, b"x", [bytes(4 * 2**20)]))
    frame = FrameReader(pair[1]).read()
    sender.join(PATIENCE)
    assert len(frame.buffers[0]) == 4 * 2**20


LIMITS = WireLimits(packed_bytes=1000, arrays=3, array_bytes=100)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"GET / HTTP/1.1\r\n\r\n\r\n\r\n", "starts with"),
        (HEADER.pack(b"GA", 1, 2, 0, 0), "starts with"),
        (HEADER.pack(MAGIC, 1, 2, 1001, 0), "limit is 1000"),
        (HEADER.pack(MAGIC, 1, 2, 2**32 - 1, 0), "limit is 1000"),
        (HEADER.pack(MAGIC, 1, 2, 0, 4), "limit is 3"),
        (HEADER.pack(MAGIC, 1, 2, 0, 2**32 - 1), "limit is 3"),
        (HEADER.pack(MAGIC, 1, 2, 0, 1) + (101).to_bytes(8, "big"), "limit is 100"),
        (HEADER.pack(MAGIC, 1, 2, 0, 3) + (2**64 - 1).to_bytes(8, "big") * 3, "limit is 100"),
        (HEADER.pack(MAGIC, 1, 2, 0, 2) + (51).to_bytes(8, "big") * 2, "limit is 100"),
    ],
)
def test_forged_headers_are_refused_before_memory_is_taken(
    pair: Pair, data: bytes, reason: str
) -> None:
    reader = FrameReader(pair[1], LIMITS)
    pair[0].sendall(data)
    tracemalloc.start()
    try:
        with pytest.raises(WireError, match=reason):
            reader.read(patient())
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 2**20
    with pytest.raises(WireError, match="out of step"):
        reader.read(patient())


def test_a_large_claim_without_data_takes_no_memory_of_the_machine(pair: Pair) -> None:
    def resident() -> int:
        with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123 - read in one go
            return int(file.read().split()[1]) * 4096

    claim = 256 * 2**20
    pair[0].sendall(HEADER.pack(MAGIC, 1, 2, 0, 1) + claim.to_bytes(8, "big") + b"little")
    reader = FrameReader(pair[1])
    before = resident()
    grown = []

    def wait() -> None:
        with pytest.raises(DeadlinePassed):
            reader.read(soon(0.5))

    waiting = in_thread(wait)
    while waiting.is_alive():
        grown.append(resident() - before)
        waiting.join(0.02)
    assert max(grown) < claim // 4
