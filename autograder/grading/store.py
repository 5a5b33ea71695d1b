"""results.db: the truth about a class. Every file beside it is derived from it."""

from __future__ import annotations

import fcntl
import json
import os
import sqlite3
from collections import defaultdict
from collections.abc import Collection
from collections.abc import Iterable
from collections.abc import Iterator
from collections.abc import Mapping
from contextlib import contextmanager
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC
from datetime import datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

from autograder.errors import UserError
from autograder.grading.result import Result
from autograder.grading.result import exact_text

DATABASE = "results.db"
_SCHEMA = """
CREATE TABLE results (
    student TEXT NOT NULL,
    assignment TEXT NOT NULL,
    attempt TEXT NOT NULL,
    key TEXT NOT NULL,          -- hash of everything the score depends on
    content TEXT NOT NULL,      -- hash of the submission alone
    status TEXT NOT NULL,
    score TEXT,                 -- exact, "p/q"
    max_score TEXT NOT NULL,
    submitted_at TEXT,
    graded_at TEXT NOT NULL,
    body TEXT NOT NULL,         -- the whole result, JSON
    PRIMARY KEY (student, assignment, attempt)
);
CREATE TABLE moves (
    student TEXT NOT NULL,
    assignment TEXT NOT NULL,
    attempt TEXT NOT NULL,
    old_score TEXT,
    new_score TEXT,
    reason TEXT NOT NULL,
    at TEXT NOT NULL
);
"""
_LAST_TOLD = """
CREATE TABLE standings (        -- what counted when a run last told it: `grading/standings`
    student TEXT NOT NULL,
    assignment TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (student, assignment)
);
CREATE TABLE files (            -- what was derived from the results: `reports/derived`
    kind TEXT NOT NULL,
    path TEXT NOT NULL,
    PRIMARY KEY (kind, path)
);
"""
_UNMATCHED = """
CREATE TABLE unmatched (        -- files that may be answers under a wrong name
    student TEXT NOT NULL,
    file TEXT NOT NULL,
    PRIMARY KEY (student, file)
);
"""
# One entry takes a database of that version to the next; never edited, only added to.
_MIGRATIONS: tuple[str, ...] = (_SCHEMA, _LAST_TOLD, _UNMATCHED)


@dataclass(frozen=True)
class Move:
    """A score that changed without another hand-in, and why.

    Either what an attempt earned, graded again, or what counts of it under other rules or
    times; `attempt` is "" when none counts.
    """

    student: str
    assignment: str
    attempt: str
    old_score: Fraction | None
    new_score: Fraction | None
    reason: str


@dataclass(frozen=True)
class Stored:
    """A result with the hash of the submission it is about."""

    result: Result
    content: str
    graded_at: str


class Store:
    """The database of one output folder, open for one run; `moved` are the scores it moved."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.moved: list[Move] = []
        path = folder / DATABASE
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(path)
            self._migrate(path)
        except (OSError, sqlite3.Error) as error:
            raise UserError(f"{path} cannot be opened or written: {error}.") from error

    def close(self) -> None:
        self._db.close()

    def known_keys(self) -> dict[tuple[str, str, str], str]:
        """(student, assignment, attempt) -> key of every result that need not be made again."""
        rows = self._read(
            "SELECT student, assignment, attempt, key FROM results WHERE status != 'grader_error'"
        )
        return {(student, slug, attempt): key for student, slug, attempt, key in rows}

    def secret_fingerprints(self) -> dict[tuple[str, str, str], str]:
        """(student, assignment, attempt) -> which secret the result was made with."""
        rows = self._read(
            "SELECT student, assignment, attempt, json_extract(body, '$.secret_fingerprint')"
            " FROM results"
        )
        return {(student, slug, attempt): made for student, slug, attempt, made in rows}

    def put(self, result: Result, key: str, content: str) -> None:
        """Keep a result; one transaction, so a kill leaves the old one or the new one."""
        now = datetime.now(UTC).isoformat(timespec="seconds")
        body = json.dumps(result.to_json())
        try:
            with self._db:
                move = self._note_move(result, content, now)
                self._db.execute(
                    "INSERT OR REPLACE INTO results VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    (
                        result.student,
                        result.assignment,
                        result.attempt,
                        key,
                        content,
                        result.status,
                        exact_text(result.score),
                        exact_text(result.max_score),
                        result.submitted_at,
                        now,
                        body,
                    ),
                )
            if move is not None:
                self.moved.append(move)
        except sqlite3.Error as error:
            raise self._unwritable(error) from error

    def all(self, student: str | None = None, assignment: str | None = None) -> list[Stored]:
        """Results in the order of student, assignment, attempt."""
        rows = self._read(
            "SELECT body, content, graded_at FROM results"
            " WHERE (?1 IS NULL OR student = ?1) AND (?2 IS NULL OR assignment = ?2)"
            " ORDER BY student, assignment, attempt",
            student,
            assignment,
        )
        return [Stored(Result.from_json(json.loads(body)), *rest) for body, *rest in rows]

    def moves(self) -> list[Move]:
        """Every score that moved, oldest first."""
        rows = self._read(
            "SELECT student, assignment, attempt, old_score, new_score, reason FROM moves"
            " ORDER BY rowid"
        )
        return [
            Move(student, slug, attempt, _fraction(old), _fraction(new), reason)
            for student, slug, attempt, old, new, reason in rows
        ]

    def _note_move(self, result: Result, content: str, now: str) -> Move | None:
        row = self._db.execute(
            "SELECT body, content FROM results WHERE student=? AND assignment=? AND attempt=?",
            (result.student, result.assignment, result.attempt),
        ).fetchone()
        if row is None:
            return None
        earlier = Result.from_json(json.loads(row[0]))
        if earlier.score == result.score:
            return None
        move = Move(
            result.student,
            result.assignment,
            result.attempt,
            earlier.score,
            result.score,
            _reason(earlier, result, same_content=row[1] == content),
        )
        self._insert_move(move, now)
        return move

    def standings(self) -> dict[tuple[str, str], str]:
        """(student, assignment) -> what counted when a run last told it."""
        rows = self._read("SELECT student, assignment, body FROM standings")
        return {(student, slug): body for student, slug, body in rows}

    def keep_standings(self, told: Mapping[tuple[str, str], str], moves: Iterable[Move]) -> None:
        """Keep what counts now, and the moves since the last time, in one transaction."""
        now = datetime.now(UTC).isoformat(timespec="seconds")
        try:
            with self._db:
                self._db.execute("DELETE FROM standings")
                self._db.executemany(
                    "INSERT INTO standings VALUES (?, ?, ?)",
                    ((student, slug, body) for (student, slug), body in told.items()),
                )
                for move in moves:
                    self._insert_move(move, now)
                    self.moved.append(move)
        except sqlite3.Error as error:
            raise self._unwritable(error) from error

    def unmatched(self) -> dict[str, list[str]]:
        """Student -> files of the last hand-in that may be answers under a wrong name."""
        found: dict[str, list[str]] = defaultdict(list)
        for student, file in self._read("SELECT student, file FROM unmatched ORDER BY 1, 2"):
            found[student].append(file)
        return dict(found)

    def keep_unmatched(
        self, students: Iterable[str], unmatched: Mapping[str, Iterable[str]]
    ) -> None:
        """Keep such files of the students who were seen, in place of earlier ones."""
        pairs = {(student, file) for student, files in unmatched.items() for file in files}
        try:
            with self._db:
                self._db.executemany(
                    "DELETE FROM unmatched WHERE student = ?", ((student,) for student in students)
                )
                self._db.executemany("INSERT INTO unmatched VALUES (?, ?)", sorted(pairs))
        except sqlite3.Error as error:
            raise self._unwritable(error) from error

    def files(self, kind: str) -> set[str]:
        """Paths in the folder of the files of a kind that were derived from the results."""
        rows = self._read("SELECT path FROM files WHERE kind = ?", kind)
        return {path for (path,) in rows}

    def keep_files(self, kind: str, paths: Collection[str]) -> None:
        """Remember what was derived, and nothing else of that kind."""
        if self.files(kind) == set(paths):
            return
        try:
            with self._db:
                self._db.execute("DELETE FROM files WHERE kind = ?", (kind,))
                self._db.executemany(
                    "INSERT INTO files VALUES (?, ?)", ((kind, path) for path in paths)
                )
        except sqlite3.Error as error:
            raise self._unwritable(error) from error

    def _read(self, query: str, *parameters: str | None) -> Iterator[tuple[Any, ...]]:
        try:
            yield from self._db.execute(query, parameters)
        except sqlite3.Error as error:
            raise UserError(
                f"{self.folder / DATABASE} cannot be read: {error}. Put a copy of it back, or "
                "grade into a new --out folder."
            ) from error

    def _insert_move(self, move: Move, now: str) -> None:
        self._db.execute(
            "INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                move.student,
                move.assignment,
                move.attempt,
                exact_text(move.old_score),
                exact_text(move.new_score),
                move.reason,
                now,
            ),
        )

    def _unwritable(self, error: sqlite3.Error) -> UserError:
        return UserError(
            f"{self.folder / DATABASE} cannot be written: {error}. Nothing finished is lost; "
            "free some space and run the same command again."
        )

    def _migrate(self, path: Path) -> None:
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        if version > len(_MIGRATIONS):
            raise UserError(
                f"{path} was written by a newer version of this program (schema {version}, this "
                f"one knows {len(_MIGRATIONS)}): upgrade, or use another --out folder."
            )
        for number in range(version, len(_MIGRATIONS)):
            self._db.executescript(
                f"BEGIN; {_MIGRATIONS[number]} PRAGMA user_version = {number + 1}; COMMIT;"
            )


@contextmanager
def locked_folder(folder: Path) -> Iterator[None]:
    """Hold an output folder alone; a second run is refused, with the first one's pid."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        stream = (folder / ".lock").open("a+", encoding="utf-8")
    except OSError as error:
        raise UserError(f"{folder} cannot be written: {error.strerror}.") from error
    with stream:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            stream.seek(0)
            raise UserError(
                f"{folder} is in use by another run (pid {stream.read().strip() or 'unknown'}): "
                "wait for it, or use another --out folder."
            ) from None
        stream.truncate(0)
        stream.write(str(os.getpid()))
        stream.flush()
        yield


def running_on(folder: Path) -> str:
    """The pid of the run that holds an output folder now; "" when none does."""
    # a folder without a lock, or with one that cannot be read, is held by nobody we could name
    with suppress(OSError), (folder / ".lock").open(encoding="utf-8") as stream:
        try:
            fcntl.flock(stream, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return stream.read().strip() or "unknown"
    return ""


_CAUSES = {
    "suite": "the hidden suite changed",
    "reference": "the reference solution changed",
    "misconceptions": "the misconceptions changed",
    "settings": "the settings of the assignment changed",
    "package": "another version of the grader",
}


def _reason(earlier: Result, later: Result, *, same_content: bool) -> str:
    causes = [] if same_content else ["the submission changed"]
    causes += [
        text
        for name, text in _CAUSES.items()
        if earlier.versions.get(name) != later.versions.get(name)
    ]
    if earlier.secret_fingerprint != later.secret_fingerprint:
        causes.append("another course secret")
    if "grader_error" in (earlier.status, later.status):
        causes.append("the grader itself had failed")
    return (
        "; ".join(causes) or "graded again with the same files: the submission is not deterministic"
    )


def _fraction(text: str | None) -> Fraction | None:
    return None if text is None else Fraction(text)
