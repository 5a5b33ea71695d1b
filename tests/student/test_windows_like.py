"""The students' commands without what Windows lacks, in `grade` and in the child it starts.

A real Windows is still something else: its console, its paths and its process handling
are not here.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.student.conftest import Kit

SITE = Path(__file__).parent / "windows_like"
PROBE = """
import os, select, signal, sys
for name in ("fcntl", "pwd", "resource", "termios"):
    try:
        __import__(name)
    except ImportError:
        continue
    print(name)
print([n for n in ("fork", "O_NOFOLLOW") if hasattr(os, n)], hasattr(signal, "SIGALRM"))
print(open(os.devnull).encoding, sys.stdout.encoding)
with open("held", "w"):
    for change in (os.unlink, lambda path: os.replace(path, "other")):
        try:
            change("held")
        except PermissionError:
            continue
        print(change)
"""
KEYS = """
import sys, types
keys = list("xN")
sys.modules["msvcrt"] = types.SimpleNamespace(kbhit=lambda: bool(keys), getwch=lambda: keys.pop())
sys.platform = "win32"
from autograder.student.keys import Keys
with Keys() as pressed:
    print(repr(pressed.read(0.1) + pressed.read(0.1) + pressed.read(0.1)))
"""


@pytest.fixture
def windows(make_kit: Callable[..., Kit]) -> Kit:
    """A kit as git or an archive tool of Windows would write it: CRLF in every text file."""
    kit = make_kit("Kurs für José")
    for file in kit.root.rglob("*"):
        if file.suffix in {".py", ".md", ".toml", ".txt", ".ipynb"}:
            file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    return kit


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(SITE), "PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0"}


def python(code: str, folder: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env=environment(),
        capture_output=True,
        check=False,
    )
    return done.stdout.decode("cp1252") + done.stderr.decode("cp1252")


def grade(kit: Kit, *arguments: str, status: int = 0) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "autograder", *arguments],
        cwd=kit.root,
        env=environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=240,
    )
    said = done.stdout.decode("cp1252") + done.stderr.decode("cp1252")
    assert done.returncode == status, said
    assert "Traceback" not in said
    return said


def test_the_surroundings_are_not_posix(tmp_path: Path) -> None:
    assert python(PROBE, tmp_path).split("\n") == ["[] False", "cp1252 cp1252", ""]


def test_a_whole_exercise(windows: Kit) -> None:
    assert "untouched" in grade(windows, "list")
    assert "double.py" in grade(windows, "start", "double")
    assert "not attempted" in grade(windows, "check", status=1)
    assert "Try first" in grade(windows, "hint", status=1)

    windows.solve("return 2 * abs(x)  # größer")
    assert "Look at the sign" in grade(windows, "hint")
    shown = grade(windows, "check", "assignments\\double\\double.py", status=1)
    assert "Next: double: An array." in shown
    assert "> [1]" in shown

    windows.solve("return 2 * x")
    shown = grade(windows, "check", "double")
    assert "+ double" in shown  # the tick is not in cp1252
    assert "1/2" in shown
    assert re.search(r"\+[ |]+double", grade(windows, "list"))


def test_submit_and_reset(windows: Kit) -> None:
    grade(windows, "start", "double")
    given = windows.file().read_bytes()
    windows.solve("return 2 * x")
    grade(windows, "submit", "double")
    grade(windows, "submit", "double")  # over the first one
    with zipfile.ZipFile(windows.root / "to-hand-in" / "double.zip") as packed:
        assert packed.namelist() == ["double/double.py"]
    assert "double.py" in grade(windows, "reset", "double")
    assert windows.file().read_bytes() == given


def test_an_endless_loop_ends_without_timers(windows: Kit) -> None:
    windows.solve("while True: pass")
    code = (
        "import sys; from autograder.student import checking; checking.LIMIT_SECONDS = 8.0; "
        "from autograder.cli.main import main; main(['check', 'double'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=windows.root,
        env=environment(),
        capture_output=True,
        check=False,
    )
    assert "is there an endless loop?" in " ".join(done.stdout.decode("cp1252").split())


def test_single_keys_come_from_the_console(tmp_path: Path) -> None:
    assert python(KEYS, tmp_path).strip() == "'nx'"
