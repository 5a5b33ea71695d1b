"""A run that is killed, and started again, ends like a run that nobody disturbed."""

from __future__ import annotations

import random
import shutil
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.kills import Kept
from tests.kills import kept
from tests.kills import killed_after
from tests.runs import grade
from tests.runs import start

ROOT = Path(__file__).parent.parent.parent
# Whose code waits for a limit, or is there to break something, would make it slow.
LEFT_OUT = ("Emma", "Amélie", "Robin", "Sam", "Viktor")


@dataclass(frozen=True)
class Undisturbed:
    """A class, what grading it gives, and how long that takes."""

    submissions: Path
    kept: Kept
    seconds: float


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Undisturbed:
    folder = tmp_path_factory.mktemp("class")
    for student in (ROOT / "data" / "sample_class").iterdir():
        if not student.name.startswith(LEFT_OUT):
            shutil.copytree(student, folder / "in" / student.name)
    started = time.monotonic()
    run = grade(folder / "in", "output_size", "--out", folder / "out", course=ROOT)
    seconds = time.monotonic() - started
    assert run.status == 0, run.stderr
    assert len(run.results) >= 10
    return Undisturbed(folder / "in", kept(folder / "out"), seconds)


def _killed_and_resumed(undisturbed: Undisturbed, out: Path, moment: float) -> None:
    words = (undisturbed.submissions, "output_size", "--out", out)
    killed_after(moment * undisturbed.seconds, *words, course=ROOT)
    resumed = grade(*words, course=ROOT)
    assert resumed.status == 0, resumed.stderr
    assert kept(out) == undisturbed.kept


@pytest.mark.parametrize("moment", [0.3, 0.6, 0.9])
def test_a_killed_run_goes_on(undisturbed: Undisturbed, tmp_path: Path, moment: float) -> None:
    _killed_and_resumed(undisturbed, tmp_path / "out", moment)


def test_a_run_that_is_told_to_end_leaves_no_folders_behind(
    undisturbed: Undisturbed, tmp_path: Path
) -> None:
    (temporary := tmp_path / "tmp").mkdir()
    words = (undisturbed.submissions, "output_size", "--out", tmp_path / "out")
    run = start(*words, course=ROOT, TMPDIR=str(temporary))
    while run.poll() is None and not any(temporary.glob("grade-*/[0-9a-f]*/*")):  # staged
        time.sleep(0.01)
    run.terminate()
    _, said = run.communicate(timeout=60)
    stopped = "\nStopped. What was finished is kept; the same command goes on.\n"
    assert (run.returncode, said) == (130, stopped)
    assert list(temporary.iterdir()) == []


@pytest.mark.soak
@pytest.mark.parametrize("draw", range(20))
def test_a_run_killed_at_any_moment_goes_on(
    undisturbed: Undisturbed, tmp_path: Path, draw: int
) -> None:
    _killed_and_resumed(undisturbed, tmp_path / "out", random.Random(draw).random())


def test_a_run_killed_again_and_again_gets_there(undisturbed: Undisturbed, tmp_path: Path) -> None:
    out = tmp_path / "out"
    words = (undisturbed.submissions, "output_size", "--out", out, "--jobs", "1")
    patience = 0.5 * undisturbed.seconds
    while killed_after(patience, *words, course=ROOT):
        patience *= 1.2  # long enough, in the end, to begin at all
    assert kept(out) == undisturbed.kept
