"""Zip and tar archives seen as folders, without unpacking anything to disk.

An archive is the most hostile file a student can hand in. Its directory is read under a
limit, names that would leave the folder are refused, links and devices are told apart, and
a member gives at most the bytes asked for, whatever it declares.
"""

from __future__ import annotations

import bz2
import errno
import gzip
import io
import lzma
import stat
import struct
import tarfile
import tempfile
import weakref
import zipfile
import zlib
from collections.abc import Callable
from datetime import UTC
from datetime import datetime
from datetime import tzinfo
from functools import lru_cache
from typing import BinaryIO
from typing import TypeVar
from typing import cast

from autograder.errors import SubmissionRefused
from autograder.errors import UserError
from autograder.grading.members import Member
from autograder.grading.members import as_folder
from autograder.grading.tree import MAX_ENTRIES
from autograder.grading.tree import Folder
from autograder.grading.tree import Kind
from autograder.grading.tree import Leaf
from autograder.grading.tree import kind_of
from autograder.grading.tree import size_text

_Archive = TypeVar("_Archive", zipfile.ZipFile, tarfile.TarFile)
_MIB = 1024 * 1024
NESTED_BYTES = 64 * _MIB
DIRECTORY_BYTES = 16 * _MIB
UNPACKED_BYTES = 256 * _MIB
CLASS_UNPACKED_BYTES = 8192 * _MIB
CLASS_ENTRIES = 200_000

# Everything the readers of the standard library raise for damaged input.
_DAMAGED = (
    zipfile.BadZipFile,
    tarfile.TarError,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    EOFError,
    OSError,
    OverflowError,
    RuntimeError,  # also RecursionError, NotImplementedError and "password required"
    ValueError,
    MemoryError,
)
_GZIP, _BZIP2, _XZ = b"\x1f\x8b", b"BZh", b"\xfd7zXZ"
_TAR_MARK = slice(257, 262)
_MAGIC = (
    (b"Rar!", "a RAR archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"%PDF", "a PDF document"),
    (b"<", "a web page"),
    (b"{", "a JSON file"),
    (b"PK", "a zip archive that is cut short or damaged"),
    (_GZIP, "a gzip file that is cut short, damaged or no tar"),
)


def opened(leaf: Leaf, zone: tzinfo = UTC, *, holds_class: bool = False) -> Folder:
    """The archive as a folder; one that cannot be read is an empty folder with a problem.

    `zone` is that of the times in a zip, which name none. An archive that `holds_class` is
    kept open and may unpack to more: it comes from a learning platform, not from a student.
    """
    try:
        if leaf.kind != "file":
            raise SubmissionRefused(f"{leaf.path!r} is a {leaf.kind}, expected an archive file")
        if leaf.owner is None and leaf.size > NESTED_BYTES:
            raise SubmissionRefused(f"{leaf.path!r} is larger than {size_text(NESTED_BYTES)}")
        if _is_zip(leaf):
            members = _zip_members(leaf, zone, keep=holds_class)
        else:
            members = _tar_members(leaf, keep=holds_class)
    except SubmissionRefused as error:
        return Folder(leaf.name, leaf.path, problems=(str(error),), archive=True)
    except _DAMAGED as error:
        return Folder(leaf.name, leaf.path, problems=(_why_not(leaf, error),), archive=True)
    return as_folder(leaf, members, claimed=not holds_class)


def _is_zip(leaf: Leaf) -> bool:
    """By its first bytes, whatever it is called; by its name when they are of neither kind."""
    with leaf.open(_TAR_MARK.stop) as stream:
        head = stream.read(_TAR_MARK.stop)
    if head.startswith((_GZIP, _BZIP2, _XZ)) or head[_TAR_MARK] == b"ustar":
        return False
    return head.startswith((b"PK\3\4", b"PK\5\6")) or _is_called_zip(leaf)


def _is_called_zip(leaf: Leaf) -> bool:
    return leaf.name.lower().endswith(".zip")


def _why_not(leaf: Leaf, error: BaseException) -> str:
    expected = "zip file" if _is_called_zip(leaf) else "tar archive"
    try:
        with leaf.open(64) as stream:
            head = stream.read(64).lstrip()
    except (SubmissionRefused, OSError):
        return f"{leaf.path!r} cannot be read: {error}"
    found = next((what for magic, what in _MAGIC if head.startswith(magic)), "something else")
    if not head:
        found = "empty"
    return (
        f"{leaf.path!r} is not a {expected}: it is {found}. Make the archive again and hand it in"
    )


def _session(anew: Callable[[], _Archive], *, keep: bool) -> Callable[[], _Archive]:
    """How to get an open archive: opened once for good, or when another was used in between."""
    if keep:
        archive = anew()
        return lambda: archive
    return lambda: _used_last(anew)


@lru_cache(maxsize=1)
def _used_last(anew: Callable[[], _Archive]) -> _Archive:
    """The archive open since its last use: its members are read one after the other."""
    return anew()


def let_go() -> None:
    """Close what is open since its last use: Windows removes no file that somebody has open."""
    _used_last.cache_clear()


# ---- zip


def _zip_members(leaf: Leaf, zone: tzinfo, *, keep: bool) -> list[Member]:
    session = _session(lambda: _open_zip(leaf, checked=not keep), keep=keep)
    entries = session().filelist
    if len(entries) > (CLASS_ENTRIES if keep else MAX_ENTRIES):
        raise SubmissionRefused(f"{leaf.path!r} lists {len(entries)} files, too many")
    return [_zip_member(leaf, info, zone, session) for info in entries]


def _open_zip(leaf: Leaf, *, checked: bool) -> zipfile.ZipFile:
    stream = leaf.open(NESTED_BYTES)
    try:
        if checked:
            _check_directory(stream, leaf.path)
        archive = zipfile.ZipFile(stream)
    except BaseException:
        stream.close()
        raise
    weakref.finalize(archive, stream.close)
    return archive


def _check_directory(stream: BinaryIO, path: str) -> None:
    """Refuse a directory too large to be read into memory, before zipfile reads it."""
    end = stream.seek(0, io.SEEK_END)
    stream.seek(max(0, end - 65_600))
    tail = stream.read()
    stream.seek(0)
    at = tail.rfind(b"PK\5\6")
    if at < 0 or len(tail) < at + 22:
        raise zipfile.BadZipFile("no end of central directory")
    size = struct.unpack_from("<L", tail, at + 12)[0]
    if at >= 76 and tail[at - 20 : at - 16] == b"PK\6\7":
        size = struct.unpack_from("<Q", tail, at - 76 + 40)[0]
    if size > DIRECTORY_BYTES:
        limit = size_text(DIRECTORY_BYTES)
        raise SubmissionRefused(f"{path!r} has a list of files larger than {limit}")


def _zip_member(
    leaf: Leaf,
    info: zipfile.ZipInfo,
    zone: tzinfo,
    session: Callable[[], zipfile.ZipFile],
) -> Member:
    name = _zip_name(info)

    def read(limit: int) -> BinaryIO:
        if info.flag_bits & 0x1:
            raise SubmissionRefused(f"{leaf.path!r} is protected by a password: hand it in without")
        try:
            with session().open(info) as stream:
                return io.BytesIO(stream.read(limit))
        except _DAMAGED as error:
            raise SubmissionRefused(f"{name!r} in {leaf.path!r} is damaged: {error}") from error

    mode = info.external_attr >> 16
    kind = kind_of(mode) if stat.S_IFMT(mode) and not stat.S_ISDIR(mode) else "file"
    # a folder that Windows packed may end in a backslash
    directory = name.endswith(("/", "\\")) or stat.S_ISDIR(mode)
    try:
        modified = datetime(*info.date_time, tzinfo=zone)
    except ValueError:  # month 0 and the like
        modified = None
    return Member(name, None if directory else kind, info.file_size, modified, read)


def _zip_name(info: zipfile.ZipInfo) -> str:
    if info.flag_bits & 0x800:
        return info.filename
    # macOS writes UTF-8 and forgets the flag; zipfile then took the bytes for code page 437.
    try:
        return info.filename.encode("cp437").decode("utf-8")
    except UnicodeError:
        return info.filename


# ---- tar


def _tar_members(leaf: Leaf, *, keep: bool) -> list[Member]:
    limit = CLASS_UNPACKED_BYTES if keep else UNPACKED_BYTES
    session = _session(lambda: _open_tar(leaf, limit), keep=keep)
    members: list[Member] = []
    for info in session():
        if len(members) == (CLASS_ENTRIES if keep else MAX_ENTRIES):
            raise SubmissionRefused(f"{leaf.path!r} lists more than {len(members)} files")
        members.append(_tar_member(leaf, info, session))
    return members


def _open_tar(leaf: Leaf, limit: int) -> tarfile.TarFile:
    stream = leaf.open(NESTED_BYTES)
    try:
        plain = _unpacked(stream, leaf, limit)
        archive = tarfile.TarFile(fileobj=plain)
    except BaseException:
        stream.close()
        raise
    weakref.finalize(archive, plain.close)
    return archive


def _unpacked(stream: BinaryIO, leaf: Leaf, limit: int) -> BinaryIO:
    """The tar without its compression, in a file: there one goes back without beginning anew."""
    inner = _decompressed(stream)
    if inner is stream:
        _check_unpacked(leaf, leaf.size, limit)
        return stream
    plain = cast(BinaryIO, tempfile.TemporaryFile())  # noqa: SIM115 - closed with the archive
    try:
        with stream:
            while chunk := inner.read(_MIB):
                _check_unpacked(leaf, plain.tell() + len(chunk), limit)
                plain.write(chunk)
        plain.seek(0)
    except BaseException as error:
        plain.close()
        if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise UserError(
                f"{leaf.path!r} cannot be unpacked in {tempfile.gettempdir()}: {error.strerror}. "
                "Free some space, or set TMPDIR to a folder that has it, and run the same command "
                "again."
            ) from error
        raise
    return plain


def _check_unpacked(leaf: Leaf, size: int, limit: int) -> None:
    if size > limit + tarfile.RECORDSIZE:
        raise SubmissionRefused(f"{leaf.path!r} unpacks to more than {size_text(limit)}")


def _decompressed(stream: BinaryIO) -> BinaryIO:
    head = stream.read(6)
    stream.seek(0)
    if head.startswith(_GZIP):
        return cast(BinaryIO, gzip.GzipFile(fileobj=stream, mode="rb"))
    if head.startswith(_BZIP2):
        return cast(BinaryIO, bz2.BZ2File(stream))
    if head.startswith(_XZ):
        return cast(BinaryIO, lzma.LZMAFile(stream))
    return stream


def _tar_member(
    leaf: Leaf,
    info: tarfile.TarInfo,
    session: Callable[[], tarfile.TarFile],
) -> Member:
    def read(limit: int) -> BinaryIO:
        try:
            stream = session().extractfile(info)
            return io.BytesIO(stream.read(limit) if stream else b"")
        except _DAMAGED as error:
            raise SubmissionRefused(
                f"{info.name!r} in {leaf.path!r} is damaged: {error}"
            ) from error

    try:
        modified = datetime.fromtimestamp(info.mtime, UTC)
    except (OverflowError, ValueError, OSError):
        modified = None
    return Member(info.name, _tar_kind(info), info.size, modified, read)


def _tar_kind(info: tarfile.TarInfo) -> Kind | None:
    if info.isdir():
        return None
    if info.isreg():
        return "file"
    if info.issym():
        return "symbolic link"
    if info.islnk():
        return "hard link"
    if info.isfifo():
        return "named pipe"
    return "device" if info.ischr() or info.isblk() else "other"
