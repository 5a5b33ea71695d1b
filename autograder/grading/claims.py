"""Whose is what: a pile of files, folders and archives split into students.

A pile is a folder of students, an export of a learning platform, flat files named after
student and assignment, or the work of one student alone.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from datetime import UTC
from datetime import tzinfo

from autograder.errors import UserError
from autograder.grading.archives import opened
from autograder.grading.blackboard import owner_in
from autograder.grading.blackboard import students_of
from autograder.grading.downloads import downloads_in
from autograder.grading.downloads import mixed_up
from autograder.grading.guessed_times import MARKED_LATE
from autograder.grading.layouts import Fit
from autograder.grading.layouts import archive_stem
from autograder.grading.layouts import fit
from autograder.grading.layouts import flat_name
from autograder.grading.layouts import is_foreign_archive
from autograder.grading.layouts import is_test_file
from autograder.grading.layouts import lms_name
from autograder.grading.layouts import moodle_name
from autograder.grading.layouts import slug_of
from autograder.grading.layouts import split_code_name
from autograder.grading.litter import tidy
from autograder.grading.namesakes import told_apart
from autograder.grading.pile import Claim
from autograder.grading.pile import Pile
from autograder.grading.times import time_in_name
from autograder.grading.tree import Folder
from autograder.grading.tree import Leaf
from autograder.grading.tree import LeftOut
from autograder.grading.tree import Node
from autograder.wording import named

# Folders that hold a class and are nobody's name.
_PILES = frozenset(
    [
        "submitted",
        "submission",
        "submissions",
        "class",
        "students",
        "collected",
        "inbound",
        "handed_in",
        "downloads",
    ]
)
# Folders of a student's own that may hold an older copy of the same file.
_SPARE = frozenset(
    [
        "old",
        "older",
        "backup",
        "bak",
        "archive",
        "draft",
        "drafts",
        "previous",
        "copy",
        "src",
        "lib",
        "code",
        "solution",
    ]
)


def split_class(top: Node, slugs: tuple[str, ...], zone: tzinfo) -> Pile:
    """The students in what the instructor pointed at."""
    pile = Pile(slugs, zone)
    if isinstance(top, Leaf):
        _single_file(top, pile)
    else:
        _split(tidy(top, pile.ignored), slugs, pile)
    pile.claims = told_apart(pile.claims, pile.ignored)
    return pile


def _single_file(leaf: Leaf, pile: Pile) -> None:
    if archive_stem(leaf.name) is not None:
        _refuse_unreadable(leaf)
        pile_of_one = Folder("", "", (leaf,), modified=leaf.modified)
        _split(pile_of_one, pile.slugs, pile)
        return
    flat = flat_name(leaf.name, pile.slugs)
    student, name = (flat[0], flat[2]) if flat else (split_stem(leaf.name), leaf.name)
    folder = Folder(leaf.name, "", (replace(leaf, name=name),))
    pile.claims.append(Claim(student, leaf.name, folder, pile.slugs))


def _refuse_unreadable(leaf: Leaf) -> None:
    """UserError for an archive of which nothing can be read: nobody is called after it."""
    whole = opened(leaf, holds_class=True)
    if whole.problems and not whole.children:
        raise UserError(f"{'; '.join(whole.problems)}, or download it again.")


def split_stem(name: str) -> str:
    """The name without its code ending."""
    parts = split_code_name(name)
    return parts[0] if parts else name


def _split(folder: Folder, slugs: tuple[str, ...], pile: Pile) -> None:
    flat = any(_named_for_student(leaf.name, slugs) for leaf in folder.leaves)
    if not flat and (downloads := downloads_in(folder, pile.zone)):
        _downloads(folder, downloads, slugs, pile)
        return
    if is_hand_in(folder, slugs):
        pile.claims.append(Claim(folder.name, folder.name, folder, slugs))
        return
    pile.tell_problems(folder)
    inner = _inner_pile(folder, slugs, pile)
    if inner is not None:
        _split(inner, slugs, pile)
        return
    if folder.folders and all(_is_pile_of(child, slugs) for child in folder.folders):
        for child in folder.folders:
            slug = slug_of(child.name, slugs)
            _split(child, (slug,) if slug else slugs, pile)
        return
    _refuse_groups(folder, slugs)
    _students(folder, slugs, pile)


def _refuse_groups(folder: Folder, slugs: tuple[str, ...]) -> None:
    """UserError for a folder one level too high, whose groups or weeks would pass for students.

    Only where nobody's work lies directly in the pile, and two a folder on average below: a
    few students with drafts in folders stop nobody.
    """
    people = {child.name: _people(child, slugs) for child in folder.folders}
    groups = {name: inside for name, inside in people.items() if inside}
    if any(is_hand_in(child, slugs) for child in folder.folders) or len(groups) < 2:
        return
    if sum(map(len, groups.values())) >= 2 * len(groups):
        found = ", ".join(f"{name} ({named(inside, 3)})" for name, inside in groups.items())
        raise UserError(
            f"{folder.name or 'The submissions'} holds folders of several students each: {found}. "
            "Expected a folder for each student. Give one of these folders as SUBMISSIONS, then "
            "the next: results in the same --out folder add up."
        )


def _people(folder: Folder, slugs: tuple[str, ...]) -> list[str]:
    """The folders inside that are each one student's work."""
    inside = (child for child in folder.folders if child.name.casefold() not in _SPARE)
    return [child.name for child in inside if is_hand_in(child, slugs) or moodle_name(child.name)]


def _downloads(
    folder: Folder, downloads: tuple[Folder, ...], slugs: tuple[str, ...], pile: Pile
) -> None:
    """Downloads of a learning platform; one called like an assignment is for that alone."""
    pile.tell_problems(folder)
    for leaf in folder.leaves:
        if archive_stem(leaf.name) is None:
            why = "beside the downloads of a learning platform"
            pile.ignored.append(LeftOut(leaf.path, why))
    for download in downloads:
        slug = slug_of(download.name, slugs)
        _split(download, (slug,) if slug else slugs, pile)


def _is_pile_of(folder: Folder, slugs: tuple[str, ...]) -> bool:
    """A folder named after an assignment that holds students, not one student's files."""
    return slug_of(folder.name, slugs) is not None and not is_hand_in(folder, slugs)


def is_hand_in(folder: Folder, slugs: tuple[str, ...]) -> bool:
    """Whether a folder is the work of one student, not a pile of several."""
    mains = [leaf for leaf in folder.leaves if _best_fit(leaf.name, slugs) <= Fit.COPY]
    below = [child for child in folder.folders if _holds_answers(child, slugs)]
    if mains:
        strangers = [child for child in below if not _belongs_to_student(child.name, slugs)]
        return not strangers
    if any(
        time_in_name(child.name, UTC) or (slug_of(child.name, slugs) and is_hand_in(child, slugs))
        for child in folder.folders
    ):
        return all(_belongs_to_student(child.name, slugs) for child in below)
    code = [
        leaf for leaf in folder.leaves if split_code_name(leaf.name) and not is_test_file(leaf.name)
    ]
    lone = len(slugs) == 1 and len(code) == 1 and not folder.folders
    archives = any(archive_stem(leaf.name) for leaf in folder.leaves)
    return lone and not archives and not _named_for_student(code[0].name, slugs)


def _belongs_to_student(name: str, slugs: tuple[str, ...]) -> bool:
    known = slug_of(name, slugs) is not None or name.casefold() in _SPARE
    return known or time_in_name(name, UTC) is not None


def _named_for_student(name: str, slugs: tuple[str, ...]) -> bool:
    platform = lms_name(name) is not None or owner_in(name) != ""
    return platform or flat_name(name, slugs) is not None


def _best_fit(name: str, slugs: tuple[str, ...]) -> Fit:
    return min(
        (found for slug in slugs if (found := fit(name, slug)) is not None), default=Fit.ONLY
    )


def _holds_answers(folder: Folder, slugs: tuple[str, ...]) -> bool:
    """Whether answers lie in the folder, or in its folders of assignments or attempts."""
    parts = (x for x in folder.folders if slug_of(x.name, slugs) or time_in_name(x.name, UTC))
    return any(
        _best_fit(leaf.name, slugs) <= Fit.COPY for part in (folder, *parts) for leaf in part.leaves
    )


def _inner_pile(folder: Folder, slugs: tuple[str, ...], pile: Pile) -> Folder | None:
    """The folder or archive inside `folder` that holds the class, if it is only a wrapper."""
    for child in folder.folders:
        if child.name.casefold() == "submitted":  # the course directory of nbgrader
            beside = [other for other in folder.children if other is not child]
            pile.ignored += [LeftOut(x.path, "beside the folder of submissions") for x in beside]
            return child
    archives = [
        leaf for leaf in folder.leaves if archive_stem(leaf.name) and not lms_name(leaf.name)
    ]
    wrappers: list[Node] = [*folder.folders, *archives]
    if len(wrappers) != 1 or any(_named_for_student(leaf.name, slugs) for leaf in folder.leaves):
        return None
    inner = wrappers[0]
    if isinstance(inner, Leaf):
        inner = tidy(opened(inner, pile.zone, holds_class=True), [])
    if moodle_name(inner.name) or is_hand_in(inner, slugs):
        return None
    if inner.name.casefold() in _PILES or _count_students(inner, slugs) > 1:
        return inner
    return None


def _count_students(folder: Folder, slugs: tuple[str, ...]) -> int:
    people = _people(folder, slugs)
    flat = {leaf.name for leaf in folder.leaves if _named_for_student(leaf.name, slugs)}
    archives = [leaf for leaf in folder.leaves if archive_stem(leaf.name)]
    deeper = sum(_count_students(child, slugs) > 1 for child in folder.folders)
    return len(people) + len(flat) + len(archives) + 2 * deeper


def _students(folder: Folder, slugs: tuple[str, ...], pile: Pile) -> None:
    named: dict[tuple[str, str], list[Leaf]] = defaultdict(list)
    late: set[tuple[str, str]] = set()
    canvas: set[tuple[str, str]] = set()
    loose: list[Leaf] = []
    for account, work in students_of(folder.leaves):
        pile.claims.append(Claim(account, work.name, work, slugs))
    for child in folder.children:
        if isinstance(child, Folder):
            pile.claims.append(_folder_claim(child, slugs, folder.path))
        elif owner_in(child.name):
            continue
        elif lms := lms_name(child.name):
            named[lms.student, lms.number].append(replace(child, name=lms.file or child.name))
            if lms.late:
                late.add((lms.student, lms.number))
            if lms.canvas:
                canvas.add((lms.student, lms.number))
        elif flat := flat_name(child.name, slugs):
            named[flat[0], ""].append(replace(child, name=flat[2]))
        elif (stem := archive_stem(child.name)) is not None:
            inner = _apart(tidy(opened(child, pile.zone), pile.ignored))
            pile.claims.append(Claim(stem, child.name, inner, slugs, arrived=child.modified))
        else:
            loose.append(child)
    _share_out(loose, named, folder, slugs, pile)
    for (student, number), leaves in named.items():
        notes = (MARKED_LATE,) if (student, number) in late else ()
        inner = Folder(student, "", tuple(leaves))
        canvas_id = number if (student, number) in canvas else ""
        pile.claims.append(
            Claim(
                student,
                leaves[0].path,
                inner,
                slugs,
                number,
                notes,
                canvas_id=canvas_id,
                moodle_id="" if canvas_id else number,
                download=folder.path,
            )
        )


def _apart(folder: Folder) -> Folder:
    """The folder, empty if it is no student's: nobody gets a score for what several handed in."""
    why = mixed_up(folder)
    return replace(folder, children=(), problems=(why,)) if why else folder


def _folder_claim(folder: Folder, slugs: tuple[str, ...], download: str) -> Claim:
    moodle = moodle_name(folder.name)
    if moodle is None:
        return Claim(folder.name, folder.name, _apart(folder), slugs)
    number = moodle.number
    return Claim(
        moodle.student, folder.name, folder, slugs, number, moodle_id=number, download=download
    )


def _share_out(
    loose: list[Leaf],
    named: dict[tuple[str, str], list[Leaf]],
    folder: Folder,
    slugs: tuple[str, ...],
    pile: Pile,
) -> None:
    """Files that name no assignment: a helper of a flat hand-in, an only file, or nobody's."""
    only_files = not folder.folders and not any(archive_stem(leaf.name) for leaf in folder.leaves)
    for leaf in loose:
        owners = [who for who in named if leaf.name.startswith(f"{who[0]}_")]
        if owners:
            owner = max(owners, key=lambda who: len(who[0]))
            named[owner].append(replace(leaf, name=leaf.name[len(owner[0]) + 1 :]))
        elif leaf.kind != "file":
            problem = f"{leaf.path!r} is a {leaf.kind} and was not followed"
            inner = Folder(leaf.name, "", problems=(problem,))
            pile.claims.append(Claim(split_stem(leaf.name), leaf.name, inner, slugs))
        elif (
            len(slugs) == 1
            and only_files
            and split_code_name(leaf.name)
            and not is_test_file(leaf.name)
        ):
            inner = Folder(leaf.name, "", (leaf,))
            pile.claims.append(Claim(split_stem(leaf.name), leaf.name, inner, slugs))
        elif is_foreign_archive(leaf.name):
            inner = Folder(leaf.name, "", (leaf,))
            pile.claims.append(
                Claim(leaf.name.partition(".")[0] or leaf.name, leaf.name, inner, slugs)
            )
        else:
            why = f"names no student, expected for example NAME_{slugs[0]}.py"
            pile.ignored.append(LeftOut(leaf.path, why))
