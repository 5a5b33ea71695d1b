"""Two thousand submissions in one run: the grader and its servers stay as large as they were."""

from __future__ import annotations

import os
import resource
import sys
from pathlib import Path

import pytest

from autograder.course.course import Course
from autograder.grading.intake import discover
from autograder.grading.result import Result
from autograder.grading.run import ClassRun
from autograder.grading.store import Store
from autograder.isolation import probe
from tests.attacks.cheats import SUITE
from tests.attacks.cheats import Attack
from tests.attacks.play_class import Quiet
from tests.attacks.play_class import hand_in
from tests.attacks.play_class import make_course

SUBMISSIONS = 2000
SETTLED = 200
GROWTH_MB = 20
WRONG = (
    "",
    "\n\ndef double(x):\n    return 0\n",
    "\n\ndef pair(x):\n    raise ValueError(x)\n",
    "\n\ndef mean(xs):\n    return np.ones(100_000)\n",
    "\n\ndef square(x):\n    import os\n\n    os._exit(0)\n",
)


class Scales:
    """Weighs this process and its servers after the first and after the last submissions."""

    def __init__(self) -> None:
        self.done_so_far = 0
        self.settled: dict[int, float] = {}
        self.last: dict[int, float] = {}

    def begin(self, total: int, unchanged: int) -> None:
        assert total == SUBMISSIONS

    def done(self, result: Result) -> None:
        self.done_so_far += 1
        if self.done_so_far == SETTLED:
            self.settled = _megabytes()
        elif self.done_so_far == SUBMISSIONS:
            self.last = _megabytes()


@pytest.mark.soak
def test_two_thousand_submissions(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    make_course(tmp_path, attackers=False)
    classroom = tmp_path / "many"
    for number in range(SUBMISSIONS):
        attack = Attack(WRONG[number % len(WRONG)])
        hand_in(classroom / f"student{number:04}", attack, tmp_path)
    store = Store(tmp_path / "out")
    scales = Scales()
    run = ClassRun(Course.load(tmp_path), store, probe().level, jobs=2)
    plan = run.plan(discover(classroom, ("hw",)).found)
    statuses = {result.status for result in run.grade(plan, scales)}
    store.close()
    assert statuses == {"graded"}
    grown = {
        pid: scales.last[pid] - size for pid, size in scales.settled.items() if pid in scales.last
    }
    sys.stdout.write(f"grown by at most {max(grown.values()):.1f} MB: {grown}\n")
    assert os.getpid() in grown
    assert max(grown.values()) <= GROWTH_MB


@pytest.mark.soak
@pytest.mark.parametrize(("answer", "score"), [("-1", 4), ("2 * x", 1)])
def test_a_sleeper_is_graded_when_its_time_is_over(tmp_path: Path, answer: str, score: int) -> None:
    """Each call ends just in time; a hundred of them would take longer than the runner lives."""
    tmp_path.chmod(0o755)
    suite = SUITE.replace("(1, 2, 7)", "range(100)")
    make_course(tmp_path, attackers=False, suite=suite)
    body = f"\n\ndef double(x):\n    import time\n\n    time.sleep(2.5)\n    return {answer}\n"
    hand_in(tmp_path / "slow" / "sleeper", Attack(body), tmp_path)
    store = Store(tmp_path / "out")
    run = ClassRun(Course.load(tmp_path), store, probe().level, jobs=1)
    (result,) = run.grade(run.plan(discover(tmp_path / "slow", ("hw",)).found), Quiet())
    store.close()
    assert result.status == "graded"
    assert result.score == score


def _megabytes() -> dict[int, float]:
    """Resident memory of this process and of everything below it, by pid.

    What each holds alone is no measure: a server's pages cease to be shared as others are forked.
    """
    parents = {int(e.name): _parent(e) for e in Path("/proc").iterdir() if e.name.isdigit()}
    ours = [os.getpid()]
    for pid in ours:
        ours += [child for child, parent in parents.items() if parent == pid]
    return {pid: size for pid in ours if (size := _resident(pid)) is not None}


def _parent(entry: Path) -> int:
    try:
        return int((entry / "stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def _resident(pid: int) -> float | None:
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except OSError:  # it ended meanwhile
        return None
    return pages * resource.getpagesize() / 2**20
