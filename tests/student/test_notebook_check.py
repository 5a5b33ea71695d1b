"""`check()` in a notebook says what `grade check` says."""

from __future__ import annotations

import subprocess
import sys

import pytest

from autograder.notebook import check
from tests.student.conftest import Kit


def test_the_same_result_as_the_command(kit: Kit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(kit.file().parent)
    shown = check(namespace={"double": lambda x: 2 * abs(x)})
    assert not shown.report.solved
    assert "Next: double: An array." in repr(shown)
    assert "<pre>" in shown._repr_html_()
    solved = check(namespace={"double": lambda x: x + x})
    assert solved.report.solved
    assert "All visible tests pass; they check only a part." in repr(solved)


def test_what_is_not_written_yet_waits(kit: Kit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(kit.root)
    report = check("double", namespace={}).report
    assert [test.status for test in report.tests] == ["missing", "waiting"]


def test_outside_an_exercise_it_says_where_to_go(kit: Kit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(kit.root)
    assert "open the notebook in its folder" in repr(check(namespace={}))


@pytest.mark.parametrize(
    ("folder", "said"),
    [("assignments/double", "All visible tests pass"), (".", "open the notebook in its folder")],
)
def test_in_a_script_it_is_no_traceback(kit: Kit, folder: str, said: str) -> None:
    script = (
        "from autograder.notebook import check\ndef double(x):\n    return 2 * x\nprint(check())\n"
    )
    done = subprocess.run(
        [sys.executable, "-"],
        input=script,
        cwd=kit.root / folder,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.stderr == ""
    assert said in done.stdout
