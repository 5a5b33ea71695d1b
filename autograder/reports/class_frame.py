"""The class book joined with the outcomes that count, as tables."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from urllib.parse import quote

import numpy as np
import numpy.typing as npt
import pandas as pd

from autograder.grading.class_book import ClassBook
from autograder.reports.frames import load_moves
from autograder.reports.frames import load_results
from autograder.reports.frames import load_timings
from autograder.reports.names import safe_name

LETTERS = {
    "passed": "p",
    "failed": "f",
    "error": "e",
    "timeout": "t",
    "crashed": "c",
    "missing": "m",
    "waiting": "w",
    "not_run": "n",
    "grader_error": "g",
}
"""Outcome of a criterion -> its letter in the data of a page; "." is none."""

KEY = ["student", "assignment", "attempt"]


def standings(book: ClassBook) -> pd.DataFrame:
    """One row a student and assignment, in the book's order: where the rules left the score."""
    rows = [
        (
            row.student,
            row.person.name if row.person else "",
            row.person.section if row.person else "",
            f"../feedback/{quote(safe_name(row.student))}/",
            slug,
            entry.status,
            entry.standing.attempt or (entry.counting.attempt if entry.counting else ""),
            None if entry.standing.score is None else float(entry.standing.score),
            float(entry.standing.max_score),
            entry.standing.days_late,
            len(entry.results),
            entry.counting.problem if entry.counting else "",
        )
        for row in book.rows
        for slug, entry in row.entries.items()
    ]
    columns = "student name section href assignment status attempt score max_score days_late"
    table = pd.DataFrame(rows, columns=[*columns.split(), "attempts", "problem"])
    return table.astype({"score": "float64", "max_score": "float64"})


@dataclass(frozen=True)
class ClassFrame:
    """Everything the class pages show: `standings`, and `outcomes` of the attempts that count."""

    standings: pd.DataFrame
    outcomes: pd.DataFrame
    timings: pd.DataFrame
    moves: pd.DataFrame

    @classmethod
    def of(cls, folder: Path, book: ClassBook) -> ClassFrame:
        """The class of an output folder."""
        standing = standings(book)
        counted = standing[["student", "assignment", "attempt"]]
        return cls(
            standing,
            load_results(folder).dropna(subset="criterion").merge(counted, on=KEY),
            load_timings(folder).merge(counted, on=KEY),
            load_moves(folder),
        )

    def part(self, slug: str) -> AssignmentFrame:
        """The class over one assignment."""
        return AssignmentFrame(
            *(
                table[table["assignment"] == slug].reset_index(drop=True)
                for table in (self.standings, self.outcomes, self.timings, self.moves)
            )
        )


@dataclass(frozen=True)
class AssignmentFrame:
    """The class over one assignment: the rows of each table that are about it."""

    standings: pd.DataFrame
    outcomes: pd.DataFrame
    timings: pd.DataFrame
    moves: pd.DataFrame

    @cached_property
    def criteria(self) -> pd.DataFrame:
        """One row a criterion in the suite's order: of, says, points, extra_credit; by its id."""
        columns = ["criterion", "of", "says", "points", "extra_credit"]
        table = self.outcomes[columns].astype({"criterion": "str", "of": "str"})
        return table.drop_duplicates("criterion").set_index("criterion")

    @cached_property
    def earned(self) -> npt.NDArray[np.float64]:
        """(students, criteria) points, of those who handed in something that could be graded."""
        graded = self.standings.loc[self.standings["status"] == "graded", "student"]
        wide = self._wide(self.outcomes["earned"]).reindex(graded)
        # an older suite, not graded again yet, would mix two tests into one statistic
        earned: npt.NDArray[np.float64] = wide.dropna().to_numpy(dtype="float64")
        return earned

    @cached_property
    def letters(self) -> list[str]:
        """One word a student, in the order of `standings`; one letter of `LETTERS` a criterion."""
        wide = self._wide(self.outcomes["outcome"].astype("str").map(LETTERS))
        wide = wide.reindex(self.standings["student"]).fillna(".")
        if not wide.shape[1]:
            return [""] * len(wide)
        grid = np.ascontiguousarray(wide.to_numpy(dtype="U1"))
        words: list[str] = grid.view(f"U{wide.shape[1]}").ravel().tolist()
        return words

    def _wide(self, values: pd.Series) -> pd.DataFrame:
        keys = [self.outcomes["student"], self.outcomes["criterion"].astype("str")]
        long = pd.Series(values.to_numpy(), index=pd.MultiIndex.from_arrays(keys))
        wide = long.unstack()  # noqa: PD010 - nothing is there twice to aggregate
        return wide.reindex(columns=self.criteria.index)
