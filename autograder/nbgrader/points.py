"""Points of a criterion for a notebook cell: the mode without protection.

Under nbgrader's own `autograde` a graded cell shows `points_for("softmax-test_rows")`. It
runs in the student's kernel, so a student can replace it: `grade run --nbgrader` is the mode
that cannot be cheated. The notebook in the kernel's folder is graded by the engine, once,
in another process, because anything that reaches the kernel's standard error costs the cell.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import tempfile
from fractions import Fraction
from pathlib import Path
from typing import Any

POINTER = ".grade-course"
_SECONDS = 600
_graded: dict[str, dict[str, float]] = {}


def points_for(grade_id: str) -> float:
    """The points earned by the criterion of a graded cell, of the notebook in this folder.

    A plain float, because nbgrader gives full marks for a value it cannot read as one.
    Extra credit is 0.0: nbgrader refuses more than the 0 points of its cell. Raises
    RuntimeError when the engine failed, which nbgrader counts as 0.
    """
    slug = grade_id.partition("-")[0]
    notebook = Path.cwd() / f"{slug}.ipynb"
    key = f"{notebook}:{hashlib.blake2b(notebook.read_bytes()).hexdigest()}"
    if key not in _graded:
        _graded[key] = _ask(slug, notebook)
    return float(_graded[key][grade_id])


def _ask(slug: str, notebook: Path) -> dict[str, float]:
    program = "from autograder.nbgrader.points import main; main()"
    command = [sys.executable, "-I", "-c", program, slug, str(notebook)]
    run = subprocess.run(command, check=False, capture_output=True, text=True, timeout=_SECONDS)
    if run.returncode:
        raise RuntimeError(f"The grader failed: {run.stderr.strip()}")
    return {name: float(points) for name, points in json.loads(run.stdout).items()}


def main() -> None:
    """In the process of its own: grade the notebook named by the arguments, print the points."""
    from autograder.errors import AutograderError

    slug, notebook = sys.argv[1:]
    try:
        sys.stdout.write(json.dumps(_grade(slug, Path(notebook))))
    except AutograderError as error:
        sys.exit(str(error))


def _grade(slug: str, notebook: Path) -> dict[str, float]:
    from autograder.cli.options import level_of
    from autograder.course.assignment import criteria
    from autograder.course.course import Course
    from autograder.course.notebook import grade_id
    from autograder.course.secret import course_secret
    from autograder.engine.pool import Job
    from autograder.engine.pool import Pool
    from autograder.errors import GraderFault

    # Imported here and not above: a student's kernel needs none of it.
    course = Course.load(_course_folder(notebook.parent))
    assignment = course.assignment(slug)
    with tempfile.TemporaryDirectory(prefix="grade-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / notebook.name).write_bytes(notebook.read_bytes())
        with Pool(level_of(None, None), 1, course_secret(course.root)) as pool:
            ((_, answer),) = pool.grade([Job(assignment, folder, notebook.name)])
    if "fault" in answer:
        raise GraderFault(str(answer["fault"]))
    earned = {str(test["id"]): _points(test) for test in answer["tests"]}
    return {grade_id(assignment, c): earned.get(c.id, 0.0) for c in criteria(assignment)}


def _points(test: dict[str, Any]) -> float:
    return 0.0 if test["extra_credit"] else float(Fraction(test["earned"]))


def _course_folder(start: Path) -> Path:
    """The course that `grade release --nbgrader` noted down in the nbgrader course directory."""
    from autograder.errors import CourseError

    for folder in (start, *start.parents):
        pointer = folder / POINTER
        if pointer.is_file():
            return Path(pointer.read_text(encoding="utf-8").strip())
    raise CourseError(f"{start}: no {POINTER} here or above; run `grade release --nbgrader DIR`.")
