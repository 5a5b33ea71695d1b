"""Watch mode in a real terminal: saves in every way an editor saves, and one-key actions."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.student.conftest import Kit

_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)")
_PATIENCE = 90.0


class Terminal:
    """`grade` alone, in a pseudo-terminal; `screen` is what it drew since it last cleared."""

    def __init__(self, folder: Path) -> None:
        ours, theirs = pty.openpty()
        self._fd = ours
        self._process = subprocess.Popen(
            [sys.executable, "-m", "autograder"],
            cwd=folder,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={**os.environ, "TERM": "xterm", "COLUMNS": "100", "LINES": "40"},
        )
        os.close(theirs)
        self._drawn = ""

    def press(self, key: str) -> None:
        os.write(self._fd, key.encode())

    def wait_for(self, text: str) -> str:
        """The screen, once `text` is on it."""
        end = time.monotonic() + _PATIENCE
        while time.monotonic() < end:
            if text in self._screen():
                return self._screen()
            if select.select([self._fd], [], [], 0.2)[0]:
                self._drawn += os.read(self._fd, 1 << 16).decode("utf-8", "replace")
        pytest.fail(f"{text!r} did not appear; the screen shows:\n{self._screen()}")

    def forget(self) -> None:
        """What comes next is not mistaken for what is there."""
        self._drawn = ""

    def end(self) -> int:
        try:
            return self._process.wait(_PATIENCE)
        finally:
            self._process.kill()
            os.close(self._fd)

    def _screen(self) -> str:
        return _ESCAPES.sub("", self._drawn.rpartition("\x1b[2J")[2]).replace("\r", "")


@pytest.fixture
def terminal(kit: Kit) -> Iterator[Terminal]:
    running = Terminal(kit.root)
    yield running
    running.press("q")
    assert running.end() == 0


def test_save_after_save(kit: Kit, terminal: Terminal) -> None:
    terminal.wait_for("Next: double")
    assert "0/2" in terminal.wait_for("n next")

    terminal.forget()
    kit.solve("return 2 * abs(x)")
    terminal.wait_for("An array.")

    terminal.forget()
    kit.file().write_text("def double(x:\n")
    terminal.wait_for("Python cannot read line 1")

    # an editor that saves by rename
    terminal.forget()
    fresh = kit.file().with_suffix(".tmp")
    fresh.write_text("def double(x):\n    return 2 * x\n")
    fresh.replace(kit.file())
    shown = terminal.wait_for("Exercise done!")
    assert "1/2" in shown

    # solved: it stays here until n is pressed
    terminal.forget()
    terminal.press("n")
    terminal.wait_for("Next: triple")


def test_two_saves_at_once_show_the_last(kit: Kit, terminal: Terminal) -> None:
    terminal.wait_for("Next: double")
    terminal.forget()
    kit.file().write_text("def double(x):\n    return 5\n")
    time.sleep(0.15)
    kit.file().write_text("def double(x):\n    return 2 * x\n")
    terminal.wait_for("All visible tests pass")


def test_a_deleted_file_can_be_brought_back(kit: Kit, terminal: Terminal) -> None:
    terminal.wait_for("Next: double")
    terminal.forget()
    kit.file().unlink()
    terminal.wait_for("is not there")
    terminal.forget()
    terminal.press("r")
    terminal.wait_for("Press r again")
    terminal.press("r")
    terminal.wait_for("Next: double")
    assert kit.file().is_file()


def test_hints_and_the_list(kit: Kit, terminal: Terminal) -> None:
    terminal.wait_for("Next: double")
    terminal.press("h")
    terminal.wait_for("Try first")
    kit.solve("return x")
    terminal.wait_for("expected 6, found 3")
    terminal.press("h")
    terminal.wait_for("Hint 1: Look at the sign.")
    terminal.press("l")
    shown = terminal.wait_for("triple")
    assert "double" in shown
