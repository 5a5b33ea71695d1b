"""Code of a student that names no assignment: a helper, or an answer under a wrong name?"""

from __future__ import annotations

import re
from collections.abc import Iterable
from collections.abc import Iterator

from autograder.errors import SubmissionRefused
from autograder.grading.layouts import is_test_file
from autograder.grading.layouts import named_slug
from autograder.grading.layouts import split_code_name
from autograder.grading.tree import Folder
from autograder.grading.tree import Leaf
from autograder.grading.tree import LeftOut
from autograder.wording import named

_PEEK = 4 * 1024 * 1024
_NAMED = 4


def strays(
    folder: Folder, slugs: tuple[str, ...], mains: Iterable[Leaf], missing: list[str]
) -> Iterator[LeftOut]:
    """Code that may be an answer to one of the `missing`: what an instructor has to look at.

    No answer is among them, and nothing named in one, as what it imports would be.
    """
    mains = list(mains)
    graded = {main.path for main in mains}
    words = {word for main in mains for word in _words(main)}
    for _, leaf in folder.walk():
        parts = split_code_name(leaf.name)
        if parts is None or parts[0] in words or leaf.path in graded:
            continue
        if not is_test_file(leaf.name) and named_slug(leaf.name, slugs) is None:
            yield LeftOut(leaf.path, _why(missing))


def _why(missing: list[str]) -> str:
    names = " or ".join(f"{slug}.py" for slug in missing[:_NAMED])
    return (
        "names no assignment and was not graded, and its student handed in nothing for "
        f"{named(missing, _NAMED)}: call it {names} if it is the answer"
    )


def _words(main: Leaf) -> set[str]:
    try:
        return set(re.findall(r"\w+", main.read(_PEEK).decode("utf-8", "replace")))
    except SubmissionRefused:
        return set()
