"""An exercise is there as a script and as a notebook: what is taken is what holds work."""

from __future__ import annotations

import json
import zipfile

from tests.student.conftest import Kit


def packed(kit: Kit) -> list[str]:
    with zipfile.ZipFile(kit.root / "to-hand-in" / "double.zip") as members:
        return members.namelist()


def test_the_notebook_that_was_worked_in(kit: Kit) -> None:
    kit.solve_notebook("return 2 * x")
    assert "edit   " + str(kit.notebook()) in kit.grade("start", "double").stdout
    checked = kit.grade("check", "double")
    assert checked.returncode == 0, checked.stdout
    assert "double.ipynb" in checked.stdout
    assert "holds work, too" not in checked.stdout
    kit.grade("submit", "double")
    assert packed(kit) == ["double/double.ipynb"]
    assert "1/2" in kit.grade("list").stdout


def test_one_look_at_the_notebook_does_not_stick(kit: Kit) -> None:
    kit.solve("return 2 * x")
    looked = kit.grade("check", str(kit.notebook()))
    assert "not attempted" in looked.stdout
    assert "While importing" not in looked.stdout
    assert "double.py holds work, too" in looked.stdout
    assert kit.grade("check", "double").returncode == 0
    kit.grade("submit", "double")
    assert packed(kit) == ["double/double.py"]


def test_with_work_in_both_the_script_is_taken_and_said_so(kit: Kit) -> None:
    kit.solve("return 2 * x")
    kit.solve_notebook("return 3 * x")
    said = kit.grade("check", "double")
    assert said.returncode == 0
    line = "double.py is taken. double.ipynb holds work, too: `grade check "
    assert line in said.stdout
    assert "`grade submit " in kit.grade("submit", "double").stdout
    assert packed(kit) == ["double/double.py"]
    kit.grade("submit", str(kit.notebook()))
    assert packed(kit) == ["double/double.ipynb"]


def test_a_notebook_that_was_only_opened_holds_no_work(kit: Kit) -> None:
    """Editors save outputs, metadata and an empty cell at the end."""
    notebook = json.loads(kit.notebook().read_text("utf-8"))
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell["execution_count"] = 3
            cell["outputs"] = [{"output_type": "stream", "name": "stdout", "text": ["hello"]}]
    notebook["cells"].append(
        {"cell_type": "code", "source": [], "metadata": {}, "outputs": [], "execution_count": None}
    )
    kit.notebook().write_text(json.dumps(notebook), "utf-8")
    kit.solve("return 2 * x")
    assert "holds work, too" not in kit.grade("check", "double").stdout
