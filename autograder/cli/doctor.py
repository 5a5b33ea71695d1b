"""`grade doctor`: what this machine can do, and what is missing."""

from __future__ import annotations

import importlib.metadata
import platform
from pathlib import Path

import click
from rich.console import Console
from rich.markup import escape

from autograder.course.course import Course
from autograder.errors import AutograderError
from autograder.isolation import Level
from autograder.isolation import probe

_PACKAGES = ("numpy", "pytest", "torch", "nbgrader", "pandas")


@click.command()
@click.pass_obj
def command(course_folder: Path | None) -> int:
    """Try every isolation level in throw-away processes; look at Python, packages, course.

    \b
    grade doctor
    """
    console = Console(highlight=False, soft_wrap=True)
    console.print(f"Python {platform.python_version()} on {platform.system()} {platform.release()}")
    for name in _PACKAGES:
        console.print(f"{name} {_version(name)}")
    found = probe()
    console.print(f"Isolation: [bold]{found.level.value}[/] is the strongest level here")
    for level in (Level.SEALED, Level.LOCKED, Level.PROCESS):
        gap = found.gaps.get(level)
        said = f"[red]no[/]: {escape(gap)}" if gap else "[green]works[/]"
        console.print(f"  {level.value:8} {said}")
    return _course(console, course_folder)


def _course(console: Console, folder: Path | None) -> int:
    try:
        course = Course.load(folder) if folder else Course.find()
        count = len(course.assignments)
        problems = course.dangling()
    except AutograderError as error:
        console.print(f"Course: [red]{escape(str(error))}[/]")
        return 1
    console.print(
        f"Course: {escape(course.title)}, {count} assignments, {escape(str(course.root))}"
    )
    for problem in problems:
        console.print(f"  [red]{escape(problem)}[/]")
    return 1 if problems else 0


def _version(name: str) -> str:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return "is not installed"
