"""`grade new`, then `grade verify`: what is left to write, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.cli.options import level_of
from autograder.course.course import Course
from autograder.course.scaffold import new
from autograder.course.scaffold import placeholders
from autograder.engine.pool import Pool
from autograder.grading.verify import Proof
from autograder.grading.verify import verify


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("course")
    (root / "course.toml").write_text('title = "One assignment"\n', "utf-8")
    return new(Course.load(root), "layer_norm")


@pytest.fixture(scope="module")
def proof(folder: Path) -> Proof:
    with Pool(level_of(None, None), 2, b"secret") as pool:
        return verify(Course.load(folder.parent.parent).assignment("layer_norm"), pool)


def test_every_place_to_fill_in_is_listed(folder: Path, proof: Proof) -> None:
    places = [f"left to write: {place}" for place in placeholders(folder)]
    assert len(places) >= 9
    assert proof.problems[: len(places)] == places


def test_beyond_them_only_more_material_is_asked_for(proof: Proof) -> None:
    rest = [problem for problem in proof.problems if not problem.startswith("left to write")]
    empty, one_sided = rest
    assert empty == "alternatives/ is empty: at least one independent right answer is needed."
    assert one_sided.startswith("test_layer_norm_value is named by 1 of 1 misconceptions, and")


def test_what_the_templates_hold_is_right_already(proof: Proof) -> None:
    plain = proof.to_json()
    assert plain["reference"] == plain["max_score"] == 1
    assert (plain["stub_passed"], plain["stub_skipped"]) == (0, 0)
    assert plain["misconceptions"]["wrong_layer_norm"]["diagnosed_as"] == "wrong_layer_norm"
