"""Playing a student before the first one comes, so that a worker is forked from warm code.

The interpreter rewrites a function for speed after it ran some eight times. What a server
has rewritten every child shares; what it has not, each child rewrites for itself, in pages
that it must copy first.
"""

from __future__ import annotations

import socket
import sys
from contextlib import suppress
from typing import Any

from autograder.engine.inline import inline_session
from autograder.engine.protocol import Kind
from autograder.engine.protocol import Request
from autograder.engine.worker import Worker
from autograder.errors import StudentError
from autograder.wire.codec import Reference
from autograder.wire.codec import encode
from autograder.wire.frames import FrameReader
from autograder.wire.frames import send_frame

_ROUNDS = 16
_NAME = "drill"
_SOURCE = '''
"""A student's file."""

import math


class Thing:
    def __init__(self, value):
        self.value = value

    def __add__(self, other):
        return Thing(self.value + other.value)

    def items(self):
        yield self.value


def same(*args, **kwargs):
    return args[0] if args else kwargs


def ask(function, value):
    return function(value)


def fail(value):
    raise ValueError(f"not {value}")
'''


def drill(libraries: tuple[str, ...]) -> None:
    """Load a file and answer every kind of request some times, in this process."""
    for _ in range(_ROUNDS):
        _lesson(_values(libraries))
    _frames()
    sys.modules.pop(_NAME, None)


def _lesson(values: list[Any]) -> None:
    session = inline_session()
    session.load(
        units=[(_SOURCE, f"{_NAME}.py", None)],
        name=_NAME,
        folder="",
        libraries=[],
        forbid=[],
        call_seconds=60.0,
        import_seconds=60.0,
    )
    session.begin_test(0)
    for value in values:
        session.ask("call", None, "same", (value, [value], {"key": value}))
        session.ask("call", None, "ask", (lambda x: x, value))
    with suppress(StudentError):
        session.ask("call", None, "fail", (1,))
    thing = session.ask("call", None, "Thing", (1.5,)).value
    list((thing + thing).items())


def _values(libraries: tuple[str, ...]) -> list[Any]:
    values: list[Any] = [None, 1, 2.0, "text", (1, (2, 3)), [1.0, 2.0]]
    if "numpy" in libraries:
        import numpy as np

        values += [np.ones((2, 3)), np.arange(3), np.float64(1.0)]
    if "torch" in libraries:
        import torch

        values += [torch.ones(2, 3), torch.ones(2, requires_grad=True), torch.float64]
    return values


def _frames() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        worker, reader = Worker(), FrameReader(ours)
        worker.connect(theirs)
        reset = Request("reset", None, "", (0,), {})
        request = encode(reset.flat(), lambda _: Reference("object", 0))
        for number in range(_ROUNDS):
            send_frame(ours, Kind.REQUEST, number, request.packed, request.buffers)
            worker.answer_next()
            reader.read()
