"""What docs/architecture.md says of imports."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "autograder"


def _imported(folder: Path) -> set[str]:
    """Parts of our own package that the modules of a folder import, at any depth."""
    trees = [ast.parse(file.read_text("utf-8")) for file in folder.glob("*.py")]
    names = {
        node.module or ""
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
    }
    return {name.split(".")[1] for name in names if name.startswith("autograder.")}


@pytest.mark.parametrize("foundation", ["checks", "wire", "isolation"])
def test_a_foundation_stands_alone(foundation: str) -> None:
    assert _imported(PACKAGE / foundation) <= {foundation, "errors", "limits"}


@pytest.mark.parametrize("command", ["listing", "new", "explain"])
def test_a_light_command_imports_no_heavy_library(command: str) -> None:
    script = (
        f"import sys; import autograder.cli.main, autograder.cli.{command}; "
        "print({'numpy', 'pytest', 'torch', 'pandas', 'nbformat'} & set(sys.modules))"
    )
    heavy = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert heavy.stdout.strip() == "set()"
