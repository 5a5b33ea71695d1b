"""The class report: an index, and a page an assignment."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from autograder.course.assignment import Assignment
from autograder.grading.class_book import ClassBook
from autograder.reports.charts import histogram
from autograder.reports.class_frame import AssignmentFrame
from autograder.reports.class_frame import ClassFrame
from autograder.reports.grid import assignment_table
from autograder.reports.grid import class_table
from autograder.reports.grid import totals_of
from autograder.reports.lecture import mistakes
from autograder.reports.lecture import unnamed
from autograder.reports.render import class_page
from autograder.reports.statistics import item_statistics
from autograder.reports.statistics import summary

_MOVES = 200
_NAMES = 10


def class_report(folder: Path, book: ClassBook, title: str) -> Iterator[tuple[str, str]]:
    """(file name, page) of every page, the index last; `folder` holds the results."""
    frame = ClassFrame.of(folder, book)
    overview = []
    for assignment in book.assignments:
        facts = assignment_facts(assignment, frame.part(assignment.slug))
        yield f"{assignment.slug}.html", class_page("assignment.html.j2", course=title, **facts)
        overview.append(_overview(facts))
    yield "index.html", class_page("index.html.j2", course=title, **_index(frame, book, overview))


def assignment_facts(assignment: Assignment, frame: AssignmentFrame) -> dict[str, Any]:
    """Everything the page of one assignment shows."""
    standing = frame.standings
    earned = frame.earned
    items = item_statistics(
        earned, frame.criteria["points"].to_numpy("float64"), frame.criteria.index.to_list()
    )
    items = frame.criteria.join(items)
    counts = standing["status"].value_counts(sort=False)
    handed_in = standing[standing["attempts"] > 0]
    return {
        "assignment": assignment,
        "faults": _faults(standing),
        "statuses": [(str(name).replace("_", " "), int(n)) for name, n in counts.items()],
        "summary": summary(earned),
        "most": float(standing["max_score"].max()) if len(standing) else 0.0,
        "bars": histogram((handed_in["score"] / handed_in["max_score"]).to_numpy("float64")),
        "mistakes": mistakes(assignment, frame),
        "unnamed": unnamed(frame),
        "table": assignment_table(frame),
        "items": _records(items.reset_index()),
        "phases": _phases(frame.timings),
        **_moved(frame.moves),
    }


def _index(frame: ClassFrame, book: ClassBook, overview: list[dict[str, Any]]) -> dict[str, Any]:
    shares = totals_of(frame)["share"].to_numpy("float64")
    return {
        "students": len(book.rows),
        "faults": _faults(frame.standings),
        "warnings": book.warnings,
        "assignments": overview,
        "bars": histogram(shares),
        "table": class_table(frame, [a.slug for a in book.assignments]),
        **_moved(frame.moves),
    }


def _overview(facts: dict[str, Any]) -> dict[str, Any]:
    """One line of the index."""
    counts = dict(facts["statuses"])
    return {
        "slug": facts["assignment"].slug,
        "title": facts["assignment"].title,
        "graded": counts.get("graded", 0),
        "missing": counts.get("not submitted", 0),
        "mean": facts["summary"].mean,
        "most": facts["most"],
        "alpha": facts["summary"].alpha.value,
        "suspects": sum(item["verdict"].startswith("negative") for item in facts["items"]),
        "mistake": facts["mistakes"][0] if facts["mistakes"] else None,
    }


@dataclass(frozen=True)
class Fault:
    """Hand-ins of one assignment that an instructor has to look at for the same reason.

    `students` are the first ones, as (name, link); `page` has them all.
    """

    status: str
    assignment: str
    problem: str
    count: int
    students: list[tuple[str, str]]

    @property
    def page(self) -> str:
        return f"{self.assignment}.html#show=status:{self.status}"


def _faults(standing: pd.DataFrame) -> list[Fault]:
    """One a reason: the grader's own faults first, then the most frequent."""
    wrong = standing[standing["status"].isin(["grader_error", "refused"])]
    found = []
    for (status, slug, problem), alike in wrong.groupby(["status", "assignment", "problem"]):
        hrefs = alike["href"] + f"{slug}.html"
        named = zip(alike["student"][:_NAMES], hrefs[:_NAMES], strict=True)
        found.append(Fault(status, slug, problem, len(alike), list(named)))
    return sorted(found, key=lambda fault: (fault.status, -fault.count))


def _moved(moves: pd.DataFrame) -> dict[str, Any]:
    shown = _records(moves.head(_MOVES))
    return {"moved": shown, "more_moved": len(moves) - len(shown)}


def _phases(timings: pd.DataFrame) -> list[dict[str, Any]]:
    """Seconds by phase, the longest phase first."""
    if timings.empty:
        return []
    by_phase = timings.groupby("phase")["seconds"]
    table = by_phase.agg(median="median", longest="max")
    table["high"] = by_phase.quantile(0.95)
    table["student"] = timings.loc[by_phase.idxmax(), "student"].to_numpy()
    table = table.sort_values("median", ascending=False)
    return _records(table.reset_index())


def _records(table: pd.DataFrame) -> list[dict[str, Any]]:
    records: list[dict[str, Any]] = table.to_dict("records")
    return records
