"""The exercises of a kit, their files, and how far the student is."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import time
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from pathlib import PureWindowsPath
from typing import Any
from typing import Literal

from autograder.course.assignment import Assignment
from autograder.course.course import Course
from autograder.errors import UserError

Progress = Literal["done", "started", "untouched"]
STATE_FOLDER = ".grade"


@dataclass(frozen=True)
class Exercise:
    """One assignment on the student's machine."""

    assignment: Assignment
    folder: Path
    file: Path

    @property
    def slug(self) -> str:
        return self.assignment.slug

    @property
    def tests(self) -> Path:
        return self.folder / "test_public.py"

    def content(self) -> str:
        """A hash of the student's file; "" while there is none."""
        try:
            # line ends may differ between systems and editors: no change of the work
            raw = self.file.read_bytes().replace(b"\r\n", b"\n")
        except OSError:
            return ""
        return blake2b(raw, digest_size=12).hexdigest()


class Workspace:
    """A kit (or the generated assignments/ of a course) and the student's progress in it.

    State lies in `.grade/`: progress, backups, receipts and the stubs as they were given.
    """

    def __init__(self, course: Course) -> None:
        self.course = course
        self.root = course.root
        self._state_file = self.root / STATE_FOLDER / "state.json"
        self._state: dict[str, dict[str, Any]] = self._read_state()

    @property
    def exercises(self) -> tuple[Exercise, ...]:
        return tuple(self.exercise(slug) for slug in self._slugs())

    def exercise(self, slug: str) -> Exercise:
        """The exercise `slug`, on the file the student works in: the script or the notebook."""
        assignment = self.course.assignment(slug)
        folder = self.root / "assignments" / slug
        script, notebook = folder / f"{slug}.py", folder / f"{slug}.ipynb"
        used = self._entry(slug).get("file")
        if used in (script.name, notebook.name) and (folder / used).is_file():
            return Exercise(assignment, folder, folder / used)
        return Exercise(assignment, folder, script)

    def find(self, named: str | None) -> Exercise:
        """An exercise by slug, by a file of it, by the current folder, or the current one."""
        if named is None:
            here = Path.cwd().resolve()
            for exercise in self.exercises:
                if exercise.folder.resolve() in (here, *here.parents):
                    return exercise
            return self.current()
        # as copied from a Windows path or typed there
        path = Path(PureWindowsPath(named).as_posix())
        if path.suffix in (".py", ".ipynb") or path.is_dir():
            return self._of_path(path.resolve())
        return self.exercise(named)

    def current(self) -> Exercise:
        """The exercise last worked on; else the first one that is not done."""
        last = self._state.get("", {}).get("current")
        if last in self._slugs():
            return self.exercise(last)
        todo = (e for e in self.exercises if self.progress(e) != "done")
        return next(todo, self.exercises[0])

    def after(self, exercise: Exercise) -> Exercise | None:
        """The next exercise in the course's order that is not done; None when all are."""
        slugs = self._slugs()
        at = slugs.index(exercise.slug)
        for slug in (*slugs[at + 1 :], *slugs[:at]):
            if self.progress(self.exercise(slug)) != "done":
                return self.exercise(slug)
        return None

    def progress(self, exercise: Exercise) -> Progress:
        """Done means: solved as it stands now."""
        entry = self._entry(exercise.slug)
        content = exercise.content()
        if content and entry.get("solved") == content:
            return "done"
        if entry.get("given") not in (None, content) or entry.get("tries"):
            return "started"
        return "untouched"

    def start(self, exercise: Exercise) -> bool:
        """Make it the current one and keep the stub as given; False when it was known before."""
        entry = self._entry(exercise.slug)
        fresh = "given" not in entry
        if fresh:
            self._keep_given(exercise)
            entry["given"] = exercise.content()
        self._state.setdefault("", {})["current"] = exercise.slug
        self._write_state()
        return fresh

    def note_check(self, exercise: Exercise, *, solved: bool) -> bool:
        """Remember a check; True when it is the first time that this content is solved."""
        self.start(exercise)
        entry = self._entry(exercise.slug)
        entry["tries"] = entry.get("tries", 0) + 1
        content = exercise.content()
        news = solved and entry.get("solved") != content
        if solved:
            entry["solved"] = content
        self._write_state()
        return news

    def next_hint(self, exercise: Exercise) -> tuple[int, str] | None:
        """The next step of the ladder with its number; None at its end.

        Raises UserError before the first try: a hint helps those who have tried.
        """
        hints = exercise.assignment.hints
        entry = self._entry(exercise.slug)
        if not entry.get("tries"):
            raise UserError(
                f"Try first: change {exercise.file.name} and run `grade check {exercise.slug}`; "
                "then a hint tells you more."
            )
        given = entry.get("hints", 0)
        if given >= len(hints):
            return None
        entry["hints"] = given + 1
        self._write_state()
        return given + 1, hints[given]

    def hints_given(self, exercise: Exercise) -> tuple[str, ...]:
        return exercise.assignment.hints[: self._entry(exercise.slug).get("hints", 0)]

    def reset(self, exercise: Exercise) -> Path | None:
        """Put the stub back; returns the backup of the student's work."""
        given = self._given_file(exercise)
        if not given.is_file():
            raise UserError(
                f"{exercise.slug} has not been started, so there is nothing to go back to."
            )
        backup = None
        if exercise.file.is_file():
            stamp = time.strftime("%Y-%m-%dT%H-%M-%S")
            backup = self._folder("backups") / f"{stamp}-{exercise.file.name}"
            shutil.copyfile(exercise.file, backup)
        replace_file(exercise.file, given.read_bytes())
        self._entry(exercise.slug).pop("solved", None)
        self._write_state()
        return backup

    def receipts(self) -> Path:
        """The folder of receipts."""
        return self._folder("receipts")

    def use(self, exercise: Exercise, file: Path) -> Exercise:
        """Work in this file (the script or the notebook) from now on."""
        self._entry(exercise.slug)["file"] = file.name
        self._write_state()
        return self.exercise(exercise.slug)

    def _of_path(self, path: Path) -> Exercise:
        for exercise in self.exercises:
            if exercise.folder.resolve() in (path, *path.parents):
                suits = path.stem == exercise.slug and path.suffix in (".py", ".ipynb")
                return self.use(exercise, path) if suits else exercise
        raise UserError(f"{path} belongs to no exercise of {self.root / 'assignments'}.")

    def _slugs(self) -> tuple[str, ...]:
        slugs = tuple(a.slug for a in self.course.assignments)
        if not slugs:
            raise UserError(f"{self.root} holds no exercises.")
        return slugs

    def _entry(self, slug: str) -> dict[str, Any]:
        return self._state.setdefault(slug, {})

    def _given_file(self, exercise: Exercise) -> Path:
        return self.root / STATE_FOLDER / "given" / exercise.file.name

    def _keep_given(self, exercise: Exercise) -> None:
        self._folder("given")
        for suffix in (".py", ".ipynb"):
            source = exercise.file.with_suffix(suffix)
            target = self._given_file(exercise).with_suffix(suffix)
            if source.is_file() and not target.exists():
                shutil.copyfile(source, target)

    def _folder(self, name: str) -> Path:
        folder = self.root / STATE_FOLDER / name
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def _read_state(self) -> dict[str, dict[str, Any]]:
        try:
            found = json.loads(self._state_file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}

    def _write_state(self) -> None:
        self._state_file.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps(self._state, indent=1, ensure_ascii=False)
        replace_file(self._state_file, text.encode())


def replace_file(path: Path, data: bytes) -> None:
    """Write a file at once: a crash leaves the old one. Waits for a program that has it open."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".new-")
    with os.fdopen(handle, "wb") as stream:
        stream.write(data)
    for _ in range(20):
        try:
            Path(name).replace(path)
        except PermissionError:  # on Windows, while an editor or scanner holds it
            time.sleep(0.05)
        else:
            return
    Path(name).unlink()
    raise UserError(f"{path} is held open by another program; close it and try again.")
