"""The first files of an assignment, complete enough that `verify` can say what is left."""

from __future__ import annotations

import json
from pathlib import Path

from autograder.course.course import Course
from autograder.course.release import write_folder
from autograder.errors import CourseError

_CONFIG = """\
title = {title}
unit = ""                    # the group it is listed under
order = {order}
source = "WRITE: document and section"
libraries = ["numpy"]        # or ["numpy", "torch"]
minutes = 45
difficulty = 2               # 1 to 5
needs = []                   # slugs of what to have done before
core = true
data = []                    # files of data/ the student's code may read
forbid = []                  # shortcuts, such as "numpy.convolve"
hints = [
    "WRITE: the question that points the way.",
    "WRITE: the first step.",
]
"""

_REFERENCE = '''\
"""{title}."""

from __future__ import annotations

import numpy as np


def {name}(x: np.ndarray) -> np.ndarray:
    """WRITE: what it returns, in one line.

    x: (n, d) floats. Returns (n, d), float64 (WRITE: the source of the formula).
    """
    ### BEGIN SOLUTION
    return 2.0 * x
    ### END SOLUTION
'''

_HIDDEN = """\
import numpy as np

from autograder import criterion
from autograder.checks import assert_close


@criterion(of="{name}", points="1", says="WRITE: one sentence a student understands.")
def test_{name}_value(student, reference, rng):
    x = rng.normal(size=(3, 4))
    assert_close(student.{name}(x), reference.{name}(x), what="{name}(x)")
"""

_PUBLIC = """\
import numpy as np

from autograder.checks import assert_close


def test_{name}_example(student):
    x = np.array([[1.0, -2.0]])
    assert_close(student.{name}(x), np.array([[2.0, -4.0]]), what="{name}(x)")
"""

_HANDOUT = """\
# {title}

WRITE: the idea in a few lines, and the convention chosen.

## `{name}`

WRITE: the contract (shapes, dtypes, errors) and one worked example.
"""

_MISCONCEPTIONS = '''\
"""Wrong answers students give, each runnable and named by the test that kills it."""

from autograder import misconception


@misconception(
    of="{name}",
    killed_by="test_{name}_value",
    says="WRITE: what is wrong, and where to look.",
)
def wrong_{name}(x):
    return x
'''


def new(course: Course, slug: str) -> Path:
    """Make solutions/<slug>/ from templates; returns the folder.

    Places to fill in say WRITE. Raises CourseError for a name that is no module name,
    one that is taken, and in a student kit.
    """
    if course.kit:
        raise CourseError(f"{course.root}: this is a student kit; it holds no solutions.")
    if not slug.isidentifier() or slug != slug.lower():
        raise CourseError(
            f"{slug!r} must be the name of a Python module: small letters, digits, underscores; "
            'for example "layer_norm".'
        )
    folder = course.solutions / slug
    if folder.exists():
        raise CourseError(f"{folder}: this assignment exists; name another, or edit this one.")
    values = {
        "name": slug,
        "title": slug.replace("_", " ").capitalize(),
        "order": 1 + max((a.order for a in course.assignments), default=0),
    }
    config = _CONFIG.format(**values | {"title": json.dumps(values["title"])})
    files = {
        "assignment.toml": config,
        f"{slug}.py": _REFERENCE.format(**values),
        "test_hidden.py": _HIDDEN.format(**values),
        "test_public.py": _PUBLIC.format(**values),
        "handout.md": _HANDOUT.format(**values),
        "misconceptions.py": _MISCONCEPTIONS.format(**values),
    }
    write_folder(folder, {name: text.encode() for name, text in files.items()})
    return folder


def placeholders(folder: Path) -> list[str]:
    """Where the templates still ask to WRITE something, one sentence each."""
    return [
        f"{file.relative_to(folder)}, line {number}: {line.strip()}"
        for file in sorted(folder.rglob("*"))
        if file.suffix in {".py", ".toml", ".md"}
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1)
        if "WRITE:" in line
    ]
