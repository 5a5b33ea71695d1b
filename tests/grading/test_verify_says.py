"""What `grade verify` tells an author whose suite is not in order: once, and by name and line."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from autograder.grading.draws import other_draws
from tests.runs import GRADE
from tests.small_course import write_course

_SLUGS = ("double", "triple", "quadruple", "octuple")
BROKEN = """
import numpy as np


def double(x):
    ### BEGIN SOLUTION
    return np.sqr(x)
    ### END SOLUTION
"""
MISCONCEPTIONS = """
from autograder import misconception


@misconception(of="quadruple", killed_by="test_small", says="Once.")
def once(x):
    return x


@misconception(of="quadruple", killed_by="test_negative", says="The sign is lost.")
def absolute(x):
    return 4 * abs(x)
"""


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Assignment -> what is said about it."""
    root = write_course(tmp_path_factory.mktemp("course"), *_SLUGS)
    solutions = root / "solutions"
    for slug in _SLUGS:
        (solutions / slug / "handout.md").write_text(f"# {slug}\n\n`{slug}(x)` multiplies.\n")
        (solutions / slug / "test_public.py").write_text("")
    (solutions / "double" / "double.py").write_text(BROKEN)
    suite = solutions / "triple" / "test_hidden.py"
    suite.write_text(suite.read_text().replace("(student, ", "(studnet, "))
    (solutions / "octuple" / "test_hidden.py").write_text("def test_small(student): ...\n")
    suite = solutions / "quadruple" / "test_hidden.py"
    suite.write_text(f"import numpy as np\n{suite.read_text()}    np.random.normal()\n")
    (solutions / "quadruple" / "misconceptions.py").write_text(MISCONCEPTIONS)
    done = subprocess.run(
        [GRADE, "--course", root, "verify"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    (said,) = done.stderr.splitlines()
    assert "did not exist: a new course secret is made" in said
    blocks = done.stdout.split("\n\n")
    return {slug: next(b for b in blocks if b.startswith(slug)) for slug in _SLUGS}


def test_an_error_in_the_reference_has_its_line_and_pythons_text(said: dict[str, str]) -> None:
    assert (
        "test_small: the reference itself does not pass: double raised AttributeError: "
        "module 'numpy' has no attribute 'sqr' at double.py, line 7: return np.sqr(x)."
    ) in said["double"]
    assert "tudent" not in said["double"]


def test_an_unknown_fixture_is_named_with_those_there_are(said: dict[str, str]) -> None:
    assert (
        "there is no fixture 'studnet'. There are student, reference, rng. "
        "Did you mean 'student'?\n"
    ) in said["triple"]


def test_what_could_not_be_graded_has_no_table(said: dict[str, str]) -> None:
    assert [slug for slug, text in said.items() if "points" in text] == ["quadruple"]


def test_a_suite_that_cannot_be_read_is_said_once(said: dict[str, str]) -> None:
    assert said["octuple"].count("test_small") == 1, said["octuple"]


def test_other_random_numbers_are_no_proof(said: dict[str, str]) -> None:
    assert (
        "quadruple: test_hidden.py, line 15: numpy.random.normal draws numbers that do not "
        "depend on the course's secret."
    ) in said["quadruple"]


def test_the_rule_of_the_third_says_what_is_needed(said: dict[str, str]) -> None:
    assert (
        "quadruple: test_small is named by 1 of 2 misconceptions, and at most a third of them may "
        "name one test: there must be three at least, killed by three different tests. Add some "
        "that other tests kill.\n"
    ) in said["quadruple"]


@pytest.mark.parametrize(
    ("line", "refused"),
    [
        ("x = np.random.rand(3)", True),
        ("x = random.random()", True),
        ("x = np.random.default_rng(0).normal()", True),
        ("x = np.random.default_rng().normal()", True),
        ("x = torch.randn(3)", True),
        ("x = rng.normal(size=3)", False),
        ("x = np.random.default_rng(rng.integers(9)).normal()", False),
        (
            "x = torch.randn(3, generator=torch.Generator().manual_seed(int(rng.integers(9))))",
            False,
        ),
        ("def f(generator: np.random.Generator): ...", False),
    ],
)
def test_what_draws_without_rng(tmp_path: Path, line: str, refused: bool) -> None:
    suite = tmp_path / "test_hidden.py"
    suite.write_text(f"import random\nimport numpy as np\nimport torch\n\n\n{line}\n")
    found = list(other_draws(suite))
    assert len(found) == refused
    assert all(sentence.startswith("test_hidden.py, line 6: ") for sentence in found)
