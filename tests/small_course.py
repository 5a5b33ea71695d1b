"""A course of one-line assignments, for what a run does besides grading."""

from __future__ import annotations

from pathlib import Path

REFERENCE = """
def {slug}(x):
    ### BEGIN SOLUTION
    return {factor} * x
    ### END SOLUTION
"""
SUITE = """
from autograder import criterion
from autograder.checks import assert_equal


@criterion(of="{slug}", points="2", says="A small number.")
def test_small(student, reference):
    assert_equal(student.{slug}(3), reference.{slug}(3), what="{slug}(3)")


@criterion(of="{slug}", points="1", says="A negative number.")
def test_negative(student, reference):
    assert_equal(student.{slug}(-4), reference.{slug}(-4), what="{slug}(-4)")
"""
FACTORS = {"double": 2, "triple": 3, "quadruple": 4, "octuple": 8}


def write_course(root: Path, *slugs: str, settings: str = "") -> Path:
    """The course folder `root` with some of FACTORS; 3 points each."""
    for order, slug in enumerate(slugs or ("double",), 1):
        folder = root / "solutions" / slug
        folder.mkdir(parents=True)
        (folder / "assignment.toml").write_text(
            f'title = "{slug.title()}"\norder = {order}\nlibraries = ["numpy"]\n'
        )
        (folder / f"{slug}.py").write_text(REFERENCE.format(slug=slug, factor=FACTORS[slug]))
        (folder / "test_hidden.py").write_text(SUITE.format(slug=slug))
    set_rules(root, settings)
    return root


def set_rules(root: Path, settings: str) -> None:
    (root / "course.toml").write_text(f'title = "Small"\n{settings}')


def hand_in(folder: Path, student: str, slug: str = "double", text: str | None = None) -> Path:
    """A student's file; by default the right answer."""
    file = folder / student / f"{slug}.py"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text or f"def {slug}(x):\n    return {FACTORS[slug]} * x\n")
    return file


HALF_RIGHT = "def double(x):\n    return 2 * abs(x)\n"
WRONG = "def double(x):\n    return x\n"
