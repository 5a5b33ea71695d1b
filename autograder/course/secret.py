"""The course secret: what makes hidden inputs reproducible here and unguessable elsewhere."""

from __future__ import annotations

import os
import secrets
import tempfile
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

from autograder.errors import CourseError

VARIABLE = "GRADE_SECRET"
FILE = ".grade-secret"


def course_secret(root: Path) -> bytes:
    """`$GRADE_SECRET`, else the file .grade-secret beside course.toml, created on first use.

    Raises CourseError when the file is empty, unreadable, or readable by other users.
    """
    found = existing_secret(root)
    if found is not None:
        return found
    _create(root / FILE)
    return _read(root / FILE)


def existing_secret(root: Path) -> bytes | None:
    """The course secret if there is one yet; creates nothing. Raises as `course_secret`."""
    given = os.environ.get(VARIABLE, "").strip()
    if given:
        return given.encode()
    file = root / FILE
    return _read(file) if file.exists() else None


def fingerprint(secret: bytes) -> str:
    """Eight hex digits that tell two secrets apart and say nothing about either."""
    return _keyed(secret, b"fingerprint", size=4).hex()


def seed_for(secret: bytes, slug: str, test_id: str) -> int:
    """The 128-bit seed of one test's `rng`: the same for every student."""
    # Neither a slug nor a test's name can hold the separator, so no two pairs collide.
    return int.from_bytes(_keyed(secret, f"seed\0{slug}\0{test_id}".encode(), size=16))


def _keyed(secret: bytes, message: bytes, *, size: int) -> bytes:
    # The key of blake2b is limited to 64 bytes; a secret is not.
    return blake2b(message, key=blake2b(secret).digest(), digest_size=size).digest()


def _create(file: Path) -> None:
    # Linked into place when complete: a second process finds a whole secret or none.
    try:
        handle, name = tempfile.mkstemp(dir=file.parent, prefix=FILE)
    except OSError as problem:
        raise CourseError(
            f"{file}: cannot be created ({problem.strerror}); set ${VARIABLE} instead."
        ) from None
    try:
        with os.fdopen(handle, "w") as out:
            out.write(secrets.token_hex(32) + "\n")
        with suppress(FileExistsError):
            os.link(name, file)
    finally:
        Path(name).unlink()


def _read(file: Path) -> bytes:
    try:
        mode = file.stat().st_mode
        secret = file.read_text(encoding="utf-8").strip().encode()
    except (OSError, UnicodeDecodeError) as problem:
        raise CourseError(f"{file}: the course secret cannot be read: {problem}.") from None
    if mode & 0o077:
        raise CourseError(
            f"{file}: other users may read the course secret (mode {mode & 0o777:o}, expected "
            f"600). Run: chmod 600 {file}"
        )
    if not secret:
        raise CourseError(f"{file}: the course secret is empty; delete the file to get a new one.")
    return secret
