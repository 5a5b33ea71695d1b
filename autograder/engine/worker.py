"""The untrusted end of the wire: answers requests until the grader hangs up."""

from __future__ import annotations

import contextlib
import io
import os
import socket
import sys
from collections import deque
from typing import Any

from autograder.engine import soft_limit
from autograder.engine.protocol import Kind
from autograder.engine.service import Service
from autograder.engine.session import new_request_id
from autograder.isolation import Limits
from autograder.wire.codec import Encoded
from autograder.wire.errors import EndOfStream
from autograder.wire.frames import Frame
from autograder.wire.frames import FrameReader
from autograder.wire.frames import send_frame


class Worker:
    """One student's service on one socket.

    Its server makes it, before the fork: its process then has less to make, in memory to be copied.
    """

    def __init__(self) -> None:
        self._service = Service(self._call_grader)
        self._waiting: deque[Frame] = deque()
        self._outputs = [CappedOutput(descriptor) for descriptor in (1, 2)]
        self._streams = [
            io.TextIOWrapper(
                io.BufferedWriter(raw, 1), "utf-8", errors="replace", write_through=True
            )
            for raw in self._outputs
        ]

    def serve(self, rpc_fd: int, limits: Limits) -> None:
        """Serve requests on `rpc_fd` until the other side closes it."""
        for output in self._outputs:
            output.left = limits.output_mb << 19  # half each
        sys.stdout, sys.stderr = self._streams
        self.connect(socket.socket(fileno=rpc_fd))
        with contextlib.suppress(EndOfStream):
            while True:
                self.answer_next()

    def connect(self, sock: socket.socket) -> None:
        """Hear requests there, and answer there."""
        self._sock = sock
        self._reader = FrameReader(sock)

    def answer_next(self) -> None:
        frame = self._waiting.popleft() if self._waiting else self._reader.read(None)
        if frame.kind == Kind.NOTICE:
            self._service.answer(frame.packed, frame.buffers)
        # the answer to a callback of a call that has timed out meanwhile is nobody's
        elif frame.kind != Kind.UPREPLY:
            self._answer(frame.id, frame.packed, frame.buffers)

    def _answer(self, number: int, packed: bytes, buffers: list[Any]) -> None:
        reply = self._service.answer(packed, buffers)
        send_frame(self._sock, Kind.REPLY, number, reply.packed, reply.buffers)

    def _call_grader(self, request: Encoded) -> tuple[bytes, list[Any]]:
        """Send a callback and serve whatever the grader asks until its answer is here."""
        number = new_request_id()
        with soft_limit.uninterrupted():
            send_frame(self._sock, Kind.UPCALL, number, request.packed, request.buffers)
        while True:
            with soft_limit.uninterrupted():
                frame = self._reader.read(None)
            if frame.kind == Kind.UPREPLY and frame.id == number:
                return frame.packed, frame.buffers
            if frame.kind in (Kind.AHEAD, Kind.NOTICE):
                self._waiting.append(frame)
            # the answer to a callback of a call that has timed out meanwhile is nobody's
            elif frame.kind != Kind.UPREPLY:
                self._answer(frame.id, frame.packed, frame.buffers)


class CappedOutput(io.RawIOBase):
    """Standard output that swallows what exceeds its share, so a flood fails no call."""

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self.left = 0
        """How many bytes may still be written."""

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._fd

    def write(self, data: Any) -> int:
        view = memoryview(data)
        if self.left > 0:
            # the file itself is limited, too: a print must not fail for that
            with contextlib.suppress(OSError):
                self.left -= os.write(self._fd, view[: self.left])
        return view.nbytes
