"""autograder.zip for Gradescope: one assignment, this package, and what it needs.

Gradescope unpacks it into /autograder/source, runs setup.sh once and run_autograder for each
submission. It holds the hidden tests and the course secret: it is for instructors alone.
"""

from __future__ import annotations

import io
import shlex
import zipfile
from collections.abc import Iterator
from pathlib import Path

import autograder
from autograder.course.assignment import Assignment
from autograder.course.course import COURSE_FILE
from autograder.course.course import Course
from autograder.course.kit import toml_value
from autograder.course.secret import FILE
from autograder.course.secret import course_secret
from autograder.course.wheel import package_wheel
from autograder.errors import UserError

_SCRIPTS = Path(__file__).parent / "scripts"
_SKIPPED = {"__pycache__", ".pytest_cache", ".ipynb_checkpoints"}
_EPOCH = (2000, 1, 1, 0, 0, 0)
_RUNNABLE = {"setup.sh", "run_autograder"}


def gradescope_package(
    course: Course, assignment: Assignment, wheels: Path | None, require: str
) -> bytes:
    """The archive; the same bytes for the same course.

    `wheels` is a folder with everything the assignment needs beside this package: with it,
    setup.sh asks no index. `require` is the isolation level below which nothing is graded.
    """
    files = dict(_files(course, assignment, wheels, require))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in sorted(files.items()):
            info = zipfile.ZipInfo(name, _EPOCH)
            mode = 0o755 if name in _RUNNABLE else 0o600 if name.endswith(FILE) else 0o644
            info.external_attr = mode << 16
            archive.writestr(info, content, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _files(
    course: Course, assignment: Assignment, wheels: Path | None, require: str
) -> Iterator[tuple[str, bytes]]:
    for name in sorted(_RUNNABLE):
        yield name, (_SCRIPTS / name).read_bytes()
    yield "settings.sh", f"export GRADE_REQUIRE_LEVEL={shlex.quote(require)}\n".encode()
    extras = "[torch]" if "torch" in assignment.libraries else ""
    yield "requirements.txt", f"autograder{extras}=={autograder.__version__}\n".encode()
    # deadlines stay behind: Gradescope knows its own, and applies its own rules to them
    yield f"course/{COURSE_FILE}", f"title = {toml_value(course.title)}\n".encode()
    yield f"course/{FILE}", course_secret(course.root) + b"\n"
    for path in sorted(assignment.folder.rglob("*")):
        if path.is_file() and not _SKIPPED & set(path.parts):
            inside = path.relative_to(assignment.folder).as_posix()
            yield f"course/solutions/{assignment.slug}/{inside}", path.read_bytes()
    for name, path in zip(assignment.data, assignment.data_files, strict=True):
        yield f"course/data/{name}", path.read_bytes()
    name, content = package_wheel()
    yield f"wheels/{name}", content
    if wheels is not None:
        yield from _wheels(wheels)


def _wheels(folder: Path) -> Iterator[tuple[str, bytes]]:
    found = sorted(folder.glob("*.whl"))
    if not found:
        raise UserError(
            f"{folder} holds no wheels. Fill it on a machine like Gradescope's: python -m pip "
            f"wheel --wheel-dir {folder} autograder"
        )
    yield "wheels/COMPLETE", b""
    for wheel in found:
        if not wheel.name.startswith("autograder-"):
            yield f"wheels/{wheel.name}", wheel.read_bytes()
