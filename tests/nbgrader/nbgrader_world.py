"""A course of ours, a course directory of nbgrader, an exchange, and students with accounts."""

from __future__ import annotations

import json
import os
import pwd
import subprocess
import sys
from collections.abc import Callable
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.nbgrader.course_files import write_course

BIN = Path(sys.executable).parent
GRADE = [sys.executable, "-c", "from autograder.cli import main; main()"]
CONFIG = """\
c = get_config()
c.CourseDirectory.course_id = "nn101"
c.Exchange.root = "{exchange}"
"""


@dataclass
class World:
    """One machine: `root` holds our course, the course directory of nbgrader and the exchange."""

    root: Path

    @classmethod
    def make(cls, root: Path) -> World:
        """With an empty course directory and its configuration."""
        world = cls.bare(root)
        world.nb.mkdir()
        world.exchange.mkdir()
        world.exchange.chmod(0o777)
        config = CONFIG.format(exchange=world.exchange)
        (world.nb / "nbgrader_config.py").write_text(config)
        return world

    @classmethod
    def bare(cls, root: Path) -> World:
        """With our course alone."""
        root.mkdir(parents=True, exist_ok=True)
        root.chmod(0o755)
        world = cls(root)
        write_course(world.course)
        world.course.chmod(0o700)
        return world

    @property
    def course(self) -> Path:
        return self.root / "course"

    @property
    def nb(self) -> Path:
        return self.root / "nn101"

    @property
    def exchange(self) -> Path:
        return self.root / "exchange"

    def grade(self, *arguments: str, status: int = 0) -> str:
        """`grade` of the instructor, standing in our course."""
        return run([*GRADE, *arguments], self.course, status=status)

    def nbgrader(self, *arguments: str, status: int = 0) -> str:
        """`nbgrader` of the instructor, standing in the course directory."""
        return run([sys.executable, "-m", "nbgrader", *arguments], self.nb, status=status)

    def released(self) -> dict[str, Any]:
        text = (self.nb / "release/nn/nn.ipynb").read_text()
        notebook: dict[str, Any] = json.loads(text)
        return notebook

    def hand_in(self, student: str, notebook: dict[str, Any] | str, name: str = "nn.ipynb") -> Path:
        """Put a notebook into submitted/ as collect does."""
        folder = self.nb / "submitted" / student / "nn"
        folder.mkdir(parents=True, exist_ok=True)
        text = notebook if isinstance(notebook, str) else json.dumps(notebook)
        (folder / name).write_text(text)
        (folder / "timestamp.txt").write_text("2026-05-01 10:00:00.123456 UTC")
        (folder / "submission_secret.txt").write_text(f"secret of {student}")
        return folder

    def scores(self) -> dict[str, float]:
        """Student -> score of `nn` in the gradebook."""
        with self.gradebook() as book:
            return {s.student.id: s.score for s in book.assignment_submissions("nn")}

    def gradebook(self) -> Any:
        from nbgrader.api import Gradebook

        return Gradebook(f"sqlite:///{self.nb}/gradebook.db", "nn101")


@dataclass(frozen=True)
class Student:
    """An account of this machine with a folder of its own."""

    name: str
    home: Path
    command: list[str]

    def bash(self, commands: str) -> str:
        """Commands in the student's folder; `nbgrader` is found there."""
        script = f"PATH={self.home}:$PATH\n{commands}"
        return run([*self.command, "bash", "-euc", script], self.home)


def students(world: World, python: Path, count: int) -> list[Student]:
    """The first ordinary accounts of the machine, each with an nbgrader_config.py."""
    accounts = [account for account in pwd.getpwall() if account.pw_uid != 0][:count]
    made = []
    for account in accounts:
        home = world.root / "homes" / account.pw_name
        jupyter = home / ".jupyter"
        jupyter.mkdir(parents=True)
        (jupyter / "nbgrader_config.py").write_text(CONFIG.format(exchange=world.exchange))
        program = home / "nbgrader"
        program.write_text(f'#!/bin/sh\nexec {python} -m nbgrader "$@"\n')
        program.chmod(0o755)
        for path in (home, jupyter, jupyter / "nbgrader_config.py"):
            os.chown(path, account.pw_uid, account.pw_gid)
        command = become(account.pw_uid, account.pw_gid)
        made.append(Student(account.pw_name, home, command))
    return made


def become(uid: int, gid: int) -> list[str]:
    return ["setpriv", f"--reuid={uid}", f"--regid={gid}", "--clear-groups", "env"]


def run(command: list[str], folder: Path, *, status: int = 0) -> str:
    """All that a command says, after a check of its exit status."""
    done = subprocess.run(
        command,
        check=False,
        cwd=folder,
        env=environment(folder),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=300,
    )
    assert done.returncode == status, f"{command} ended with {done.returncode}:\n{done.stdout}"
    return done.stdout


def environment(home: Path) -> dict[str, str]:
    """What a command finds: a home of its own, and `grade` and `nbgrader` on its path."""
    path = f"{BIN}{os.pathsep}{os.environ['PATH']}"
    return {"HOME": str(home), "PATH": path, "LANG": "C.UTF-8", "PYTHONWARNINGS": "ignore"}


def at_once(tasks: Iterable[Callable[[], object]]) -> None:
    """Run tasks two at a time: each is a process that mostly imports."""
    with ThreadPoolExecutor(2) as pool:
        for done in [pool.submit(task) for task in tasks]:
            done.result()


def cell(notebook: dict[str, Any], grade_id: str) -> dict[str, Any]:
    """The cell of that name."""
    found: dict[str, Any] = next(
        c
        for c in notebook["cells"]
        if c["metadata"].get("nbgrader", {}).get("grade_id") == grade_id
    )
    return found


def answer(notebook: dict[str, Any], answers: dict[str, str]) -> dict[str, Any]:
    """The released notebook with bodies of functions filled in; changes and returns it."""
    for name, body in answers.items():
        one = cell(notebook, f"nn-{name}")
        indented = body.replace("\n", "\n    ")
        text = "".join(one["source"])
        one["source"] = text.replace("raise NotImplementedError", indented)
    return notebook
