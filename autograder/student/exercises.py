"""The exercises of a kit, their files, and how far the student is."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from dataclasses import replace
from pathlib import Path
from pathlib import PureWindowsPath
from typing import Any
from typing import Literal

from autograder.course.assignment import Assignment
from autograder.course.config import closest
from autograder.course.course import Course
from autograder.course.fingerprint import fingerprint
from autograder.errors import UserError

Progress = Literal["done", "started", "untouched"]
STATE_FOLDER = ".grade"


@dataclass(frozen=True)
class Exercise:
    """One assignment on the student's machine.

    `file` is the script or the notebook; `rival` the other one when it holds work, too.
    """

    assignment: Assignment
    folder: Path
    file: Path
    rival: Path | None = None

    @property
    def slug(self) -> str:
        return self.assignment.slug

    @property
    def tests(self) -> Path:
        return self.folder / "test_public.py"

    @property
    def files(self) -> tuple[Path, Path]:
        """The script and the notebook: students work in one of them."""
        return self.folder / f"{self.slug}.py", self.folder / f"{self.slug}.ipynb"

    def content(self) -> str:
        """The fingerprint of the student's file; "" while there is none."""
        return _content(self.file)


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

    def exercise(self, slug: str, named: Path | None = None) -> Exercise:
        """The exercise `slug`, on the file `named`, or on the one that holds work.

        That is the one which is no longer the stub; if neither or both are, the script, unless
        the notebook alone is there.
        """
        folder = self.root / "assignments" / slug
        exercise = Exercise(self.course.assignment(slug), folder, folder / f"{slug}.py")
        worked_in = [file for file in exercise.files if self._is_changed(exercise, file)]
        there = [file for file in exercise.files if file.is_file()]
        file = named or next(iter((*worked_in, *there)), exercise.file)
        rival = next((other for other in worked_in if other != file), None)
        return replace(exercise, file=file, rival=rival)

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
            return self._of_path(path.resolve(), named)
        return self.exercise(named)

    def find_to_reset(self, named: str | None) -> Exercise:
        """As `find`; on a file that is not there, unless another one was named."""
        found = self.find(named)
        if named and named.endswith(found.file.name):
            return found
        lost = (f for f in found.files if not f.is_file() and self._given(f).is_file())
        return replace(found, file=next(lost, found.file))

    def current(self) -> Exercise:
        """The exercise last worked on; else the first one that is not done."""
        last = self._state.get("", {}).get("current")
        if last in self._slugs():
            return self.exercise(last)
        todo = (e for e in self.exercises if self.progress(e) != "done")
        return next(todo, self.exercises[0])

    def after(self, exercise: Exercise) -> Exercise | None:
        """The next exercise in the course's order that is not done; None when all are.

        One whose needs are done comes first, if there is any.
        """
        known = self.exercises
        at = next(i for i, other in enumerate(known) if other.slug == exercise.slug)
        todo = [e for e in (*known[at + 1 :], *known[:at]) if self.progress(e) != "done"]
        ready = (e for e in todo if not self.needs(e))
        return next(ready, next(iter(todo), None))

    def needs(self, exercise: Exercise) -> tuple[str, ...]:
        """What should have been done before, and is not."""
        here = [slug for slug in exercise.assignment.needs if slug in self.course.slugs]
        return tuple(slug for slug in here if self.progress(self.exercise(slug)) != "done")

    def progress(self, exercise: Exercise) -> Progress:
        """Done means: solved as it stands now."""
        content = exercise.content()
        if content and self._entry(exercise.slug).get("solved") == content:
            return "done"
        return "started" if self._is_changed(exercise, exercise.file) else "untouched"

    def start(self, exercise: Exercise) -> None:
        """Make it the current one, and keep the stubs as they were given: in a kit of all."""
        self._folder("given")
        for each in self.exercises if self.course.kit else (exercise,):
            for file in each.files:
                kept = self._given(file)
                if file.is_file() and not kept.exists() and not self._is_changed(each, file):
                    shutil.copyfile(file, kept)
        self._state.setdefault("", {})["current"] = exercise.slug
        self._write_state()

    def note_check(self, exercise: Exercise, works: Iterable[str], *, solved: bool) -> bool:
        """Remember which functions work; True when this content is solved for the first time."""
        self.start(exercise)
        entry = self._entry(exercise.slug)
        entry["works"] = list(works)
        content = exercise.content()
        news = solved and entry.get("solved") != content
        if solved:
            entry["solved"] = content
        self._write_state()
        return news

    def next_hint(self, exercise: Exercise, function: str = "") -> bool:
        """Give the next hint, by default for what does not work yet; False when none is left.

        A hint that begins with a function's name and a colon is about that function. Raises
        UserError for a function that the exercise has not, and before the first try: a hint
        helps those who have tried.
        """
        names = exercise.assignment.names
        if function and function not in names:
            raise UserError(
                f"{exercise.slug} has no function {function!r}.{closest(function, names)}"
            )
        if self.progress(exercise) == "untouched":
            raise UserError(f"Try first: write something into {exercise.file.name} and save it.")
        entry = self._entry(exercise.slug)
        given: list[int] = entry.setdefault("seen", [])
        for number in range(len(exercise.assignment.hints)):
            about = self.hint_is_about(exercise, number)
            suits = about == function if function else about not in entry.get("works", ())
            if suits and number not in given:
                given.append(number)
                self._write_state()
                return True
        return False

    def hints_left(self, exercise: Exercise) -> dict[str, int]:
        """Function ("" for several) -> how many hints about it have not been given."""
        given = self._entry(exercise.slug).get("seen", [])
        numbers = range(len(exercise.assignment.hints))
        return Counter(self.hint_is_about(exercise, n) for n in numbers if n not in given)

    def hint_is_about(self, exercise: Exercise, number: int) -> str:
        """The function that a hint is for; "" when it is for several."""
        name = exercise.assignment.hints[number].partition(":")[0]
        return name if name in exercise.assignment.names else ""

    def hints_given(self, exercise: Exercise) -> tuple[str, ...]:
        """In the order they were given in."""
        hints = exercise.assignment.hints
        given = self._entry(exercise.slug).get("seen", [])
        return tuple(hints[number] for number in given if number < len(hints))

    def reset(self, exercise: Exercise) -> Path | None:
        """Put the stub back; returns the backup of the student's work, if there was any."""
        given = self._given(exercise.file)
        if not given.is_file():
            raise UserError(
                f"{exercise.file.name} was changed before the first `grade` here: copy the stub "
                "from the course's kit."
            )
        backup = None
        if exercise.file.is_file() and self._is_changed(exercise, exercise.file):
            stamp = time.strftime("%Y-%m-%dT%H-%M-%S")
            backup = self._folder("backups") / f"{stamp}-{exercise.file.name}"
            shutil.copyfile(exercise.file, backup)
        replace_file(exercise.file, given.read_bytes())
        return backup

    def receipts(self) -> Path:
        """The folder of receipts."""
        return self._folder("receipts")

    def _of_path(self, path: Path, typed: str) -> Exercise:
        holders = (e for e in self.exercises if e.folder.resolve() in (path, *path.parents))
        exercise = next(holders, None)
        named = next((f for f in exercise.files if f.name == path.name), None) if exercise else None
        if named is None and not path.exists():
            raise UserError(
                f"There is no file {typed}, seen from {Path.cwd()}. An exercise is named without "
                "an ending, a file by its path."
            )
        if exercise is None:
            raise UserError(f"{path} belongs to no exercise of {self.root / 'assignments'}.")
        return self.exercise(exercise.slug, named) if named else exercise

    def _slugs(self) -> tuple[str, ...]:
        slugs = tuple(a.slug for a in self.course.assignments)
        if not slugs:
            raise UserError(f"{self.root} holds no exercises.")
        return slugs

    def _entry(self, slug: str) -> dict[str, Any]:
        return self._state.setdefault(slug, {})

    def _is_changed(self, exercise: Exercise, file: Path) -> bool:
        """Whether it is no longer the stub; a course's own checkout has not written down which."""
        content = _content(file)
        stub = exercise.assignment.stubs.get(file.name) or _content(self._given(file))
        return bool(content and stub) and content != stub

    def _given(self, file: Path) -> Path:
        return self.root / STATE_FOLDER / "given" / file.name

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


def _content(file: Path) -> str:
    try:
        return fingerprint(file.name, file.read_bytes())
    except OSError:
        return ""


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
