"""The table of students on a class page: columns of data, and the headings around them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field
from typing import Any

import pandas as pd
from markupsafe import Markup

from autograder.reports.class_frame import AssignmentFrame
from autograder.reports.class_frame import ClassFrame
from autograder.reports.render import json_for_page

Choices = list[tuple[str, str]]


@dataclass(frozen=True)
class Column:
    """A heading; `kind` is "number", "share" or "text". Cells of a `most` are shaded.

    `instead` says what to show where there is no number.
    """

    label: str
    kind: str
    cells: list[Any]
    most: float | None = None
    instead: list[str] | None = None


@dataclass(frozen=True)
class Group:
    """Neighbouring criteria of one function."""

    name: str
    span: int


@dataclass(frozen=True)
class Table:
    """What the template needs: headings, the choices of the filter, and the data as JSON."""

    columns: list[Column]
    data: Markup
    groups: list[Group] = field(default_factory=list)
    marks: list[dict[str, str]] = field(default_factory=list)
    choices: list[tuple[str, Choices]] = field(default_factory=list)


def assignment_table(frame: AssignmentFrame) -> Table:
    """Students by criteria: score, days late, attempts, then one mark a criterion."""
    standing, criteria = frame.standings, frame.criteria
    score = Column(
        "score",
        "number",
        _scores(standing["score"], standing["status"]),
        most=_most(standing),
        instead=_words(standing["status"]),
    )
    columns = [
        score,
        Column("days late", "number", standing["days_late"].to_list()),
        Column("attempts", "number", standing["attempts"].to_list()),
    ]
    ids = criteria.index.to_list()
    diagnosed, mistakes = _diagnosed(frame, ids)
    return Table(
        columns=columns,
        data=_data(
            standing,
            standing["href"] + f"{_slug(standing)}.html",
            columns,
            status=standing["status"].to_list(),
            marks={"ids": ids, "columns": len(ids), "words": frame.letters},
            diagnosed=diagnosed,
        ),
        groups=_groups(criteria["of"]),
        marks=[{"id": name, "says": says} for name, says in criteria["says"].items()],
        choices=[
            ("status", _statuses(standing["status"])),
            ("does not meet", [(f"fails:{name}", name) for name in ids]),
            ("makes the mistake", [(f"has:{name}", name) for name in mistakes]),
        ],
    )


def class_table(frame: ClassFrame, slugs: Sequence[str]) -> Table:
    """Students by assignments: total, its share of what could be earned, then the scores."""
    standing = frame.standings
    order = standing["student"].drop_duplicates()
    indexed = standing.set_index(["student", "assignment"])[["score", "status"]]
    wide = indexed.unstack("assignment")  # noqa: PD010 - nothing is there twice to aggregate
    wide = wide.reindex(order)
    people = standing.drop_duplicates("student").set_index("student").reset_index()
    totals = totals_of(frame).reindex(order)
    columns = [
        Column("total", "number", _plain(totals["total"]), instead=["open"] * len(order)),
        Column("share", "share", _plain(totals["share"]), most=1.0, instead=[""] * len(order)),
    ]
    for slug in slugs:
        part = standing[standing["assignment"] == slug]
        columns.append(
            Column(
                slug,
                "number",
                _scores(wide["score", slug].astype("float64"), wide["status", slug]),
                most=_most(part),
                instead=_words(wide["status", slug].fillna("")),
            )
        )
    statuses = standing.groupby("student")["status"].agg(" ".join).reindex(order)
    nothing: dict[str, list[Any]] = {"row": [], "column": [], "mistake": [], "names": []}
    return Table(
        columns=columns,
        data=_data(
            people,
            people["href"] + "index.html",
            columns,
            status=statuses.to_list(),
            marks={"ids": [], "columns": 0, "words": [""] * len(order)},
            diagnosed=nothing,
        ),
        choices=[("some assignment is", _statuses(standing["status"]))],
    )


def totals_of(frame: ClassFrame) -> pd.DataFrame:
    """By student: total and share of the maximum; NaN while a score is open.

    An assignment that is excused or not due yet is left out of both.
    """
    left_out = frame.standings["status"].isin(["excused", "not_due"])
    standing = frame.standings[~left_out]
    open_ones = standing["status"].isin(["grader_error", "unmatched"])
    sums = standing.groupby("student")[["score", "max_score"]].sum()
    unsure = open_ones.groupby(standing["student"]).any()
    total = sums["score"].mask(unsure)
    most = sums["max_score"].where(sums["max_score"] > 0)
    return pd.DataFrame({"total": total, "share": total / most})


def _data(people: pd.DataFrame, hrefs: pd.Series, columns: list[Column], **more: Any) -> Markup:
    cells = [
        {"kind": c.kind, "cells": c.cells, "most": c.most, "instead": c.instead} for c in columns
    ]
    facts = {
        "students": people["student"].to_list(),
        "names": people["name"].to_list(),
        "href": hrefs.to_list(),
        "columns": cells,
        **more,
    }
    # ASCII alone: a name with half a surrogate pair is still a page that can be written
    return json_for_page(json.dumps(facts, separators=(",", ":")))


def _diagnosed(frame: AssignmentFrame, ids: list[str]) -> tuple[dict[str, Any], list[str]]:
    """Where a misconception was recognised, as three columns of numbers; and their names."""
    named = frame.outcomes.dropna(subset="misconception")
    which, names = pd.factorize(named["misconception"].astype("str"), sort=True)
    rows = pd.Index(frame.standings["student"]).get_indexer(named["student"])
    columns = pd.Index(ids).get_indexer(named["criterion"].astype("str"))
    table = {
        "row": rows.tolist(),
        "column": columns.tolist(),
        "mistake": which.tolist(),
        "names": list(names),
    }
    return table, list(names)


def _groups(of: pd.Series) -> list[Group]:
    runs = (of != of.shift()).cumsum()
    return [Group(str(run.iloc[0]), len(run)) for _, run in of.groupby(runs)]


def _statuses(status: pd.Series) -> Choices:
    return [(f"status:{name}", str(name).replace("_", " ")) for name in sorted(status.unique())]


def _words(status: pd.Series) -> list[str]:
    words: list[str] = status.str.replace("_", " ").to_list()
    return words


def _scores(scores: pd.Series, status: pd.Series) -> list[float | None]:
    """Zero points for nothing handed in read better as a word than as a number."""
    return _plain(scores.mask((status != "graded") & (scores == 0)))


def _plain(numbers: pd.Series) -> list[float | None]:
    """JSON knows no NaN."""
    plain: list[float | None] = numbers.astype(object).where(numbers.notna(), None).to_list()
    return plain


def _most(standing: pd.DataFrame) -> float | None:
    most = float(standing["max_score"].max()) if len(standing) else 0.0
    return most or None


def _slug(standing: pd.DataFrame) -> str:
    return str(standing["assignment"].iloc[0]) if len(standing) else ""
