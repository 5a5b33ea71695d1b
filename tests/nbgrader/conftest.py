"""One released world a test session where that is enough; a new one where a test changes it."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("nbgrader")

from tests.nbgrader.nbgrader_world import World
from tests.nbgrader.nbgrader_world import become

SYSTEM_PYTHON = Path("/usr/bin/python3")
NOBODY = 65534


@pytest.fixture(scope="session")
def released_world(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A world after `grade release`; only to be copied."""
    world = World.make(tmp_path_factory.mktemp("released"))
    world.grade("release", "--nbgrader", str(world.nb))
    return world


@pytest.fixture
def world(released_world: World, tmp_path: Path) -> World:
    """A world of the test's own, released."""
    world = World.make(tmp_path / "world")
    for name in ("source", "release"):
        subprocess.run(["cp", "-r", released_world.nb / name, world.nb], check=True)
    subprocess.run(["cp", released_world.nb / "gradebook.db", world.nb], check=True)
    (world.nb / ".grade-course").write_text(f"{world.course}\n")
    return world


@pytest.fixture(scope="session")
def students_python() -> Iterator[Path]:
    """A Python with nbgrader that any account of the machine can start."""
    if os.geteuid() != 0:
        pytest.skip("only root can act as other accounts")
    with tempfile.TemporaryDirectory(prefix="grade-test-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        for python in (Path(sys.executable), _environment(folder)):
            command = [*become(NOBODY, NOBODY), str(python), "-c", "import nbgrader"]
            if subprocess.run(command, check=False, capture_output=True, cwd="/").returncode == 0:
                yield python
                return
        pytest.skip(f"neither {sys.executable} nor {SYSTEM_PYTHON} runs for another account")


def _environment(folder: Path) -> Path:
    """A virtual environment of the system's Python that sees the packages installed here."""
    import nbgrader

    target = folder / "environment"
    subprocess.run([SYSTEM_PYTHON, "-m", "venv", "--without-pip", target], check=True)
    (packages,) = target.glob("lib/python3.*/site-packages")
    (packages / "installed.pth").write_text(f"{Path(nbgrader.__file__).parents[1]}\n")
    return target / "bin" / "python"
