"""The first command of the README, where nothing is installed yet."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.mark.soak
def test_make_demo_in_a_fresh_clone(tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)
    environment = {name: text for name, text in os.environ.items() if name != "VIRTUAL_ENV"}
    environment["COLUMNS"] = "200"  # a pipe counts as 80, in which names are cut
    demo = subprocess.run(
        ["make", "demo"], cwd=clone, env=environment, capture_output=True, text=True, check=False
    )
    assert demo.returncode == 0, demo.stderr
    students = {folder.name for folder in (ROOT / "data" / "sample_class").iterdir()}
    assert students <= {page.parent.name for page in clone.glob("out/demo/feedback/*/*.md")}
    assert all(student in demo.stdout for student in students)
