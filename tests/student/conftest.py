"""A kit as a student unpacks it, and `grade` as a student types it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from autograder.course.course import Course
from autograder.course.release import release
from tests.small_course import write_course

HINTS = 'hints = ["Look at the sign.", "Twice means times two."]\n'
PUBLIC = '''
"""Visible tests."""

import numpy as np

from autograder.checks import assert_close
from autograder.checks import assert_equal


def test_a_small_number(student):
    """Three becomes {three}."""
    assert_equal(student.{slug}(3), {three}, what="{slug}(3)")


def test_an_array(student):
    x = np.array([1.0, -2.0, 5.0])
    assert_close(student.{slug}(x), {factor} * x, what="{slug}(x)")
'''
HANDOUT = "# {slug}\n\n`{slug}(x)` multiplies.\n"


@dataclass(frozen=True)
class Kit:
    """A kit's folder and how to work in it."""

    root: Path

    def file(self, slug: str = "double") -> Path:
        return self.root / "assignments" / slug / f"{slug}.py"

    def notebook(self, slug: str = "double") -> Path:
        return self.file(slug).with_suffix(".ipynb")

    def solve_notebook(self, body: str, slug: str = "double") -> None:
        """Write `body` where the notebook still raises NotImplementedError."""
        text = self.notebook(slug).read_text("utf-8")
        self.notebook(slug).write_text(text.replace("raise NotImplementedError", body), "utf-8")

    def solve(self, body: str, slug: str = "double") -> None:
        """Write `body` in place of what the function does now; line ends stay as they are."""
        *above, _ = self.file(slug).read_bytes().rstrip().split(b"\n")
        end = b"\r\n" if above[0].endswith(b"\r") else b"\n"
        line = b"    " + body.encode() + end
        self.file(slug).write_bytes(b"\n".join([*above, line]))

    def grade(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "autograder", *arguments],
            cwd=self.root,
            env={**os.environ, **environment},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            check=False,
            timeout=240,
        )


@pytest.fixture
def make_kit(tmp_path: Path) -> Callable[..., Kit]:
    def make(name: str = "kit", settings: str = "") -> Kit:
        root = write_course(tmp_path / "course", "double", "triple")
        for slug, factor in (("double", 2), ("triple", 3)):
            folder = root / "solutions" / slug
            public = PUBLIC.format(slug=slug, three=3 * factor, factor=factor)
            (folder / "test_public.py").write_text(public.lstrip())
            (folder / "handout.md").write_text(HANDOUT.format(slug=slug))
            with (folder / "assignment.toml").open("a") as facts:
                facts.write(HINTS + settings)
        return Kit(release(Course.load(root), tmp_path / name))

    return make


@pytest.fixture
def kit(make_kit: Callable[..., Kit]) -> Kit:
    return make_kit()
