"""docs/explore.ipynb runs on the sample class, and is kept without outputs."""

from __future__ import annotations

from pathlib import Path

import nbformat
from nbclient import NotebookClient

import autograder
from tests.reports.browser import ROOT

NOTEBOOK = ROOT / "docs" / "explore.ipynb"


def test_the_notebook_runs(sample: Path, tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "demo").symlink_to(sample)
    notebook = nbformat.read(NOTEBOOK, as_version=4)  # type: ignore[no-untyped-call]
    client = NotebookClient(
        notebook, timeout=120, resources={"metadata": {"path": str(tmp_path / "docs")}}
    )
    client.execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    assert sum("image/png" in output.get("data", {}) for output in outputs) == 2
    assert not any(output.output_type == "error" for output in outputs)
    text = str(outputs)
    names = autograder.load_results(sample)["misconception"].cat.categories
    assert sum(name in text for name in names) == min(10, len(names))
    assert "too few students to say" in text


def test_it_is_kept_without_outputs() -> None:
    notebook = nbformat.read(NOTEBOOK, as_version=4)  # type: ignore[no-untyped-call]
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert all(cell.outputs == [] and cell.execution_count is None for cell in code)
