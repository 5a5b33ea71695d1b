"""nbgrader's own `autograde` on the released notebooks: unprotected, and the same scores."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.nbgrader.course_files import ANSWERS
from tests.nbgrader.instructions import Page
from tests.nbgrader.nbgrader_world import World
from tests.nbgrader.nbgrader_world import answer

HONEST: dict[str, dict[str, str]] = {
    "half": {"relu": ANSWERS["relu"], "softmax": "return np.exp(x) / np.exp(x).sum(-1)[..., None]"},
    "untouched": {},
    # The criterion is met and the visible test in its cell is not.
    "odd": {"relu": "return np.where(x > 0, x, 0.0) if np.ndim(x) else x"},
}


def test_the_same_scores_for_honest_work(world: World) -> None:
    for name, answers in HONEST.items():
        world.hand_in(name, answer(world.released(), answers))
    Page.read().run(world, "nbgrader's own autograde")
    theirs = world.scores()
    world.grade("run", "--nbgrader", str(world.nb))
    assert theirs == world.scores() == {"half": 3.5, "untouched": 0.0, "odd": 2.0}


def test_a_graded_cell_holds_no_path_and_no_secret(world: World) -> None:
    notebook = json.loads((world.nb / "source/nn/nn.ipynb").read_text())
    texts = ["".join(c["source"]) for c in notebook["cells"]]
    secret = world.course / ".grade-secret"
    assert not any(str(world.root) in text for text in texts)
    assert not secret.exists() or not any(secret.read_text().strip() in text for text in texts)


def test_the_engine_is_asked_once_a_notebook(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    from autograder.nbgrader import points
    from autograder.nbgrader import points_for

    asked: list[Path] = []
    ask = points._ask

    def counted(slug: str, notebook: Path) -> dict[str, float]:
        asked.append(notebook)
        return ask(slug, notebook)

    monkeypatch.setattr(points, "_ask", counted)
    monkeypatch.chdir(world.hand_in("ada", answer(world.released(), ANSWERS)))
    found = [points_for(name) for name in ("nn-test_relu", "nn-test_rows", "nn-test_mse_of_lists")]
    # nbgrader takes no more than the 0 points of an extra-credit cell
    assert [repr(value) for value in found] == ["2.0", "1.5", "0.0"]
    assert len(asked) == 1


def test_a_grader_that_fails_is_an_error_in_the_cell(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    from autograder.nbgrader import points_for

    monkeypatch.chdir(world.hand_in("ada", world.released()))
    (world.nb / ".grade-course").unlink()
    with pytest.raises(RuntimeError, match=r"no \.grade-course here or above"):
        points_for("nn-test_relu")


def test_a_students_kernel_imports_neither_nbgrader_nor_numpy() -> None:
    program = "import sys; from autograder.nbgrader import points_for; print(*sys.modules)"
    found = subprocess.run([sys.executable, "-c", program], check=True, stdout=subprocess.PIPE)
    assert {b"nbgrader", b"numpy", b"nbformat"}.isdisjoint(found.stdout.split())
