"""The two kinds of user a grader runs as, and an arena for each of them."""

from __future__ import annotations

import functools
import glob
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from collections.abc import Iterator
from dataclasses import dataclass
from dataclasses import field
from pathlib import Path

import pytest

from autograder.isolation import Capabilities
from autograder.isolation import Level

REPOSITORY = Path(__file__).parents[2]
USER = 4000
SYSTEM_PYTHON = "/usr/bin/python3"
NEEDED = ("numpy", "msgpack")


@dataclass
class Identity:
    """A user, how to start Python as that user, and a folder that belongs to it."""

    name: str
    command: list[str]
    folder: Path
    outcomes: dict[str, dict[str, str]] = field(default_factory=dict)

    def python(self, *arguments: str) -> str:
        """Standard output of a Python program run as this user."""
        environment = {"PYTHONPATH": str(REPOSITORY), "PATH": os.environ["PATH"]}
        run = subprocess.run(
            [*self.command, *arguments],
            check=False,
            env=environment,
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert run.returncode == 0, run.stderr
        return run.stdout

    @functools.cached_property
    def capabilities(self) -> Capabilities:
        program = (
            "import json; from autograder.isolation import probe; p = probe();"
            "print(json.dumps([p.level.value, {k.value: v for k, v in p.gaps.items()}]))"
        )
        level, gaps = json.loads(self.python("-c", program))
        return Capabilities(Level(level), {Level(name): reason for name, reason in gaps.items()})

    def need(self, level: Level) -> None:
        """Skip where the machine lacks `level`, unless GRADE_REQUIRE_LEVEL demands it."""
        demanded = os.environ.get("GRADE_REQUIRE_LEVEL")
        gap = self.capabilities.gaps.get(level)
        if gap and not (demanded and Level.parse(demanded) >= level):
            pytest.skip(f"{level.value} does not work here: {gap}")

    def make_folder(self, *parts: str) -> Path:
        """A new folder of this user, with `parts` in it."""
        folder = Path(tempfile.mkdtemp(dir=self.folder))
        folder.chmod(0o755)
        for part in parts:
            (folder / part).mkdir()
            self._give(folder / part)
        self._give(folder)
        return folder

    def _give(self, path: Path) -> None:
        if self.name == "user" and os.geteuid() == 0:
            os.chown(path, USER, USER)

    def arena(self, level: str) -> dict[str, str]:
        """What came of every act of the arena at `level`; played once."""
        if level not in self.outcomes:
            folder = self.make_folder("submission", "scratch", "sibling")
            (folder / "sibling" / "answer.py").write_text("answer = 42\n")
            self._give(folder / "sibling" / "answer.py")
            script = str(REPOSITORY / "tests" / "isolation" / "arena.py")
            self.outcomes[level] = json.loads(self.python(script, level, str(folder)))
        return self.outcomes[level]


@pytest.fixture(scope="session", params=["root", "user"])
def identity(request: pytest.FixtureRequest) -> Iterator[Identity]:
    if sys.platform != "linux":
        pytest.skip("the lock-down needs Linux")
    with tempfile.TemporaryDirectory(prefix="grade-test-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        if request.param == "root":
            if os.geteuid() != 0:
                pytest.skip("not run as root")
            yield Identity("root", [sys.executable], folder)
        elif os.geteuid() != 0:
            yield Identity("user", [sys.executable], folder)
        else:
            yield Identity("user", _as_user(folder), folder)


def _as_user(folder: Path) -> list[str]:
    """How root starts a Python, with what the arena imports, as an ordinary user."""
    # setpriv itself keeps root's right to look anywhere until it executes; env has lost it.
    prefix = ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups", "env"]
    import_all = f"import {', '.join(NEEDED)}"
    attempts: list[Callable[[], str]] = [lambda: sys.executable, lambda: _environment(folder)]
    for attempt in attempts:
        command = [*prefix, attempt()]
        tried = subprocess.run([*command, "-c", import_all], check=False, capture_output=True)
        if tried.returncode == 0:
            return command
    pytest.skip(f"neither {sys.executable} nor {SYSTEM_PYTHON} runs for an ordinary user")


def _environment(folder: Path) -> str:
    """A virtual environment of the system's Python with links to the libraries installed here."""
    target = folder / "environment"
    subprocess.run([SYSTEM_PYTHON, "-m", "venv", "--without-pip", target], check=True)
    (packages,) = target.glob("lib/python3.*/site-packages")
    import numpy as np

    installed = Path(np.__file__).parents[1]
    for library in NEEDED:
        for entry in glob.glob(f"{installed}/{library}*"):
            (packages / Path(entry).name).symlink_to(entry)
    return str(target / "bin" / "python")
