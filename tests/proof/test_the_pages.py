"""docs/mutation.md speaks of the references as they are."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from autograder.course.course import Course
from autograder.proof.mutants import mutants
from autograder.proof.rows import quoted

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "mutation.md").read_text("utf-8")
SUMMARY = re.compile(r"^\| (\w+) \| (\d+) \| (\d+) \| (\d+) \| ([\d.]+)% \|$", re.MULTILINE)
EQUIVALENT = re.compile(r"^\| (\w+) \| \d+ \| (\w+) \| (`.*`) \| ([\d,]+) \|$", re.MULTILINE)
ROWS = {row[1]: row for row in SUMMARY.finditer(PAGE)}


@pytest.fixture(scope="module")
def course() -> Course:
    return Course.load(ROOT)


def test_every_assignment_has_a_row(course: Course) -> None:
    assert list(ROWS) == list(course.slugs)


@pytest.mark.parametrize("slug", ROWS)
def test_a_row_counts_the_mutants_of_today(course: Course, slug: str) -> None:
    assignment = course.assignment(slug)
    found = mutants(assignment.reference_source())
    known = Counter((mutant.of, quoted(mutant.change)) for mutant in found)
    listed = [row for row in EQUIVALENT.finditer(PAGE) if row[1] == slug]
    again = f"the reference has changed: `grade mutate {slug} --write docs/mutation.md`"
    assert int(ROWS[slug][2]) == len(found), again
    assert Counter((row[2], row[3]) for row in listed) <= known, again


@pytest.mark.parametrize("slug", ROWS)
def test_no_mutant_is_left_out(slug: str) -> None:
    total, killed, equivalent = (int(ROWS[slug][n]) for n in (2, 3, 4))
    listed = [row for row in EQUIVALENT.finditer(PAGE) if row[1] == slug]
    assert killed + equivalent == total
    assert len(listed) == equivalent <= 0.12 * total
    assert all(int(row[4].replace(",", "")) >= 1000 for row in listed)


MARGINS = (ROOT / "docs" / "margins.md").read_text("utf-8")
MARGIN = re.compile(r"^\| (\w+) \| (\d+) \| (\d+) \| (\S+) \| .* \|$", re.MULTILINE)


def test_right_answers_of_every_assignment_keep_their_margin(course: Course) -> None:
    found = {row[1]: float(row[4]) for row in MARGIN.finditer(MARGINS)}
    assert list(found) == list(course.slugs)
    assert max(found.values()) <= 0.1
