"""Code of a student that names no assignment: a helper, or an answer under a wrong name?"""

from __future__ import annotations

import re
from collections.abc import Iterable

from autograder.errors import SubmissionRefused
from autograder.grading.layouts import is_test_file
from autograder.grading.layouts import named_slug
from autograder.grading.layouts import split_code_name
from autograder.grading.tree import Folder
from autograder.grading.tree import Leaf

_PEEK = 4 * 1024 * 1024
_NAMED = 4


def unnamed_code(folder: Folder, slugs: tuple[str, ...], mains: Iterable[Leaf]) -> list[str]:
    """Paths of code that is no answer and named in none, as what they import would be."""
    mains = list(mains)
    graded = {main.path for main in mains}
    words = {word for main in mains for word in _words(main)}
    return [
        leaf.path
        for _, leaf in folder.walk()
        if (parts := split_code_name(leaf.name)) is not None
        and parts[0] not in words
        and leaf.path not in graded
        and not is_test_file(leaf.name)
        and named_slug(leaf.name, slugs) is None
    ]


def about_strays(student: str, strays: list[str], missing: list[str]) -> str:
    """What an instructor has to look at: whose files, and which answers they may be."""
    names = " or ".join(f"{slug}.py" for slug in missing[:_NAMED])
    return (
        f"{', '.join(strays[:_NAMED])}: names no assignment and was not graded, and {student} "
        f"handed in nothing for {', '.join(missing[:_NAMED])}: call it {names} if it is the answer"
    )


def _words(main: Leaf) -> set[str]:
    try:
        return set(re.findall(r"\w+", main.read(_PEEK).decode("utf-8", "replace")))
    except SubmissionRefused:
        return set()
