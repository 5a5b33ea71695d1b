"""The mistakes of this class, most frequent first: who makes them, and what to say about them."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass

import pandas as pd

from autograder.course.assignment import Assignment
from autograder.course.misconceptions import Misconception
from autograder.course.misconceptions import catalogue
from autograder.reports.class_frame import AssignmentFrame

_NAMED = 12


@dataclass(frozen=True)
class Who:
    """A student, and where to read more."""

    name: str
    href: str


@dataclass(frozen=True)
class Mistake:
    """A misconception of the catalogue that students of this class have.

    `students` are the first few of `count`; `asked` is the criterion that shows it best, and
    `detail` what one student's code did there. `program` is code that makes the mistake.
    """

    name: str
    of: str
    says: str
    count: int
    share: float
    students: tuple[Who, ...]
    asked: str
    criteria: tuple[str, ...]
    example_of: Who
    detail: str
    program: str
    source: str


@dataclass(frozen=True)
class Unnamed:
    """A failure that no misconception explains, told to several students in the same words."""

    criterion: str
    asked: str
    message: str
    count: int


def mistakes(assignment: Assignment, frame: AssignmentFrame) -> list[Mistake]:
    """Every misconception found, most frequent first."""
    named = frame.outcomes.dropna(subset="misconception")
    named = named.assign(misconception=named["misconception"].astype("str"))
    if named.empty:
        return []
    handed_in = int((frame.standings["status"] == "graded").sum())
    hrefs = frame.standings.set_index("student")["href"]
    known = {one.name: one for one in catalogue(assignment)}
    found = [
        _mistake(rows, hrefs, known.get(str(name)), handed_in, assignment)
        for name, rows in named.groupby("misconception", sort=True)
    ]
    return sorted(found, key=lambda mistake: -mistake.count)


def _mistake(
    rows: pd.DataFrame,
    hrefs: pd.Series,
    known: Misconception | None,
    handed_in: int,
    assignment: Assignment,
) -> Mistake:
    students = rows["student"].drop_duplicates()
    # the criterion written for this mistake shows it best, if the students failed it
    best = rows[rows["criterion"] == known.killed_by] if known else rows
    example = (best if len(best) else rows).iloc[0]
    pages = hrefs[students[:_NAMED]] + f"{assignment.slug}.html"
    return Mistake(
        name=str(example["misconception"]),
        of=str(example["of"]),
        says=example["misconception_says"],
        count=len(students),
        share=len(students) / max(handed_in, 1),
        students=tuple(Who(who, page) for who, page in pages.items()),
        asked=example["says"],
        criteria=tuple(rows["criterion"].astype("str").drop_duplicates()),
        example_of=Who(
            example["student"],
            f"{hrefs[example['student']]}{assignment.slug}.html#{example['criterion']}",
        ),
        detail=example["detail"],
        program=_program(known),
        source=assignment.source,
    )


def _program(known: Misconception | None) -> str:
    """The definition alone: the imports and helpers of the file come before it."""
    if known is None:
        return ""
    *_, definition = known.source.split("\n\n\n")
    return textwrap.dedent(definition)


def unnamed(frame: AssignmentFrame) -> list[Unnamed]:
    """Failures without a diagnosis that at least two students share, most frequent first."""
    failed = frame.outcomes[
        frame.outcomes["outcome"].isin(["failed", "error"])
        & frame.outcomes["misconception"].isna()
        & (frame.outcomes["message"] != "")
    ]
    keys = ["criterion", "says", "message"]
    table = failed.astype({"criterion": "str"}).groupby(keys)["student"].nunique()
    table = table[table > 1].sort_values(ascending=False, kind="stable").head(10).reset_index()
    return [Unnamed(*row) for row in table.itertuples(index=False, name=None)]
