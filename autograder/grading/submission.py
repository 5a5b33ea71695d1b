"""What one student handed in for one assignment, staged and ready to be graded."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path


@dataclass(frozen=True)
class Submission:
    """One attempt.

    `folder` is the staged copy: regular files only, capped in size and number, and
    the worker may read nothing else of the class. `main` names the file in it to load,
    relative to `folder` ("" when `refused` says why there is none). `content` is the
    hash of the staged files. `notes` are sentences for the report, such as
    "'hw (1).py' was graded as hw.py". `canvas_id` and `moodle_id` are the student's
    numbers in Canvas and Moodle, if the hand-in came from there.
    """

    student: str
    assignment: str
    attempt: str
    folder: Path
    main: str
    content: str
    submitted_at: datetime | None = None
    notes: tuple[str, ...] = ()
    refused: str = ""
    canvas_id: str = ""
    moodle_id: str = ""
