"""submitted/ as hand-ins of the grader: one attempt a student, its notebook made whole."""

from __future__ import annotations

import io
from dataclasses import dataclass
from dataclasses import replace
from datetime import UTC
from datetime import datetime
from pathlib import Path

from nbgrader.utils import parse_utc

from autograder.errors import SubmissionRefused
from autograder.grading.intake import FIRST_ATTEMPT
from autograder.grading.intake import Handed
from autograder.grading.mains import choose_main
from autograder.grading.notebooks import MAX_BYTES
from autograder.grading.tree import Folder
from autograder.grading.tree import Leaf
from autograder.grading.tree import scan
from autograder.nbgrader.notebook import Master
from autograder.nbgrader.notebook import Rebuilt
from autograder.nbgrader.notebook import graded_form
from autograder.nbgrader.notebook import read_masters
from autograder.nbgrader.notebook import rebuild
from autograder.nbgrader.workspace import Workspace

STAMP = "timestamp.txt"
SECRET = "submission_secret.txt"  # noqa: S105  # a file's name
_SMALL = 1000


@dataclass(frozen=True)
class HandedIn:
    """A submission as nbgrader knows it, with what the grader makes of it.

    `stamp` and `secret` are the texts of nbgrader's own two files, "" where there is none.
    `time` is naive and in UTC, as in the gradebook.
    """

    handed: Handed
    rebuilt: Rebuilt
    stamp: str = ""
    secret: str = ""
    time: datetime | None = None


def read_submitted(workspace: Workspace, slug: str) -> list[HandedIn]:
    """Every student's submission of one assignment; what is wrong with one stays with it."""
    students = workspace.students(slug)
    if not students:
        return []
    masters = read_masters(workspace.path("release", ".", slug) / f"{slug}.ipynb", slug)
    return [
        _read(student, slug, workspace.path("submitted", student, slug), masters)
        for student in students
    ]


def _read(student: str, slug: str, path: Path, masters: tuple[Master, ...]) -> HandedIn:
    folder = scan(path)
    assert isinstance(folder, Folder)
    stamp, secret = _small_file(folder, STAMP), _small_file(folder, SECRET)
    time, notes = _time(stamp)
    own = (leaf for leaf in folder.leaves if leaf.name in (STAMP, SECRET))
    folder = folder.without(tuple(own))
    choice = choose_main(folder, slug, (slug,), only=True)
    refused = choice.refused if choice else "there is nothing in it"
    name, raw = choice.path if choice else "", b""
    if not refused:
        try:
            raw = dict(folder.walk())[name].read(MAX_BYTES)
        except SubmissionRefused as error:
            refused = str(error)
    rebuilt = rebuild(raw, name or f"{slug}.ipynb", masters)
    refused = refused or rebuilt.problem
    graded_as = "" if refused else f"{slug}.ipynb"
    handed = Handed(
        student=student,
        slug=slug,
        attempt=FIRST_ATTEMPT,
        folder=folder if refused else _with_notebook(folder, name, graded_as, rebuilt),
        main=graded_as,
        graded_as=graded_as,
        submitted_at=time.replace(tzinfo=UTC) if time else None,
        notes=(*(choice.notes if choice else ()), *notes, *(() if refused else rebuilt.notes)),
        refused=refused,
    )
    return HandedIn(handed, replace(rebuilt, problem=refused), stamp, secret, time)


def _with_notebook(folder: Folder, name: str, graded_as: str, rebuilt: Rebuilt) -> Folder:
    """The folder with the notebook that is graded in place of the one that was handed in."""
    *above, last = name.split("/")
    for step in above:
        folder = next(child for child in folder.folders if child.name == step)
    content = graded_form(rebuilt)
    leaf = Leaf(graded_as, graded_as, len(content), None, lambda _: io.BytesIO(content))
    others = (child for child in folder.children if child.name not in (last, graded_as))
    return replace(folder, children=(*others, leaf))


def _small_file(folder: Folder, name: str) -> str:
    leaf = next((leaf for leaf in folder.leaves if leaf.name == name), None)
    if leaf is None:
        return ""
    try:
        return leaf.read(_SMALL).decode("utf-8", "replace").strip()
    except SubmissionRefused:
        return ""


def _time(stamp: str) -> tuple[datetime | None, tuple[str, ...]]:
    if not stamp:
        return None, ()
    try:
        found: datetime = parse_utc(stamp)
    except (ValueError, OverflowError):
        return None, (f"{STAMP} was not used: {stamp[:60]!r} is no time",)
    return found, ()
