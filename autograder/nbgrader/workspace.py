"""A course directory of nbgrader: its configuration, its folders and its own operations."""

from __future__ import annotations

import logging
import os
import re
import sys
from collections.abc import Callable
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from typing import Literal

from nbgrader.api import Gradebook
from nbgrader.apps.api import NbGraderAPI
from nbgrader.apps.baseapp import NbGrader
from sqlalchemy.exc import SQLAlchemyError

from autograder.errors import UserError

Step = Literal["source", "release", "submitted", "autograded", "feedback"]

# nbgrader writes its own stub text otherwise, and the released notebook would be another one.
CODE_STUB = {"python": "raise NotImplementedError"}


class Workspace:
    """One course directory; every path, id and exchange is what nbgrader_config.py makes it."""

    def __init__(self, folder: Path) -> None:
        if not folder.is_dir():
            raise UserError(
                f"{folder} is no folder: name the nbgrader course directory, the one with "
                "nbgrader_config.py in it."
            )
        _find_alembic()
        app = NbGrader()
        # The configuration of the folder somebody happens to stand in has no say.
        app.load_cwd_config = False
        app.log.setLevel(logging.ERROR)
        app.initialize([], root=str(folder.resolve()))
        app.log.setLevel(logging.ERROR)
        if "code_stub" not in app.config.ClearSolutions:
            app.config.ClearSolutions.code_stub = CODE_STUB
        self.app = app
        self.coursedir = app.coursedir
        self.root = Path(self.coursedir.root)
        self.course_id: str = self.coursedir.course_id

    @property
    def permissions(self) -> int:
        """The mode of what nbgrader writes for instructors."""
        return 0o664 if self.coursedir.groupshared else 0o444

    def path(self, step: Step, student: str, slug: str) -> Path:
        """The folder of an assignment at a step; the student is "." where there is none."""
        name = getattr(self.coursedir, f"{step}_directory")
        return Path(self.coursedir.format_path(name, student, slug))

    def students(self, slug: str) -> list[str]:
        """Who has a folder for the assignment in submitted/, by name."""
        pattern = self.path("submitted", "*", slug)
        named = re.compile(
            self.coursedir.format_path(
                self.coursedir.submitted_directory, "(?P<student>[^/]+)", slug, escape=True
            )
        )
        folders = Path(pattern.anchor).glob(str(pattern.relative_to(pattern.anchor)))
        found = (named.fullmatch(str(folder)) for folder in folders if folder.is_dir())
        return sorted(match["student"] for match in found if match)

    @contextmanager
    def gradebook(self) -> Iterator[Any]:
        """The `Gradebook` of nbgrader, open; UserError when it cannot be used."""
        try:
            with Gradebook(self.coursedir.db_url, self.course_id) as book:
                yield book
        except SQLAlchemyError as error:
            why = str(getattr(error, "orig", None) or error).splitlines()[0]
            raise UserError(
                f"The gradebook {self.coursedir.db_url} cannot be used: {why}. If another program "
                "has it open, run the same command again; if an older nbgrader wrote it, make a "
                "copy and run `nbgrader db upgrade`."
            ) from error

    def run(self, what: str, operation: Callable[[NbGraderAPI], dict[str, Any]]) -> str:
        """Run one of nbgrader's operations; its log, or UserError with the end of it."""
        handlers, self.app.log.handlers = self.app.log.handlers, []
        # A log that nobody handles is printed by a handler of last resort.
        self.app.log.addHandler(logging.NullHandler())
        try:
            api = NbGraderAPI(coursedir=self.coursedir, parent=self.app)
            self.app.log.setLevel(logging.INFO)
            done = operation(api)
        finally:
            self.app.log.handlers = handlers
            self.app.log.setLevel(logging.ERROR)
        log = str(done.get("log", ""))
        if not done["success"]:
            raise UserError(f"nbgrader could not {what}:\n  {_reason(log, str(done['error']))}")
        return log


def _reason(log: str, error: str) -> str:
    """What nbgrader itself says, without tracebacks."""
    said = [line for line in log.splitlines() if re.match(r"\[(?:ERROR|CRITICAL)\] ", line)]
    last = error.strip().splitlines()[-1:]
    lines = [line.partition("] ")[2] for line in said if "Traceback" not in line]
    shown = [line for line in lines if "the above traceback" not in line] + last
    return "\n  ".join(dict.fromkeys(shown))


def _find_alembic() -> None:
    """Make the command `alembic` visible: nbgrader starts it by name for a new gradebook."""
    here = str(Path(sys.executable).parent)
    if here not in os.environ.get("PATH", "").split(os.pathsep):
        os.environ["PATH"] = os.pathsep.join([os.environ.get("PATH", os.defpath), here])
