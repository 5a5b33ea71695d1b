"""An exporter for `nbgrader export --exporter=autograder.nbgrader.export.CriteriaExporter`."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from nbgrader.plugins import ExportPlugin

from autograder.reports.tables import guarded

_COLUMNS = (
    "assignment",
    "duedate",
    "timestamp",
    "student_id",
    "last_name",
    "first_name",
    "email",
    "raw_score",
    "late_submission_penalty",
    "score",
    "max_score",
)


class CriteriaExporter(ExportPlugin):  # type: ignore[misc]
    """nbgrader's own columns, quoted as CSV asks for, then one column a criterion.

    Text that a spreadsheet would run as a formula gets a quote in front. Who handed in
    nothing has the score 0, as in nbgrader's export, and blanks for the criteria.
    """

    def export(self, gradebook: Any) -> None:
        """Write the file named by --to, grades.csv by default."""
        wanted = {str(name) for name in self.assignment}
        assignments = [a for a in gradebook.assignments if not wanted or a.name in wanted]
        cells = [c.name for a in assignments for n in a.notebooks for c in n.grade_cells]
        target = Path(self.to or "grades.csv")
        self.log.info("Exporting grades to %s", target)
        with target.open("w", encoding="utf-8", newline="") as stream:
            writer = csv.writer(stream)
            writer.writerow([guarded(name) for name in (*_COLUMNS, *cells)])
            for assignment in assignments:
                for row in self._rows(gradebook, assignment):
                    values = [row.get(name, "") for name in (*_COLUMNS, *cells)]
                    writer.writerow([guarded(_text(value)) for value in values])

    def _rows(self, gradebook: Any, assignment: Any) -> Iterator[dict[str, Any]]:
        wanted = {str(name) for name in self.student}
        submissions = {s.student.id: s for s in assignment.submissions}
        for student in gradebook.students:
            if not wanted or student.id in wanted:
                yield _row(assignment, student, submissions.get(student.id))


def _row(assignment: Any, student: Any, submission: Any) -> dict[str, Any]:
    row = {
        "assignment": assignment.name,
        "duedate": assignment.duedate,
        "student_id": student.id,
        "last_name": student.last_name,
        "first_name": student.first_name,
        "email": student.email,
        "raw_score": 0.0,
        "late_submission_penalty": 0.0,
        "score": 0.0,
        "max_score": assignment.max_score,
    }
    if submission is None:
        return row
    penalty = submission.late_submission_penalty or 0.0
    row["timestamp"] = submission.timestamp
    row["raw_score"] = submission.score
    row["late_submission_penalty"] = penalty
    row["score"] = max(0.0, submission.score - penalty)
    for notebook in submission.notebooks:
        row.update({grade.name: grade.score for grade in notebook.grades})
    return row


def _text(value: object) -> str:
    return "" if value is None else str(value)
