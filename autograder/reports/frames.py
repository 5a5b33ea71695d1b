"""The results of a run as tables of pandas."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pandas as pd

from autograder.errors import UserError
from autograder.grading.store import DATABASE
from autograder.grading.store import Store

# SQLite takes the JSON apart: no Python loop over a class, however large.
_TESTS = """
SELECT r.student, r.assignment, r.attempt, r.status, r.score, r.max_score,
       r.submitted_at, r.graded_at,
       json_extract(t.value, '$.id') AS criterion,
       json_extract(t.value, '$.of') AS of,
       json_extract(t.value, '$.says') AS says,
       json_extract(t.value, '$.points') AS points,
       json_extract(t.value, '$.earned') AS earned,
       json_extract(t.value, '$.extra_credit') AS extra_credit,
       json_extract(t.value, '$.status') AS outcome,
       json_extract(t.value, '$.message') AS message,
       json_extract(t.value, '$.place') AS place,
       json_extract(t.value, '$.detail') AS detail,
       json_extract(t.value, '$.diagnosis.misconception') AS misconception,
       json_extract(t.value, '$.diagnosis.says') AS misconception_says
FROM results r LEFT JOIN json_each(r.body, '$.tests') t ON TRUE
ORDER BY r.student, r.assignment, r.attempt, t.key
"""
_TIMINGS = """
SELECT r.student, r.assignment, r.attempt, t.key AS phase, CAST(t.value AS REAL) AS seconds
FROM results r JOIN json_each(r.body, '$.timings') t
ORDER BY r.student, r.assignment, r.attempt, t.key
"""
_MOVES = """
SELECT student, assignment, attempt, old_score, new_score, reason, at FROM moves
ORDER BY rowid DESC
"""
_EXACT = ("score", "max_score", "points", "earned")
_CATEGORIES = ("assignment", "status", "criterion", "of", "outcome", "misconception")


def load_results(folder: str | Path) -> pd.DataFrame:
    """Every criterion of every attempt in the output folder of a `grade run`.

    One row a student, assignment, attempt and criterion, in this order; an attempt without
    outcomes (refused, or the grader failed) is one row with the criterion missing. Scores
    are those earned, before deadlines and other rules of the course.

    ================== =================== ================================================
    column             dtype               meaning
    ================== =================== ================================================
    student            str                 as in the hand-ins
    assignment         category            its slug
    attempt            str                 which of the student's hand-ins
    status             category            graded, not_attempted, refused, grader_error
    score, max_score   float64             points; score is NaN when the grader failed
    submitted_at       datetime64[us, UTC] NaT when unknown
    graded_at          datetime64[us, UTC]
    criterion          category            the test's name
    of                 category            the function or class it belongs to
    says               str                 what it asks
    points, earned     float64             points
    extra_credit       boolean             whether it earns above the maximum
    outcome            category            passed, failed, error, timeout, crashed, missing ...
    message            str                 what the student was told
    place              str                 where in the student's file
    detail             str                 with inputs and values: for instructors only
    misconception      category            its name in misconceptions.py, if one was recognised
    misconception_says str                 its sentence
    ================== =================== ================================================

    Raises UserError when the folder holds no results.
    """
    table = _read(Path(folder), _TESTS)
    for name in _EXACT:
        table[name] = _floats(table[name])
    for name in ("submitted_at", "graded_at"):
        table[name] = pd.to_datetime(table[name], utc=True, format="ISO8601").dt.as_unit("us")
    table["extra_credit"] = table["extra_credit"].astype("boolean")
    texts = [name for name in table.columns if table[name].dtype == object]
    table = table.astype(dict.fromkeys(texts, "str"))
    return table.astype(dict.fromkeys(_CATEGORIES, "category"))


def load_timings(folder: Path) -> pd.DataFrame:
    """Seconds (float64) of every phase of every attempt, a row each."""
    return _read(folder, _TIMINGS)


def load_moves(folder: Path) -> pd.DataFrame:
    """Scores that changed on a regrade, newest first; scores in points, NaN for none."""
    table = _read(folder, _MOVES)
    for name in ("old_score", "new_score"):
        table[name] = _floats(table[name])
    return table


def _read(folder: Path, query: str) -> pd.DataFrame:
    path = folder / DATABASE
    if not path.is_file():
        raise UserError(f"{folder} holds no {DATABASE}: name the folder of a `grade run`.")
    Store(folder).close()  # brings an older file up to date, refuses a newer one
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as database:
        return pd.read_sql_query(query, database)


def _floats(exact: pd.Series) -> pd.Series:
    """Fractions "p/q" as float64, NaN where there is none."""
    parts = exact.astype("str").str.split("/", expand=True).reindex(columns=[0, 1])
    return parts[0].astype("float64") / parts[1].astype("float64")
