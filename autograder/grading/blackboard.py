"""Downloads of Blackboard: `Week 1_jdoe_attempt_2026-05-01-20-00-00_mlp.py`, and a .txt an attempt.

Nothing tells the title of the assignment from the account, and both may hold a `_`. The title is
what all names of one download begin with.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from collections.abc import Iterator
from dataclasses import replace

from autograder.grading.tree import Folder
from autograder.grading.tree import Leaf

_NAME = re.compile(
    r"(?P<who>.+_[^_]+)_attempt_(?P<day>\d{4}-\d\d-\d\d)-(?P<hour>\d\d-\d\d-\d\d)"
    r"(?:_(?P<file>.+)|\.txt)",
    re.DOTALL,
)


def owner_in(name: str) -> str:
    """Title and account in a name that Blackboard gave a file; "" in any other name."""
    found = _NAME.fullmatch(name)
    return found["who"] if found else ""


def students_of(leaves: Iterable[Leaf]) -> Iterator[tuple[str, Folder]]:
    """(account, their files in a folder for each attempt, called after its time).

    Of the platform's own .txt only the attempt is kept: somebody handed in nothing else.
    """
    people: dict[str, dict[str, list[Leaf]]] = defaultdict(lambda: defaultdict(list))
    for leaf in leaves:
        if found := _NAME.fullmatch(leaf.name):
            attempt = people[found["who"]][f"{found['day']} {found['hour']}"]
            attempt += [replace(leaf, name=found["file"])] if found["file"] else []
    title = min((who.rpartition("_")[0] for who in people), key=len, default="") + "_"
    titled = all(who.startswith(title) for who in people)
    for who, attempts in people.items():
        folders = (Folder(time, "", tuple(files)) for time, files in attempts.items())
        yield (who.removeprefix(title) if titled else who), Folder(who, "", tuple(folders))
