"""What a pile was split into: a claim for each student and place, and what was left out."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from dataclasses import field
from datetime import UTC
from datetime import datetime
from datetime import tzinfo

from autograder.grading.tree import Folder
from autograder.grading.tree import LeftOut


@dataclass(frozen=True)
class Claim:
    """Everything of one student that came from one place; `source` names that place.

    `number` is the student's in the platform that `download` came from, if it came from one.
    """

    student: str
    source: str
    folder: Folder
    slugs: tuple[str, ...]
    number: str = ""
    notes: tuple[str, ...] = ()
    arrived: datetime | None = None
    canvas_id: str = ""
    moodle_id: str = ""
    download: str = ""


@dataclass
class Pile:
    """The claims found so far, what was set aside with the reason, and what names nothing.

    `unmatched` has the files of a student, by their paths in the folder, that may be answers
    under a wrong name.
    """

    slugs: tuple[str, ...]
    zone: tzinfo = UTC
    claims: list[Claim] = field(default_factory=list)
    ignored: list[LeftOut] = field(default_factory=list)
    unmatched: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def tell_problems(self, folder: Folder) -> None:
        """Set aside what of a folder of several students cannot be used: it may be somebody's."""
        where = folder.path or folder.name
        self.ignored += [LeftOut(where, problem) for problem in folder.problems]
