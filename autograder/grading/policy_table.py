"""The rules of a course as course.toml spells them.

::

    [policy]
    zone = "Europe/Berlin"     # of every time below that names none; default UTC
    attempts = "best"          # or "last", "last_on_time"
    attempt_limit = 3          # default: no limit
    late_per_day = "10%"       # of the earned points; default 0
    grace_days = 1             # late days that cost nothing
    cutoff_days = 7            # later than that earns nothing; default: no cut-off
    cap_at_maximum = false     # true: extra credit never lifts a score above the maximum

    [deadlines]
    softmax = 2024-05-01T23:59:00    # a date alone, here and below, means the end of that day

    [extensions]
    alice = 2                                       # days, for every assignment
    bob = { softmax = 3, mlp = 2024-05-09T23:59:00 }

    [excused]
    carol = ["softmax"]        # or true: from everything

    [[adjustments]]
    student = "alice"
    assignment = "softmax"
    points = "+1.5"            # or: score = "8"
    reason = "The handout had an error in part c."
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection
from collections.abc import Mapping
from contextlib import suppress
from datetime import date
from datetime import datetime
from datetime import time
from datetime import tzinfo
from fractions import Fraction
from typing import Any
from typing import cast
from zoneinfo import ZoneInfo
from zoneinfo import ZoneInfoNotFoundError

from autograder.errors import CourseError
from autograder.grading.deadlines import Deadline
from autograder.grading.policy import EVERY
from autograder.grading.policy import ZERO
from autograder.grading.policy import Adjustment
from autograder.grading.policy import Attempts
from autograder.grading.policy import Policy
from autograder.grading.times import parse_time

TABLES = ("policy", "deadlines", "extensions", "excused", "adjustments")
POLICY_KEYS = (
    "zone",
    "attempts",
    "attempt_limit",
    "late_per_day",
    "grace_days",
    "cutoff_days",
    "cap_at_maximum",
)
_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_ATTEMPTS = ("best", "last", "last_on_time")
_ADJUSTMENT_KEYS = ("student", "assignment", "points", "score", "reason")


def read_policy(course: Mapping[str, Any], slugs: Collection[str]) -> Policy:
    """The rules in a parsed course.toml; `slugs` are the course's assignments.

    CourseError names the table and key, what was expected and what was found, and for a
    misspelled key or assignment the right one. Other tables of the file are not looked at.
    """
    rules = _table(course, "policy")
    for key in rules:
        _known(key, POLICY_KEYS, "[policy]")
    zone = read_zone(rules.get("zone", "UTC"))
    return Policy(
        attempts=_attempts(rules.get("attempts", "best")),
        attempt_limit=_count(rules, "attempt_limit", least=1),
        late_per_day=_share(rules.get("late_per_day", 0)),
        grace_days=_count(rules, "grace_days") or 0,
        cutoff_days=_count(rules, "cutoff_days"),
        cap_at_maximum=_flag(rules.get("cap_at_maximum", False), "[policy] cap_at_maximum"),
        deadlines={
            _known(slug, slugs, "[deadlines]"): _deadline(value, zone, f"[deadlines] {slug}")
            for slug, value in _table(course, "deadlines").items()
        },
        extensions=_extensions(_table(course, "extensions"), slugs, zone),
        excused=_excused(_table(course, "excused"), slugs),
        adjustments=_adjustments(course.get("adjustments", []), slugs),
    )


def read_zone(name: object) -> ZoneInfo:
    """A time zone of the IANA list; CourseError when it is none."""
    try:
        return ZoneInfo(cast(str, name))
    except (ZoneInfoNotFoundError, ValueError, TypeError, OSError) as error:
        raise CourseError(
            f"[policy] zone: expected a name such as 'Europe/Berlin', found {name!r}"
        ) from error


def read_points(value: object, where: str) -> Fraction:
    """Exact points from a number, "1.5", "+1/3" or "10%"; CourseError when it is none."""
    number = isinstance(value, (int, float, str)) and not isinstance(value, bool)
    text = str(value).strip() if number else ""
    try:
        if text.endswith("%"):
            return Fraction(text[:-1].strip()) / 100
        return Fraction(text)
    except (ValueError, ZeroDivisionError) as error:
        raise CourseError(f'{where}: expected a number such as "1.5", found {value!r}') from error


def _table(course: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = course.get(name, {})
    if not isinstance(found, Mapping):
        raise CourseError(f"[{name}]: expected a table of keys, found {found!r}")
    return found


def _known(name: str, names: Collection[str], where: str) -> str:
    if name in names:
        return name
    near = difflib.get_close_matches(name, names, n=1)
    hint = f"did you mean {near[0]!r}?" if near else f"expected one of: {', '.join(sorted(names))}"
    raise CourseError(f"{where}: unknown name {name!r}; {hint}")


def _attempts(value: object) -> Attempts:
    if not isinstance(value, str):
        raise CourseError(f"[policy] attempts: expected one of {_ATTEMPTS}, found {value!r}")
    return cast(Attempts, _known(value, _ATTEMPTS, "[policy] attempts"))


def _count(rules: Mapping[str, Any], key: str, least: int = 0) -> int | None:
    value = rules.get(key)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise CourseError(f"[policy] {key}: expected a whole number from {least}, found {value!r}")
    return value


def _share(value: object) -> Fraction:
    share = read_points(value, "[policy] late_per_day")
    if not ZERO <= share <= 1:
        raise CourseError(
            f'[policy] late_per_day: expected a share such as "10%" or 0.1, found {value!r}'
        )
    return share


def _flag(value: object, where: str) -> bool:
    if not isinstance(value, bool):
        raise CourseError(f"{where}: expected true or false, found {value!r}")
    return value


def _deadline(value: object, zone: tzinfo, where: str) -> Deadline:
    if isinstance(value, str) and _DATE.fullmatch(value.strip()):
        with suppress(ValueError):  # no such day: the sentence below says what is expected
            value = date.fromisoformat(value.strip())
    if isinstance(value, datetime):
        return Deadline.at(value, zone)
    if isinstance(value, date):
        return Deadline(datetime.combine(value, time.max), zone)
    if isinstance(value, str):
        try:
            return Deadline.at(parse_time(value, zone), zone)
        except ValueError as error:
            raise CourseError(f"{where}: {error}") from error
    raise CourseError(f"{where}: expected a time such as 2024-05-01T23:59:00, found {value!r}")


def _extensions(
    table: Mapping[str, Any], slugs: Collection[str], zone: tzinfo
) -> dict[tuple[str, str], int | Deadline]:
    found: dict[tuple[str, str], int | Deadline] = {}
    for student, value in table.items():
        where = f"[extensions] {student}"
        if isinstance(value, Mapping):
            for slug, one in value.items():
                found[student, _known(slug, slugs, where)] = read_extension(
                    one, zone, f"{where}.{slug}"
                )
        else:
            found[student, EVERY] = read_extension(value, zone, where)
    return found


def read_extension(value: object, zone: tzinfo, where: str) -> int | Deadline:
    """Days after the deadline, or a deadline of one's own; CourseError when it is neither."""
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    if isinstance(value, (datetime, date, str)):
        return _deadline(value, zone, where)
    raise CourseError(f"{where}: expected a number of days or a new deadline, found {value!r}")


def _excused(table: Mapping[str, Any], slugs: Collection[str]) -> frozenset[tuple[str, str]]:
    found: set[tuple[str, str]] = set()
    for student, value in table.items():
        where = f"[excused] {student}"
        if value is True:
            found.add((student, EVERY))
        elif isinstance(value, list) and all(isinstance(slug, str) for slug in value):
            found.update((student, _known(slug, slugs, where)) for slug in value)
        else:
            raise CourseError(f"{where}: expected true or a list of assignments, found {value!r}")
    return frozenset(found)


def _adjustments(rows: object, slugs: Collection[str]) -> tuple[Adjustment, ...]:
    if not isinstance(rows, list):
        raise CourseError(f"[[adjustments]]: expected a list of tables, found {rows!r}")
    return tuple(_adjustment(row, slugs, number) for number, row in enumerate(rows, 1))


def _adjustment(row: object, slugs: Collection[str], number: int) -> Adjustment:
    where = f"[[adjustments]] number {number}"
    if not isinstance(row, Mapping):
        raise CourseError(f"{where}: expected a table, found {row!r}")
    for key in row:
        _known(key, _ADJUSTMENT_KEYS, where)
    for key in ("student", "assignment", "reason"):
        if not isinstance(row.get(key), str) or not row[key].strip():
            raise CourseError(f"{where}: {key} must be a text that is not empty")
    if ("points" in row) == ("score" in row):
        raise CourseError(f"{where}: expected either points (added) or score (set), not both")
    return Adjustment(
        student=row["student"],
        assignment=_known(row["assignment"], slugs, where),
        reason=row["reason"],
        points=read_points(row.get("points", 0), f"{where}: points"),
        score=read_points(row["score"], f"{where}: score") if "score" in row else None,
    )
