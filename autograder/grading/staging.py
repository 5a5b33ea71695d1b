"""A hand-in copied to a folder of its own: regular files only, capped in size and number.

What the grader's worker can read of a student is this folder and nothing else. Names
on disk never come from a student's name; file modes let another user id read, not write.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from autograder.errors import SubmissionRefused
from autograder.grading.intake import Handed
from autograder.grading.layouts import split_code_name
from autograder.grading.submission import Submission
from autograder.grading.tree import Leaf

_MIB = 1024 * 1024
_PATH_BYTES = 2000  # leaves room below PATH_MAX for the folders above
_NAMED = 6


@dataclass(frozen=True)
class StagingLimits:
    """What one submission may bring: bytes a file, bytes in all, number of files."""

    file_bytes: int = 20 * _MIB
    total_bytes: int = 60 * _MIB
    files: int = 500


@dataclass(frozen=True)
class Gathered:
    """The bytes of one hand-in, by path relative to its folder, and their hash."""

    files: dict[str, bytes]
    content: str
    notes: tuple[str, ...] = ()
    refused: str = ""


def gather(handed: Handed, limits: StagingLimits) -> Gathered:
    """Read a hand-in within the limits, without writing anything.

    The main file comes first, then code, then the rest: when a limit is reached the least
    important files are left out, with a note. Only a main file that cannot be had is a refusal.
    """
    if handed.refused:
        return _refused(handed, handed.refused)
    files: dict[str, bytes] = {}
    left_out: list[str] = []
    room = limits.total_bytes
    for path, leaf in _by_importance(handed):
        is_main = path == handed.main
        if len(os.fsencode(path)) > _PATH_BYTES or path.startswith(f"{handed.graded_as}/"):
            left_out.append(f"{leaf.path!r} (no place for a file of that name)")
            continue
        if not is_main and len(files) >= limits.files:
            left_out.append(f"{leaf.path!r} (more than {limits.files} files)")
            continue
        try:
            content = leaf.read(min(limits.file_bytes, room))
        except SubmissionRefused as error:
            if is_main:
                large = handed.graded_as.endswith(".ipynb") and leaf.size > limits.file_bytes
                mend = "clear its outputs, then " if large else ""
                return _refused(handed, f"{error}; {mend}hand in {handed.graded_as} again")
            left_out.append(str(error))
            continue
        room -= len(content)
        files[handed.graded_as if is_main else path] = content
    return Gathered(files, content_hash(files), handed.notes + _left_out(left_out))


def _refused(handed: Handed, why: str) -> Gathered:
    # Hashed with the reason: another reason is another content, worth another result.
    return Gathered({}, content_hash({"": why.encode("utf-8", "replace")}), handed.notes, why)


def stage(handed: Handed, into: Path, limits: StagingLimits) -> Submission:
    """Copy a hand-in to a new folder below `into`; one already there for it is replaced."""
    return write(handed, gather(handed, limits), into)


def write(handed: Handed, gathered: Gathered, into: Path) -> Submission:
    """The gathered files on disk: folders 0755, files 0644, so another user id can read them."""
    folder = into / _folder_name(handed)
    shutil.rmtree(folder, ignore_errors=True)
    _make_folder(folder)
    for path, content in gathered.files.items():
        target = folder / path
        for parent in reversed(target.relative_to(folder).parents[:-1]):
            _make_folder(folder / parent)
        with target.open("xb") as stream:
            stream.write(content)
        target.chmod(0o644)
    return Submission(
        student=handed.student,
        assignment=handed.slug,
        attempt=handed.attempt,
        folder=folder,
        main="" if gathered.refused else handed.graded_as,
        content=gathered.content,
        submitted_at=handed.submitted_at,
        notes=gathered.notes,
        refused=gathered.refused,
        canvas_id=handed.canvas_id,
        moodle_id=handed.moodle_id,
    )


def content_hash(files: dict[str, bytes]) -> str:
    """BLAKE2b over names and contents in the order of names, each with its length in front."""
    digest = hashlib.blake2b(digest_size=20)
    for name in sorted(files):
        for part in (os.fsencode(name), files[name]):
            digest.update(len(part).to_bytes(8, "big"))
            digest.update(part)
    return digest.hexdigest()


def _folder_name(handed: Handed) -> str:
    # A student's name may be "..", 300 bytes long or differ only in case: a hash is none.
    key = f"{handed.student}\0{handed.slug}\0{handed.attempt}"
    return hashlib.blake2b(os.fsencode(key), digest_size=12).hexdigest()


def _make_folder(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o755)


def _by_importance(handed: Handed) -> Iterator[tuple[str, Leaf]]:
    def importance(item: tuple[str, Leaf]) -> tuple[int, str]:
        path, leaf = item
        return (0 if path == handed.main else 1 if split_code_name(leaf.name) else 2, path)

    yield from sorted(handed.folder.walk(), key=importance)


def _left_out(reasons: list[str]) -> tuple[str, ...]:
    if not reasons:
        return ()
    more = len(reasons) - _NAMED
    tail = f"; and {more} more" if more > 0 else ""
    return (f"left out: {'; '.join(reasons[:_NAMED])}{tail}",)
