"""Small messages between our own processes, with open files attached."""

from __future__ import annotations

import socket
from typing import Any

import msgpack

_MAX_MESSAGE = 1 << 16  # a buffer of this size is made for each
_MAX_FDS = 8


def pair() -> tuple[socket.socket, socket.socket]:
    """Two ends that keep message boundaries and notice when the other side is gone."""
    return socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)


def send(channel: socket.socket, message: dict[str, Any], fds: tuple[int, ...] = ()) -> None:
    """Send a plain message and duplicates of open descriptors."""
    socket.send_fds(channel, [msgpack.packb(message)], list(fds))


def receive(channel: socket.socket) -> tuple[dict[str, Any], list[int]] | None:
    """The next message with its descriptors; None when the other side is gone."""
    try:
        data, fds, _, _ = socket.recv_fds(channel, _MAX_MESSAGE, _MAX_FDS)
    except ConnectionResetError:  # it left without reading what we sent
        return None
    if not data:
        return None
    return msgpack.unpackb(data, strict_map_key=False), fds
