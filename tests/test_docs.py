"""Every command in the documentation, run as a reader would: in order, in a copy of the course.

A fenced block of kind `console` holds commands after `$ `; what follows a command is for the
reader. A block whose kind is followed by a path is written to that path, so a page can build up
what its commands work on.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC
from datetime import datetime
from fractions import Fraction
from pathlib import Path

import pytest

from autograder.course.course import Course
from autograder.grading.class_book import class_book
from autograder.grading.class_book import policy_of
from autograder.grading.policy_table import POLICY_KEYS
from autograder.grading.policy_table import TABLES
from autograder.grading.policy_table import read_zone
from autograder.grading.roster import read_roster
from autograder.grading.times import parse_time
from autograder.grading.times import read_times

ROOT = Path(__file__).parent.parent
ELSEWHERE = {
    "nbgrader.md"
}  # needs an environment of nbgrader's own: tests/nbgrader plays its round
PAGES = [
    page
    for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(ROOT.glob("docs/*.md")))
    if page.name not in ELSEWHERE
]
COURSE = ["course.toml", "solutions", "assignments", "data"]

NOT_RUN = {
    "make lint": "installs a virtual environment; `make test` begins with it",
    ".venv/bin/pre-commit install": "changes the repository it is run in",
    "PIP_EXTRA_INDEX_URL=https://download.pytorch.org/whl/cpu make lint": "needs the network",
}
STATUS = {
    "grade verify layer_norm      # lists what is left to write": {1},
    "grade verify softmax      # lists what is left to write": {1},
    "grade check output_size": {1},  # nothing is written yet
    "grade doctor": {0, 1},  # 1 where something is missing, which is the machine's affair
}
_FENCE = re.compile(r"^```(\w*)(?: (\S+))?\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_COMMAND = re.compile(
    r"^(?:\$ )?((?:\w+=\S+ )*(?:\.venv/bin/\S+|grade|make|pytest|pip|git|python3?)\b.*)$"
)


@dataclass(frozen=True)
class Block:
    """One fenced block."""

    kind: str
    path: str
    text: str

    @property
    def commands(self) -> list[str]:
        if self.kind != "console":
            return []
        return [line[2:] for line in self.text.splitlines() if line.startswith("$ ")]


def _blocks(page: Path) -> list[Block]:
    return [Block(*found) for found in _FENCE.findall(page.read_text("utf-8"))]


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A copy of the course, without the grader's own source."""
    folder = tmp_path / "course"
    folder.mkdir()
    for name in COURSE:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy2
        copy(ROOT / name, folder / name)
    return folder


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_commands_of_a_page_work(page: Path, place: Path) -> None:
    for block in _blocks(page):
        if block.path:
            target = place / block.path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(block.text, "utf-8")
        for command in block.commands:
            if command not in NOT_RUN:
                place = _run(command, place)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_command_hides_in_another_kind_of_block(page: Path) -> None:
    elsewhere = [block for block in _blocks(page) if block.kind in ("", "sh", "bash", "shell")]
    found = [
        match[1]
        for block in elsewhere
        for line in block.text.splitlines()
        if (match := _COMMAND.match(line))
    ]
    assert found == [], "write it in a console block, after `$ `"


def test_what_is_not_run_is_still_documented() -> None:
    commands = set(_all_commands())
    assert set(NOT_RUN) | set(STATUS) <= commands


def test_the_example_of_a_class_says_what_its_comments_say(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = datetime(2026, 10, 1, tzinfo=UTC)
    monkeypatch.setattr("autograder.grading.class_book.now", lambda: start)
    for block in _blocks(ROOT / "docs" / "policies.md"):
        if block.path:
            (place / block.path).write_text(block.text, "utf-8")
    course = Course.load(place)
    assert course.roster is not None
    zone = read_zone(course.policy["zone"])
    book = class_book(course, [], ["tensor_shapes", "mlp"])
    named_wrong = [said for said in book.warnings if "no submission of" not in said]
    assert named_wrong == [], "every name in the rules is somebody's"

    policy, written = policy_of(course), tomllib.loads(course.file.read_text("utf-8"))
    assert set(course.policy) == set(POLICY_KEYS)
    assert set(written) == {"title", "roster", *TABLES}
    assert (policy.late_per_day, policy.grace_days, policy.cutoff_days) == (Fraction(1, 10), 1, 7)
    assert policy.deadlines["mlp"].moment() > parse_time("2026-10-26 23:59", zone)
    extended = book.rows[0].entries["tensor_shapes"].standing.open_until
    assert extended is not None
    assert extended.shown() == "2026-10-14 20:00 (Europe/Berlin)"
    assert [row.entries["mlp"].status for row in book.rows[2:]] == ["excused", "excused"]
    assert [one.points for one in policy.adjustments] == [Fraction(3, 2), 0]

    extensions = [person.extension for person in read_roster(course.roster)]
    assert extensions == ["", "", "1", "2026-10-14T20:00:00"]
    times = read_times(place / "times.csv", zone)
    students = [person.id for person in read_roster(course.roster)]
    moments = {times.of(student, "tensor_shapes", "1") for student in students}
    assert moments == {datetime(2026, 10, 12, 17, 58, tzinfo=UTC)}
    assert times.of("bob", "mlp", "1") is None


def test_the_names_of_roster_columns_are_read_as_documented(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "policies.md").read_text("utf-8")
    table = page.partition("| column | also called |")[2].partition("\n\n")[0]
    rows = re.findall(r"^\| `(\w+)` \|(.*?)\|", table, re.MULTILINE)
    assert {name for name, _ in rows} == {
        "id",
        "name",
        "email",
        "section",
        "extension",
        "username",
        "canvas_id",
        "moodle_id",
    }
    for name, also in rows:
        for heading in (name, *re.findall(r"`(.+?)`", also)):
            key = "" if name == "id" else "id,"
            roster = tmp_path / "roster.csv"
            roster.write_text(f"{key}{heading}\n{key}7\n", "utf-8")
            assert getattr(read_roster(roster)[0], name) == "7", heading


def _all_commands() -> Iterator[str]:
    for page in PAGES:
        for block in _blocks(page):
            yield from block.commands


def _run(command: str, folder: Path) -> Path:
    """Run one command line; returns the folder it leaves the reader in."""
    tools = Path(sys.executable).parent
    done = subprocess.run(
        ["bash", "-c", f"{command}\nstatus=$?; echo; pwd; exit $status"],
        cwd=folder,
        env={**os.environ, "PATH": f"{shlex.quote(str(tools))}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )
    expected = STATUS.get(command, {0})
    assert done.returncode in expected, f"$ {command}\n{done.stdout}\n{done.stderr}"
    return Path(done.stdout.rstrip().splitlines()[-1])
