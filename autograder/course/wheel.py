"""This very package as a wheel, so that a student kit installs without any package index.

A wheel is a zip of the package and three text files (PyPA, binary distribution format).
"""

from __future__ import annotations

import base64
import io
import zipfile
from collections.abc import Iterator
from hashlib import sha256
from importlib import metadata
from pathlib import Path

import autograder
from autograder.errors import CourseError

_NAME = "autograder"
_TAG = "py3-none-any"
_EPOCH = (2000, 1, 1, 0, 0, 0)
_SKIPPED = {"__pycache__"}


def package_wheel() -> tuple[str, bytes]:
    """File name and content; the same bytes for the same package."""
    version = autograder.__version__
    folder = f"{_NAME}-{version}.dist-info"
    files = {f"{_NAME}/{name}": content for name, content in _package()}
    files[f"{folder}/METADATA"] = _distribution_text("METADATA")
    files[f"{folder}/entry_points.txt"] = _distribution_text("entry_points.txt")
    files[f"{folder}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: {_NAME} {version}\nRoot-Is-Purelib: true\nTag: {_TAG}\n"
    ).encode()
    record = f"{folder}/RECORD"
    lines = [f"{name},{_digest(content)},{len(content)}" for name, content in sorted(files.items())]
    files[record] = "\n".join([*lines, f"{record},,"]).encode() + b"\n"
    return f"{_NAME}-{version}-{_TAG}.whl", _zipped(files)


def _package() -> Iterator[tuple[str, bytes]]:
    root = Path(autograder.__file__).parent
    for path in sorted(root.rglob("*")):
        if path.is_file() and not _SKIPPED & set(path.parts) and path.suffix != ".pyc":
            yield path.relative_to(root).as_posix(), path.read_bytes()


def _distribution_text(name: str) -> bytes:
    try:
        found = metadata.distribution(_NAME).read_text(name)
    except metadata.PackageNotFoundError:
        found = None
    if found is None:
        raise CourseError(
            f"{_NAME} is not installed (its {name} is missing), so a student kit cannot bring it: "
            'run `pip install -e .` first, or set install = "..." in course.toml.'
        )
    return found.encode()


def _digest(content: bytes) -> str:
    return "sha256=" + base64.urlsafe_b64encode(sha256(content).digest()).rstrip(b"=").decode()


def _zipped(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in files.items():
            info = zipfile.ZipInfo(name, _EPOCH)
            info.external_attr = 0o644 << 16
            archive.writestr(info, content, zipfile.ZIP_DEFLATED)
    return out.getvalue()
