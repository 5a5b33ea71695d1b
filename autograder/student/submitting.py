"""The file to hand in: a zip with exactly what the grader expects, and a receipt."""

from __future__ import annotations

import json
import tempfile
import zipfile
from dataclasses import dataclass
from datetime import UTC
from datetime import datetime
from pathlib import Path

from autograder.errors import UserError
from autograder.grading.archives import let_go
from autograder.grading.intake import discover
from autograder.grading.staging import StagingLimits
from autograder.grading.staging import gather
from autograder.student.exercises import Exercise
from autograder.student.exercises import Workspace
from autograder.student.exercises import replace_file

# What every kit holds besides the student's work.
_GIVEN = {"README.md", "test_public.py"}
_EPOCH = (2000, 1, 1, 0, 0, 0)


@dataclass(frozen=True)
class Receipt:
    """What was packed: the file, names with sizes, the hash the grader will compute, the time."""

    archive: Path
    files: dict[str, int]
    content: str
    time: str
    notes: tuple[str, ...] = ()


def submit(workspace: Workspace, exercise: Exercise) -> Receipt:
    """Pack an exercise and check the result by the grader's own rules."""
    if not exercise.file.is_file():
        raise UserError(
            f"{exercise.file} is not there; `grade reset {exercise.slug}` brings it back."
        )
    folder = workspace.root / "to-hand-in"
    folder.mkdir(exist_ok=True)
    archive = folder / f"{exercise.slug}.zip"
    with tempfile.TemporaryDirectory() as name:
        packed = Path(name) / archive.name
        _pack(exercise, packed)
        try:
            content, notes = _as_the_grader_sees_it(exercise.slug, packed)
        finally:
            let_go()
        replace_file(archive, packed.read_bytes())
    with zipfile.ZipFile(archive) as members:
        files = {info.filename: info.file_size for info in members.infolist()}
    receipt = Receipt(
        archive, files, content, datetime.now(UTC).astimezone().isoformat(timespec="seconds"), notes
    )
    _keep(workspace, exercise, receipt)
    return receipt


def _pack(exercise: Exercise, archive: Path) -> None:
    """The student's file and helper modules beside it; never tests, data or caches."""
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for path in (*sorted(exercise.folder.glob("*.py")), exercise.file):
            other = exercise.file.with_suffix(".py")
            if path.name in _GIVEN or (path == other and path != exercise.file):
                continue
            name = f"{exercise.slug}/{path.name}"
            if name not in packed.namelist():
                packed.writestr(zipfile.ZipInfo(name, _EPOCH), path.read_bytes())


def _as_the_grader_sees_it(slug: str, archive: Path) -> tuple[str, tuple[str, ...]]:
    found = discover(archive, (slug,)).found
    if len(found) != 1 or found[0].refused:
        why = found[0].refused if found else "no file in it has the expected name"
        raise UserError(f"The grader would refuse this: {why}.")
    gathered = gather(found[0], StagingLimits())
    if gathered.refused:
        raise UserError(f"The grader would refuse this: {gathered.refused}.")
    return gathered.content, tuple(n for n in gathered.notes if "time" not in n)


def _keep(workspace: Workspace, exercise: Exercise, receipt: Receipt) -> None:
    stamp = receipt.time.replace(":", "-")
    plain = {
        "archive": str(receipt.archive),
        "files": receipt.files,
        "content": receipt.content,
        "time": receipt.time,
    }
    file = workspace.receipts() / f"{stamp}-{exercise.slug}.json"
    replace_file(file, json.dumps(plain, indent=1).encode())
