"""gradebook.db: our scores and comments, where nbgrader looks for them.

What a person entered (manual scores, comments, extra credit, flags) is never touched.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC
from fractions import Fraction
from functools import cached_property
from typing import Any

from nbgrader.api import MissingEntry
from nbgrader.preprocessors import AssignLatePenalties

from autograder.authoring import Criterion
from autograder.course.assignment import Assignment
from autograder.course.assignment import criteria
from autograder.course.notebook import grade_id
from autograder.errors import UserError
from autograder.grading.policy import Policy
from autograder.grading.policy import late_factor
from autograder.grading.result import Result
from autograder.grading.result import TestOutcome
from autograder.grading.result import shown
from autograder.nbgrader.submitted import HandedIn
from autograder.nbgrader.workspace import Workspace
from autograder.reports.feedback import plain

_UNTOUCHED = "No response."
"""nbgrader's own words for a solution cell that is still the stub."""


@dataclass
class Recorder:
    """Writes the results of one assignment into an open gradebook."""

    workspace: Workspace
    book: Any
    assignment: Assignment
    policy: Policy

    def check(self) -> None:
        """UserError when the gradebook's cells are not those of the hidden suite."""
        slug = self.assignment.slug
        listed = {c.name: c.max_score for c in self._notebook().grade_cells}
        for name, criterion in self._criteria.items():
            points = 0.0 if criterion.extra_credit else float(criterion.points)
            if listed.get(name) != points:
                raise UserError(
                    f"{slug}: the gradebook expects other criteria than the hidden suite has: "
                    f"{name} is worth {points:g}, found {listed.get(name, 'no such cell')}. "
                    f"Run `grade release --nbgrader {self.workspace.root} {slug}`."
                )

    def record(self, one: HandedIn, result: Result) -> None:
        """One submission: all of it is in the gradebook then, or what was there before."""
        slug = result.assignment
        submission = self._submission(result.student, one)
        (notebook,) = (n for n in submission.notebooks if n.name == slug)
        outcomes = {f"{slug}-{test.id}": test for test in result.tests}
        unanswered = _unanswered(one)
        for grade in notebook.grades:
            name = self._cells[grade.cell_id]
            if name in self._criteria:
                _set_score(grade, _score(result, outcomes.get(name)), result)
            else:
                # A question of the instructor's own: nbgrader gives 0 for the stub, too.
                _set_score(grade, 0.0 if name in unanswered else None, result)
        for comment in notebook.comments:
            name = self._cells[comment.cell_id]
            said = _comment(name.removeprefix(f"{slug}-"), result)
            comment.auto_comment = said or (_UNTOUCHED if name in unanswered else None)
        notebook.late_submission_penalty = self._penalty(submission, notebook, result)
        self.book.db.commit()

    @cached_property
    def _criteria(self) -> dict[str, Criterion]:
        return {grade_id(self.assignment, c): c for c in criteria(self.assignment)}

    @cached_property
    def _cells(self) -> dict[str, str]:
        """Id in the gradebook -> grade_id; asked once, for a grade's own `name` is a query each."""
        notebook = self._notebook()
        cells = (*notebook.grade_cells, *notebook.solution_cells, *notebook.task_cells)
        return {cell.id: cell.name for cell in cells}

    def _submission(self, student: str, one: HandedIn) -> Any:
        slug = self.assignment.slug
        try:
            submission = self.book.find_submission(slug, student)
        except MissingEntry:
            self.book.update_or_create_student(student)
            # SQLAlchemy warns of what nbgrader adds while half of it is in the session.
            with self.book.db.no_autoflush:
                return self.book.add_submission(slug, student, timestamp=one.time)
        submission.timestamp = one.time
        return submission

    def _notebook(self) -> Any:
        slug = self.assignment.slug
        try:
            return self.book.find_notebook(slug, slug)
        except MissingEntry:
            raise UserError(
                f"{slug} is not in the gradebook: run "
                f"`grade release --nbgrader {self.workspace.root} {slug}`."
            ) from None

    def _penalty(self, submission: Any, notebook: Any, result: Result) -> float | None:
        """What lateness costs: by course.toml if it has a deadline, else by nbgrader's plugin."""
        score = sum(_counted(grade) for grade in notebook.grades)
        slug, student = result.assignment, result.student
        deadline = self.policy.deadline(student, slug)
        if deadline is not None:
            if submission.timestamp is None or result.submitted_at is None:
                return None
            days = deadline.days_late(submission.timestamp.replace(tzinfo=UTC))
            lost: float | None = float(1 - late_factor(self.policy, days)) * score
        else:
            late = submission.total_seconds_late
            lost = self._nbgraders_penalty(student, score, late) if late > 0 else None
        return min(max(lost, 0.0), score) if lost else None

    def _nbgraders_penalty(self, student: str, score: float, seconds: float) -> float | None:
        assign = AssignLatePenalties(parent=self.workspace.app)
        assign.init_plugin()
        lost: float | None = assign.plugin_inst.late_submission_penalty(student, score, seconds)
        return lost


def _counted(grade: Any) -> float:
    base = grade.auto_score if grade.manual_score is None else grade.manual_score
    return (base or 0.0) + (grade.extra_credit or 0.0)


def _score(result: Result, outcome: TestOutcome | None) -> float | None:
    if result.score is None:
        return None
    return float(outcome.earned if outcome else Fraction(0))


def _set_score(grade: Any, score: float | None, result: Result) -> None:
    changed = grade.auto_score != score
    grade.auto_score = score
    if grade.manual_score is None:
        grade.needs_manual_grade = score is None or result.status == "refused"
    elif changed:
        # What a person scored was another answer.
        grade.needs_manual_grade = True


def _unanswered(one: HandedIn) -> set[str]:
    """The solution cells that are still as they were handed out."""
    return {
        cell.master.grade_id
        for cell in one.rebuilt.cells
        if cell.master and cell.master.solution and cell.source == cell.master.source
    }


def _comment(name: str, result: Result) -> str | None:
    """What is said about one function: each criterion that was not met, and the likely mistake."""
    if result.status == "grader_error":
        return "The grader itself failed on this submission: there is no score yet."
    if result.status == "refused":
        return f"This submission could not be graded: {plain(result.problem)}."
    tests = [test for test in result.tests if test.of == name]
    missed = [test for test in tests if test.status != "passed"]
    if not tests:
        return None
    if not missed:
        return "All criteria are met."
    return "\n".join(line for test in missed for line in _said(test))


def _said(test: TestOutcome) -> list[str]:
    lines = [f"- {plain(test.says)} ({shown(test.earned):g} of {shown(test.points):g})"]
    if test.message:
        lines.append(f"  - {plain(test.message)}")
    if test.diagnosis is not None:
        lines.append(f"  - **Likely mistake:** {plain(test.diagnosis.says)}")
    return lines
