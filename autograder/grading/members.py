"""The members of an archive as a tree, whatever names they claim."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import BinaryIO

from autograder.grading.tree import MAX_DEPTH
from autograder.grading.tree import Folder
from autograder.grading.tree import Kind
from autograder.grading.tree import Leaf
from autograder.grading.tree import Node
from autograder.grading.tree import shown_name

_NAME_BYTES = 255
_NAMED = 4


@dataclass(frozen=True)
class Member:
    """One entry of an archive's directory, as it describes itself."""

    name: str
    kind: Kind | None  # None for a directory
    size: int
    modified: datetime | None
    open: Callable[[int], BinaryIO]


def member_parts(name: str) -> tuple[str, ...] | None:
    """The path of a member, piece by piece; None when it is unsafe to use.

    Unsafe is what would leave the folder (absolute, `..`, a drive letter), what no file
    system can hold, and what is deeper than a folder may be. Backslashes separate, as
    Windows means them.
    """
    plain = name.replace("\\", "/")
    parts = tuple(part for part in plain.split("/") if part not in ("", "."))
    if plain.startswith("/") or re.match(r"[A-Za-z]:", plain) or "\0" in plain or ".." in parts:
        return None
    if not parts or len(parts) > MAX_DEPTH:
        return None
    if any(len(part.encode("utf-8", "surrogatepass")) > _NAME_BYTES for part in parts):
        return None
    return parts


def as_folder(leaf: Leaf, members: list[Member], *, claimed: bool) -> Folder:
    """The members in their places; unsafe and clashing names become problems of the folder."""
    top: dict[str, object] = {}
    unsafe: list[str] = []
    clashing: list[str] = []
    for member in members:
        parts = member_parts(member.name)
        if parts is None:
            unsafe.append(shown_name(member.name))
        elif not _put(top, parts, member):
            clashing.append(shown_name(member.name))
    problems = _complaints(leaf.path, unsafe, "unsafe paths")
    problems += _complaints(leaf.path, clashing, "names that are taken twice")
    return Folder(
        leaf.name,
        leaf.path,
        _children(top, leaf.path, claimed=claimed),
        tuple(problems),
        leaf.modified,
        archive=True,
    )


def _put(top: dict[str, object], parts: tuple[str, ...], member: Member) -> bool:
    """Put a member in its place; False when a file and a folder want the same one."""
    folder = top
    for part in parts[:-1]:
        inner = folder.setdefault(part, {})
        if not isinstance(inner, dict):
            return False
        folder = inner
    if member.kind is None:
        return isinstance(folder.setdefault(parts[-1], {}), dict)
    if isinstance(folder.get(parts[-1]), dict):
        return False
    # Of two files with one name the later is what every unpacking program leaves behind.
    folder[parts[-1]] = member
    return True


def _children(entries: dict[str, object], above: str, *, claimed: bool) -> tuple[Node, ...]:
    found: list[Node] = []
    for name in sorted(entries):
        entry = entries[name]
        path = f"{above}/{shown_name(name)}"
        if isinstance(entry, Member):
            found.append(_as_leaf(name, path, entry, claimed=claimed))
        elif isinstance(entry, dict):
            found.append(Folder(name, path, _children(entry, path, claimed=claimed)))
    return tuple(found)


def _as_leaf(name: str, path: str, member: Member, *, claimed: bool) -> Leaf:
    kind = member.kind or "other"
    return Leaf(name, path, member.size, member.modified, member.open, kind, claimed=claimed)


def _complaints(path: str, names: list[str], what: str) -> list[str]:
    if not names:
        return []
    listed = ", ".join(repr(name) for name in names[:_NAMED])
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return [f"{path!r} holds {what}, which were left out: {listed}{more}"]
