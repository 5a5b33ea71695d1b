"""What commands share that work in an nbgrader course directory."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING
from typing import Any

import click

from autograder.errors import UserError

if TYPE_CHECKING:
    from autograder.course.course import Course
    from autograder.nbgrader.run import NbgraderClass
    from autograder.nbgrader.workspace import Workspace


def nbgrader_option(text: str, *, required: bool = False) -> Callable[[Any], Any]:
    """The option --nbgrader COURSE_DIR; `text` says what the command does with it."""
    return click.option(
        "--nbgrader",
        "course_dir",
        metavar="COURSE_DIR",
        type=click.Path(path_type=Path),
        required=required,
        help=text,
    )


def workspace_of(folder: Path) -> Workspace:
    """The nbgrader course directory, opened; UserError where nbgrader is not installed."""
    try:
        from autograder.nbgrader.workspace import Workspace
    except ModuleNotFoundError as error:
        raise UserError(
            f"--nbgrader needs {error.name}, which is not installed: "
            "pip install 'autograder[nbgrader]'"
        ) from error
    return Workspace(folder)


def nbgrader_class(course: Course, folder: Path, slugs: tuple[str, ...]) -> NbgraderClass:
    """What is in submitted/ of a course directory, ready to be graded and recorded."""
    workspace = workspace_of(folder)
    from autograder.nbgrader.run import NbgraderClass

    return NbgraderClass(course, workspace, slugs)
