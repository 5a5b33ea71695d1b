"""Watch mode: on every save the exercise is checked again; one key does the rest."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.console import Group
from rich.console import RenderableType
from rich.text import Text

from autograder.errors import UserError
from autograder.student.checking import Check
from autograder.student.checking import begin
from autograder.student.exercises import Exercise
from autograder.student.exercises import Workspace
from autograder.student.keys import Keys
from autograder.student.render import heading
from autograder.student.render import legend
from autograder.student.render import no_hint
from autograder.student.render import progress_bar
from autograder.student.render import rendered
from autograder.student.render import short
from autograder.student.render import sign
from autograder.student.report import CheckReport

_IDLE_SECONDS = 0.1
_BUSY_SECONDS = 0.02
_AROUND_THE_LIST = 7
_MENU = "[bold]n[/] next   [bold]h[/] hint   [bold]l[/] list   [bold]r[/] reset   [bold]q[/] quit"

Stamps = dict[Path, tuple[int, int]]


class Watch:
    """The loop: look at files, look at keys, show what there is to show."""

    def __init__(self, workspace: Workspace, console: Console) -> None:
        self._workspace = workspace
        self._console = console
        self._exercise = workspace.current()
        self._report: CheckReport | None = None
        self._below = ""
        self._check: Check | None = None
        self._resetting = False

    def run(self) -> None:
        """Until q is pressed."""
        seen = self._stamps()
        self._begin()
        with Keys() as keys:
            while True:
                key = keys.read(_IDLE_SECONDS if self._check is None else _BUSY_SECONDS)
                if key == "q":
                    break
                if key and self._press(key):
                    seen = self._stamps()
                now = self._stamps()
                if now != seen:
                    saved = [path for path in now if now[path] != seen.get(path)]
                    seen = now
                    self._follow(saved)
                    self._begin()
                if self._check is not None and not self._check.running():
                    self._finish()
        if self._check is not None:
            self._check.stop()

    def _begin(self) -> None:
        """Check what is there now; a check of an older state is dropped."""
        if self._check is not None:
            self._check.stop()
            self._check.report()
            self._check = None
        self._below = ""
        self._resetting = False
        exercise = self._workspace.exercise(self._exercise.slug, self._exercise.file)
        self._exercise = exercise
        self._workspace.start(exercise)
        try:
            self._check = begin(exercise)
        except UserError as error:
            self._report = None
            self._show(str(error))
            return
        if self._report is None:
            self._show("", checking=True)

    def _finish(self) -> None:
        assert self._check is not None
        self._report = self._check.report()
        self._check = None
        found = self._report
        news = self._workspace.note_check(self._exercise, found.works, solved=found.solved)
        done = "Exercise done! When you are through with trying things, press n."
        # a hint asked for in the meantime stays
        self._show(done if news else self._below)

    def _press(self, key: str) -> bool:
        """React to a key; True when files may have changed by it."""
        if key == "n":
            following = self._workspace.after(self._exercise)
            if following is None:
                self._show("Every exercise of the course is done. Congratulations!")
                return False
            self._go_to(following)
        elif key == "h":
            self._show(self._hint())
        elif key == "l":
            self._show(self._list(), alone=True)
        elif key == "r":
            return self._reset()
        return False

    def _go_to(self, exercise: Exercise) -> None:
        self._exercise = exercise
        self._report = None
        self._begin()

    def _follow(self, saved: list[Path]) -> None:
        """Move to the exercise, or the notebook, that was saved."""
        if not saved or self._exercise.file in saved:
            return
        found = self._workspace.find(str(saved[0]))
        if found.slug != self._exercise.slug or found.file == saved[0]:
            self._exercise = found
            self._report = None

    def _hint(self) -> str:
        try:
            more = self._workspace.next_hint(self._exercise)
        except UserError as error:
            return str(error)
        given = self._workspace.hints_given(self._exercise)
        lines = [f"Hint {number}: {hint}" for number, hint in enumerate(given, 1)]
        left = self._workspace.hints_left(self._exercise)
        return "\n".join(lines if more else [*lines, no_hint(left, "")])

    def _list(self) -> str:
        """As many exercises around this one as the screen has room for."""
        exercises = self._workspace.exercises
        width = max(len(exercise.slug) for exercise in exercises)
        room = max(self._console.height - _AROUND_THE_LIST, 5)
        here = [exercise.slug for exercise in exercises].index(self._exercise.slug)
        first = max(0, min(here - room // 2, len(exercises) - room))
        lines = [
            f"{'>' if e.slug == self._exercise.slug else ' '} {sign(self._workspace.progress(e))} "
            f"{e.slug:<{width}}  {e.assignment.title}"
            for e in exercises[first : first + room]
        ]
        return "\n".join([*lines, "", legend()])

    def _reset(self) -> bool:
        if not self._resetting:
            self._resetting = True
            self._show("Press r again to put the stub back; your work is kept as a backup.")
            return False
        try:
            backup = self._workspace.reset(self._exercise)
        except UserError as error:
            self._show(str(error))
            return False
        self._report = None
        self._begin()
        self._show(
            f"The stub is back; your work is in {short(backup)}." if backup else "The stub is back."
        )
        return True

    def _show(self, below: str, *, checking: bool = False, alone: bool = False) -> None:
        self._below = below
        exercise = self._exercise
        parts: list[RenderableType] = [progress_bar(self._workspace)]
        if not alone:
            report = self._report
            parts += ["", rendered(report, exercise) if report else heading(exercise)]
        if checking:
            parts.append("checking ...")
        if below:
            parts += ["", Text(below, no_wrap=alone, overflow="ellipsis" if alone else "fold")]
        self._console.clear()
        # at once, so that nothing flickers
        self._console.print(Group(*parts, "", _MENU))

    def _stamps(self) -> Stamps:
        """Every file a student writes in, by time and size; editors may replace them."""
        found: Stamps = {}
        for exercise in self._workspace.exercises:
            for path in (*exercise.folder.glob("*.py"), *exercise.folder.glob("*.ipynb")):
                try:
                    facts = path.stat()
                except OSError:  # just renamed by an editor
                    continue
                found[path] = (facts.st_mtime_ns, facts.st_size)
        return found
