"""Which one of a student's files is the answer to an assignment.

The exact name wins. Otherwise one plausible file is used and the student is told; several
plausible files that differ are refused, because a silent choice could be the wrong one.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from autograder.errors import SubmissionRefused
from autograder.grading.layouts import Fit
from autograder.grading.layouts import code_ending
from autograder.grading.layouts import document_slug
from autograder.grading.layouts import fit
from autograder.grading.layouts import is_test_file
from autograder.grading.layouts import kind_of_document
from autograder.grading.layouts import named_slug
from autograder.grading.layouts import split_code_name
from autograder.grading.tree import Folder
from autograder.grading.tree import Leaf

_PEEK = 32 * 1024 * 1024
_NAMED = 6


@dataclass(frozen=True)
class Choice:
    """The file to grade, by its path in the folder, and the name it is graded under."""

    path: str = ""
    name: str = ""
    notes: tuple[str, ...] = ()
    refused: str = ""


@dataclass(frozen=True)
class _Candidate:
    fit: Fit
    path: str
    leaf: Leaf

    @property
    def parent(self) -> str:
        return self.path.rpartition("/")[0]


def names_of(folder: Folder, slug: str, worst: Fit) -> bool:
    """Whether some file in the folder, at any depth, names the assignment at least that well."""
    return any(_fits(path, slug, worst) for path, _ in folder.walk())


def _fits(path: str, slug: str, worst: Fit) -> bool:
    found = fit(path.rpartition("/")[2], slug)
    return found is not None and found <= worst


def choose_main(folder: Folder, slug: str, slugs: tuple[str, ...], *, only: bool) -> Choice | None:
    """The main file of `slug` in `folder`, or None when nothing there names the assignment.

    A file that names another of `slugs` better belongs to that one. `only` says that the
    folder can be for no other assignment: then a lone code file of any name is taken, and
    having none is refused.
    """
    candidates = _candidates(folder, slug, slugs)
    if not candidates and only:
        candidates = _code_files(folder)
    if not candidates:
        return Choice(refused=nothing_to_grade(folder, slug, slugs)) if only else None
    best = min(candidate.fit for candidate in candidates)
    rivals = [candidate for candidate in candidates if candidate.fit == best]
    # A file beside the others outranks one in a subfolder: that is where old copies go.
    rivals = [candidate for candidate in rivals if not candidate.parent] or rivals
    chosen, note = _settle(rivals)
    if chosen is None:
        return Choice(refused=_ambiguous(rivals, slug))
    notes = [note] if note else []
    name = slug + code_ending(chosen.leaf.name)
    if chosen.leaf.name != name:
        notes.append(f"{chosen.leaf.name!r} was graded as {name}")
    others = [c.path for c in candidates if c.fit <= Fit.COPY and c not in rivals]
    if others:
        notes.append(f"{chosen.path} was graded; not looked at: {_listed(others)}")
    if chosen.leaf.kind != "file":
        refused = f"{chosen.path!r} is a {chosen.leaf.kind}: hand in the file itself"
        return Choice(notes=tuple(notes), refused=refused)
    return Choice(chosen.path, name, tuple(notes))


def _candidates(folder: Folder, slug: str, slugs: tuple[str, ...]) -> list[_Candidate]:
    found = []
    for path, leaf in folder.walk():
        how = fit(leaf.name, slug)
        if how is not None and named_slug(leaf.name, slugs) == slug:
            found.append(_Candidate(how, path, leaf))
    return found


def _code_files(folder: Folder) -> list[_Candidate]:
    return [
        _Candidate(Fit.ONLY, path, leaf)
        for path, leaf in folder.walk()
        if split_code_name(leaf.name) and not is_test_file(leaf.name)
    ]


def _settle(rivals: list[_Candidate]) -> tuple[_Candidate | None, str]:
    """The one to grade, with a note why, or None when they cannot be told apart."""
    if len(rivals) == 1:
        return rivals[0], ""
    if len({_digest(candidate.leaf) for candidate in rivals}) == 1:
        return rivals[
            0
        ], f"{_listed([c.path for c in rivals])} are the same file; it was graded once"
    endings = {code_ending(candidate.leaf.name): candidate for candidate in rivals}
    if len(rivals) == len(endings) and len({candidate.parent for candidate in rivals}) == 1:
        return _script_or_notebook(endings[".py"], endings[".ipynb"])
    return None, ""


def _script_or_notebook(script: _Candidate, notebook: _Candidate) -> tuple[_Candidate, str]:
    # An assignment comes as both; who worked in one leaves the other as it came.
    if _open_ends(notebook.leaf) < _open_ends(script.leaf):
        return notebook, f"{notebook.path} was graded: more of {script.path} is still unanswered"
    return script, f"{script.path} was graded, not {notebook.path}: hand in one of them"


def _open_ends(leaf: Leaf) -> int:
    """How many places still hold the starter line: a count of the text, nothing is parsed."""
    try:
        return leaf.read(_PEEK).count(b"raise NotImplementedError")
    except SubmissionRefused:
        return 1_000_000


def _digest(leaf: Leaf) -> str:
    try:
        return hashlib.blake2b(leaf.read(_PEEK)).hexdigest()
    except SubmissionRefused:
        return leaf.path


def documents_of(folder: Folder, slug: str, slugs: tuple[str, ...]) -> list[str]:
    """What is no code, but is called after the assignment, as an answer would be."""
    return [path for path, leaf in folder.walk() if document_slug(leaf.name, slugs) == slug]


def nothing_to_grade(folder: Folder, slug: str, slugs: tuple[str, ...]) -> str:
    """Why a folder without an answer is refused: what was expected, what is there, what to do."""
    expected = f"expected {slug}.py or {slug}.ipynb"
    found = documents_of(folder, slug, slugs)
    found = found or [
        path for path, leaf in folder.walk() if named_slug(leaf.name, slugs) in (slug, None)
    ]
    if not found:
        return f"{expected}, found no file at all"
    code = [path for path in found if split_code_name(path)]
    if code:
        return f"{expected}, found {_listed(code)}: rename the file and hand it in again"
    kinds = ", ".join(map(_what, found[:_NAMED]))
    more = f" and {len(found) - _NAMED} more" if len(found) > _NAMED else ""
    return f"{expected}, found {kinds}{more}: hand in the Python file or the notebook itself"


def _what(path: str) -> str:
    kind = kind_of_document(path)
    return f"{path!r} ({kind})" if kind else repr(path)


def _ambiguous(rivals: list[_Candidate], slug: str) -> str:
    listed = _listed([candidate.leaf.path for candidate in rivals])
    return (
        f"expected one {slug}.py or {slug}.ipynb, found {len(rivals)} files that could be it "
        f"and differ: {listed}. Hand in one, named {slug}.py"
    )


def _listed(paths: list[str]) -> str:
    more = len(paths) - _NAMED
    return ", ".join(repr(path) for path in paths[:_NAMED]) + (
        f" and {more} more" if more > 0 else ""
    )
