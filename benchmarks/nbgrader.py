"""`python -m benchmarks.nbgrader`: CPU of `nbgrader autograde` and of `grade run --nbgrader`.

The same hand-ins, half of them right, are graded by both in two class sizes; the slope is what
one more submission costs, the rest is fixed. nbgrader gets a notebook of its own: the hidden
suite as cells with asserts, without the visible tests. Everything is counted, also imports,
gradebook and notebooks; processes are counted with all they started and waited for.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import re
import resource
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograder.course.assignment import Assignment
from autograder.course.assignment import criteria
from autograder.course.notebook import grade_id
from autograder.course.notebook import source_notebook
from benchmarks.measure import workshop
from benchmarks.peers import REPOSITORY
from benchmarks.report import machine
from benchmarks.report import table
from benchmarks.submissions import HandIn
from benchmarks.submissions import half_right

_CONFIG = """\
c = get_config()
c.CourseDirectory.course_id = "bench"
c.Exchange.root = "{folder}/exchange"
c.ClearSolutions.code_stub = {{"python": "raise NotImplementedError"}}
"""
_HIDDEN = "### BEGIN HIDDEN TESTS\n{}\n### END HIDDEN TESTS"
# `grads()` is the proxy's; on the student's own module it is spelled out.
_GRADS = re.compile(r"(\w+)\.grads\(\)")
_SPELLED_OUT = r"{n: p.grad for n, p in \1.named_parameters()}"


@dataclass(frozen=True)
class Used:
    """What one command took, in seconds."""

    cpu: float
    wall: float


def main() -> None:
    """Measure both in both sizes and print slopes and fixed costs."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.nbgrader", description=__doc__)
    parser.add_argument("slug", nargs="?", default="modules")
    parser.add_argument("--sizes", type=int, nargs=2, default=[12, 60])
    asked = parser.parse_args()
    print(machine(), flush=True)
    with workshop([asked.slug], REPOSITORY / "solutions") as (folder, (assignment,)):
        theirs, ours = [], []
        for size in asked.sizes:
            hand_ins = half_right(assignment, size)
            theirs.append(_theirs(folder / f"native-{size}", assignment, hand_ins))
            print(f"nbgrader autograde, {size}: {theirs[-1]}", flush=True)
            ours.append(_ours(folder, folder / f"ours-{size}", assignment, hand_ins))
            print(f"grade run --nbgrader, {size}: {ours[-1]}", flush=True)
    small, large = asked.sizes
    rows = [
        (
            name,
            a.cpu,
            b.cpu,
            *_line(a.cpu, b.cpu, small, large),
            *_line(a.wall, b.wall, small, large),
        )
        for name, (a, b) in (("nbgrader autograde", theirs), ("grade run --nbgrader", ours))
    ]
    heads = ("", f"CPU, {small}", f"CPU, {large}", "CPU slope", "fixed", "wall slope", "fixed")
    print(f"\n{table(heads, rows)}\n\nslope of nbgrader / ours: {rows[0][3] / rows[1][3]:.1f}")


def _line(a: float, b: float, small: int, large: int) -> tuple[float, float]:
    """Seconds a submission, and seconds that are there without any."""
    slope = (b - a) / (large - small)
    return slope, a - slope * small


def _ours(course: Path, folder: Path, assignment: Assignment, hand_ins: list[HandIn]) -> Used:
    _course_directory(folder)
    grade = [sys.executable, "-c", "from autograder.cli import main; main()", "--course", course]
    _measured([*grade, "release", assignment.slug, "--nbgrader", folder], folder)
    _hand_in(folder, assignment, hand_ins)
    return _measured([*grade, "run", "--nbgrader", folder, assignment.slug], folder)


def _theirs(folder: Path, assignment: Assignment, hand_ins: list[HandIn]) -> Used:
    _course_directory(folder)
    source = folder / "source" / assignment.slug / f"{assignment.slug}.ipynb"
    source.parent.mkdir(parents=True)
    source.write_text(json.dumps(_native(assignment)))
    nbgrader = [sys.executable, "-m", "nbgrader"]
    _measured([*nbgrader, "generate_assignment", assignment.slug], folder)
    _hand_in(folder, assignment, hand_ins)
    return _measured([*nbgrader, "autograde", assignment.slug], folder)


def _course_directory(folder: Path) -> None:
    folder.mkdir()
    (folder / "exchange").mkdir()
    (folder / "nbgrader_config.py").write_text(_CONFIG.format(folder=folder))


def _hand_in(folder: Path, assignment: Assignment, hand_ins: list[HandIn]) -> None:
    """Each hand-in as the released notebook with the whole file in its first solution cell."""
    slug = assignment.slug
    released = (folder / "release" / slug / f"{slug}.ipynb").read_text()
    for number, hand_in in enumerate(hand_ins):
        notebook = json.loads(released)
        solutions = [c for c in notebook["cells"] if _facts(c).get("solution")]
        for cell in solutions:
            cell["source"] = "# answered above"
        # A future import is not at the start of a cell that runs after others.
        text = hand_in.source.replace("from __future__ import annotations\n", "")
        solutions[0]["source"] = text
        place = folder / "submitted" / f"student{number:03}" / slug
        place.mkdir(parents=True)
        (place / f"{slug}.ipynb").write_text(json.dumps(notebook))
        (place / "timestamp.txt").write_text("2026-05-01 10:00:00 UTC")


def _native(assignment: Assignment) -> dict[str, Any]:
    """The author's notebook with the hidden suite itself in its graded cells."""
    notebook: dict[str, Any] = json.loads(source_notebook(assignment))
    checks = _checks(assignment)
    cells = []
    for cell in notebook["cells"]:
        name = _facts(cell)["grade_id"]
        if not name.startswith(f"{assignment.slug}-visible-"):
            cell["source"] = checks.get(name, cell["source"])
            cells.append(cell)
    return {**notebook, "cells": cells}


def _checks(assignment: Assignment) -> dict[str, str]:
    """Grade id -> the criterion's test as a cell: what it needs, itself, a call."""
    text = _GRADS.sub(_SPELLED_OUT, assignment.hidden.read_text("utf-8"))
    body = ast.parse(text).body
    tests = {n.name: n for n in body if isinstance(n, ast.FunctionDef) and n.decorator_list}
    company = "\n".join(
        ast.unparse(n)
        for n in body
        if n not in tests.values()
        and not (isinstance(n, ast.ImportFrom) and n.module == "__future__")
    )
    found = {}
    for criterion in criteria(assignment):
        test = tests[criterion.id]
        test.decorator_list = []
        arguments = ", ".join(f"{a.arg}={a.arg}" for a in test.args.args)
        lines = [
            company,
            "import sys\nfrom numpy.random import default_rng",
            "student, rng = sys.modules[__name__], default_rng(0)",
            ast.unparse(test),
            f"{criterion.id}({arguments})",
        ]
        found[grade_id(assignment, criterion)] = _HIDDEN.format("\n".join(lines))
    return found


def _facts(cell: dict[str, Any]) -> dict[str, Any]:
    facts: dict[str, Any] = cell["metadata"].get("nbgrader", {})
    return facts


def _measured(command: list[Any], folder: Path) -> Used:
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    before, started = _children(), time.perf_counter()
    done = subprocess.run(
        list(map(str, command)),
        check=False,
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if done.returncode:
        sys.exit(f"{command} ended with {done.returncode}:\n{done.stdout[-4000:]}")
    return Used(_children() - before, time.perf_counter() - started)


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
