"""When something was handed in: always an aware datetime, and always with its source.

In order of trust: the `--times` table of the instructor, `timestamp.txt` as nbgrader writes it,
a folder named after a time, and last the file's modification time, which a download or a
copy may have changed: it comes with a warning.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from collections.abc import Iterator
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field
from datetime import UTC
from datetime import datetime
from datetime import timedelta
from datetime import timezone
from datetime import tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo
from zoneinfo import ZoneInfoNotFoundError

from autograder.course.config import closest
from autograder.errors import UserError
from autograder.grading.sheets import cell
from autograder.grading.sheets import columns
from autograder.grading.sheets import read_sheet
from autograder.wording import named

_MOMENT = re.compile(
    r"(?P<year>\d{4})-?(?P<month>\d\d)-?(?P<day>\d\d)[T_ ]+"
    r"(?P<hour>\d\d)[:_-]?(?P<minute>\d\d)(?:[:_-]?(?P<second>\d\d)(?:[.,](?P<fraction>\d{1,9}))?)?"
    r"\s*(?P<zone>Z|UTC|GMT|[+-]\d\d(?:[:-]?\d\d)?|[A-Za-z]+(?:/[A-Za-z0-9_+-]+)+)?",
    re.ASCII,
)
_COLUMNS = {
    "student": ("student", "student id", "id", "user"),
    "time": ("time", "submitted at", "submitted", "timestamp", "date"),
    "assignment": ("assignment", "slug", "task"),
    "attempt": ("attempt",),
}


def parse_time(text: str, zone: tzinfo) -> datetime:
    """An ISO 8601 time, also as nbgrader or a folder name spells it; ValueError otherwise.

    A time without a zone of its own is local to `zone`. The hour that a clock change
    repeats is read as its first pass, the earlier one. The result is in UTC.
    """
    found = _MOMENT.fullmatch(text.strip())
    if found is None:
        raise ValueError(
            f"expected a time such as 2024-05-01T20:00:00Z, found {text.strip()[:60]!r}"
        )
    microsecond = int((found["fraction"] or "0").ljust(6, "0")[:6])
    parts = [int(found[part] or 0) for part in ("year", "month", "day", "hour", "minute", "second")]
    try:
        local = datetime(*parts, microsecond, tzinfo=_zone(found["zone"], zone))  # type: ignore[misc,arg-type]
        # In UTC, because times of an hour that comes twice are equal to no other.
        return local.astimezone(UTC)
    except OverflowError as error:
        raise ValueError(f"{text.strip()!r} is outside the calendar") from error


def time_in_name(name: str, zone: tzinfo) -> datetime | None:
    """The time that a folder is named after; None when it is not a time."""
    try:
        return parse_time(name, zone)
    except ValueError:
        return None


def _zone(text: str | None, default: tzinfo) -> tzinfo:
    if text is None:
        return default
    if text in ("Z", "UTC", "GMT"):
        return UTC
    if text[0] in "+-":
        digits = re.sub(r"\D", "", text).ljust(4, "0")
        offset = timedelta(hours=int(digits[:2]), minutes=int(digits[2:]))
        return timezone(-offset if text[0] == "-" else offset)
    try:
        return ZoneInfo(text)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise ValueError(
            f"{text!r} is not a time zone of the IANA list, such as Europe/Berlin"
        ) from error


@dataclass(frozen=True)
class Times:
    """The `--times` table: what the learning platform says about when each hand-in arrived."""

    rows: dict[tuple[str, str, str], datetime] = field(default_factory=dict)

    def of(self, student: str, assignment: str, attempt: str) -> datetime | None:
        """The most specific row: with attempt, then with assignment, then of the student alone."""
        for key in ((student, assignment, attempt), (student, assignment, ""), (student, "", "")):
            if key in self.rows:
                return self.rows[key]
        return None

    def unused(self, students: Iterable[str], slugs: Iterable[str]) -> Iterator[str]:
        """Sentences about names in the table that no hand-in, and no assignment, has."""
        unknown = sorted({name for name, _, _ in self.rows} - set(students))
        if unknown:
            who = named(map(repr, unknown))
            yield f"--times: not used, because nobody of that name handed in: {who}"
        known = set(slugs)
        for slug in sorted({slug for _, slug, _ in self.rows} - known - {""}):
            near = closest(slug, known)
            yield f"--times: not used, because there is no assignment {slug!r}.{near}"


def read_times(path: Path, zone: tzinfo) -> Times:
    """The table in a CSV file: columns `student` and `time`, optionally `assignment` and `attempt`.

    UserError names the line of a time that cannot be read, and a row that is there twice
    with two times.
    """
    headings, table = read_sheet(path, "--times:")
    places = _columns(path, headings)
    rows: dict[tuple[str, str, str], datetime] = {}
    for line, cells in table:
        said = {part: cell(cells, at) for part, at in places.items()}
        if not said["student"] or not said["time"]:
            continue
        try:
            moment = parse_time(said["time"], zone)
        except ValueError as error:
            raise UserError(f"{path}, line {line}: {error}") from error
        key = said["student"], said["assignment"], said["attempt"]
        if rows.setdefault(key, moment) != moment:
            raise UserError(
                f"{path}, line {line}: a second time for {said['student']!r}; keep one row"
            )
    return Times(rows)


def _columns(path: Path, headings: Sequence[str]) -> dict[str, list[int]]:
    found = columns(headings, _COLUMNS)
    if not found["student"] or not found["time"]:
        has = ", ".join(filter(None, headings)) or "nothing"
        raise UserError(f"{path} needs the columns student and time; its first line has: {has}")
    return found
