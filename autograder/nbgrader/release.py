"""Into nbgrader: the author's notebooks in source/, then nbgrader's own generate and release."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from autograder.course.assignment import Assignment
from autograder.course.course import Course
from autograder.course.notebook import cells
from autograder.course.notebook import source_notebook
from autograder.course.release import write_folder
from autograder.errors import CourseError
from autograder.errors import UserError
from autograder.grading.class_book import policy_of
from autograder.nbgrader.points import POINTER
from autograder.nbgrader.workspace import Workspace


def release_to(
    course: Course, workspace: Workspace, slugs: Iterable[str], *, exchange: bool
) -> list[str]:
    """Write source/ and generate release/ for each of `slugs`; with `exchange` also hand it out.

    Gives one sentence an assignment. UserError carries what nbgrader says.
    """
    (workspace.root / POINTER).write_text(f"{course.root}\n", encoding="utf-8")
    # Whoever releases again wants the new notebook in the exchange, not an error.
    workspace.app.config.ExchangeReleaseAssignment.force = True
    return [_release(course, workspace, course.assignment(s), exchange=exchange) for s in slugs]


def _release(
    course: Course, workspace: Workspace, assignment: Assignment, *, exchange: bool
) -> str:
    slug = assignment.slug
    source = workspace.path("source", ".", slug)
    _refuse_foreign_cells(source / f"{slug}.ipynb", assignment)
    files = {f"{slug}.ipynb": source_notebook(assignment).encode()}
    for name, file in zip(assignment.data, assignment.data_files, strict=True):
        files[f"data/{name}"] = file.read_bytes()
    write_folder(source, files)
    try:
        workspace.run(f"generate {slug}", lambda api: api.generate_assignment(slug))
    except UserError as error:
        if "submissions associated with it" not in str(error):
            raise
        raise UserError(
            f"{slug} has submissions, and nbgrader then allows no change of its cells. Undo the "
            "change of the criteria, or remove its scores and cells from the gradebook with: "
            f"nbgrader db assignment remove {slug} --force"
        ) from error
    _set_due_date(course, workspace, slug)
    if not exchange:
        return f"{slug}: {workspace.path('release', '.', slug)}"
    workspace.run(f"release {slug}", lambda api: api.release_assignment(slug))
    return f"{slug}: handed out in the exchange, course {workspace.course_id}"


def _refuse_foreign_cells(notebook: Path, assignment: Assignment) -> None:
    """An instructor's own questions in source/ are not overwritten."""
    if not notebook.is_file():
        return
    known = {cell.grade_id for cell in cells(assignment)}
    prefix = f"{assignment.slug}-"
    try:
        found = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
        names = [cell["metadata"].get("nbgrader", {}).get("grade_id") for cell in found]
    except (ValueError, KeyError, AttributeError, TypeError):
        names = ["(not readable)"]
    foreign = [n for n in names if n not in known and not str(n or "").startswith(prefix)]
    if foreign:
        raise CourseError(
            f"{notebook}: some cells are not of this course ({', '.join(map(str, foreign[:5]))}) "
            "and would be lost. Move the file away, release, and put your cells back."
        )


def _set_due_date(course: Course, workspace: Workspace, slug: str) -> None:
    """Show the deadline of course.toml in formgrader; without one nbgrader's own date stays."""
    deadline = policy_of(course).deadlines.get(slug)
    if deadline is None:
        return
    moment = deadline.moment().replace(tzinfo=None)  # nbgrader keeps naive times in UTC
    with workspace.gradebook() as book:
        book.update_or_create_assignment(slug, duedate=moment)
