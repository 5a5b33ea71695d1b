"""What was handed in, as one tree: folders on disk and archives look the same.

Scanning never follows a link and never opens a file, so a FIFO, a device or a
terabyte of zeros costs nothing until someone asks for its bytes.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from collections.abc import Iterator
from dataclasses import dataclass
from dataclasses import field
from dataclasses import replace
from datetime import UTC
from datetime import datetime
from pathlib import Path
from typing import BinaryIO
from typing import Literal

from autograder.errors import SubmissionRefused

MAX_DEPTH = 24
MAX_ENTRIES = 20_000
_FLAGS = ("O_RDONLY", "O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_BINARY")
# Windows has but the first and the last; without the last it would translate line ends.
_READ_ONLY = sum(getattr(os, flag, 0) for flag in _FLAGS)


@dataclass(frozen=True)
class LeftOut:
    """Something in the pile that is not graded, and why."""

    path: str
    why: str

    def __str__(self) -> str:
        return f"{self.path}: {self.why}"


Kind = Literal["file", "symbolic link", "named pipe", "device", "socket", "hard link", "other"]


@dataclass(frozen=True)
class Leaf:
    """A file, or something that only looks like one.

    `path` is for messages: where the leaf lies, seen from what was handed in. `open` gives
    a seekable stream of its bytes, at least as many as the argument asks for if there are
    so many. `claimed` is true inside a
    student's own archive, where nothing but the student vouches for times.
    """

    name: str
    path: str
    size: int
    modified: datetime | None
    open: Callable[[int], BinaryIO] = field(repr=False, compare=False)
    kind: Kind = "file"
    owner: int | None = None
    claimed: bool = False

    def read(self, limit: int) -> bytes:
        """All bytes; SubmissionRefused when there are more than `limit` or none can be had."""
        if self.kind != "file":
            raise SubmissionRefused(f"{self.path!r} is a {self.kind}, expected a regular file")
        if self.size <= limit:
            try:
                with self.open(limit + 1) as stream:
                    found = stream.read(limit + 1)
            except OSError as error:
                why = error.strerror or str(error)
                raise SubmissionRefused(f"{self.path!r} cannot be read: {why}") from error
            if len(found) <= limit:
                return found
        raise SubmissionRefused(f"{self.path!r} is larger than {size_text(limit)}")


@dataclass(frozen=True)
class Folder:
    """A directory, or an archive opened like one; `problems` says what of it was not usable."""

    name: str
    path: str
    children: tuple[Node, ...] = ()
    problems: tuple[str, ...] = ()
    modified: datetime | None = None
    archive: bool = False

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        return tuple(child for child in self.children if isinstance(child, Leaf))

    @property
    def folders(self) -> tuple[Folder, ...]:
        return tuple(child for child in self.children if isinstance(child, Folder))

    def walk(self, above: str = "") -> Iterator[tuple[str, Leaf]]:
        """(path relative to this folder, leaf) of every leaf, in the order of names."""
        for child in self.children:
            if isinstance(child, Leaf):
                yield above + child.name, child
            else:
                yield from child.walk(f"{above}{child.name}/")

    def without(self, gone: tuple[Node, ...]) -> Folder:
        """This folder with some of its direct children left out."""
        return replace(
            self, children=tuple(c for c in self.children if all(c is not g for g in gone))
        )


Node = Leaf | Folder


def size_text(count: int) -> str:
    """A number of bytes for people: '20 MiB'."""
    size, unit = float(count), "bytes"
    for larger in ("KiB", "MiB", "GiB"):
        if size < 1024:
            break
        size, unit = size / 1024, larger
    if count == 1:
        return "1 byte"
    return f"{size:.0f} {unit}" if size == int(size) else f"{size:.1f} {unit}"


def shown_name(name: str) -> str:
    """A file name for people: bytes that are not UTF-8 and control characters as escapes."""
    text = os.fsencode(name).decode("utf-8", "backslashreplace")
    return "".join(c if c.isprintable() or c == " " else _escaped(c) for c in text)


def _escaped(character: str) -> str:
    # Zero-width joiners hold emoji and some scripts together; they are part of a name.
    if character in "\u200c\u200d":
        return character
    return character.encode("unicode_escape").decode("ascii")


def scan(root: Path) -> Node:
    """The tree at `root`, without following a link below it."""
    status = root.stat()
    if stat.S_ISDIR(status.st_mode):
        return _folder(Path(root), root.resolve().name, "", _time(status), 0)
    return _leaf(Path(root), root.name, root.name, status)


def _folder(path: Path, name: str, shown: str, modified: datetime, depth: int) -> Folder:
    children: list[Node] = []
    problems: list[str] = []
    where = shown or shown_name(name)
    try:
        with os.scandir(path) as entries:
            for entry in entries:
                if len(children) == MAX_ENTRIES:
                    problems.append(
                        f"{where!r} holds more than {MAX_ENTRIES} files; the rest was left out"
                    )
                    break
                below = f"{shown}/{shown_name(entry.name)}" if shown else shown_name(entry.name)
                try:
                    status = entry.stat(follow_symlinks=False)
                except OSError as error:  # gone since it was listed, for example
                    problems.append(f"{below!r} cannot be read: {error.strerror}")
                    continue
                if not stat.S_ISDIR(status.st_mode):
                    children.append(_leaf(Path(entry.path), entry.name, below, status))
                elif depth == MAX_DEPTH:
                    problems.append(
                        f"{below!r} lies more than {MAX_DEPTH} folders deep and was left out"
                    )
                else:
                    child = _folder(Path(entry.path), entry.name, below, _time(status), depth + 1)
                    children.append(child)
    except OSError as error:
        problems.append(f"{where!r} cannot be read: {error.strerror}")
    children.sort(key=lambda child: child.name)
    return Folder(name, shown, tuple(children), tuple(problems), modified)


def _leaf(path: Path, name: str, shown: str, status: os.stat_result) -> Leaf:
    return Leaf(
        name=name,
        path=shown,
        size=status.st_size,
        modified=_time(status),
        open=lambda _: _open_regular(path),
        kind=kind_of(status.st_mode),
        owner=status.st_uid,
    )


def _open_regular(path: Path) -> BinaryIO:
    # Between the scan and now the file may have become a link or a pipe: neither is opened.
    descriptor = os.open(path, _READ_ONLY)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise SubmissionRefused(f"{shown_name(path.name)!r} is not a regular file")
    return os.fdopen(descriptor, "rb")


def kind_of(mode: int) -> Kind:
    """What a file is by its mode bits; the mode is not that of a directory."""
    if stat.S_ISREG(mode):
        return "file"
    if stat.S_ISLNK(mode):
        return "symbolic link"
    if stat.S_ISFIFO(mode):
        return "named pipe"
    if stat.S_ISSOCK(mode):
        return "socket"
    if stat.S_ISCHR(mode) or stat.S_ISBLK(mode):
        return "device"
    return "other"


def _time(status: os.stat_result) -> datetime:
    try:
        return datetime.fromtimestamp(status.st_mtime, UTC)
    except (OverflowError, ValueError, OSError):  # file systems can hold years that datetime cannot
        return datetime.fromtimestamp(0, UTC)
