"""What the names of files and folders say: whose, which assignment, which attempt, or junk.

Pure functions of one name. Sources of the patterns: nbgrader's `submitted/<student>/<slug>`,
Moodle's "download all submissions" (`Full Name_1234567_assignsubmission_file_`) and
Canvas' "download submissions" (`lastnamefirst_LATE_12345_67890_hw-1.py`).
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

ARCHIVES = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tbz", ".tar.xz", ".txz")
FOREIGN_ARCHIVES = (".rar", ".7z", ".gz", ".bz2", ".xz", ".zst", ".dmg", ".iso")
_DOCUMENTS = {
    ".pdf": "a PDF document",
    ".doc": "a Word document",
    ".docx": "a Word document",
    ".odt": "a text document",
    ".rtf": "a text document",
    ".pages": "a text document",
    ".html": "a web page, as of text typed into the platform",
    ".htm": "a web page, as of text typed into the platform",
    **dict.fromkeys(FOREIGN_ARCHIVES, "an archive of a kind that is not opened"),
}

_JUNK_NAMES = frozenset(
    {
        "__macosx",
        "__pycache__",
        "thumbs.db",
        "ehthumbs.db",
        "desktop.ini",
        "$recycle.bin",
        "system volume information",
        "node_modules",
        "venv",
    }
)
_MOODLE = re.compile(
    r"(?P<name>.+)_(?P<id>\d+)_assignsubmission_(?:file|onlinetext)_?(?P<file>.*)", re.DOTALL
)
_CANVAS = re.compile(
    # a text or an address typed into the page has no number of an upload
    r"(?P<name>[^_]+)(?P<late>_LATE)?_(?P<id>\d+)_(?:\d+_(?P<file>.+)|(?P<page>(?:text|link)\.html))",
    re.DOTALL,
)
# What browsers, file managers and Canvas add to the name of a second copy.
_COPY_MARK = re.compile(
    r"(?:[ _-]*\(\d+\)|[ _-]+\d{1,2}"
    # possessive: "_copy_1" may be read in two ways, and many of them in two to the power of many
    r"|[ _-]+(?:copy|kopie|copie|copia)(?:[ _-]*\(?\d+\)?)?)++$",
    re.IGNORECASE,
)
# output-size, output size, OutputSize for output_size
_SEPARATORS = re.compile(r"%20|[\W_]+")
_COPY_PREFIX = re.compile(r"^(?:copy of|kopie von|copie de|copia de)[ _-]+", re.IGNORECASE)
_LONGEST = 255
# Names are read again and again, once for each assignment: more than one hand-in may hold.
_NAMES = 32_768
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


class Fit(IntEnum):
    """How well a file name names an assignment, best first."""

    EXACT = 0
    CASE = 1
    COPY = 2
    WORD = 3
    ONLY = 4


@dataclass(frozen=True)
class LmsName:
    """A name made by a learning platform: who, their number there, the student's file name."""

    student: str
    number: str
    file: str
    late: bool = False
    canvas: bool = False


def is_junk(name: str) -> bool:
    """Litter of operating systems, editors and Python: never part of a hand-in."""
    return name.casefold() in _JUNK_NAMES or name.startswith((".", "~$"))


def moodle_name(name: str) -> LmsName | None:
    """The parts of a name in a Moodle download; `file` is "" for its folders."""
    found = _MOODLE.fullmatch(name)
    return LmsName(found["name"].strip(), found["id"], found["file"]) if found else None


def lms_name(name: str) -> LmsName | None:
    """The parts of a file name in a Moodle or Canvas download."""
    canvas = _CANVAS.fullmatch(name)
    if canvas and not moodle_name(name):
        late = canvas["late"] is not None
        file = canvas["file"] or canvas["page"]
        return LmsName(canvas["name"], canvas["id"], file, late, canvas=True)
    return moodle_name(name)


def archive_stem(name: str) -> str | None:
    """The name without `.zip`, `.tar.gz` ...; None when it is no archive we open."""
    for ending in sorted(ARCHIVES, key=len, reverse=True):
        if name.lower().endswith(ending) and len(name) > len(ending):
            return name[: -len(ending)]
    return None


def is_foreign_archive(name: str) -> bool:
    """An archive of a kind that is not opened."""
    return archive_stem(name) is None and name.lower().endswith(FOREIGN_ARCHIVES)


def split_code_name(name: str) -> tuple[str, str, bool] | None:
    """(stem, ".py" or ".ipynb", whether the ending is spelled just so); None for other files.

    A name longer than a file system keeps, as an archive may hold, is none of code.
    """
    if len(name) > _LONGEST:
        return None
    lowered = name.lower()
    for tail in ("", ".txt", ".py", ".json"):
        for ending in (".py", ".ipynb"):
            whole = ending + tail
            if lowered.endswith(whole) and len(name) > len(whole):
                return name[: -len(whole)], ending, tail == "" and name.endswith(ending)
    return None


def fit(name: str, slug: str) -> Fit | None:
    """How well `name` names the assignment; None when it does not, or is no code."""
    spelled = _spelling(name)
    if spelled is None:
        return Fit.WORD if name.casefold() in (slug.casefold(), f"{slug}.txt".casefold()) else None
    if spelled.stem == slug and spelled.plain:
        return Fit.EXACT
    wanted = slug.casefold()
    if spelled.folded == wanted:
        return Fit.CASE if name.lower().endswith((f"{wanted}.py", f"{wanted}.ipynb")) else Fit.COPY
    joined = wanted.replace("_", "")
    if spelled.bare == wanted or spelled.joined == joined:
        return Fit.COPY
    if _holds(spelled.words, joined) and not is_test_file(name):
        return Fit.WORD
    return None


@dataclass(frozen=True)
class _Spelling:
    """A name of code, read in all ways that do not depend on the assignment it may name."""

    stem: str
    plain: bool
    folded: str
    bare: str
    joined: str
    words: list[str]


@lru_cache(_NAMES)
def _spelling(name: str) -> _Spelling | None:
    parts = split_code_name(name)
    if parts is None:
        return None
    stem, _, plain = parts
    folded = stem.casefold()
    bare = _COPY_MARK.sub("", folded)
    joined = _SEPARATORS.sub("", bare)
    return _Spelling(stem, plain, folded, _COPY_PREFIX.sub("", bare), joined, _words(stem))


def _words(stem: str) -> list[str]:
    """The words of a name, small, however they are joined: OutputSize-v2 is output, size, v2."""
    parted = _SEPARATORS.sub(" ", _CAMEL.sub(" ", stem))
    return parted.casefold().split()


def _holds(words: list[str], wanted: str) -> bool:
    """Whether some words in a row spell what is wanted, in one word or in several."""
    if wanted not in "".join(words):  # true of most, and quick
        return False
    return any(_begin_with(words[first:], wanted) for first in range(len(words)))


def _begin_with(words: list[str], wanted: str) -> bool:
    """Whether the first words, or the first alone, spell what is wanted."""
    for word in words:
        if not wanted.startswith(word):
            return False
        wanted = wanted[len(word) :]
        if not wanted:
            return True
    return False


def named_slug(name: str, slugs: tuple[str, ...]) -> str | None:
    """The assignment that `name` names best, of several the longest; None when it names none."""
    fits = [(found, -len(slug), slug) for slug in slugs if (found := fit(name, slug)) is not None]
    return min(fits)[2] if fits else None


def kind_of_document(name: str) -> str:
    """What people hand in by mistake in place of code; "" for everything else."""
    return _DOCUMENTS.get(f".{name.lower().rpartition('.')[2]}", "")


def document_slug(name: str, slugs: tuple[str, ...]) -> str | None:
    """The assignment after which a document is called, as if it were code."""
    stem, _, _ = name.rpartition(".")
    return named_slug(f"{stem}.py", slugs) if stem and kind_of_document(name) else None


def is_test_file(name: str) -> bool:
    """Files that come with an assignment and are nobody's answer."""
    lowered = name.lower()
    return lowered.startswith("test_") or lowered in (
        "conftest.py",
        "setup.py",
        "__init__.py",
        "__main__.py",
    )


def code_ending(name: str) -> str:
    """The ending under which a candidate is graded."""
    parts = split_code_name(name)
    return parts[1] if parts else ".py"


@lru_cache(_NAMES)
def flat_name(name: str, slugs: tuple[str, ...]) -> tuple[str, str, str] | None:
    """(student, slug, the rest as a file name) of `student_slug.py`; the longest slug wins."""
    code = split_code_name(name)
    stem = archive_stem(name) if code is None else code[0]
    if stem is None:
        return None
    ending = name[len(stem) :]
    bare = _COPY_MARK.sub("", stem)
    for slug in sorted(slugs, key=len, reverse=True):
        for body in dict.fromkeys((stem, bare)):
            student = _before(slug, body)
            if student:
                return student, slug, stem[len(student) :].lstrip(" _-") + ending
    return None


def _before(slug: str, body: str) -> str:
    """What stands before an assignment, however its words are joined, at the end of a name."""
    joined = _SEPARATORS.sub("", body).casefold()
    if not joined.endswith(slug.casefold().replace("_", "")):  # true of few, and quick
        return ""
    # read from the end, where there is one way to match: names in an archive may be very long
    spelled = r"(?:02%|[\W_])*".join(re.escape(part[::-1]) for part in reversed(slug.split("_")))
    found = re.match(f"{spelled} *[_-] *", body[::-1], re.IGNORECASE)
    return body[: len(body) - found.end()] if found else ""


def slug_of(name: str, slugs: tuple[str, ...]) -> str | None:
    """The assignment that a folder is named after."""
    for slug in slugs:
        if name.casefold() == slug.casefold():
            return slug
    return None


def composed(name: str) -> str:
    """Unicode NFC: macOS stores accents apart from their letters, everybody else together."""
    return unicodedata.normalize("NFC", name)


def natural_name(name: str) -> str:
    """`First Last` for `Last, First`; any other name as it is."""
    last, comma, first = name.partition(", ")
    return f"{first} {last}".strip() if comma else name


def squashed(name: str) -> str:
    """The letters and digits of a name, small and without accents: what Canvas leaves of it."""
    apart = unicodedata.normalize("NFKD", name).casefold()
    return "".join(letter for letter in apart if letter.isalnum())


def canvas_spellings(name: str) -> set[str]:
    """How Canvas may write a person in file names: `rightanna` for Anna Right or Right, Anna.

    Without a comma nobody knows where the last name begins, so each word may be its first.
    """
    words = [name] if "," in name else name.split()
    turned = (squashed("".join(words[at:] + words[:at])) for at in range(len(words)))
    return {spelling for spelling in turned if spelling}
