"""Downloads of learning platforms, recognised by what the platform calls the files in them.

An instructor may keep several in one folder, each as it came: a Canvas zip beside one of Moodle's,
or one for each assignment. A student's own archive or folder is none, whatever it is called.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import tzinfo

from autograder.grading.archives import opened
from autograder.grading.blackboard import owner_in
from autograder.grading.layouts import archive_stem
from autograder.grading.layouts import lms_name
from autograder.grading.layouts import squashed
from autograder.grading.litter import tidy
from autograder.grading.tree import Folder
from autograder.grading.tree import Leaf
from autograder.grading.tree import Node

_NESTED = 3
_NAMED = 3
_DIGITS = 3
_NO_NUMBER = "none"


def downloads_in(folder: Folder, zone: tzinfo, depth: int = 0) -> tuple[Folder, ...]:
    """The downloads a folder consists of; none when anything else there may be a student's."""
    found: list[Folder] = []
    for child in folder.children:
        if _owner(child.name) or depth == _NESTED:
            return ()
        if isinstance(child, Folder) or archive_stem(child.name) is not None:
            download = _download(child, zone, depth)
            if download is None:
                return ()
            if download.children:  # a platform also packs that nobody handed in
                found.append(download)
    return tuple(found)


def _download(node: Node, zone: tzinfo, depth: int) -> Folder | None:
    """The node as the folder of a class, or None when it may be one student's work."""
    if isinstance(node, Leaf):
        inner = tidy(opened(node, zone, holds_class=True), [])
        folder = replace(inner, name=archive_stem(node.name) or node.name)
        if not folder.children and not folder.problems:
            return folder
        alone = 1
    else:
        folder, alone = node, 2  # a folder that somebody made for one student may hold such a name
    named = _unwrapped(folder)
    if len(people_in(named)) >= alone:
        return replace(named, name=folder.name)
    return folder if downloads_in(folder, zone, depth + 1) else None


def people_in(folder: Folder) -> tuple[str, ...]:
    """The students after whom a platform named everything here; none if it did not name it all."""
    names = [_owner(child.name) for child in _unwrapped(folder).children]
    people = {name for name in names if name is not None}
    # a student may well call a file hw_1_2_final.py
    few = len(people) == 1 and all(len(number) < _DIGITS for _, number in people)
    return () if None in names or few else tuple(sorted(student for student, _ in people))


def _owner(name: str) -> tuple[str, str] | None:
    """Student and number in a name that a platform gave; Blackboard gives no number."""
    found = lms_name(name)
    if found is not None:
        return found.student, found.number
    account = owner_in(name)
    return (account, _NO_NUMBER) if account else None


def mixed_up(folder: Folder) -> str:
    """Why a download among the hand-ins of students is not one of them; "" when it is none."""
    people = people_in(folder)
    own = {squashed(archive_stem(folder.name) or folder.name)}
    if not people or own == set(map(squashed, people)) or (len(people) < 2 and not folder.archive):
        return ""
    more = f" and {len(people) - _NAMED} more" if len(people) > _NAMED else ""
    return (
        f"{folder.path!r} holds what {', '.join(people[:_NAMED])}{more} handed in, by the names "
        "that a learning platform gives, and lies among the work of others: grade it by itself, "
        "with the same --out"
    )


def _unwrapped(folder: Folder) -> Folder:
    while len(folder.children) == 1 and folder.folders and not _owner(folder.children[0].name):
        folder = replace(folder.folders[0], problems=folder.problems + folder.folders[0].problems)
    return folder
