"""A student module in this very process: for its own author, for debugging, for replays.

Every value still passes through the codec, so a suite cannot tell this from a worker.
"""

from __future__ import annotations

import types
from typing import Any

from autograder.engine.loading import Loaded
from autograder.engine.proxy import proxy_for
from autograder.engine.proxy import reference_of
from autograder.engine.service import Service
from autograder.engine.session import Raw
from autograder.engine.session import Session
from autograder.engine.session import Upcall
from autograder.wire.codec import Encoded


class InlineTransport:
    """Calls the service directly."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def exchange(self, encoded: Encoded, upcall: Upcall) -> Raw:
        def call_back(request: Encoded) -> Raw:
            reply = upcall(*_travelled(request))
            return _travelled(reply)

        self._service.exchange = call_back
        return _travelled(self._service.answer(*_travelled(encoded)))

    def tell(self, encoded: Encoded) -> None:
        self._service.answer(*_travelled(encoded))


def _travelled(encoded: Encoded) -> tuple[bytes, list[Any]]:
    """The bytes as the other side receives them: its own copies."""
    return encoded.packed, [bytearray(buffer) for buffer in encoded.buffers]


def inline_session(service: Service | None = None, kind: type[Session] = Session) -> Session:
    """A session on a service in this process."""
    return kind(InlineTransport(service or Service()), proxy_for, reference_of)


def session_on(
    module: types.ModuleType,
    *,
    call_seconds: float = 0.0,
    kind: type[Session] = Session,
    folder: str = "",
) -> Session:
    """A session on a module that is already imported, such as the reference.

    With its `folder` an exception says which line of a file in it raised it.
    """
    service = Service()
    service.adopt(Loaded(module, folder))
    service.call_seconds = call_seconds
    return inline_session(service, kind)
