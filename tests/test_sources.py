"""docs/sources.md against the suites: what it names is there, and it leaves no assignment out."""

from __future__ import annotations

import ast
import re
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "sources.md").read_text("utf-8")
SOLUTIONS = ROOT / "solutions"
ASSIGNMENTS = sorted(folder.parent.name for folder in SOLUTIONS.glob("*/assignment.toml"))
OWN = sorted((ROOT / "tests" / "sources").glob("test_*.py"))

_TEST = re.compile(r"`(?:(tests/\S+\.py)::)?(test_[\w*]+)`")
_MISCONCEPTIONS = re.compile(r"misconceptions? ((?:`\w+`(?:, )?)+)")
_NAME = re.compile(r"`(\w+)`")


def parts() -> dict[str, str]:
    """The text under each second heading."""
    _, *found = re.split(r"^## (.+)$", PAGE, flags=re.MULTILINE)
    return dict(zip(found[::2], found[1::2], strict=True))


@cache
def definitions(file: Path) -> frozenset[str]:
    """Names of the functions and classes at the top of a file, which is read and not run."""
    statements = ast.parse(file.read_text("utf-8")).body
    return frozenset(s.name for s in statements if isinstance(s, ast.FunctionDef | ast.ClassDef))


def errors(part: str) -> list[str]:
    """The rows of a part's table of errors; each begins with a document and a line."""
    return [row for row in part.splitlines() if row.startswith("| 00")]


def test_every_assignment_has_its_part() -> None:
    _, *headings = parts()  # the first: what has no assignment
    assert sorted(headings) == ASSIGNMENTS


@pytest.mark.parametrize("slug", ASSIGNMENTS)
def test_its_tests_exist(slug: str) -> None:
    folder = SOLUTIONS / slug
    suites = definitions(folder / "test_hidden.py") | definitions(folder / "test_public.py")
    named = _TEST.findall(parts()[slug])
    missing = [
        name
        for file, name in named
        if not any(fnmatchcase(d, name) for d in (definitions(ROOT / file) if file else suites))
    ]
    assert named
    assert missing == []


@pytest.mark.parametrize("slug", ASSIGNMENTS)
def test_its_misconceptions_exist(slug: str) -> None:
    lists = _MISCONCEPTIONS.findall(parts()[slug])
    named = {name for names in lists for name in _NAME.findall(names)}
    assert named <= definitions(SOLUTIONS / slug / "misconceptions.py")


@pytest.mark.parametrize("slug", ASSIGNMENTS)
def test_every_error_is_shown_by_a_test(slug: str) -> None:
    untested = [row for row in errors(parts()[slug]) if not _TEST.search(row.split(" | ")[3])]
    assert untested == []


def test_every_name_of_a_test_is_checked() -> None:
    outside = re.sub(r"`[^`\n]*`", "", PAGE)
    assert re.findall(r"\btest_\w+", outside) == []


def test_the_projects_own_are_all_named() -> None:
    named = {(file, name) for file, name in _TEST.findall(PAGE) if file}
    there = {
        (file.relative_to(ROOT).as_posix(), name)
        for file in OWN
        for name in definitions(file)
        if name.startswith("test_")
    }
    assert named == there
