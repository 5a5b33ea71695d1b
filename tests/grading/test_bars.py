"""Bars for a whole class: any mix of files ends well, kills cost nothing, repeats are cheap."""

from __future__ import annotations

import contextlib
import dataclasses
import io
import os
import random
import subprocess
import sys
import tempfile
import time
import zipfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import HealthCheck
from hypothesis import given
from hypothesis import settings
from hypothesis import strategies as st

from autograder.course.course import Course
from autograder.course.secret import course_secret
from autograder.grading.intake import discover
from autograder.grading.layouts import composed
from autograder.grading.run import ClassRun
from autograder.grading.store import Store
from autograder.grading.tree import shown_name
from autograder.isolation import probe
from tests.kills import Kept
from tests.kills import kept
from tests.kills import killed_after
from tests.runs import grade
from tests.runs import start
from tests.runs import tree
from tests.small_course import HALF_RIGHT
from tests.small_course import WRONG
from tests.small_course import hand_in
from tests.small_course import write_course

RIGHT = b"def double(x):\n    return 2 * x\n"
NOTEBOOK = (
    b'{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [{"cell_type": "code", '
    b'"metadata": {}, "outputs": [], "execution_count": null, "source": ["'
    + RIGHT.replace(b"\n", b"\\n")
    + b'"]}]}'
)
SCORES = {RIGHT: "3", HALF_RIGHT.encode(): "2", WRONG.encode(): "0"}


def say(sentence: str) -> None:
    """A figure for the person who runs the soak tests."""
    sys.stderr.write(f"{sentence}\n")


# --- any class -----------------------------------------------------------------------------

names = st.text(
    st.characters(exclude_characters="/\0_\\", exclude_categories=["Cs"]), max_size=12
).filter(lambda text: len(text.encode()) < 60)
contents = st.one_of(
    st.sampled_from(
        [*SCORES, NOTEBOOK, NOTEBOOK[:70], b"", b"import os\nos._exit(1)\n", b"raise X"]
    ),
    st.binary(max_size=80),
    st.text(max_size=80).map(str.encode),
)
file_names = st.one_of(
    st.sampled_from(
        ["double.py", "double.ipynb", "double (1).py", "Double.PY", "double.py.txt", "helper.py"]
    ),
    st.sampled_from([".DS_Store", "__MACOSX", "timestamp.txt", "notes.pdf", "test_double.py"]),
)


@dataclass(frozen=True)
class HandIn:
    """One student of a random class; `layout` says how the files arrive."""

    name: str
    layout: str
    files: tuple[tuple[str, bytes], ...]
    trap: str


hand_ins = st.builds(
    HandIn,
    name=names,
    layout=st.sampled_from(["folder", "nested", "zip", "flat"]),
    files=st.lists(
        st.tuples(file_names, contents), max_size=4, unique_by=lambda f: f[0].casefold()
    ).map(tuple),
    trap=st.sampled_from(["", "", "", "link", "pipe", "folder named like the file"]),
)


def place(one: HandIn, number: int, folder: Path) -> str:
    """Put a hand-in into the class and return its student's name."""
    student = f"{number} {one.name}".strip()
    if one.layout == "zip":
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            for name, content in one.files:
                archive.writestr(f"hw/{name}", content)
        (folder / f"{student}.zip").write_bytes(packed.getvalue())
        return student
    if one.layout == "flat":
        (folder / f"{student}_double.py").write_bytes(one.files[0][1] if one.files else RIGHT)
        return student
    home = folder / student
    home = home / "double" if one.layout == "nested" else home
    home.mkdir(parents=True)
    for name, content in one.files:
        (home / name).write_bytes(content)
    if one.trap == "link":
        (home / "data.csv").symlink_to("/etc/passwd")
    if one.trap == "pipe":
        os.mkfifo(home / "pipe.py")
    if one.trap == "folder named like the file" and not (home / "double.py").exists():
        (home / "double.py").mkdir()
    return student


def check_any_class(course: Path, people: list[HandIn]) -> None:
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        folder = work / "class"
        folder.mkdir()
        students = [place(one, number, folder) for number, one in enumerate(people)]
        before = tree(work), tree(course)
        run = grade(folder, "--out", work / "out", course=course)
        assert run.status in (0, 1)
        assert "Traceback" not in run.stderr
        assert run.survivors == ()
        after = {path: stamp for path, stamp in tree(work).items() if path.split("/")[0] != "out"}
        assert (after, tree(course)) == before
        assert Counter(unguarded(row["student"]) for row in run.rows) == Counter(
            [composed_name(student) for student in students]
        )
        for row in run.rows:
            assert Fraction(row["total"]) == Fraction(row["double"])
            assert Fraction(row["maximum"]) == 3
        for one, student in zip(people, students, strict=True):
            expected = expected_score(one)
            if expected is not None:
                (row,) = [r for r in run.rows if unguarded(r["student"]) == composed_name(student)]
                assert row["double"] == expected


def unguarded(cell: str) -> str:
    return cell.removeprefix("'")


def composed_name(name: str) -> str:
    return unguarded(shown_name(composed(name)))


def expected_score(one: HandIn) -> str | None:
    """What an only and rightly named file of known content earns; None for anything else."""
    content = dict(one.files).get("double.py")
    alone = len([name for name, _ in one.files if "ouble" in name]) == 1
    return SCORES.get(content or b"") if alone and one.layout != "flat" else None


classes = st.lists(hand_ins, min_size=2, max_size=8)
_SETTINGS = {
    "deadline": None,
    "suppress_health_check": [HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
}


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = write_course(tmp_path_factory.mktemp("bars") / "course")
    course_secret(root)  # the only file that a run ever adds to a course
    return root


@settings(max_examples=5, derandomize=True, **_SETTINGS)  # type: ignore[arg-type]
@given(people=classes)
def test_any_class(course: Path, people: list[HandIn]) -> None:
    check_any_class(course, people)


@pytest.mark.soak
@settings(max_examples=100, **_SETTINGS)  # type: ignore[arg-type]
@given(people=classes)
def test_any_class_at_length(course: Path, people: list[HandIn]) -> None:
    check_any_class(course, people)


# --- kills ---------------------------------------------------------------------------------


def write_class(folder: Path, size: int) -> Path:
    texts = (None, HALF_RIGHT, WRONG, "def double(x:\n", "import os\nos._exit(3)\n")
    for number in range(size):
        hand_in(folder, f"student {number:04}", text=texts[number % len(texts)])
    return folder


@dataclass(frozen=True)
class Undisturbed:
    """A class, what grading it gives, and how long that takes."""

    course: Path
    submissions: Path
    kept: Kept
    seconds: float

    @classmethod
    def graded(cls, course: Path, work: Path, size: int) -> Undisturbed:
        submissions = write_class(work / "class", size)
        started = time.monotonic()
        run = grade(submissions, "--out", work / "undisturbed", course=course)
        assert len(run.results) == size
        return cls(course, submissions, kept(work / "undisturbed"), time.monotonic() - started)

    def kills_until_done(self, out: Path, most: int, moments: random.Random) -> int:
        """Kill one run at random moments, start it again, compare its end; how many kills."""
        words = (self.submissions, "--out", out)
        kills = 0
        while kills < most and killed_after(
            moments.uniform(0, self.seconds), *words, course=self.course
        ):
            kills += 1
        assert grade(*words, course=self.course).status == 0
        assert kept(out) == self.kept
        return kills


def kill_and_resume(course: Path, work: Path, *, size: int, kills: int) -> None:
    undisturbed = Undisturbed.graded(course, work, size)
    moments = random.Random(kills)
    done, runs = 0, 0
    while done < kills:
        runs += 1
        done += undisturbed.kills_until_done(work / f"out{runs}", kills - done, moments)
    say(f"{done} kills in {runs} runs of {size} submissions, all with the same end")


def test_five_kills(course: Path, tmp_path: Path) -> None:
    kill_and_resume(course, tmp_path, size=12, kills=5)


@pytest.mark.soak
def test_fifty_kills(course: Path, tmp_path: Path) -> None:
    kill_and_resume(course, tmp_path, size=60, kills=50)


# --- a class that has not changed ----------------------------------------------------------


def multiply(course: Path, submissions: Path, out: Path, like: Callable[[str], str]) -> None:
    """Give every student of `submissions` the result in `out` of the student `like` names."""
    store = Store(out)
    run = ClassRun(Course.load(course), store, probe().level, 1)
    models = {one.result.student: one.result for one in store.all()}
    for planned in run.plan(discover(submissions, ("double",)).found).todo.get("double", ()):
        handed = planned.handed
        at = handed.submitted_at.isoformat() if handed.submitted_at else None
        model = models[like(handed.student)]
        result = dataclasses.replace(model, student=handed.student, submitted_at=at)
        store.put(result, planned.key, planned.gathered.content)
    store.close()


def unchanged_class(course: Path, work: Path, size: int) -> tuple[float, float]:
    """CPU seconds of repeating a run of `size` results, and of ten fresh gradings."""
    few = write_class(work / "few", 10)
    fresh = grade(few, "--out", work / "out", course=course)
    many = write_class(work / "class", size)
    multiply(course, many, work / "out", lambda student: f"student {int(student[-4:]) % 10:04}")
    grade(many, "--out", work / "out", course=course)  # writes the reports
    again = grade(many, "--out", work / "out", course=course)
    assert "0 graded now" in again.stdout
    assert len(again.rows) == size
    return again.cpu_seconds, fresh.cpu_seconds


def test_an_unchanged_class_starts_no_server(course: Path, tmp_path: Path) -> None:
    words = (write_class(tmp_path / "class", 3), "--out", tmp_path / "out")
    assert any("_server" in line for line in children_of(start(*words, course=course)))
    assert not any("_server" in line for line in children_of(start(*words, course=course)))
    assert "0 graded now" in grade(*words, course=course).stdout


def children_of(run: subprocess.Popen[str]) -> set[str]:
    """The command lines of all children that a run has until it ends."""
    seen: set[str] = set()
    while run.poll() is None:
        with contextlib.suppress(OSError):
            for pid in Path(f"/proc/{run.pid}/task/{run.pid}/children").read_text().split():
                seen.add(Path(f"/proc/{pid}/cmdline").read_text())
    run.communicate()
    return seen


@pytest.mark.soak
def test_a_thousand_unchanged_results(course: Path, tmp_path: Path) -> None:
    again, fresh = unchanged_class(course, tmp_path, 1000)
    say(f"1000 unchanged results: {again:.2f} s of CPU; 10 fresh gradings: {fresh:.2f} s")
    assert again < fresh
