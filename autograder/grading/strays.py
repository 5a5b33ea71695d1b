"""Code of a student that names no assignment: a helper, or an answer under a wrong name?"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from collections.abc import Iterator
from collections.abc import Mapping
from collections.abc import Sequence

from autograder.errors import SubmissionRefused
from autograder.grading.layouts import is_test_file
from autograder.grading.layouts import named_slug
from autograder.grading.layouts import slug_of
from autograder.grading.layouts import split_code_name
from autograder.grading.tree import Folder
from autograder.grading.tree import Leaf
from autograder.grading.tree import shown_name
from autograder.wording import named

_PEEK = 4 * 1024 * 1024
_NAMED = 4


def strays(
    folder: Folder, slugs: tuple[str, ...], mains: Iterable[Leaf], answered: tuple[str, ...]
) -> Iterator[str]:
    """Code that may be an answer to what was not `answered`: what a person has to look at.

    No answer is among it, nothing named in one, as what it imports would be, and nothing in
    the folder of an assignment that was answered.
    """
    mains = list(mains)
    graded = {main.path for main in mains}
    unnamed = [
        (path, leaf)
        for path, leaf in folder.walk()
        if leaf.path not in graded and _may_be_an_answer(path, leaf.name, slugs, answered)
    ]
    # most folders hold none, and then no answer need be read
    words = {word for main in mains for word in _words(main)} if unnamed else set()
    for path, leaf in unnamed:
        if leaf.name.partition(".")[0] not in words:
            yield shown_name(path)


def _may_be_an_answer(
    path: str, name: str, slugs: tuple[str, ...], answered: tuple[str, ...]
) -> bool:
    *above, _ = path.split("/")
    return (
        split_code_name(name) is not None
        and not is_test_file(name)
        and named_slug(name, slugs) is None
        and not any(slug_of(folder, answered) for folder in above)
    )


def _words(main: Leaf) -> set[str]:
    try:
        return set(re.findall(r"\w+", main.read(_PEEK).decode("utf-8", "replace")))
    except SubmissionRefused:
        return set()


def for_students(files: Sequence[str], slug: str = "") -> str:
    """What there is in place of an answer (to `slug`), and what to do about it."""
    right = f"the answer, call it {slug}.py" if slug else "an answer, name it after its assignment"
    return (
        f"not graded, because it names no assignment: {named(map(repr, files), _NAMED)}. If it "
        f"is {right} and hand it in again"
    )


def for_instructors(
    unmatched: Mapping[str, Sequence[str]], missing: Mapping[str, Sequence[str]]
) -> Iterator[str]:
    """One sentence for all students who have handed in nothing for the same assignments."""
    alike: dict[str, list[str]] = defaultdict(list)
    for student, files in unmatched.items():
        alike[_why(missing.get(student, ()))] += [f"{student}/{file}" for file in files]
    for why, paths in alike.items():
        yield f"{named(paths)}: {why}"


def _why(missing: Sequence[str]) -> str:
    said = "names no assignment and was not graded"
    if not missing:
        return f"{said}: an answer needs the name of its assignment"
    names = " or ".join(f"{slug}.py" for slug in missing[:_NAMED])
    return (
        f"{said}, and its student handed in nothing for {named(missing, _NAMED)}: call it {names} "
        "if it is the answer"
    )
