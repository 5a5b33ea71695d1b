"""The public course.toml of a student kit: the facts of its assignments, and no more."""

from __future__ import annotations

import json
from collections.abc import Collection
from collections.abc import Mapping
from dataclasses import MISSING
from dataclasses import asdict
from dataclasses import fields
from datetime import date
from datetime import datetime
from datetime import time
from typing import Any

from autograder.course.assignment import Assignment
from autograder.course.course import Course
from autograder.course.fingerprint import fingerprint
from autograder.grading.deadlines import Deadline
from autograder.grading.policy_table import read_policy

# Set by the program; everything else is a key of assignment.toml.
_OURS = {"slug", "folder", "kit", "published_names", "stubs"}


def public_toml(course: Course, released: Mapping[Assignment, Mapping[str, bytes]]) -> str:
    """A course.toml that `Course.load` reads as a kit, for assignments with the files of each.

    The roster and the policy stay behind, but for the zone that deadlines are in; and so does
    any deadline that is a table: such tables hold extensions of single students.
    """
    slugs = {a.slug for a in released}
    tracks = {name: [s for s in track if s in slugs] for name, track in course.tracks.items()}
    tables: dict[str, dict[str, Any]] = {
        "tracks": {name: track for name, track in tracks.items() if track},
        "deadlines": (due := _public_deadlines(course, slugs)),
        "policy": _zone(course) if due else {},
    }
    tables |= {f"assignments.{a.slug}": _facts(a, files) for a, files in released.items()}
    parts = [f"title = {toml_value(course.title)}\n"]
    parts += [_table(name, table) for name, table in tables.items() if table]
    return "\n".join(parts)


def due_dates(course: Course, slugs: Collection[str]) -> dict[str, Deadline]:
    """When each of the assignments is due for the class, all in one zone; extensions are not in."""
    tables = {"policy": _zone(course), "deadlines": _public_deadlines(course, slugs)}
    return dict(read_policy(tables, slugs).deadlines)


def _public_deadlines(course: Course, slugs: Collection[str]) -> dict[str, Any]:
    known = course.deadlines.items()
    return {name: due for name, due in known if name in slugs and not isinstance(due, dict)}


def _zone(course: Course) -> dict[str, Any]:
    return {key: value for key, value in course.policy.items() if key == "zone"}


def toml_value(value: Any) -> str:
    """A value as one line of TOML. TypeError for what TOML cannot hold."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, str):
        # A basic string of TOML is a JSON string, but for DEL.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, list | tuple):
        return f"[{', '.join(toml_value(item) for item in value)}]"
    if isinstance(value, dict):
        items = (f"{json.dumps(key)} = {toml_value(item)}" for key, item in value.items())
        return f"{{ {', '.join(items)} }}"
    raise TypeError(f"TOML has no form for {type(value).__name__}.")


def _facts(assignment: Assignment, files: Mapping[str, bytes]) -> dict[str, Any]:
    facts: dict[str, Any] = {}
    for field in fields(Assignment):
        value = getattr(assignment, field.name)
        default = field.default if field.default is not MISSING else None
        if field.name == "limits":
            value = _changed(value)
        if field.name not in _OURS and value not in (default, {}):
            facts[field.name] = value
    slug = assignment.slug
    stubs = {name: fingerprint(name, files[name]) for name in (f"{slug}.py", f"{slug}.ipynb")}
    return facts | {"names": list(assignment.names), "stubs": stubs}


def _changed(limits: Any) -> dict[str, Any]:
    usual = asdict(type(limits)())
    return {name: value for name, value in asdict(limits).items() if value != usual[name]}


def _table(name: str, table: dict[str, Any]) -> str:
    lines = [f"{_key(key)} = {toml_value(value)}" for key, value in table.items()]
    return "\n".join([f"[{name}]", *lines, ""])


def _key(name: str) -> str:
    bare = name.isascii() and name.replace("-", "_").isidentifier()
    return name if bare else json.dumps(name)
