"""Who handed in what: from a pile of files, folders and archives to one entry an attempt.

`claims` splits the pile into students; here each student's files are split into assignments
and attempts, and `mains` chooses the file to grade. Nothing is dropped in silence: what is
not graded is in `Intake.ignored`, in `Intake.unmatched` or in the notes of a hand-in.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field
from dataclasses import replace
from datetime import UTC
from datetime import datetime
from datetime import tzinfo
from pathlib import Path

from autograder.errors import SubmissionRefused
from autograder.errors import UserError
from autograder.grading.archives import opened
from autograder.grading.claims import split_class
from autograder.grading.guessed_times import GUESSED
from autograder.grading.guessed_times import MARKED_LATE
from autograder.grading.layouts import Fit
from autograder.grading.layouts import archive_stem
from autograder.grading.layouts import is_foreign_archive
from autograder.grading.layouts import slug_of
from autograder.grading.litter import tidy
from autograder.grading.mains import Choice
from autograder.grading.mains import choose_main
from autograder.grading.mains import documents_of
from autograder.grading.mains import names_of
from autograder.grading.mains import nothing_to_grade
from autograder.grading.pile import Claim
from autograder.grading.pile import Pile
from autograder.grading.strays import strays
from autograder.grading.times import Times
from autograder.grading.times import parse_time
from autograder.grading.times import time_in_name
from autograder.grading.tree import Folder
from autograder.grading.tree import Leaf
from autograder.grading.tree import LeftOut
from autograder.grading.tree import Node
from autograder.grading.tree import scan
from autograder.grading.tree import shown_name
from autograder.wording import named

FIRST_ATTEMPT = "1"
_NESTED_ARCHIVES = 3
_ARCHIVES = 100


@dataclass(frozen=True)
class Handed:
    """One attempt of one student at one assignment, not yet copied anywhere.

    `student` is text for people and keys, never a path. `main` is the path, inside
    `folder`, of the file to grade under the name `graded_as`; both are "" when `refused`
    says why there is none.
    """

    student: str
    slug: str
    attempt: str
    folder: Folder
    main: str = ""
    graded_as: str = ""
    submitted_at: datetime | None = None
    notes: tuple[str, ...] = ()
    refused: str = ""
    canvas_id: str = ""
    moodle_id: str = ""

    @property
    def paths(self) -> tuple[str, ...]:
        """Where its files lie, seen from what the instructor pointed at."""
        return tuple(leaf.path for _, leaf in self.folder.walk())


@dataclass(frozen=True)
class Intake:
    """All hand-ins, the students seen (also those with nothing to grade), and what was left out.

    `unmatched` has the files of a student that may be answers under a wrong name.
    """

    found: tuple[Handed, ...]
    ignored: tuple[LeftOut, ...]
    students: tuple[str, ...]
    unmatched: Mapping[str, Sequence[str]] = field(default_factory=dict)


def discover(
    root: Path, slugs: tuple[str, ...], *, times: Times | None = None, zone: tzinfo = UTC
) -> Intake:
    """Every hand-in at `root`, for any of the assignments `slugs`.

    `times` is the table that overrides all other sources of a submission time; `zone` is
    the zone of times that name none. UserError when `root` cannot be read at all.
    """
    try:
        top = scan(root)
    except OSError as error:
        raise UserError(
            f"{root} cannot be read: {error.strerror}; point at a folder or archive"
        ) from error
    pile = split_class(top, slugs, zone)
    found = _handed_in(pile, zone)
    found = [_with_listed_time(handed, times) for handed in _separate_attempts(found)]
    students = tuple(sorted({claim.student for claim in pile.claims}))
    found = [_with_owner(handed, frozenset(students)) for handed in found]
    found.sort(key=lambda handed: (handed.student, handed.slug, handed.attempt))
    return Intake(tuple(found), tuple(pile.ignored), students, pile.unmatched)


def discover_some(
    root: Path,
    slugs: tuple[str, ...],
    course: tuple[str, ...],
    *,
    times: Times | None = None,
    zone: tzinfo = UTC,
) -> Intake:
    """Like `discover`, when only the assignments `slugs` of a course are asked for.

    A file under any name may be the answer to the only assignment there is, but not a file
    that answers another assignment of the course.
    """
    some = discover(root, slugs, times=times, zone=zone)
    if set(slugs) == set(course):
        return some
    everything = discover(root, course, times=times, zone=zone)
    other = {_main(h).path for h in everything.found if h.slug not in slugs and h.main}
    found = tuple(
        handed
        for handed in some.found
        if other.isdisjoint([_main(handed).path] if handed.main else handed.paths)
    )
    # what was taken for an answer is one to another assignment, but there may be a document, too
    seen = {(handed.student, handed.slug) for handed in found}
    found += tuple(
        handed
        for handed in everything.found
        if handed.refused and handed.slug in slugs and (handed.student, handed.slug) not in seen
    )
    students = {*everything.students, *(handed.student for handed in found)}
    return Intake(found, some.ignored, tuple(sorted(students)), everything.unmatched)


def _main(handed: Handed) -> Leaf:
    return next(leaf for path, leaf in handed.folder.walk() if path == handed.main)


@dataclass(frozen=True)
class _Context:
    """What the folders above already said."""

    claim: Claim
    zone: tzinfo
    slugs: tuple[str, ...]
    attempt: str = FIRST_ATTEMPT
    time: datetime | None = None

    @property
    def only(self) -> bool:
        return len(self.slugs) == 1


def _handed_in(pile: Pile, zone: tzinfo) -> list[Handed]:
    """What everybody handed in, and a refusal of whoever did so under no name that is known."""
    claims = [
        replace(claim, folder=_open_archives(claim.folder, claim.slugs)) for claim in pile.claims
    ]
    by_claim = [list(_collect(c.folder, _Context(c, zone, c.slugs))) for c in claims]
    wanted = {handed.slug for found in by_claim for handed in found}
    for claim, found in zip(claims, by_claim, strict=True):
        answered = {one.slug for one in found}
        if answered and not answered.issuperset(claim.slugs):
            mains = [_main(handed) for handed in found if handed.main]
            if files := list(strays(claim.folder, claim.slugs, mains, tuple(answered))):
                pile.unmatched[claim.student] += files
        if not found:
            found += [_nothing(claim, slug) for slug in claim.slugs if slug in wanted]
        if not found:
            files = [shown_name(path) for path, _ in claim.folder.walk()]
            why = f"no file names one of the assignments: {named(files) or 'there is none'}"
            pile.ignored.append(LeftOut(claim.source, "; ".join(_problems(claim.folder)) or why))
    return [handed for found in by_claim for handed in found]


def _nothing(claim: Claim, slug: str) -> Handed:
    """The refusal of a student in whose files nothing names an assignment."""
    problems = list(_problems(claim.folder))
    if any(claim.folder.walk()) or not problems:
        problems.append(nothing_to_grade(claim.folder, slug, claim.slugs))
    return Handed(
        student=claim.student,
        slug=slug,
        attempt=FIRST_ATTEMPT,
        folder=claim.folder,
        notes=claim.notes,
        refused="; ".join(problems),
        canvas_id=claim.canvas_id,
        moodle_id=claim.moodle_id,
    )


def _collect(folder: Folder, context: _Context) -> Iterator[Handed]:
    """The hand-ins of a folder: named attempts, then folders of assignments, then its own files."""
    folder = _unwrapped(folder, context)
    parts: list[Node] = []
    for child in folder.folders:
        time = time_in_name(child.name, context.zone)
        slug = slug_of(child.name, context.slugs)
        if time is not None:
            parts.append(child)
            yield from _collect(child, replace(context, attempt=child.name, time=time))
        elif slug is not None:
            parts.append(child)
            yield from _collect(child, replace(context, slugs=(slug,)))
    rest = folder.without(tuple(parts))
    if parts and not any(rest.walk()):
        return
    for slug in context.slugs:
        handed = _hand_in(rest, slug, context, only=context.only and not parts)
        if handed is not None:
            yield handed


def _unwrapped(folder: Folder, context: _Context) -> Folder:
    """Without the folders that hold nothing but one folder, unless their name says something."""
    while len(folder.children) == 1 and isinstance(folder.children[0], Folder):
        inner = folder.children[0]
        if time_in_name(inner.name, context.zone) or slug_of(inner.name, context.slugs):
            break
        folder = replace(inner, problems=folder.problems + inner.problems)
    return folder


def _hand_in(folder: Folder, slug: str, context: _Context, *, only: bool) -> Handed | None:
    choice = choose_main(folder, slug, context.claim.slugs, only=only)
    if choice is None and documents_of(folder, slug, context.claim.slugs):
        choice = Choice(refused=nothing_to_grade(folder, slug, context.claim.slugs))
    if choice is None:
        return None
    base, main = _base(folder, choice.path)
    refused = choice.refused
    problems = tuple(_problems(folder))
    if refused and problems:
        refused = "; ".join((*problems, refused) if any(folder.walk()) else problems)
    at, why = _submitted_at(base, main, context)
    return Handed(
        student=context.claim.student,
        slug=slug,
        attempt=context.attempt,
        folder=base,
        main=main,
        graded_as=choice.name,
        submitted_at=at,
        notes=(*context.claim.notes, *choice.notes, *(() if refused else problems), *why),
        refused=refused,
        canvas_id=context.claim.canvas_id,
        moodle_id=context.claim.moodle_id,
    )


def _base(folder: Folder, path: str) -> tuple[Folder, str]:
    """The folder that holds the main file: its files are what `import` finds."""
    *above, name = path.split("/")
    for step in above:
        folder = next(child for child in folder.folders if child.name == step)
    return folder, name


def _problems(folder: Folder) -> Iterator[str]:
    yield from folder.problems
    for child in folder.folders:
        yield from _problems(child)


def _submitted_at(
    folder: Folder, main: str, context: _Context
) -> tuple[datetime | None, tuple[str, ...]]:
    notes: list[str] = []
    stamp = next((leaf for leaf in folder.leaves if leaf.name == "timestamp.txt"), None)
    # in an archive of their own, or uploaded to a platform, whose files have other names
    own = bool(context.claim.number) or any(leaf.claimed for leaf in folder.leaves)
    if stamp is not None and own:
        notes.append("timestamp.txt inside a hand-in is the student's own claim and was not used")
    elif stamp is not None:
        try:
            text = stamp.read(1000).decode("utf-8-sig", "replace")
            return parse_time(text, context.zone), ()
        except (ValueError, SubmissionRefused) as error:
            notes.append(f"timestamp.txt was not used: {error}")
    if context.time is not None and not own:
        return context.time, tuple(notes)
    if context.claim.canvas_id:
        # a member of its zip has the time of the download, and its name says what is late
        return None, tuple(notes)
    at = context.claim.arrived
    if at is None:
        at = max((x.modified for x in folder.leaves if x.name == main and x.modified), default=None)
    if at is None:
        return None, tuple(notes)
    return at, (*notes, GUESSED)


def _with_listed_time(handed: Handed, times: Times | None) -> Handed:
    at = times.of(handed.student, handed.slug, handed.attempt) if times is not None else None
    if at is None:
        return handed
    kept = tuple(note for note in handed.notes if note not in (GUESSED, MARKED_LATE))
    return replace(handed, submitted_at=at, notes=kept)


def _with_owner(handed: Handed, students: frozenset[str]) -> Handed:
    """Notes a file that belongs to the account of another student of the class."""
    main = next((leaf for leaf in handed.folder.leaves if leaf.name == handed.main), None)
    if main is None or main.owner is None or not students:
        return handed
    import pwd  # Windows has no such module; a student who packs there has no class, either

    try:
        login = pwd.getpwuid(main.owner).pw_name
    except KeyError:
        return handed
    if login == handed.student or login not in students:
        return handed
    note = f"the file belongs to the account {login!r}, not to {handed.student!r}"
    return replace(handed, notes=(*handed.notes, note))


def _open_archives(
    folder: Folder, slugs: tuple[str, ...], left: Iterator[int] | None = None, depth: int = 0
) -> Folder:
    """The folder with its archives opened, unless the answers lie beside them.

    `left` counts down the archives that may still be opened: a few bytes hold billions of them.
    """
    left = iter(range(_ARCHIVES, -1, -1)) if left is None else left
    if any(names_of(folder, slug, Fit.COPY) for slug in slugs) or depth == _NESTED_ARCHIVES:
        return folder
    children: list[Node] = []
    problems: list[str] = []
    for child in folder.children:
        if isinstance(child, Folder):
            children.append(_open_archives(child, slugs, left, depth))
        elif archive_stem(child.name) is None:
            children.append(child)
            if is_foreign_archive(child.name):
                problems.append(f"{child.name!r} cannot be opened: expected a .zip or .tar.gz")
        elif (more := next(left, -1)) > 0:
            children.append(_open_archives(tidy(opened(child), []), slugs, left, depth + 1))
        else:
            children.append(child)
            if more == 0:
                problems.append(f"only {_ARCHIVES} archives were opened, not {child.path!r}")
    return replace(folder, children=tuple(children), problems=(*folder.problems, *problems))


def _separate_attempts(found: list[Handed]) -> list[Handed]:
    """Attempts with names of their own, also when one student's work came from two places."""
    groups: dict[tuple[str, str, str], list[Handed]] = defaultdict(list)
    for handed in found:
        groups[handed.student, handed.slug, handed.attempt].append(handed)
    return [one for group in groups.values() for one in _apart(group)]


def _apart(group: list[Handed]) -> list[Handed]:
    usable = [handed for handed in group if not handed.refused] or group[:1]
    if len(usable) == 1:
        return usable
    note = "this assignment was handed in at several places: each counts as an attempt"
    return [
        replace(
            handed,
            attempt=handed.attempt if number == 1 else f"{handed.attempt}.{number}",
            notes=(*handed.notes, note),
        )
        for number, handed in enumerate(usable, 1)
    ]
