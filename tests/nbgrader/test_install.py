"""From an empty machine: what docs/nbgrader.md installs is enough for what follows there."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from autograder.cli.nbgrader import workspace_of
from autograder.errors import UserError
from tests.nbgrader.instructions import Page

REPOSITORY = Path(__file__).parents[2]
SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin"


@pytest.mark.soak
def test_a_fresh_environment_has_both_commands(tmp_path: Path) -> None:
    subprocess.run(["git", "clone", "--quiet", REPOSITORY, tmp_path / "course"], check=True)
    (install,) = Page.read().commands("Install")
    script = f"{install}\ngrade --version\nnbgrader --version\ngrade collect --help"
    done = subprocess.run(
        ["bash", "-euc", script],
        check=False,
        cwd=tmp_path,
        env={"HOME": str(tmp_path), "PATH": SYSTEM_PATH},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "0.9." in done.stdout


@pytest.mark.soak
def test_a_students_environment_imports_what_notebooks_import(tmp_path: Path) -> None:
    subprocess.run(["git", "clone", "--quiet", REPOSITORY, tmp_path / "course"], check=True)
    make, install = Page.read().commands("Install for students")
    wheels = tmp_path / "wheels"
    script = f"""
python3 -m venv ~/students
PATH=~/students/bin:$PATH
{make}
cd ~
{install}
python -c 'import autograder.checks; print(autograder.__file__)'
nbgrader --version
""".replace("/srv/nbgrader", str(wheels))
    done = subprocess.run(
        ["bash", "-euc", script],
        check=False,
        cwd=tmp_path,
        env={"HOME": str(tmp_path), "PATH": SYSTEM_PATH},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert f"{tmp_path}/students/lib" in done.stdout
    (wheel,) = wheels.iterdir()
    with zipfile.ZipFile(wheel) as packed:
        assert not any("solutions" in name for name in packed.namelist())


def test_without_nbgrader_the_option_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "autograder.nbgrader.workspace", raising=False)
    monkeypatch.setitem(sys.modules, "nbgrader.api", None)
    with pytest.raises(UserError, match=r"pip install 'autograder\[nbgrader\]'"):
        workspace_of(tmp_path)
