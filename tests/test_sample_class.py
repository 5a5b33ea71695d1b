"""The sample class against its manifest, whoever grades it: any order, any jobs, any level."""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Callable
from collections.abc import Iterator
from dataclasses import dataclass
from dataclasses import field
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from autograder.cli.options import level_of
from autograder.course.course import Course
from autograder.course.secret import VARIABLE
from autograder.errors import UserError
from autograder.grading.intake import discover
from autograder.grading.result import Result
from autograder.grading.result import TestOutcome
from autograder.grading.run import ClassRun
from autograder.grading.store import Store
from autograder.isolation import Level
from autograder.isolation import probe

ROOT = Path(__file__).parent.parent
SUBMISSIONS = ROOT / "data" / "sample_class"
MANIFEST = ROOT / "data" / "sample_class.toml"
Key = tuple[str, str]


@dataclass(frozen=True)
class HandIn:
    """One entry of the manifest."""

    student: str
    assignment: str
    about: str
    points: str
    hostile: bool = False
    status: str = "graded"
    rest: str = "passed"
    tests: dict[str, str] = field(default_factory=dict)

    @property
    def key(self) -> Key:
        return self.student, self.assignment


MANIFESTED = [HandIn(**entry) for entry in tomllib.loads(MANIFEST.read_text("utf-8"))["hand_in"]]
HOSTILE = {hand_in.student for hand_in in MANIFESTED if hand_in.hostile}
each = pytest.mark.parametrize("hand_in", MANIFESTED, ids=lambda h: f"{h.student}-{h.assignment}")
Grade = Callable[..., dict[Key, Result]]


class _Silent:
    def begin(self, total: int, unchanged: int) -> None:
        pass

    def done(self, result: Result) -> None:
        pass


@pytest.fixture(scope="module")
def grade(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Grade]:
    """Grade the sample class in an order drawn from `seed`; every way of grading once."""
    course = Course.load(ROOT)

    @cache
    def run(level: Level, jobs: int, seed: int, *, hostile: bool = True) -> dict[Key, Result]:
        handed = [
            one
            for one in discover(SUBMISSIONS, course.slugs).found
            if hostile or one.student not in HOSTILE
        ]
        random.Random(seed).shuffle(handed)
        store = Store(tmp_path_factory.mktemp("store"))
        class_run = ClassRun(course, store, level, jobs)
        results = list(class_run.grade(class_run.plan(handed), _Silent()))
        store.close()
        return {(result.student, result.assignment): result for result in results}

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, "sample")
        yield run


@pytest.fixture(scope="module")
def results(grade: Grade) -> dict[Key, Result]:
    """At the strongest level, or the one that CI requires; two at a time."""
    return grade(level_of(None, None), 2, 1)


def test_the_manifest_lists_every_hand_in(results: dict[Key, Result]) -> None:
    assert {hand_in.key for hand_in in MANIFESTED} == set(results)


@each
def test_every_criterion_is_as_the_manifest_says(
    hand_in: HandIn, results: dict[Key, Result]
) -> None:
    result = results[hand_in.key]
    listed = {test.id: hand_in.tests.get(test.id, hand_in.rest) for test in result.tests}
    assert {test.id: _said(test) for test in result.tests} == listed
    assert hand_in.tests.keys() <= listed.keys()
    for test in result.tests:
        assert test.earned == (test.points if test.status == "passed" else 0)
    assert (result.status, result.score) == (hand_in.status, Fraction(hand_in.points))


def test_nothing_that_was_stolen_is_in_a_result(results: dict[Key, Result]) -> None:
    thief = results["Robin Fischer", "output_size"]
    (raised,) = [test for test in thief.tests if test.id == "test_flat_index"]
    assert raised.detail.rstrip().endswith("{}"), "the file's collection of readable secrets"
    assert "root:" not in repr(thief)


def test_another_order_fewer_jobs_and_a_level_below_change_nothing(
    results: dict[Key, Result], grade: Grade
) -> None:
    _assert_same(results, grade(_reachable(Level.LOCKED), 1, 2))


def test_a_process_of_its_own_is_enough_for_who_is_not_hostile(
    results: dict[Key, Result], grade: Grade
) -> None:
    honest = {key: result for key, result in results.items() if key[0] not in HOSTILE}
    _assert_same(honest, grade(Level.PROCESS, 2, 3, hostile=False))


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(
    ("level", "jobs"), list(product((Level.PROCESS, Level.LOCKED, Level.SEALED), (1, 2, 4)))
)
def test_every_way_of_grading_gives_the_same(
    results: dict[Key, Result], grade: Grade, level: Level, jobs: int, seed: int
) -> None:
    hostile = level > Level.PROCESS
    expected = {key: one for key, one in results.items() if hostile or key[0] not in HOSTILE}
    _assert_same(expected, grade(_reachable(level), jobs, 10 + seed, hostile=hostile))


def _reachable(level: Level) -> Level:
    """The level; skips on a machine that lacks it, unless CI requires that much."""
    found = probe()
    if level <= found.level:
        return level
    try:
        level_of(None, None)
    except UserError as missing:
        pytest.fail(str(missing))
    pytest.skip(found.gaps[level])


def _said(test: TestOutcome) -> str:
    return f"{test.status} as {test.diagnosis.misconception}" if test.diagnosis else test.status


def _assert_same(expected: dict[Key, Result], found: dict[Key, Result]) -> None:
    assert expected.keys() == found.keys()
    differing = {
        (key, test.id): (test, other)
        for key in expected
        for test, other in zip(_timeless(expected[key]), _timeless(found[key]), strict=True)
        if test != other
    }
    assert differing == {}
    assert {key: _outcome(result) for key, result in expected.items()} == {
        key: _outcome(result) for key, result in found.items()
    }


def _outcome(result: Result) -> tuple[object, ...]:
    return result.status, result.score, result.problem, result.notes


def _timeless(result: Result) -> list[TestOutcome]:
    """Without details for the instructor, and without where a limit happened to strike."""
    return [
        replace(test, message=_anywhere(test.message), detail="", place="") for test in result.tests
    ]


def _anywhere(message: str) -> str:
    """Without what time or level decide.

    Where an endless loop is stopped is a matter of time. A sealed process is the first of its
    namespace, which cannot be aborted: abort() ends it by a fault.
    """
    message = re.sub(r"stopped at .*?, line \d+: [^\n]*", "stopped", message)
    return message.replace("SIGABRT", "SIGSEGV")
