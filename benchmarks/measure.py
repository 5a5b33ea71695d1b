"""The measurements: one interleaved run for the ratios, then what needs conditions of its own."""

from __future__ import annotations

import random
import shutil
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack
from contextlib import contextmanager
from dataclasses import dataclass
from dataclasses import field
from pathlib import Path
from statistics import fmean

from autograder.course.assignment import Assignment
from autograder.course.course import Course
from autograder.grading.intake import discover
from autograder.grading.result import Result
from autograder.grading.run import ClassRun
from autograder.grading.run import Plan
from autograder.grading.store import Store
from autograder.isolation import Level
from benchmarks.engine import TIMED
from benchmarks.engine import UNDIAGNOSED
from benchmarks.engine import Engine
from benchmarks.engine import Split
from benchmarks.peers import BareCalls
from benchmarks.peers import Cost
from benchmarks.peers import FreshPytest
from benchmarks.stopwatch import PHASES
from benchmarks.submissions import HandIn
from benchmarks.submissions import faults
from benchmarks.submissions import half_right

_EMPTY_SUITE = """\
from autograder import criterion


@criterion(of="{name}", points="1", says="It can be imported.")
def test_imported(student):
    assert student.{name} is not None
"""
_TURN = 4
"""Hand-ins in a row: a class is graded one after the other, in caches that grading has left."""
OURS, UNNAMED, FRESH, BARE = "grade", "grade, no diagnosis", "fresh pytest", "bare calls"


@dataclass
class Costs:
    """Every cost of one run, by configuration, with the hand-in it was for."""

    of: dict[str, list[tuple[HandIn, Cost]]] = field(default_factory=lambda: defaultdict(list))

    def mean(self, configuration: str, kind: str | None = None, *, wall: bool = False) -> float:
        """Mean CPU (or wall) milliseconds, over all hand-ins or those of one kind."""
        values = [
            cost.wall if wall else cost.cpu
            for hand_in, cost in self.of[configuration]
            if kind in (None, hand_in.kind)
        ]
        return 1000 * fmean(values)

    def kinds(self, configuration: str) -> list[str]:
        return list(dict.fromkeys(hand_in.kind for hand_in, _ in self.of[configuration]))


@contextmanager
def workshop(slugs: list[str], solutions: Path) -> Iterator[tuple[Path, list[Assignment]]]:
    """A course of its own with copies of the assignments, readable by every user."""
    with tempfile.TemporaryDirectory(prefix="grade-bench-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "course.toml").write_text('title = "Benchmark"\n')
        (folder / "solutions").mkdir()
        for slug in slugs:
            unwanted = shutil.ignore_patterns("__pycache__")
            shutil.copytree(solutions / slug, folder / "solutions" / slug, ignore=unwanted)
        yield folder, [Assignment.load(folder / "solutions" / slug) for slug in slugs]


def interleaved(folder: Path, assignment: Assignment, count: int, level: Level) -> Costs:
    """Ours, with and without diagnosis, and both peers on the same hand-ins, by turns."""
    costs = Costs()
    order = random.Random(0)
    with ExitStack() as stack:
        bare = stack.enter_context(BareCalls(assignment))
        ours = stack.enter_context(Engine([assignment], level))
        unnamed = stack.enter_context(Engine([assignment], level, instead=UNDIAGNOSED))
        fresh = FreshPytest(assignment)
        measured = {
            OURS: lambda file: ours.grade(assignment, file),
            UNNAMED: lambda file: unnamed.grade(assignment, file),
            FRESH: fresh.grade,
            BARE: bare.grade,
        }
        warm_up = HandIn("right", "reference", assignment.reference_source())
        file = warm_up.staged(folder / f"{assignment.slug}-first", assignment.slug)
        for grade in measured.values():
            grade(file)
        hand_ins = half_right(assignment, count)
        for first in range(0, count, _TURN):
            turn = [
                (hand_in, hand_in.staged(folder / f"{assignment.slug}{number}", assignment.slug))
                for number, hand_in in enumerate(hand_ins[first : first + _TURN], first)
            ]
            for name in order.sample(list(measured), len(measured)):
                costs.of[name] += [(hand_in, measured[name](file)) for hand_in, file in turn]
    return costs


def disagreements(costs: Costs) -> list[str]:
    """Hand-ins on which the configurations do not agree about the tests that pass."""
    rows = zip(*(costs.of[name] for name in (OURS, UNNAMED, FRESH, BARE)), strict=True)
    return [row[0][0].name for row in rows if len({cost.passed for _, cost in row}) > 1]


def by_fault(folder: Path, assignment: Assignment, level: Level, repeats: int) -> Costs:
    """Right and wrong hand-ins of every kind without diagnosis, repeated in random order."""
    costs = Costs()
    right = HandIn("right", "reference", assignment.reference_source())
    order = random.Random(0)
    with Engine([assignment], level, instead=UNDIAGNOSED) as engine:
        for repeat in range(repeats + 1):
            hand_ins = [right, *faults(assignment), *half_right(assignment, 2 * (repeat + 1))[-2:]]
            order.shuffle(hand_ins)
            for number, hand_in in enumerate(hand_ins):
                place = folder / f"fault{assignment.slug}{repeat}-{number}"
                cost = engine.grade(assignment, hand_in.staged(place, assignment.slug))
                if repeat:
                    costs.of[UNNAMED].append((hand_in, cost))
    return costs


def breakdown(
    folder: Path, assignment: Assignment, count: int, level: Level
) -> dict[str, dict[str, float]]:
    """Kind of hand-in -> part -> mean CPU milliseconds, as the stopwatch sees it."""
    splits: dict[str, list[Split]] = defaultdict(list)
    with Engine([assignment], level, instead=TIMED) as engine:
        for number, hand_in in enumerate(half_right(assignment, count + 2)):
            file = hand_in.staged(folder / f"timed{assignment.slug}{number}", assignment.slug)
            split = engine.grade(assignment, file)
            if number >= 2:
                splits["right" if hand_in.right else "wrong"].append(split)
    return {kind: _mean_parts(found) for kind, found in splits.items()}


def _mean_parts(splits: list[Split]) -> dict[str, float]:
    parts: dict[str, float] = {}
    for name in ("suite server", "worker server", "grade"):
        parts[name] = fmean(split.processes[name] for split in splits)
    for side in ("worker", "runner"):
        phases = [phase for phase in PHASES if phase.startswith(f"{side}:")]
        for phase in phases:
            parts[phase] = fmean(split.phases[phase] for split in splits)
    worker = fmean(split.processes["worker"] for split in splits)
    parts["worker: exit"] = worker - sum(
        parts[name] for name in parts if name.startswith("worker:")
    )
    return {name: 1000 * seconds for name, seconds in parts.items()}


def empty_suite(
    folder: Path, assignment: Assignment, level: Level, repeats: int
) -> tuple[float, float]:
    """Mean CPU milliseconds of a suite that only imports the student: ours, fresh pytest."""
    empty = folder / "empty" / "solutions" / assignment.slug
    shutil.copytree(assignment.folder, empty)
    (empty / "misconceptions.py").unlink()
    (empty / "test_hidden.py").write_text(_EMPTY_SUITE.format(name=assignment.names[0]))
    bare = Assignment.load(empty)
    hand_in = HandIn("right", "reference", assignment.reference_source())
    file = hand_in.staged(folder / f"empty{assignment.slug}", assignment.slug)
    with Engine([bare], level) as engine:
        ours = [engine.grade(bare, file).cpu for _ in range(repeats * 4 + 1)][1:]
    fresh = [FreshPytest(bare).grade(file).cpu for _ in range(max(2, repeats // 2))]
    return 1000 * fmean(ours), 1000 * fmean(fresh)


@dataclass(frozen=True)
class Batches:
    """CPU and wall milliseconds a submission with one job and with two."""

    cpu: tuple[float, float]
    wall: tuple[float, float]


def one_and_two_jobs(
    folder: Path, assignment: Assignment, count: int, level: Level, repeats: int
) -> Batches:
    """Batches with one job and with two, in turn."""
    hand_ins = half_right(assignment, count)
    files = [
        hand_in.staged(folder / f"batch{assignment.slug}{number}", assignment.slug)
        for number, hand_in in enumerate(hand_ins)
    ]
    used: dict[int, list[tuple[float, float]]] = {1: [], 2: []}
    with Engine([assignment], level, 1) as one, Engine([assignment], level, 2) as two:
        for _ in range(repeats):
            for jobs, engine in ((1, one), (2, two)):
                used[jobs].append(engine.batch(assignment, files))
    scale = 1000 / len(files)
    cpu, wall = (
        tuple(scale * fmean(batch[part] for batch in used[jobs]) for jobs in (1, 2))
        for part in (0, 1)
    )
    return Batches((cpu[0], cpu[1]), (wall[0], wall[1]))


class _Clock:
    """Notes the grader's own CPU time after each result."""

    def __init__(self) -> None:
        self.times: list[float] = []

    def begin(self, total: int, unchanged: int) -> None:
        """Nothing to show."""

    def done(self, result: Result) -> None:
        """One more is kept."""
        self.times.append(time.process_time())


def keeping(folder: Path, assignment: Assignment, count: int, level: Level) -> float:
    """CPU milliseconds a submission of `grade run` itself: intake, staging, result, store."""
    classroom = folder / f"class-{assignment.slug}"
    for number, hand_in in enumerate(half_right(assignment, count)):
        hand_in.staged(classroom / f"student{number:04}", assignment.slug)
    started = time.process_time()
    handed = discover(classroom, (assignment.slug,)).found
    store = Store(folder / f"out-{assignment.slug}")
    run = ClassRun(Course.load(folder), store, level, 1)
    plan: Plan = run.plan(handed)
    planned = time.process_time() - started
    clock = _Clock()
    for _ in run.grade(plan, clock):
        pass
    store.close()
    steady = (clock.times[-1] - clock.times[0]) / (len(clock.times) - 1)
    return 1000 * (planned / len(handed) + steady)
