"""Every command in the documentation, run as a reader would: in order, in a copy of the course.

A fenced block of kind `console` holds commands after `$ `; what follows a command is for the
reader. A block whose kind is followed by a path is written to that path, so a page can build up
what its commands work on.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ELSEWHERE = {
    "nbgrader.md"
}  # needs an environment of nbgrader's own: tests/nbgrader plays its round
PAGES = [
    page
    for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(ROOT.glob("docs/*.md")))
    if page.name not in ELSEWHERE
]
COURSE = ["course.toml", "solutions", "assignments", "data"]

NOT_RUN = {
    "make lint": "installs a virtual environment; `make test` begins with it",
    ".venv/bin/pre-commit install": "changes the repository it is run in",
    "PIP_EXTRA_INDEX_URL=https://download.pytorch.org/whl/cpu make lint": "needs the network",
}
STATUS = {
    "grade verify layer_norm      # lists what is left to write": {1},
    "grade verify softmax      # lists what is left to write": {1},
    "grade check output_size": {1},  # nothing is written yet
    "grade doctor": {0, 1},  # 1 where something is missing, which is the machine's affair
}
_FENCE = re.compile(r"^```(\w*)(?: (\S+))?\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_COMMAND = re.compile(
    r"^(?:\$ )?((?:\w+=\S+ )*(?:\.venv/bin/\S+|grade|make|pytest|pip|git|python3?)\b.*)$"
)


@dataclass(frozen=True)
class Block:
    """One fenced block."""

    kind: str
    path: str
    text: str

    @property
    def commands(self) -> list[str]:
        if self.kind != "console":
            return []
        return [line[2:] for line in self.text.splitlines() if line.startswith("$ ")]


def _blocks(page: Path) -> list[Block]:
    return [Block(*found) for found in _FENCE.findall(page.read_text("utf-8"))]


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A copy of the course, without the grader's own source."""
    folder = tmp_path / "course"
    folder.mkdir()
    for name in COURSE:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy2
        copy(ROOT / name, folder / name)
    return folder


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_commands_of_a_page_work(page: Path, place: Path) -> None:
    for block in _blocks(page):
        if block.path:
            target = place / block.path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(block.text, "utf-8")
        for command in block.commands:
            if command not in NOT_RUN:
                place = _run(command, place)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_command_hides_in_another_kind_of_block(page: Path) -> None:
    elsewhere = [block for block in _blocks(page) if block.kind in ("", "sh", "bash", "shell")]
    found = [
        match[1]
        for block in elsewhere
        for line in block.text.splitlines()
        if (match := _COMMAND.match(line))
    ]
    assert found == [], "write it in a console block, after `$ `"


def test_what_is_not_run_is_still_documented() -> None:
    commands = set(_all_commands())
    assert set(NOT_RUN) | set(STATUS) <= commands


def _all_commands() -> Iterator[str]:
    for page in PAGES:
        for block in _blocks(page):
            yield from block.commands


def _run(command: str, folder: Path) -> Path:
    """Run one command line; returns the folder it leaves the reader in."""
    tools = Path(sys.executable).parent
    done = subprocess.run(
        ["bash", "-c", f"{command}\nstatus=$?; echo; pwd; exit $status"],
        cwd=folder,
        env={**os.environ, "PATH": f"{shlex.quote(str(tools))}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )
    expected = STATUS.get(command, {0})
    assert done.returncode in expected, f"$ {command}\n{done.stdout}\n{done.stderr}"
    return Path(done.stdout.rstrip().splitlines()[-1])
