"""The course itself: every assignment is proven, and what students get is fresh and clean."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from autograder.cli.options import level_of
from autograder.course.course import Course
from autograder.course.leaks import leaks
from autograder.course.release import release
from autograder.course.release import stale
from autograder.engine.pool import Job
from autograder.engine.pool import Pool
from tests.runs import GRADE

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="session")
def course() -> Course:
    return Course.load(ROOT)


def test_the_generated_files_are_what_release_would_write(course: Course) -> None:
    assert stale(course) == []


def test_tracks_and_needs_name_assignments(course: Course) -> None:
    assert course.dangling() == []


def test_a_track_holds_what_its_assignments_need(course: Course) -> None:
    for name, slugs in course.tracks.items():
        needed = {need for assignment in course.track(name) for need in assignment.needs}
        assert needed - set(slugs) == set(), name
    assert course.tracks["full"] == course.slugs


def test_a_student_kit_leaks_nothing(course: Course, tmp_path: Path) -> None:
    assert leaks(course, release(course, tmp_path / "kit")) == []


def test_every_assignment_is_proven(course: Course) -> None:
    """Right answers pass, every misconception is killed by its test and named."""
    proofs = _proofs("the tests of the course")
    assert set(proofs) == set(course.slugs)
    few = {s: n for s, p in proofs.items() if (n := len(p["misconceptions"])) < 8}
    assert few == {}


@pytest.mark.parametrize("later", ["60, 40, 0.02", "10**9, 1, 0.02"])
def test_a_recipe_is_held_to_its_steps_whenever_it_is_asked(
    course: Course, tmp_path: Path, later: str
) -> None:
    """Who answers otherwise in the test that trains gains nothing, and trains nothing for ever."""
    tmp_path.chmod(0o755)
    assignment = course.assignment("digit_cnn")
    answer = f"CALLS.append(n)\n    return (1, n, 0.02) if len(CALLS) <= 8 else ({later})\n"
    changed = f"\n\nCALLS = []\n\n\ndef recipe(n, steps):\n    {answer}"
    (tmp_path / "digit_cnn.py").write_text(assignment.reference_source() + changed)
    with Pool(level_of(None, None), 1, b"secret") as pool:
        ((_, graded),) = pool.grade([Job(assignment, tmp_path, "digit_cnn.py")])
    failed = {t["id"]: t["message"] for t in graded["tests"] if t["status"] != "passed"}
    assert failed == {"test_new_digits": "recipe asks for more steps than it was allowed."}


@pytest.mark.soak
@pytest.mark.parametrize("number", range(20))
def test_every_assignment_is_proven_under_other_secrets(number: int) -> None:
    _proofs(f"another secret, number {number}")


def _proofs(secret: str) -> dict[str, Any]:
    """What `grade verify` finds out with the inputs that a secret draws; there is no problem."""
    run = subprocess.run(
        [GRADE, "--course", ROOT, "verify", "--json"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "GRADE_SECRET": secret},
    )
    proofs: dict[str, Any] = json.loads(run.stdout)
    assert {slug: proof["problems"] for slug, proof in proofs.items() if proof["problems"]} == {}
    assert run.returncode == 0
    return proofs
