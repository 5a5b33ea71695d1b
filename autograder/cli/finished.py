"""What the commands share that come after a run: its folder, as a class book."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import click

from autograder.course.course import Course
from autograder.errors import UserError
from autograder.grading.class_book import ClassBook
from autograder.grading.class_book import class_book
from autograder.grading.store import DATABASE
from autograder.grading.store import Store
from autograder.grading.store import running_on


def finished_book(course: Course, out: Path) -> ClassBook:
    """The class in the output folder of a run, under the present rules of the course."""
    if not (out / DATABASE).is_file():
        raise UserError(f"{out} holds no {DATABASE}: name the folder of a `grade run` by --out.")
    if pid := running_on(out):
        click.echo(
            f"! A `grade run` (pid {pid}) is at work on {out}: what it has not graded yet is "
            "missing here. Repeat this command when it is done.",
            err=True,
        )
    store = Store(out)
    try:
        return class_book(course, store.all(), unmatched=store.unmatched())
    finally:
        store.close()


def need_report_extra() -> None:
    """A sentence instead of a traceback when the optional libraries are not installed."""
    missing = [name for name in ("pandas", "jinja2") if importlib.util.find_spec(name) is None]
    if missing:
        raise UserError(
            f"{' and '.join(missing)} not installed: python -m pip install 'autograder[report]'"
        )
