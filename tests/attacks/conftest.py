"""A Python with the whole engine for each kind of user that grades."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.isolation.conftest import REPOSITORY
from tests.isolation.conftest import SYSTEM_PYTHON
from tests.isolation.conftest import USER
from tests.isolation.conftest import Identity

# What a grader imports for a suite with numpy.
_PACKAGES = (
    *("numpy", "msgpack", "pytest", "_pytest", "py.py"),
    *("pluggy", "iniconfig", "packaging", "pygments"),
)
_AS_USER = ("setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups", "env")


class Grader(Identity):
    """A user who grades."""

    def play(self, program: str, level: str) -> Any:
        """What a program of this folder prints."""
        return play(self.command, program, level, self.make_folder())


def play(command: list[str], program: str, level: str, folder: Path) -> Any:
    """The JSON a program of this folder prints, started with a secret in its environment."""
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(REPOSITORY),
        "PYTHONDONTWRITEBYTECODE": "1",
        "GRADE_TEST_SECRET": "42",
    }
    run = subprocess.run(
        [*command, str(Path(__file__).with_name(program)), level, str(folder)],
        check=False,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert run.returncode == 0, run.stderr[-4000:]
    return json.loads(run.stdout)


@pytest.fixture(scope="session", params=["root", "user"])
def grader(request: pytest.FixtureRequest) -> Iterator[Grader]:
    if sys.platform != "linux":
        pytest.skip("the lock-down needs Linux")
    with tempfile.TemporaryDirectory(prefix="grade-test-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        if (request.param == "root") != (os.geteuid() == 0) and request.param == "root":
            pytest.skip("not run as root")
        if request.param == "user" and os.geteuid() == 0:
            yield Grader("user", [*_AS_USER, _python_for_the_user(folder)], folder)
        else:
            yield Grader(request.param, [sys.executable], folder)


def _python_for_the_user(folder: Path) -> str:
    """This Python, or the system's with links to the packages installed for this one."""
    code = "import autograder.engine.suite_server"
    tried = subprocess.run(
        [*_AS_USER, sys.executable, "-c", code], check=False, capture_output=True
    )
    if tried.returncode == 0:
        return sys.executable
    target = folder / "environment"
    subprocess.run([SYSTEM_PYTHON, "-m", "venv", "--without-pip", target], check=True)
    (packages,) = target.glob("lib/python3.*/site-packages")
    import numpy as np

    installed = Path(np.__file__).parents[1]
    for entry in (e for package in _PACKAGES for e in installed.glob(f"{package}*")):
        (packages / entry.name).symlink_to(entry)
    (packages / "autograder.pth").write_text(f"{REPOSITORY}\n")
    python = str(target / "bin" / "python")
    tried = subprocess.run([*_AS_USER, python, "-c", code], check=False, capture_output=True)
    if tried.returncode:
        pytest.skip(f"neither {sys.executable} nor {SYSTEM_PYTHON} runs for an ordinary user")
    return python
